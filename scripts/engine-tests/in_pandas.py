"""The queries of docs/guide-csv.md in pandas."""

from pathlib import Path

import pandas


def load(folder):
    """The relations in a folder of Parquet files. Nullable types keep numbers integers in joins."""
    files = Path(folder).glob("*.parquet")
    return {file.stem: pandas.read_parquet(file, dtype_backend="numpy_nullable") for file in files}


def answers(facts, struct, start):
    """The rows of each query, in the guide's order."""
    functions = facts["instruction"][["instruction", "function"]]
    source = sources(facts, functions)

    calls = facts["call_instruction"].merge(facts["value"], left_on="callee", right_on="value")
    calls = calls[calls["kind"].isin(["argument", "instruction"])].merge(functions)
    yield calls.groupby("function", as_index=False).agg(calls=("instruction", "size"))

    sizes = facts["block"].groupby("function", as_index=False).agg(blocks=("block", "size"))
    instructions = functions.groupby("function", as_index=False).agg(instructions=("instruction", "size"))
    yield sizes.merge(instructions, how="left").fillna({"instructions": 0})

    addresses = facts["getelementptr_instruction"]
    addresses = addresses[addresses["source_type"] == struct]
    addresses = addresses.merge(facts["instruction_result"])[["instruction", "result"]]
    fields = facts["getelementptr_index"]
    fields = fields[fields["position"] == 1].rename(columns={"index": "field"})
    writes = addresses.merge(fields, how="left").drop(columns="instruction")
    writes = facts["store_instruction"].merge(writes, left_on="address", right_on="result")
    yield writes.merge(source, how="left")[["instruction", "field", "file", "line"]]

    arrays = facts["alloca_instruction"].merge(facts["array_type"], on="type")
    arrays = arrays.merge(facts["type_layout"], on="type", how="left")
    yield arrays[["instruction", "type", "allocation_size"]]

    direct = facts["call_instruction"].merge(functions)
    direct = direct.rename(columns={"function": "caller", "callee": "value"}).merge(facts["function"], on="value")
    copies = facts["intrinsic"]
    copies = copies[copies["intrinsic"].isin(["llvm.memcpy", "llvm.memmove"])]
    operands = facts["instruction_operand"]
    lengths = operands[operands["position"] == 2].merge(facts["value"], left_on="operand", right_on="value")
    copies = direct[["instruction", "function"]].merge(copies).merge(lengths, on="instruction")
    yield copies.merge(source, how="left", on="instruction")[["instruction", "operand", "kind", "file", "line"]]

    edges = direct[["caller", "function"]].drop_duplicates()
    reached = pandas.DataFrame({"function": [start]})
    while True:
        step = edges.merge(reached, left_on="caller", right_on="function", suffixes=("", "_before"))
        more = pandas.concat([reached, step[["function"]]]).drop_duplicates()
        if len(more) == len(reached):
            break
        reached = more
    yield reached

    yield source.groupby(["file", "line"], as_index=False, dropna=False).agg(instructions=("instruction", "size"))


def sources(facts, functions):
    """The file and line of each instruction with a source location."""
    files = facts["scope_file"].merge(facts["source_file"], on="file")[["scope", "name"]]
    located = facts["instruction_location"].merge(facts["source_location"], on="location")
    located = functions.merge(located, on="instruction").merge(files, how="left", on="scope")
    return located.rename(columns={"name": "file"})[["instruction", "file", "line"]]
