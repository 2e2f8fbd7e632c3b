// The pages.
"use strict";

const LEVEL_WORDS = { deny: "error", warn: "warning", allow: "allowed" };

/** A finding in a list, with its location. */
function findingRow([rule, level, message, f, at, subject]) {
  const where = f >= 0 ? (at >= 0 ? instructionLink(f, at) : functionLink(f)) : subject[0] === "@" && position(ix.globals, subject) !== undefined ? a({ global: subject.slice(1) }, subject) : h("span", { class: "code" }, subject);
  return [h("span", { class: `level ${level}` }, level), a({ rule }, rule), where, message];
}

const findingsTable = (caption, findings) => table(caption, [["Level", "short"], ["Rule", "short"], "Location", "Message"], findings.length, (n) => findingRow(findings[n]));

function overview() {
  const bodies = ix.fn.size.map((_, f) => f).filter(hasBody);
  const size = (all) => sum(all, ix.fn.size), blocks = (all) => sum(all, ix.fn.blocks);
  const largest = bySize(grouped(bodies, familyOf), size).slice(0, 15);
  const lists = { functions: "functions", types: "types", findings: "rules" };
  const card = (name, value) => h(lists[name] ? "a" : "div", { class: "card", href: lists[name] && href({ list: lists[name] }) }, h("b", null, number.format(value)), h("span", null, name));
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
        ? table("Findings by rule", [["Level", "short"], "Rule", ["Findings", "number"]], ix.rules.length, (n) => { const [rule, level, total] = ix.rules[n]; return [h("span", { class: `level ${level}` }, level), a({ rule }, rule), number.format(total)]; }, 12)
        : h("p", null, "No findings."),
      ix.elsewhere.length ? h("details", null, h("summary", null, `${count(ix.elsewhere.length, "finding")} outside of functions`), findingsTable("Findings outside of functions", ix.elsewhere)) : null),
      section("Largest functions", table("Largest functions", ["Function", ["Instructions", "number"], ["Blocks", "number minor"]], largest.length, (n) => familyRow(FUNCTIONS, largest[n], (all) => [bar(size(all), size(largest[0])), number.format(blocks(all))])), a({ list: "functions" }, "All functions")),
      whereCodeIs(bodies),
      section("What makes pointers external", ix.roots.length
        ? table("Escape roots", ["Cause", ["Pointers", "number"], ["Objects", "number"]], ix.roots.length, (n) => { const [cause, pointers, , objects, , f] = ix.roots[n]; return [f >= 0 ? functionLink(f, null, cause) : cause, bar(pointers, widest), number.format(objects)]; }, 10)
        : h("p", null, "Nothing."),
      ix.given.length ? h("details", null, h("summary", null, `${count(ix.given.length, "object")} given up`), h("p", null, "Points-to sets became too large, so the contents of these objects are not tracked."), folded(ix.given, ix.given.length, (n) => ix.given[n][0])) : null),
      section("Unresolved calls", ix.unresolvedCount ? [unresolvedTable(8), a({ list: "unresolved" }, `All ${number.format(ix.unresolvedCount)}`)] : h("p", null, "All calls are resolved.")),
      section("Pointers and calls", table("Precision of the analysis", ["", ["", "number"]], ix.statistics.length, (n) => ix.statistics[n].map((it) => it.replace(/\d{4,}/g, (digits) => number.format(digits))))),
      section("Contents of the module", table("Entities", ["", ["", "number"]], ix.entities.length, (n) => [ix.entities[n][0], number.format(ix.entities[n][1])], 20))),
  ];
}

const sum = (all, values) => all.reduce((total, it) => total + values[it], 0);
/** Sorts groups by a number, the largest first. */
const bySize = (groups, size) => groups.map((it) => [it, size(it)]).sort((one, other) => other[1] - one[1]).map(([it]) => it);
/** The first part of a path such as `std::vector`: a namespace, class or crate. */
const outermost = (f) => /[\p{L}_$][\p{L}\p{N}_$]*(?=(?:<…>)?::)/u.exec(shortName(f))?.[0];

