"""The same small share of a processor for each worker, so that several can be compared with one on few processors."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

GROUPS: Final = Path("/sys/fs/cgroup")
PERIOD_US: Final = 10_000
"""Whoever has used up its share waits for the end of so long at most."""


@contextmanager
def limited(pid: int, share: float, groups: Path = GROUPS) -> Iterator[None]:
    """A process gets `share` of one processor until it has ended, which is before the end of this. Raises OSError.

    By a control group of the kernel, of either version; who may make one depends on the machine.
    """
    quota = round(share * PERIOD_US)
    first = groups / "cpu"  # version 1 has a tree for each resource
    group = (first if first.is_dir() else groups) / f"pounce-bench-{pid}"
    group.mkdir()
    try:
        if first.is_dir():
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
        (group / "cgroup.procs").write_text(str(pid))
        yield
    finally:
        group.rmdir()
