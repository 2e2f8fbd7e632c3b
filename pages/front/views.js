// The pages.
"use strict";

const LEVEL_WORDS = { deny: "error", warn: "warning", allow: "allowed" };

/** A finding in a list, with its location. */
function findingRow([rule, level, message, f, at, subject]) {
  const where = f >= 0 ? (at >= 0 ? instructionLink(f, at) : functionLink(f)) : subject[0] === "@" && position(ix.globals, subject) !== undefined ? a({ global: subject.slice(1) }, subject) : h("span", { class: "code" }, subject);
  return [h("span", { class: `level ${level}` }, level), a({ rule }, rule), where, message];
}

const findingsTable = (caption, findings) => table(caption, ["Level", "Rule", "Location", "Message"], findings.length, (n) => findingRow(findings[n]));

function overview() {
  const bodies = ix.fn.size.map((_, f) => f).filter(hasBody);
  const largest = [...bodies].sort((one, other) => ix.fn.size[other] - ix.fn.size[one]).slice(0, 15);
  const card = (name, value) => h("div", { class: "card" }, h("b", null, typeof value === "number" ? number.format(value) : value), h("span", null, name));
  const shown = ["function", "block", "instruction", "type"];
  const sizes = ix.entities.filter(([name]) => shown.includes(name)).map(([name, n]) => card(n === 1 ? name : `${name}s`, n));
  const findings = ix.rules.reduce((sum, it) => sum + it[2], 0);
  const widest = ix.roots[0]?.[1] || 1;
  return [
    h("h1", null, ix.inputs.map((it) => it.replace(/.*\//, "")).join(", ")),
    h("p", { class: "dim" }, [ix.title, ix.source !== ix.title && ix.source, ix.target, ...ix.producers, ix.tool].filter(Boolean).join(" · ")),
    h("div", { class: "cards" }, sizes, card(findings === 1 ? "finding" : "findings", findings)),
    h("div", { class: "newspaper" },
      section("Findings", ix.rules.length
        ? table("Findings by rule", ["Level", "Rule", ["Findings", "number"]], ix.rules.length, (n) => { const [rule, level, total] = ix.rules[n]; return [h("span", { class: `level ${level}` }, level), a({ rule }, rule), number.format(total)]; }, 12)
        : h("p", null, "No findings."),
      ix.elsewhere.length ? h("details", null, h("summary", null, `${count(ix.elsewhere.length, "finding")} outside of functions`), findingsTable("Findings outside of functions", ix.elsewhere)) : null),
      section("Largest functions", table("Largest functions", ["Function", ["Instructions", "number"], ["Blocks", "number"]], largest.length, (n) => [functionLink(largest[n]), bar(ix.fn.size[largest[n]], ix.fn.size[largest[0]]), number.format(ix.fn.blocks[largest[n]])]), a({ list: "functions" }, "All functions")),
      section("What makes pointers external", ix.roots.length
        ? table("Escape roots", ["Cause", ["Pointers", "number"], ["Objects", "number"]], ix.roots.length, (n) => { const [cause, pointers, , objects, , f] = ix.roots[n]; return [f >= 0 ? functionLink(f, null, cause) : cause, bar(pointers, widest), number.format(objects)]; }, 10)
        : h("p", null, "Nothing."),
      ix.given.length ? h("details", null, h("summary", null, `${count(ix.given.length, "object")} given up`), h("p", null, "Points-to sets became too large, so the contents of these objects are not tracked."), folded(ix.given, ix.given.length, (n) => ix.given[n][0])) : null),
      section("Unresolved calls", ix.unresolvedCount ? [unresolvedTable(8), a({ list: "unresolved" }, `All ${number.format(ix.unresolvedCount)}`)] : h("p", null, "All calls are resolved.")),
      section("Pointers and calls", table("Precision of the analysis", ["", ["", "number"]], ix.statistics.length, (n) => ix.statistics[n])),
      section("Contents of the module", table("Entities", ["", ["", "number"]], ix.entities.length, (n) => [ix.entities[n][0], number.format(ix.entities[n][1])], 20))),
  ];
}

function bar(value, most) {
  const fill = h("span", { class: "fill" });
  fill.style.width = `${Math.max(1, 100 * value / most)}%`;
  return h("span", { class: "bar" }, fill, h("span", null, number.format(value)));
}

function unresolvedTable(page) {
  return table("Unresolved calls", ["Call", "Reason"], ix.unresolved.length, (n) => [instructionLink(ix.unresolved[n][0], ix.unresolved[n][1]), ix.unresolved[n][2]], page);
}

const missing = (what, name) => [h("h1", null, `There is no ${what} ${name}`), h("p", null, "The link may be for another version of the program. Search lists the existing names.")];

/** The function in a link, by its symbol or its source name. */
function functionOf(name) {
  const f = position(ix.fn.name, `@${name}`);
  if (f !== undefined) return f;
  return position(ix.fn.source, name);
}

async function functionPage(given) {
  const f = functionOf(given.function);
  if (f === undefined) return missing("function", given.function);
  const flags = ix.fn.flags[f];
  const view = given.view ?? "code";
  const tab = (name, text) => { const link = functionLink(f, { view: name === "code" ? undefined : name }, text); link.className = "tab"; if (view === name) link.setAttribute("aria-current", "page"); return link; };
  const notes = [hasBody(f) ? `${count(ix.fn.size[f], "instruction")} in ${count(ix.fn.blocks[f], "block")}` : flags & 2 ? "intrinsic" : "declared only", flags & 4 ? null : hasBody(f) ? "not reachable from any root" : null, flags & 8 ? "neither body nor model: unknown effects" : null];
  const name = h("h1", { "data-title": functionName(f) }, functionName(f));
  const head = [name,
    h("p", { class: "dim" }, notes.filter(Boolean).join(" · "), ix.fn.file[f] >= 0 ? [" · ", placeLink(ix.fn.file[f], ix.fn.line[f])] : null, " · ", h("span", { class: "code" }, symbolOf(f))),
    h("nav", { class: "tabs", "aria-label": "Views of the function" }, hasBody(f) ? tab("code", "Code") : null, hasBody(f) ? tab("flow", "Control flow") : null, tab("calls", "Calls"))];
  if (view === "calls") return [head, await callsView(f, given)];
  const data = await functionData(f);
  if (view === "flow" && hasBody(f)) {
    const at = blockOf(data, given.block);
    samePage = (now) => now.block === given.block;
    return [head, flowGraph(data, at), at === undefined ? null : [h("h2", null, `Block ${data.blocks[at][0]}`)]];
  }
  return [head, codePage(data, given)];
}

const blockOf = (data, given) => {
  if (given === undefined) return undefined;
  const at = data.blocks.findIndex(([label]) => label === given);
  return at >= 0 ? at : data.blocks[+given] ? +given : undefined;
};

function codePage(data, given) {
  const { f } = data;
  const code = new CodeView(data);
  const callers = h("section", { class: "callers" }, h("h2", null, `Callers (${number.format(data.caller_count)})`),
    data.callers.length ? folded(data.callers, data.callers.length, (n) => [instructionLink(data.callers[n][0], data.callers[n][1]), data.callers[n][2] ? h("span", { class: "dim" }, data.callers[n][2] === 1 ? " through a pointer" : " through an external pointer") : ""], data.caller_count, 8) : h("p", { class: "dim" }, "No known callers."));
  const direct = new Map();
  for (const all of Object.values(data.calls)) for (const [to, kind] of all) if (!direct.has(to) || direct.get(to) > kind) direct.set(to, kind);
  const callees = [...direct].filter(([to]) => !(ix.fn.flags[to] & 2)).sort((one, other) => one[1] - other[1]);
  const calls = h("section", { class: "callers" }, h("h2", null, `Callees (${number.format(callees.length)})`),
    callees.length ? folded(callees, callees.length, (n) => [functionLink(callees[n][0]), callees[n][1] ? h("span", { class: "dim" }, callees[n][1] === 1 ? " through a pointer" : " through an external pointer") : ""], callees.length, 8) : h("p", { class: "dim" }, "None."));
  const elsewhere = data.find.filter((it) => it[3] === null || it[3] === undefined);
  // There are many similar string attributes, so they are folded.
  const texts = data.head.match(/ "[^"]*"(?:="[^"]*")?/g) ?? [];
  const line = texts.length > 2 ? texts.reduce((rest, it) => rest.replace(it, ""), data.head) : data.head;
  const head = h("div", { class: "code head" }, tokens(line, code.local), texts.length > 2 ? h("details", null, h("summary", null, count(texts.length, "attribute")), tokens(texts.join("\n"), null)) : null, data.args.length ? h("div", { class: "arguments", role: "group", "aria-label": "Arguments" }, data.args.map(([name], at) => h("button", { class: "v", "data-v": at, click: () => { location.hash = code.link({ value: name }); }, pointerover: (event) => hoverSoon(event.currentTarget, () => describe(code, { value: at }, true)), pointerout: hideHover }, data.vars[at] ? `${name} ; ${data.vars[at]}` : name))) : null);
  const parts = [head, elsewhere.map(findingNote), data.find.length > elsewhere.length ? h("p", null, count(data.find.length, "finding"), ": ", data.find.filter((it) => it[3] >= 0).slice(0, 20).map((it) => [h("a", { href: code.link({ instruction: it[3] }) }, `#${it[3]} ${it[0]}`), " "])) : null];
  if (hasBody(f)) {
    if (data.src) {
      code.source = new SourceView(data, code);
      parts.push(h("div", { class: "beside" }, code.element, code.source.element));
    } else parts.push(code.element);
    if (!data.src && ix.lines && ix.fn.file[f] >= 0) parts.push(h("p", { class: "dim" }, "The source file was not found. The option --source-dir adds folders to search."));
    parts.push(h("p", { class: "dim legend" }, "Keys: ↑ ↓ select a line, ← → a value in it, Enter shows details, / searches."));
  }
  parts.push(h("div", { class: "columns" }, callers, calls));
  const goTo = (now) => {
    if (now.block !== undefined) {
      const at = blockOf(data, now.block);
      if (at !== undefined) code.show(data.blocks[at][1]);
    } else if (now.instruction !== undefined) {
      code.show(+now.instruction);
      if (data.code[+now.instruction] !== undefined) showDetails(code, { instruction: +now.instruction });
    } else if (now.value !== undefined) {
      const value = code.local.names.get(now.value)?.value ?? (code.local.values[+now.value] !== undefined ? +now.value : undefined);
      if (value === undefined) return;
      if (value >= data.args.length) code.show(value - data.args.length);
      code.lightUp(new Set([value]));
      showDetails(code, { value });
    }
  };
  samePage = (now) => { goTo(now); return true; };
  afterwards = () => goTo(given);
  return parts;
}

async function typePage(given) {
  const n = position(ix.types, given.type);
  if (n === undefined) return missing("type", given.type);
  const data = (await load("types"))[n];
  const bytes = (bits) => (bits % 8 ? `${bits} bits` : count(bits / 8, "byte"));
  const rows = withPadding(data);
  const offset = (bit) => (bit % 8 ? `${Math.floor(bit / 8)}:${bit % 8}` : String(bit / 8));
  const typeText = (it) => (it[5] >= 0 ? a({ type: ix.types[it[5]] }, plain(it[1])) : h("span", { class: "code" }, tokens(it[1], null)));
  const notes = [data.size !== null ? bytes(data.size) : "no fixed size", data.align ? `aligned to ${data.align}` : null, data.packed ? "packed" : null, count(data.fields.length, "member")];
  return [h("h1", null, plain(ix.types[n])),
    h("p", { class: "dim" }, notes.filter(Boolean).join(" · "), data.place ? [" · ", placeLink(...data.place)] : null, data.other !== null ? [" · ", a({ type: ix.types[data.other] }, ix.types[data.other])] : null),
    data.size && data.fields.length ? section("Layout", layoutPicture(data, rows)) : null,
    section("Members", table("Members", [["Offset", "number"], ["Size", "number"], "Name", "Type"], rows.length, (at) => { const it = rows[at]; return it.isPadding ? [offset(it[2]), bytes(it[3]), h("span", { class: "dim" }, "padding"), ""] : [offset(it[2]), bytes(it[3]), it[0] || h("span", { class: "dim" }, "unnamed"), [typeText(it), it[4] ? h("span", { class: "dim" }, " bit field") : ""]]; })),
    section(`Used by ${count(data.user_count, "function")}`, data.users.length ? folded(data.users, data.users.length, (at) => [functionLink(data.users[at][0]), h("span", { class: "dim" }, ` ${data.users[at][1]}×`)], data.user_count, 40) : h("p", { class: "dim" }, "No function allocates or accesses it, or has a variable of this type."))];
}

/** The members in order, with the gaps between them. */
function withPadding(data) {
  const fields = [...data.fields].sort((one, other) => one[2] - other[2]);
  const rows = [];
  let end = 0;
  const gap = (to) => { if (to > end) { const it = ["", "", end, to - end, false, -1]; it.isPadding = true; rows.push(it); } };
  for (const it of fields) { gap(it[2]); rows.push(it); end = Math.max(end, it[2] + it[3]); }
  if (data.size !== null && fields.length) gap(data.size);
  return rows;
}

/** The layout as a picture, with a row for each 8 bytes. Long members are cut; overlapping ones are stacked. */
function layoutPicture(data, rows) {
  const lanes = [];
  rows.forEach((it, at) => {
    let lane = lanes.findIndex((end) => end <= it[2]);
    if (lane < 0) { lane = lanes.length; lanes.push(0); }
    lanes[lane] = it[2] + it[3];
    it.lane = lane; it.colour = at;
  });
  const lines = Math.ceil(data.size / 64), height = 26 * Math.min(lanes.length, 6) + 4;
  const picture = h("div", { class: "layout", role: "img", "aria-label": `Layout of ${count(rows.length, "part")}; the table below has the same contents` });
  const starts = new Set(rows.flatMap((it) => [Math.floor(it[2] / 64), Math.floor((it[2] + it[3] - 1) / 64)]));
  let skipped = 0, drawn = 0;
  for (let line = 0; line < lines && drawn < 400; line++) {
    if (!starts.has(line)) { skipped++; continue; }
    if (skipped) picture.append(h("div", { class: "skip-lines" }, `⋮ ${count(skipped * 8, "more byte")}`));
    skipped = 0; drawn++;
    const cells = h("div", { class: "cells" });
    cells.style.height = `${height}px`;
    for (const it of rows) {
      const from = Math.max(it[2], line * 64), to = Math.min(it[2] + it[3], line * 64 + 64);
      if (from >= to || it.lane > 5) continue;
      const cell = h("div", { class: it.isPadding ? "cell padding" : "cell", title: `${it[0] || "padding"} at ${it[2] / 8}` }, from === it[2] ? it[0] || (it.isPadding ? "" : "·") : "");
      cell.style.left = `${(from - line * 64) / 0.64}%`;
      cell.style.width = `${(to - from) / 0.64}%`;
      cell.style.top = `${2 + it.lane * 26}px`;
      cell.style.setProperty("--hue", it.colour * 67 % 360);
      cells.append(cell);
    }
    picture.append(h("div", { class: "line-of-layout" }, h("span", { class: "gutter" }, String(line * 8)), cells));
  }
  const heads = h("div", { class: "line-of-layout dim" }, h("span", { class: "gutter" }, ""), h("div", { class: "bytes" }, [0, 1, 2, 3, 4, 5, 6, 7].map((it) => h("span", null, String(it)))));
  picture.prepend(heads);
  return picture;
}

async function globalPage(given) {
  const n = position(ix.globals, `@${given.global}`);
  if (n === undefined) return missing("global", given.global);
  const chunk = await load(`g/${Math.floor(n / 400)}`);
  const data = chunk.g[n % 400];
  return [h("h1", null, data.name || ix.globals[n]),
    h("p", { class: "dim" }, h("span", { class: "code" }, ix.globals[n]), data.place ? [" · ", placeLink(...data.place)] : null, data.object !== null ? [" · ", h("a", { href: href({ object: ix.globals[n] }) }, "pointers to it")] : null),
    highlighted(data.text), data.cut ? h("p", { class: "dim" }, `${count(data.cut, "more character")} left out.`) : null,
    data.find.length ? section("Findings", findingsTable("Findings", data.find)) : null,
    data.holds.length ? section("Pointers in it", table("Pointers in it", ["Location", "May point to"], data.holds.length, (at) => [chunk.s[data.holds[at][0]], h("ul", { class: "items" }, data.holds[at][1].map((it) => h("li", null, objectLink(chunk, it))))], 50)) : null,
    section(`Used by ${count(data.user_count, "instruction")}`, folded(data.users, data.users.length, (at) => instructionLink(...data.users[at]), data.user_count, 40))];
}

async function objectPage(given) {
  const ids = await load("objects");
  const n = position(ids, given.object);
  if (n === undefined) return missing("object", given.object);
  const chunk = await load(`o/${Math.floor(n / 400)}`);
  const data = chunk.o[n % 400], { s } = chunk;
  const where = data.at ? ["allocated at ", instructionLink(...data.at)] : data.global ? ["the global ", a({ global: data.global.slice(1) }, data.global)] : data.function !== null ? ["the function ", functionLink(data.function)] : null;
  const values = await Promise.all(data.pointers.slice(0, 40).map(([f, value]) => valueLink(f, value)));
  return [h("h1", null, s[data.name]),
    h("p", { class: "dim" }, `${s[data.kind]} · `, h("span", { class: "code" }, s[data.id]), where ? [" · ", where] : null, data.place ? ` · ${data.place}` : null),
    data.escaped ? h("p", null, "It may escape to external code", data.opaque ? ", and its contents are not tracked." : ".") : data.opaque ? h("p", null, "Its contents are not tracked.") : null,
    h("div", { class: "columns" },
      section(`Pointers to it in ${count(data.pointer_count, "value")}`, values.length ? folded(values, values.length, (at) => values[at], data.pointer_count, 20) : h("p", { class: "dim" }, "None.")),
      section(`Pointers to it in ${count(data.memory_count, "memory location")}`, data.memory.length ? folded(data.memory, data.memory.length, (at) => s[data.memory[at]], data.memory_count, 20) : h("p", { class: "dim" }, "None.")),
      section(`Pointers in it at ${count(data.hold_count, "location")}`, data.holds.length ? table("Pointers in it", ["Location", "May point to"], data.holds.length, (at) => [s[data.holds[at][0]], h("ul", { class: "items" }, data.holds[at][1].map((it) => h("li", null, objectLink(chunk, it))), data.holds[at][2] > data.holds[at][1].length ? h("li", { class: "dim" }, `and ${data.holds[at][2] - data.holds[at][1].length} more`) : null)], 20) : h("p", { class: "dim" }, "None.")))];
}

async function rulePage(given) {
  const data = (await load("rules")).find((it) => it.name === given.rule);
  if (!data) return missing("rule", given.rule);
  return [h("h1", null, data.title), h("p", null, h("span", { class: `level ${data.level}` }, data.level), h("span", { class: "dim" }, ` ${data.group} · ${count(data.count, "finding")}`)),
    h("p", null, inline(data.summary)), data.why ? data.why.split("\n\n").map((it) => h("p", null, inline(it))) : null,
    section("Findings", data.find.length ? findingsTable(`Findings of ${data.name}`, data.find) : h("p", { class: "dim" }, "None."), data.count > data.find.length ? h("p", { class: "dim" }, `The first ${number.format(data.find.length)} of ${number.format(data.count)} are shown.`) : null),
    data.example ? section("Example", highlighted(data.example.trimEnd()), data.fixed ? highlighted(data.fixed.trimEnd()) : null) : null,
    data.reference ? h("p", { class: "dim" }, data.reference) : null];
}

/** Text that contains `code` in backticks. */
const inline = (text) => text.split("`").map((it, at) => (at % 2 ? h("code", null, it) : it));

async function filePage(given) {
  const n = position(ix.files, given.file);
  if (n === undefined) return missing("file", given.file);
  const all = ix.fn.file.map((file, f) => (file === n ? f : -1)).filter((f) => f >= 0).sort((one, other) => ix.fn.line[one] - ix.fn.line[other]);
  const line = +(given.line ?? 0);
  const at = line ? all.findLast((f) => ix.fn.line[f] <= line) : undefined;
  return [h("h1", null, given.file), h("p", { class: "dim" }, count(all.length, "function"), at !== undefined ? [` · line ${line} is in or after `, functionLink(at)] : null),
    table("Functions of the file", [["Line", "number"], "Function", ["Instructions", "number"], ["Findings", "number"]], all.length, (row) => [ix.fn.line[all[row]], functionLink(all[row]), number.format(ix.fn.size[all[row]]), ix.fn.findings[all[row]] || ""])];
}

async function queryPage(given) {
  const n = given.of ? +given.of : ix.queries.findIndex((it) => it[0] === given.query);
  if (!ix.queries[n]) return missing("query", given.query);
  const data = await load(`q/${n}`);
  const filter = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter rows" });
  const box = h("div");
  const show = () => {
    const text = filter.value.toLowerCase();
    const rows = text ? data.rows.filter((row) => row.some((it) => it.toLowerCase().includes(text))) : data.rows;
    box.replaceChildren(data.columns.length ? table(data.name, data.columns, rows.length, (at) => rows[at].map(cell)) : h("p", null, data.total ? "holds" : "does not hold"));
  };
  filter.addEventListener("input", show);
  show();
  return [h("h1", null, data.name), h("p", { class: "dim" }, `${data.file} · ${count(data.total, "row")}${data.total > data.rows.length ? `; these pages contain the first ${number.format(data.rows.length)}` : ""}`), data.rows.length > 10 ? filter : null, box];
}

/** A cell of an answer, as a link if it is a readable id. */
function cell(text) {
  const id = /^(@(?:"[^"]*"|[-\w$.]+))(?::(#(\d+)|%(?:"[^"]*"|[-\w$.]+)))?$/.exec(text);
  if (id) {
    const f = position(ix.fn.name, id[1]);
    if (f !== undefined) return functionLink(f, id[3] ? { instruction: id[3] } : id[2] ? { [id[2][0] === "%" ? "value" : "block"]: id[2] } : null, text);
    if (!id[2] && position(ix.globals, text) !== undefined) return a({ global: text.slice(1) }, text);
  }
  return position(ix.types, text) !== undefined ? a({ type: text }, text) : text;
}

async function listPage(given) {
  const filter = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the list", value: given.filter ?? "" });
  const box = h("div");
  const lists = {
    functions: ["Functions", () => ix.fn.name.map((_, f) => f), (f) => `${symbolOf(f)} ${functionName(f)}`, ["Function", ["Instructions", "number"], ["Blocks", "number"], ["Findings", "number"], "Location"], (f) => [functionLink(f), hasBody(f) ? number.format(ix.fn.size[f]) : "declared", hasBody(f) ? number.format(ix.fn.blocks[f]) : "", ix.fn.findings[f] || "", placeLink(ix.fn.file[f], ix.fn.line[f])]],
    types: ["Types", () => ix.types.map((_, n) => n), (n) => ix.types[n], ["Type"], (n) => [a({ type: ix.types[n] }, plain(ix.types[n]))]],
    globals: ["Globals", () => ix.globals.map((_, n) => n), (n) => ix.globals[n], ["Global"], (n) => [a({ global: ix.globals[n].slice(1) }, ix.globals[n])]],
    files: ["Files", () => ix.files.map((_, n) => n), (n) => ix.files[n], ["File", ["Functions", "number"]], (n) => [placeLink(n), number.format(ix.fn.file.filter((it) => it === n).length)]],
    queries: ["Queries", () => ix.queries.map((_, n) => n), (n) => ix.queries[n].join(" "), ["Relation", "File", ["Rows", "number"]], (n) => [a({ query: ix.queries[n][0], of: n || undefined }, ix.queries[n][0]), ix.queries[n][1], number.format(ix.queries[n][2])]],
    unresolved: ["Unresolved calls", () => ix.unresolved.map((_, n) => n), (n) => `${functionName(ix.unresolved[n][0])} ${ix.unresolved[n][2]}`, ["Call", "Reason"], (n) => [instructionLink(ix.unresolved[n][0], ix.unresolved[n][1]), ix.unresolved[n][2]]],
  };
  if (given.list === "rules") {
    const rules = (await load("rules")).map((it) => it).sort((one, other) => other.count - one.count);
    lists.rules = ["Findings and rules", () => rules, (it) => `${it.title} ${it.summary}`, ["Level", "Rule", ["Findings", "number"], "Summary"], (it) => [h("span", { class: `level ${it.level}` }, it.level), a({ rule: it.name }, it.name), it.count || "", inline(it.summary)]];
  }
  const list = lists[given.list];
  if (!list) return missing("list", given.list);
  const [title, all, text, heads, row] = list;
  let items = all();
  const order = h("select", { "aria-label": "Sort order", change: () => show() }, ["by name", "by size", "by findings", "in module order"].map((it) => h("option", null, it)));
  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = items.filter((it) => { const name = text(it).toLowerCase(); return words.every((word) => name.includes(word)); });
    if (given.list === "functions") {
      const by = order.selectedIndex;
      if (by === 0) found.sort((one, other) => (functionName(one) < functionName(other) ? -1 : 1));
      if (by === 1) found.sort((one, other) => ix.fn.size[other] - ix.fn.size[one]);
      if (by === 2) found.sort((one, other) => ix.fn.findings[other] - ix.fn.findings[one]);
    }
    box.replaceChildren(h("p", { class: "dim" }, number.format(found.length)), table(title, heads, found.length, (n) => row(found[n])));
  };
  filter.addEventListener("input", show);
  show();
  return [h("h1", null, title), h("p", { class: "filter" }, filter, given.list === "functions" ? [" ", order] : null), box];
}