/** The source files and namespaces with the most code. */
function whereCodeIs(bodies) {
  const by = (key) => { const all = new Map(); for (const f of bodies) { const it = key(f); if (!all.has(it)) all.set(it, []); all.get(it).push(f); } return all; };
  const part = (title, name, all, link) => {
    if (all.size < 2) return null;
    const size = ([, of]) => sum(of, ix.fn.size), rows = bySize([...all], size);
    return section(title, table(title, [name, ["Instructions", "number"], ["Functions", "number minor"]], rows.length, (n) => [link(rows[n][0]), bar(size(rows[n]), size(rows[0])), number.format(rows[n][1].length)], 8));
  };
  return [
    part("Namespaces and crates", "Namespace", by(outermost), (it) => (it === undefined ? h("span", { class: "dim" }, "none") : a({ list: "functions", within: it }, it))),
    part("Source files", "File", by((f) => ix.fn.file[f]), (it) => placeLink(it) ?? h("span", { class: "dim" }, "unknown"))];
}

function bar(value, most) {
  const fill = h("span", { class: "fill" });
  fill.style.width = `${Math.max(1, 100 * value / most)}%`;
  return h("span", { class: "bar" }, fill, h("span", null, number.format(value)));
}

function unresolvedTable(page) {
  // Calls in the instantiations of a function, with the same reason.
  const groups = grouped(ix.unresolved.map((_, n) => n), (n) => unresolvedFamily(ix.unresolved[n]));
  return table("Unresolved calls", ["Call", ["Reason", "short"]], groups.length, (n) => {
    const cells = (at, name) => [instructionLink(ix.unresolved[at][0], ix.unresolved[at][1], name), ix.unresolved[at][2]];
    const [first] = groups[n];
    return groups[n].length === 1 ? cells(first) : { cells: [[breakable(listName(ix.unresolved[first][0])), " ", badge(groups[n].length, "call")], ix.unresolved[first][2]], members: groups[n].map((at) => () => cells(at)) };
  }, page);
}

/** A number for the calls that are shown together. */
const unresolvedFamilies = new Map();
function unresolvedFamily([f, , reason]) {
  const key = `${familyOf(f) >= 0 ? familyOf(f) : symbolOf(f)} ${reason}`;
  if (!unresolvedFamilies.has(key)) unresolvedFamilies.set(key, unresolvedFamilies.size);
  return unresolvedFamilies.get(key);
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
  const full = functionName(f), isLong = full.length > 90;
  const name = h("h1", { "data-title": listName(f) }, breakable(isLong ? shortName(f) : full));
  const head = [eyebrow(flags & 2 ? "Intrinsic" : "Function"), name, isLong ? h("p", { class: "code full" }, breakable(full)) : null,
    h("p", { class: "dim" }, notes.filter(Boolean).join(" · "), ix.fn.file[f] >= 0 ? [" · ", placeLink(ix.fn.file[f], ix.fn.line[f])] : null, " · ", h("span", { class: "code" }, symbolOf(f))),
    h("nav", { class: "tabs", "aria-label": "Views of the function" }, hasBody(f) ? tab("code", "Code") : null, hasBody(f) ? tab("flow", "Control flow") : null, tab("calls", "Calls"), hasBody(f) && view === "code" ? nameSwitch() : null)];
  if (view === "calls") return [head, await callsView(f, given)];
  const data = await functionData(f);
  if (view === "flow" && hasBody(f)) {
    const at = blockOf(data, given.block);
    samePage = (now) => now.block === given.block;
    return [head, flowGraph(data, at), at === undefined ? null : [h("h2", null, `Block ${data.blocks[at][0]}`)]];
  }
  return [head, codePage(data, given)];
}

/** A button that switches between symbols and source names in code. */
function nameSwitch() {
  const root = document.documentElement;
  const button = h("button", { class: "small names", title: "How functions are named in the code", click: () => { root.dataset.names = root.dataset.names === "symbols" ? "source" : "symbols"; show(); } });
  const show = () => { button.textContent = root.dataset.names === "symbols" ? "Show source names" : "Show symbols"; };
  show();
  return ix.fn.source.some(Boolean) ? button : null;
}

const blockOf = (data, given) => {
  if (given === undefined) return undefined;
  const at = data.blocks.findIndex(([label]) => label === given);
  return at >= 0 ? at : data.blocks[+given] ? +given : undefined;
};

