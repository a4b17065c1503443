"""
The 37 errors of the source documents: printed claim, what it gives taken literally, what is right, how that is known.

Each module has those of one subject; `all_errata` puts them in order, `results` runs their cases, and `to_markdown`
writes the list. What can't be computed (wording, gaps in proofs) is among the remarks.
"""

from wythoff.reproduce.errata.collection import Result, all_errata, results, to_markdown
from wythoff.reproduce.errata.model import Case, Erratum

__all__ = ["Case", "Erratum", "Result", "all_errata", "results", "to_markdown"]
