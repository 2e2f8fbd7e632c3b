"""Compares the rows and answers of SQLite, DuckDB, pandas and Polars.

    agreement.py GUIDES STRUCT FUNCTION

The current folder contains a module's facts as `facts.db` and as Parquet files in `demo-parquet`. Each engine reads all
rows of all relations, and answers the queries in the guide to CSV (in the folder GUIDES) about the module: for example
the writes to fields of STRUCT, and the functions reachable from FUNCTION. The answers are complete, without `LIMIT`.
"""

import json
import re
import sqlite3
import sys
from pathlib import Path

import duckdb
import in_pandas
import in_polars
import pandas
import polars

import guides


def main():
    folder, struct, start = sys.argv[1:]
    questions = [sql for sql, _ in guides.queries(f"{folder}/guide-csv.md") if "points_to" not in sql]
    if len(questions) != 7:
        guides.fail(f"{folder}/guide-csv.md: there should be seven queries, but there are {len(questions)}")
    questions = [about(sql, struct, start) for sql in questions]
    # The guide's own code creates the views.
    (views,) = [block.text for block in guides.blocks(f"{folder}/guide-parquet.md")
                if block.language == "sh" and "demo-views.duckdb" in block.text]
    guides.shell("guide-parquet.md", views)

    module = Path.cwd().name
    sqlite = sqlite3.connect("facts.db").execute
    database = duckdb.connect("demo-views.duckdb").execute
    tables, frames = in_pandas.load("demo-parquet"), in_polars.load("demo-parquet")
    relations = json.loads(Path("demo-parquet/manifest.json").read_text())["relations"]
    for relation, count in relations.items():
        is_text = [kind == polars.String for kind in frames[relation].collect_schema().dtypes()]
        read = {
            "SQLite": sqlite(f'SELECT * FROM "{relation}" ORDER BY rowid').fetchall(),
            "DuckDB": database(f'SELECT * FROM "{relation}"').fetchall(),
            "pandas": list(tables[relation].itertuples(index=False, name=None)),
            "Polars": frames[relation].collect().rows(),
        }
        read["SQLite"] = [tuple(map(cell, row, is_text)) for row in read["SQLite"]]
        for engine, found in read.items():
            if len(found) != count:
                guides.fail(f"{module}: {relation}: {count} rows, but {engine} has {len(found)}")
        same(f"{module}: {relation}", read)

    answers = {
        "SQLite": [rows(sqlite(sql).fetchall()) for sql in questions],
        "DuckDB": [rows(database(sql).fetchall()) for sql in questions],
        "pandas": [rows(table.itertuples(index=False, name=None))
                   for table in in_pandas.answers(tables, struct, start)],
        "Polars": [rows(table.collect().rows()) for table in in_polars.answers(frames, struct, start)],
    }
    for index, question in enumerate(questions):
        same(f"{module}: {question}", {engine: found[index] for engine, found in answers.items()})
    sizes = ", ".join(str(len(found)) for found in answers["SQLite"])
    print(f"{module}: {len(relations)} relations with {sum(relations.values())} rows and"
          f" answers with {sizes} rows are the same in {', '.join(answers)}")


def about(sql, struct, start):
    """The query for this module, without a limit on its rows."""
    sql = re.sub(r"\s+LIMIT \d+", "", sql.strip().rstrip(";"))
    return sql.replace("'%struct.shape'", f"'{struct}'").replace("'@main'", f"'{start}'")


def cell(value, is_text):
    """The value as in the other engines: numbers that do not fit in SQLite's integers are texts there."""
    return int(value, 16) if isinstance(value, str) and not is_text else value


def rows(found):
    """The rows in an order that does not depend on the engine."""
    plain = lambda cell: None if cell is None or cell is pandas.NA else cell if isinstance(cell, str) else int(cell)
    return sorted((tuple(plain(cell) for cell in row) for row in found), key=repr)


def same(what, read):
    """Fails unless all engines have the same rows in the same order."""
    (first, expected), *others = read.items()
    for engine, found in others:
        if found != expected:
            one, other = set(expected) - set(found), set(found) - set(expected)
            few = [sorted(rows, key=repr)[:3] for rows in (one, other)]
            guides.fail(f"{what}: {len(expected)} rows in {first}, {len(found)} in {engine}; alone in one: {few}")


if __name__ == "__main__":
    main()
