"""Runs the code in guides, and compares its output with the output in the guides.

    guides.py PAGE...

The pages run in order in the current folder, which needs a link to `examples`. A block is run if its language is one
of these; a block `text` after it is its output:

- `sh` and `python`, which continue after the previous block;
- `console`, commands after `$`, each followed by its output;
- `sql`, in each database of the page in DATABASES.

A block after a line that ends with a file's name and a colon is that file, unless it is a `console` block. Blocks of
other languages are ignored.
"""

import contextlib
import csv
import io
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

# The databases for the SQL of each page: demo.db is SQLite's, the others are DuckDB's.
DATABASES = {
    "guide-csv": ["demo.db", "demo.duckdb"],
    "guide-sqlite": ["demo.db"],
    "guide-parquet": ["demo-views.duckdb"],
}


class Block(NamedTuple):
    """A fenced block: the info string, the last line of text before it, and its text."""

    language: str
    before: str
    text: str


def blocks(page):
    """The blocks of a page."""
    found, before, lines = [], "", iter(Path(page).read_text().splitlines())
    for line in lines:
        if line.startswith("```"):
            text = []
            for inner in lines:
                if inner == "```":
                    break
                text.append(inner + "\n")
            found.append(Block(line[3:], before, "".join(text)))
        elif line:
            before = line
    return found


def queries(page):
    """The SQL queries of a page, each with its answer."""
    found = blocks(page)
    return [(block.text, after.text) for block, after in zip(found, found[1:])
            if block.language == "sql" and after.language == "text"]


def run(page, variables):
    """Runs the blocks of a page, Python with these variables. Returns the number of compared answers."""
    count = 0
    found = blocks(page)
    for block, after in zip(found, [*found[1:], Block("", "", "")]):
        expected = after.text if after.language == "text" else None
        name = re.search(r"`([^`]+\.[a-z]+)`:$", block.before)
        if name and block.language != "console":
            Path(name[1]).write_text(block.text)
        elif block.language == "console":
            for command, output in commands(block.text):
                compare(page, command, shell(page, command), output or None)
                count += bool(output)
        elif block.language == "sh":
            compare(page, block.text, shell(page, block.text), expected)
            count += expected is not None
        elif block.language == "python":
            compare(page, block.text, python(block.text, variables), expected)
            count += expected is not None
        elif block.language == "sql" and expected is not None:
            for database in DATABASES[Path(page).stem]:
                ask(page, block.text, database, expected)
                count += 1
    return count


def commands(text):
    """The commands of a console, each with its output."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [part.split("\n", 1) for part in parts]


def shell(page, command):
    """The output of a command."""
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    # `ls | head` ends with a closed pipe.
    if done.returncode not in (0, 141):
        fail(f"{page}: ended with {done.returncode}:\n{command}\n{done.stdout}{done.stderr}")
    return done.stdout


def python(text, variables):
    """The output of these statements."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(text, variables)
    return printed.getvalue()


def ask(page, sql, database, expected):
    """Compares the answer of a database with a table."""
    if database.endswith(".db"):
        table = ["sqlite3", "-column", "-header", database, sql]
        printed = subprocess.run(table, capture_output=True, text=True, check=True).stdout
        compare(page, f"{database}: {sql}", printed, expected)
        return
    command = ["duckdb", "-csv", "-nullvalue", "", database, "-c", sql]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        fail(f"{page}: {database}: {sql}\n{done.stderr}")
    compare(page, f"{database}: {sql}", list(csv.reader(io.StringIO(done.stdout))), cells(expected))


def cells(table):
    """The cells of a table with underlined column names, as SQLite prints it."""
    lines = table.splitlines()
    columns = [match.span() for match in re.finditer("-+", lines[1])]
    rows = [lines[0], *lines[2:]]
    return [[row[start:end].strip() for start, end in columns] for row in rows]


def compare(page, what, found, expected):
    """Fails unless the output is as expected; None accepts any output."""
    def lines(text):
        # SQLite pads the last column with spaces, and Spark ends with an empty line.
        return [line.rstrip() for line in text.rstrip().splitlines()] if isinstance(text, str) else text

    if expected is not None and lines(found) != lines(expected):
        fail(f"{page}: {what}\n--- expected\n{expected}\n--- but it is\n{found}")


def fail(message):
    """Ends the program."""
    sys.exit(f"error: {message}")


def main():
    for page in sys.argv[1:]:
        print(f"{Path(page).name}: {run(page, {})} answers as they stand there")


if __name__ == "__main__":
    main()
