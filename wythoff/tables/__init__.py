"""
Tables of P-positions: computed, checked, and written into files.

* `compute`: the table as arrays and as a stream of them; `arguments`, `dtypes`: what may be asked for, in which type
* `certificate`: whole columns checked by integer inequalities, which share nothing with the strategies; `row_check`:
  the loop over the rows, for misère play as well
* `blocks`, `formats`: a table of any length in blocks, and the files that are written of them

The names below load NumPy and Numba, and so are imported on first use; `blocks` and `formats` need neither for short
tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff._lazy import lazy_names

if TYPE_CHECKING:
    from wythoff.tables.arguments import A_MAX as A_MAX
    from wythoff.tables.compute import Table as Table
    from wythoff.tables.compute import stream as stream
    from wythoff.tables.compute import table as table
    from wythoff.tables.dtypes import NATIVE_DTYPES as NATIVE_DTYPES
    from wythoff.tables.dtypes import allocate as allocate
    from wythoff.tables.dtypes import smallest_dtype as smallest_dtype

__all__ = ["A_MAX", "NATIVE_DTYPES", "Table", "allocate", "smallest_dtype", "stream", "table"]
__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "A_MAX": "arguments",
        "NATIVE_DTYPES": "dtypes",
        "Table": "compute",
        "allocate": "dtypes",
        "smallest_dtype": "dtypes",
        "stream": "compute",
        "table": "compute",
    },
)
