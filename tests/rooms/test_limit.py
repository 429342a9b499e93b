"""The bucket: how much at once, how much in the long run."""

import pytest

from app.rooms.limit import Bucket, Buckets


def test_a_burst_and_then_no_more() -> None:
    bucket = Bucket(10, 20)
    assert [bucket.take(5.0) for _ in range(21)] == [True] * 20 + [False]


@pytest.mark.parametrize(("ms", "more"), [(99, 0), (100, 1), (250, 2), (1000, 10), (60_000, 20)])
def test_it_fills_at_its_rate_and_never_over_the_brim(ms: float, more: int) -> None:
    bucket = Bucket(10, 20)
    while bucket.take(0):
        pass
    assert sum(bucket.take(ms) for _ in range(30)) == more


def test_what_is_refused_does_not_count() -> None:
    """Somebody who goes on asking gets his next turn all the same."""
    bucket = Bucket(10, 1)
    assert bucket.take(0)
    assert not any(bucket.take(ms) for ms in range(1, 100, 7))
    assert bucket.take(100)


def test_asking_takes_nothing() -> None:
    bucket = Bucket(1, 1)
    assert all(bucket.allows(0) for _ in range(5))
    assert bucket.take(0)
    assert not bucket.allows(0)


def test_what_was_allowed_is_spent() -> None:
    """Asking first and counting later is the same as doing both at once."""
    bucket = Bucket(1, 1)
    assert bucket.allows(0)
    bucket.spend()
    assert not bucket.take(999)
    assert bucket.take(1000)


def test_of_too_many_buckets_the_one_longest_unasked_is_forgotten() -> None:
    """And is full when it is asked for again."""
    buckets = Buckets[str](1, 1, 2)
    ann = buckets.of("Ann")
    assert ann.take(0)
    assert buckets.of("Bob").take(0)
    assert buckets.of("Ann") is ann
    assert buckets.of("Cat").take(0)
    assert len(buckets) == 2
    assert (buckets.of("Ann").take(0), buckets.of("Bob").take(0)) == (False, True)
