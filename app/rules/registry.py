"""Finds the games by folder: a module in `app/rules/games/` with an object `GAME` is a game.

Its key is the module's name, with hyphens for underscores. A game for one is there a second time, as a race.
"""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from app.rules import games as folder
from app.rules.game import Game
from app.rules.solitaire_race import SolitaireRace


@cache
def games() -> Mapping[str, Game[Any]]:
    """Every game by its key, in alphabetical order."""
    found = [import_module(f"{folder.__name__}.{module.name}").GAME for module in pkgutil.iter_modules(folder.__path__)]
    found += [SolitaireRace(game) for game in found if game.info.pace == "solo"]
    return {game.info.key: game for game in sorted(found, key=lambda game: str(game.info.key))}
