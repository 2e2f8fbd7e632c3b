"""The queries of docs/guide-csv.md in Polars."""

from pathlib import Path

import polars
from polars import col


def load(folder):
    """The relations in a folder of Parquet files, loaded lazily."""
    return {file.stem: polars.scan_parquet(file) for file in Path(folder).glob("*.parquet")}


def answers(facts, struct, start):
    """The rows of each query, in the guide's order."""
    functions = facts["instruction"].select("instruction", "function")
    source = sources(facts, functions)

    calls = facts["call_instruction"].join(facts["value"], left_on="callee", right_on="value")
    calls = calls.filter(col("kind").is_in(["argument", "instruction"])).join(functions, on="instruction")
    yield calls.group_by("function").len()

    sizes = facts["block"].group_by("function").len("blocks")
    instructions = functions.group_by("function").len("instructions")
    yield sizes.join(instructions, on="function", how="left").fill_null(0)

    fields = facts["getelementptr_index"].filter(col("position") == 1)
    addresses = (
        facts["getelementptr_instruction"].filter(col("source_type") == struct)
        .join(facts["instruction_result"], on="instruction")
        .join(fields, on="instruction", how="left")
        .select("result", "index")
    )
    writes = facts["store_instruction"].join(addresses, left_on="address", right_on="result")
    yield writes.join(source, on="instruction", how="left").select("instruction", "index", "file", "line")

    arrays = facts["alloca_instruction"].join(facts["array_type"], on="type")
    yield arrays.join(facts["type_layout"], on="type", how="left").select("instruction", "type", "allocation_size")

    callees = facts["function"].select("value", callee_function="function")
    direct = (
        facts["call_instruction"].join(functions, on="instruction")
        .join(callees, left_on="callee", right_on="value")
        .select("instruction", caller="function", function="callee_function")
    )
    copies = facts["intrinsic"].filter(col("intrinsic").is_in(["llvm.memcpy", "llvm.memmove"]))
    lengths = facts["instruction_operand"].filter(col("position") == 2)
    lengths = lengths.join(facts["value"], left_on="operand", right_on="value")
    copies = direct.join(copies, on="function").join(lengths, on="instruction")
    copies = copies.join(source, on="instruction", how="left")
    yield copies.select("instruction", "operand", "kind", "file", "line")

    edges = direct.select("caller", "function").unique().collect()
    reached = polars.DataFrame({"function": [start]})
    while True:
        step = edges.join(reached, left_on="caller", right_on="function", how="semi").select("function")
        more = polars.concat([reached, step]).unique()
        if len(more) == len(reached):
            break
        reached = more
    yield reached.lazy()

    yield source.group_by("file", "line").len()


def sources(facts, functions):
    """The file and line of each instruction with a source location."""
    files = facts["scope_file"].join(facts["source_file"], on="file").select("scope", file="name")
    located = facts["instruction_location"].join(facts["source_location"], on="location")
    located = functions.join(located, on="instruction").join(files, on="scope", how="left")
    return located.select("instruction", "file", "line")
