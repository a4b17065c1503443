"""Names of the pictures: safe on every system, whatever the benchmarks are called."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wythoff.harness.fit.fitting import Fitted

LONGEST_NAME = 80


def file_names(fitted: Sequence[Fitted]) -> list[str]:
    """
    Name the pictures, without endings: safe on every system, different for different series, the same in every run.

    Letters, digits, dots, hyphens and underscores of the label stay. A name that lost anything but separators, or
    that another series has too, gets a fingerprint of the series.
    """
    slugs = [_slug(entry.series.label) for entry in fitted]
    used = Counter(slug.lower() for slug, _ in slugs)
    return [
        slug if faithful and used[slug.lower()] == 1 else f"{slug}-{_fingerprint(entry)}"
        for (slug, faithful), entry in zip(slugs, fitted, strict=True)
    ]


def _slug(label: str) -> tuple[str, bool]:
    slug = re.sub(r"-+", "-", re.sub(r"[^A-Za-z0-9._-]", "-", label)).strip(".-")
    faithful = bool(slug) and len(slug) <= LONGEST_NAME and not re.search(r"[^A-Za-z0-9._(), =-]|\.\.", label)
    # A stem such as "CON" names a device on Windows, whatever ending follows.
    faithful = faithful and not re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?", slug)
    return re.sub(r"\.\.+", ".", slug)[:LONGEST_NAME].strip(".-") or "series", faithful


def _fingerprint(entry: Fitted) -> str:
    return hashlib.sha256(repr(entry.series).encode("utf-8", "backslashreplace")).hexdigest()[:10]