function codePage(data, given) {
  const { f } = data;
  const code = new CodeView(data);
  const kindNote = (kind) => (kind ? h("span", { class: "dim" }, kind === 1 ? " through a pointer" : " through an external pointer") : "");
  const calling = new Map();
  for (const [from, at, kind] of data.callers) { if (!calling.has(from)) calling.set(from, []); calling.get(from).push([at, kind]); }
  const sites = (from) => {
    const all = calling.get(from);
    return [all.slice(0, 6).map(([at]) => [" ", instructionLink(from, at, false)]), all.length > 6 ? ` and ${all.length - 6} more` : "", kindNote(Math.min(...all.map(([, kind]) => kind)))];
  };
  const fold = (title, n, list) => h("details", { class: "fold", open: !hasBody(f) && n > 0 }, h("summary", null, title, " ", h("b", null, number.format(n))), list);
  const callers = fold("Calls to it", data.caller_count, [functionList([...calling.keys()], sites, 20), data.caller_count > data.callers.length ? h("p", { class: "dim" }, `These pages contain the first ${number.format(data.callers.length)}.`) : null]);
  const direct = new Map();
  for (const all of Object.values(data.calls)) for (const [to, kind] of all) if (!direct.has(to) || direct.get(to) > kind) direct.set(to, kind);
  const callees = [...direct.keys()].filter((to) => !(ix.fn.flags[to] & 2)).sort((one, other) => direct.get(one) - direct.get(other));
  const calls = hasBody(f) ? fold("Callees", callees.length, functionList(callees, (to) => kindNote(direct.get(to)), 20)) : null;
  const elsewhere = data.find.filter((it) => it[3] === null || it[3] === undefined);
  // There are many similar string attributes, so they are folded.
  const texts = data.head.match(/ "[^"]*"(?:="[^"]*")?/g) ?? [];
  const line = texts.length > 2 ? texts.reduce((rest, it) => rest.replace(it, ""), data.head) : data.head;
  const head = h("div", { class: "code head" }, tokens(line, code.local), texts.length > 2 ? h("details", null, h("summary", null, count(texts.length, "attribute")), tokens(texts.join("\n"), null)) : null, data.args.length ? h("div", { class: "arguments", role: "group", "aria-label": "Arguments" }, data.args.map(([name], at) => h("button", { class: "v", "data-v": at, click: () => { location.hash = code.link({ value: name }); }, pointerover: (event) => hoverSoon(event.currentTarget, () => describe(code, { value: at }, true)), pointerout: hideHover }, data.vars[at] ? `${name} ; ${data.vars[at]}` : name))) : null);
  const parts = [head, h("div", { class: "folds" }, callers, calls), elsewhere.map(findingNote), data.find.length > elsewhere.length ? h("p", null, count(data.find.length, "finding"), ": ", data.find.filter((it) => it[3] >= 0).slice(0, 20).map((it) => [h("a", { href: code.link({ instruction: it[3] }) }, `#${it[3]} ${it[0]}`), " "])) : null];
  if (hasBody(f)) {
    if (data.src) {
      code.source = new SourceView(data, code);
      parts.push(h("div", { class: "beside" }, code.source.element, code.element));
    } else parts.push(code.element);
    if (!data.src && ix.lines && ix.fn.file[f] >= 0) parts.push(h("p", { class: "dim" }, "The source file was not found. The option --source-dir adds folders to search."));
    parts.push(h("p", { class: "dim legend" }, "Keys: ↑ ↓ select a line, ← → a value in it, Enter shows details, / searches."));
  }
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
  const bytes = (bits) => (bits % 8 ? count(bits, "bit") : count(bits / 8, "byte"));
  const isOfModule = /^[%{\u0004]/.test(ix.types[n]);
  const rows = withPadding(data);
  const offset = (bit) => (bit % 8 ? `${Math.floor(bit / 8)}:${bit % 8}` : String(bit / 8));
  const typeText = (it) => (it[5] >= 0 ? a({ type: ix.types[it[5]] }, h("span", { class: "code" }, breakable(plain(it[1])))) : h("span", { class: "code" }, isOfModule ? tokens(it[1], null) : breakable(it[1])));
  const uses = new Map(data.users);
  const notes = [data.size !== null ? bytes(data.size) : "no fixed size", data.align ? `aligned to ${data.align}` : null, data.packed ? "packed" : null, count(data.fields.length, "member")];
  return [eyebrow("Type"), h("h1", null, breakable(plain(ix.types[n]))),
    h("p", { class: "dim" }, notes.filter(Boolean).join(" · "), data.place ? [" · ", placeLink(...data.place)] : null, data.other !== null ? [" · ", a({ type: ix.types[data.other] }, ix.types[data.other])] : null),
    h("div", { class: "layout-and-members" }, data.size && data.fields.length ? section("Layout", layoutPicture(data, rows)) : null,
    section("Members", table("Members", [["Offset", "number"], ["Size", "number"], "Name", "Type"], rows.length, (at) => { const it = rows[at]; return it.isPadding ? [offset(it[2]), bytes(it[3]), h("span", { class: "dim" }, "padding"), ""] : [offset(it[2]), bytes(it[3]), it[0] || h("span", { class: "dim" }, "unnamed"), [typeText(it), it[4] ? h("span", { class: "dim" }, " bit field") : ""]]; }))),
    section(`Used by ${count(data.user_count, "function")}`, data.users.length ? functionList(data.users.map(([of]) => of), (of) => h("span", { class: "dim" }, ` ${uses.get(of)}×`), 40, data.user_count) : h("p", { class: "dim" }, "No function allocates or accesses it, or has a variable of this type."))];
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

const globalName = (n) => ix.globalNames[n] || ix.globals[n].slice(1);

async function globalPage(given) {
  const n = position(ix.globals, `@${given.global}`);
  if (n === undefined) return missing("global", given.global);
  const chunk = await load(`g/${Math.floor(n / 400)}`);
  const data = chunk.g[n % 400];
  return [eyebrow("Global"), h("h1", null, breakable(globalName(n))),
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
  return [eyebrow("Object"), h("h1", null, breakable(s[data.name])),
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
  return [eyebrow("Rule"), h("h1", null, data.title), h("p", null, h("code", null, data.name), " ", h("span", { class: `level ${data.level}` }, data.level), h("span", { class: "dim" }, ` ${data.group} · ${count(data.count, "finding")}`)),
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
  const groups = grouped(all, familyOf);
  return [eyebrow("File"), h("h1", null, breakable(cleanPath(given.file))), h("p", { class: "dim" }, count(all.length, "function"), at !== undefined ? [` · line ${line} is in or after `, functionLink(at)] : null),
    table("Functions of the file", ["Function", ["Line", "number"], ["Instructions", "number"], ["Findings", "number minor"]], groups.length, (row) => familyRow(FUNCTIONS, groups[row], (of) => [ix.fn.line[of[0]], number.format(sum(of, ix.fn.size)), sum(of, ix.fn.findings) || ""]))];
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
  return [eyebrow("Query"), h("h1", null, data.name), h("p", { class: "dim" }, `${data.file} · ${count(data.total, "row")}${data.total > data.rows.length ? `; these pages contain the first ${number.format(data.rows.length)}` : ""}`), data.rows.length > 10 ? filter : null, box];
}

/** A cell of an answer, as a link if it is a readable id. */
function cell(text) {
  const id = /^(@(?:"[^"]*"|[-\w$.]+))(?::(#(\d+)|%(?:"[^"]*"|[-\w$.]+)))?$/.exec(text);
  if (id) {
    const f = position(ix.fn.name, id[1]);
    if (f !== undefined) {
      const more = id[3] ? { instruction: id[3] } : id[2] ? { [id[2][0] === "%" ? "value" : "block"]: id[2] } : null;
      if (!ix.fn.source[f]) return functionLink(f, more, text);
      return [functionLink(f, more, breakable(listName(f)), id[2] ? ` ${id[2]}` : ""), h("div", { class: "dim code id" }, text)];
    }
    if (!id[2] && position(ix.globals, text) !== undefined) return a({ global: text.slice(1) }, text);
  }
  return position(ix.types, text) !== undefined ? a({ type: text }, text) : text;
}

async function listPage(given) {
  const filter = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the list", value: given.filter ?? "" });
  const box = h("div");
  const one = (row) => ({ family: () => -1, row: ([n]) => row(n) });
  const ofFiles = (n) => ix.fn.file.flatMap((it, f) => (it === n && hasBody(f) ? [f] : []));
  const lists = {
    functions: ["Functions", () => ix.fn.name.flatMap((_, f) => (given.within === undefined || outermost(f) === given.within ? [f] : [])), (f) => `${symbolOf(f)} ${functionName(f)}`, ["Function", ["Instructions", "number"], ["Blocks", "number minor"], ["Findings", "number minor"], ["Location", "minor"]],
      { family: familyOf, row: (all) => familyRow(FUNCTIONS, all, (of) => { const isBody = of.some(hasBody); return [isBody ? number.format(sum(of, ix.fn.size)) : h("span", { class: "dim" }, "declared"), isBody ? number.format(sum(of, ix.fn.blocks)) : "", sum(of, ix.fn.findings) || "", placeLink(ix.fn.file[of[0]], ix.fn.line[of[0]])]; }) }],
    types: ["Types", () => ix.types.map((_, n) => n), (n) => ix.types[n], ["Type"], { family: TYPES.family, row: (all) => familyRow(TYPES, all, () => []) }],
    globals: ["Globals", () => ix.globals.map((_, n) => n), (n) => `${ix.globals[n]} ${globalName(n)}`, ["Global", ["Symbol", "minor"]], one((n) => [a({ global: ix.globals[n].slice(1) }, breakable(globalName(n))), h("span", { class: "dim code" }, ix.globals[n])])],
    files: ["Files", () => bySize(ix.files.map((_, n) => n), (n) => sum(ofFiles(n), ix.fn.size)), (n) => cleanPath(ix.files[n]), ["File", ["Instructions", "number"], ["Functions", "number"]], one((n) => { const of = ofFiles(n); return [a({ file: ix.files[n] }, breakable(cleanPath(ix.files[n]))), of.length ? number.format(sum(of, ix.fn.size)) : "", of.length ? number.format(of.length) : ""]; })],
    queries: ["Queries", () => ix.queries.map((_, n) => n), (n) => ix.queries[n].join(" "), ["Relation", "File", ["Rows", "number"]], one((n) => [a({ query: ix.queries[n][0], of: n || undefined }, ix.queries[n][0]), ix.queries[n][1], number.format(ix.queries[n][2])])],
    unresolved: ["Unresolved calls", () => ix.unresolved.map((_, n) => n), (n) => `${functionName(ix.unresolved[n][0])} ${ix.unresolved[n][2]}`, ["Call", ["Reason", "short"]], one((n) => [instructionLink(ix.unresolved[n][0], ix.unresolved[n][1]), ix.unresolved[n][2]])],
  };
  if (given.list === "rules") {
    const rules = (await load("rules")).map((it) => it).sort((one, other) => other.count - one.count);
    lists.rules = ["Findings and rules", () => rules, (it) => `${it.title} ${it.summary}`, [["Level", "short"], ["Rule", "short"], ["Findings", "number"], ["Summary", "minor"]], one((it) => [h("span", { class: `level ${it.level}` }, it.level), a({ rule: it.name }, it.name), it.count || "", inline(it.summary)])];
  }
  const list = lists[given.list];
  if (!list) return missing("list", given.list);
  const [title, all, text, heads, { family, row }] = list;
  const items = all();
  const order = h("select", { "aria-label": "Sort order", change: () => show() }, ["by size", "by name", "by findings", "in module order"].map((it) => h("option", null, it)));
  const orders = [
    (groups) => bySize(groups, (of) => sum(of, ix.fn.size)),
    (groups) => { const names = new Map(groups.map((of) => [of, shortName(of[0])])); return groups.sort((one, other) => (names.get(one) < names.get(other) ? -1 : 1)); },
    (groups) => bySize(groups, (of) => sum(of, ix.fn.findings)),
    (groups) => groups];
  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = items.filter((it) => { const name = text(it).toLowerCase(); return words.every((word) => name.includes(word)); });
    let groups = grouped(found, family);
    if (given.list === "functions") groups = orders[order.selectedIndex](groups);
    box.replaceChildren(h("p", { class: "dim" }, `${number.format(found.length)}${found.length < items.length ? ` of ${number.format(items.length)}` : ""}${given.within === undefined ? "" : ` in ${given.within}`}`), table(title, heads, groups.length, (n) => row(groups[n])));
  };
  filter.addEventListener("input", show);
  show();
  return [h("h1", null, title), h("p", { class: "filter" }, filter, given.list === "functions" ? [" ", order] : null), box];
}
