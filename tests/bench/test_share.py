"""A share of a processor, as the kernel is asked for it: in a folder that only looks like its control groups."""

from pathlib import Path

import pytest

from app.bench.share import limited


def group_of(groups: Path) -> tuple[str, dict[str, str]]:
    """The only group, and what is written in it; it is emptied, as the kernel lets no file stand in the way."""
    (group,) = groups.glob("pounce-*")
    written = {file.name: file.read_text() for file in group.iterdir()}
    for file in group.iterdir():
        file.unlink()
    return group.name, written


def test_a_group_of_the_first_version(tmp_path: Path) -> None:
    (tmp_path / "cpu").mkdir()
    with limited(42, 0.25, tmp_path):
        expected = {"cpu.cfs_period_us": "10000", "cpu.cfs_quota_us": "2500", "cgroup.procs": "42"}
        assert group_of(tmp_path / "cpu") == ("pounce-bench-42", expected)
    assert not list((tmp_path / "cpu").iterdir())


def test_a_group_of_the_second_version(tmp_path: Path) -> None:
    with limited(42, 1.5, tmp_path):
        assert group_of(tmp_path) == ("pounce-bench-42", {"cpu.max": "15000 10000", "cgroup.procs": "42"})
    assert not list(tmp_path.iterdir())


def test_who_may_not_make_a_group_learns_it(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"), limited(42, 1, tmp_path / "nowhere"):
        raise AssertionError("there is a group")
