"""The version, in its one place: the package, its metadata and what it writes have it from here."""

__version__ = "0.1.0"
