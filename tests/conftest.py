"""What holds for every test."""

from collections.abc import Generator
from typing import Any

import hypothesis
import pytest
from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(".cache/hypothesis")
# No deadline: on a busy machine a slow example is no failure. Reruns start from the examples that failed before.
hypothesis.settings.register_profile("house", deadline=None, print_blob=True)
hypothesis.settings.load_profile("house")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that skips itself fails: what cannot be tested here must be heard, not passed over."""
    report = yield
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped: {call.excinfo.value if call.excinfo else 'no reason given'}"
    return report
