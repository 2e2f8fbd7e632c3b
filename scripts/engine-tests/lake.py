"""Compares the rows that DuckDB, pandas and Polars read from a lake, by relation and module, with its manifest.

    lake.py LAKE
"""

import json
import sys
from collections import Counter
from pathlib import Path

import duckdb
import pandas
import polars

import guides


def main():
    (lake,) = sys.argv[1:]
    manifest = json.loads(Path(lake, "_lake/manifest.json").read_text())
    expected = {module["module"]: module["rows"] for module in manifest["modules"]}
    engines = {"DuckDB": in_duckdb, "pandas": in_pandas, "Polars": in_polars}
    for engine, count in engines.items():
        found = Counter()
        for relation, rows in manifest["relations"].items():
            modules = dict(count(f"{lake}/{relation}"))
            if sum(modules.values()) != rows:
                guides.fail(f"{lake}: {relation}: {rows} rows, but {engine} has {sum(modules.values())}")
            found.update(modules)
        if found != expected:
            guides.fail(f"{lake}: {engine} has other rows of modules: {dict(found)} instead of {expected}")
    print(f"lake: {sum(expected.values())} rows of {len(expected)} modules are the same in {', '.join(engines)}")


def in_duckdb(relation):
    files = f"read_parquet('{relation}/*/*.parquet', hive_partitioning = true)"
    return duckdb.execute(f"SELECT module, count(*) FROM {files} GROUP BY module").fetchall()


def in_pandas(relation):
    return pandas.read_parquet(relation, columns=["module"]).groupby("module", observed=True).size().items()


def in_polars(relation):
    return polars.scan_parquet(f"{relation}/", hive_partitioning=True).group_by("module").len().collect().rows()


if __name__ == "__main__":
    main()
