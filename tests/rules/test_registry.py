"""Games are found by folder."""

from pathlib import Path

from app.rules import games as folder
from app.rules.registry import games


def test_every_module_in_the_folder_is_a_game() -> None:
    """Under its own name, in which underscores are hyphens, in alphabetical order."""
    root = Path(folder.__path__[0])
    modules = sorted(path.stem for path in root.iterdir() if path.stem.isidentifier() and not path.stem.startswith("_"))
    assert modules
    keys = [module.replace("_", "-") for module in modules]
    assert [key for key in games() if not key.endswith("-race")] == keys
    assert list(games()) == sorted(games())


def test_every_game_for_one_is_there_as_a_race_too() -> None:
    """And no other; the options are the same."""
    races = {key for key in games() if key.endswith("-race")}
    assert races == {f"{key}-race" for key, game in games().items() if game.info.pace == "solo"}
    assert races
    for key in races:
        info, alone = games()[key].info, games()[key.removesuffix("-race")].info
        assert (info.pace, info.name, info.options) == ("race", f"{alone.name} race", alone.options)


def test_a_game_says_what_it_is() -> None:
    """Key, seats and options are in order."""
    for key, game in games().items():
        info = game.info
        assert info.key == key
        assert 1 <= info.seats[0] <= info.seats[1] <= 8
        assert len({option.key for option in info.options}) == len(info.options)
        for option in info.options:
            assert option.default in option.choices
