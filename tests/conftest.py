"""What all tests share: properties are tried on the same examples each time, and never timed.

The cache of compiled kernels is the user's own (or ``CRIBSTATS_CACHE``) and stays: it is keyed by the kernels' sources,
so a warm one cannot hide a change, and a cold one would cost each run a minute. Tests of the cache itself point
``CRIBSTATS_CACHE`` at a folder of their own.
"""

from __future__ import annotations

import pytest
from hypothesis import settings

from cribstats.errors import CribstatsError

settings.register_profile("cribstats", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("cribstats")


@pytest.fixture
def refuses():
    """Check that a call raises this error of ours, and says these words in one line."""

    def check(error, match, function, *arguments, **options):
        with pytest.raises(error, match=match) as caught:
            function(*arguments, **options)
        assert isinstance(caught.value, CribstatsError)
        assert isinstance(caught.value, ValueError)
        assert len(str(caught.value).splitlines()) == 1

    return check
