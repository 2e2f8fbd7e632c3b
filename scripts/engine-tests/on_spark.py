"""Runs the guide to Spark on a cluster, and its query on a lake.

    on_spark.py MASTER GUIDE LAKE NAME=ROWS...

The functions that reach NAME must equal irlog's answer, which is in the CSV file ROWS. JVM_OPTIONS are options for
Java.
"""

import csv
import os
import sys
import time

from pyspark.sql import SparkSession

import guides


def main():
    master, guide, lake, *questions = sys.argv[1:]
    started = time.monotonic()
    spark = (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.memory", "512m")
        .config("spark.driver.extraJavaOptions", os.environ["JVM_OPTIONS"])
        .config("spark.executor.memory", "512m")
        .config("spark.executor.extraJavaOptions", os.environ["JVM_OPTIONS"])
        .config("spark.executor.cores", "1")
        # The query starts when both workers are available.
        .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
        .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s")
        .config("spark.cores.max", "2")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    variables = {"spark": spark}
    count = guides.run(guide, variables)
    # The list also contains the driver.
    processes = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size()
    if processes != 3:
        guides.fail(f"{master}: there should be two workers, but there are {processes - 1}")
    print(f"guide-spark.md: {count} answers as they stand there, by two workers in {elapsed(started)}")
    for question in questions:
        started = time.monotonic()
        name, file = question.split("=")
        found = variables["functions_that_reach"](lake, name).collect()
        with open(file, newline="") as rows:
            _, *expected = [function for (function,) in csv.reader(rows)]
        compare(name, found, expected)
        modules = len({row["module"] for row in found})
        print(f"{name}: {len(found)} functions of {modules} modules reach it, as in irlog, in {elapsed(started)}")
    spark.stop()


def compare(name, found, expected):
    """Fails unless the functions and their modules are equal, and there is at least one."""
    functions = sorted(row["function"] for row in found)
    if functions != sorted(expected) or not functions:
        difference = sorted(set(functions) ^ set(expected))
        guides.fail(f"{name}: {len(functions)} functions in Spark, {len(expected)} in irlog: {difference[:5]}")
    for row in found:
        if not row["function"].startswith(row["module"] + ":@"):
            guides.fail(f"{name}: {row['function']} is not in {row['module']}")


def elapsed(started):
    return f"{time.monotonic() - started:.1f} s"


if __name__ == "__main__":
    main()
