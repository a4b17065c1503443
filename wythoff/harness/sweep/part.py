"""What a sweep is told by the larger measurement that it is a part of."""

from __future__ import annotations

from dataclasses import dataclass

from wythoff.harness.sweep.progress import SweepDisplay


@dataclass(frozen=True)
class Part:
    """
    What is decided above a sweep: of one that is no part of anything, nothing.

    Attributes
    ----------
    commit : str, optional
        What is measured; by default what the options name.
    display : SweepDisplay, optional
        Where progress is shown, together with that of other parts; by default one of its own.
    measured_before : int
        How many points the parts before this one have measured.
    is_one_of_several : bool
        Whether one commit after the other is measured, so that the journal notes where each begins and ends.
    beside : str, optional
        The other commit, if this one is measured in turn with it.
    at : str
        How the commit is named where something failed, with a blank before.
    keeps_builds : int, optional
        How many commits an environment keeps what it has built of; by default as asv is configured.
    """

    commit: str | None = None
    display: SweepDisplay | None = None
    measured_before: int = 0
    is_one_of_several: bool = False
    beside: str | None = None
    at: str = ""
    keeps_builds: int | None = None
