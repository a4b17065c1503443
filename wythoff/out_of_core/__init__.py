"""
Tables larger than memory: folders of Parquet files, written and checked on all CPUs, read a row group at a time.

`write` makes the folder, `dataset` reads it, `verify` checks every stored row, `agree` computes rows by all strategies
and compares them. Below them, `partitions` is one Parquet file, `manifest` the list of them, `lock` keeps a second
writer out and `cluster` hands the work to processes or to Dask. Needs the extra ``dask``.
"""

from wythoff.out_of_core.agree import agree as agree
from wythoff.out_of_core.cluster import Tls as Tls
from wythoff.out_of_core.dataset import TableDataset as TableDataset
from wythoff.out_of_core.dataset import open_table as open_table
from wythoff.out_of_core.verify import verify_table as verify_table
from wythoff.out_of_core.write import write_table as write_table

__all__ = ["TableDataset", "Tls", "agree", "open_table", "verify_table", "write_table"]
