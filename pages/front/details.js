// The details of a value or instruction, on hover or in the panel.
"use strict";

/** The name of a value of the current function. */
const valueName = (view, value) => view.local.values[value] ?? `#${value - view.data.args.length}`;

/** The details of a value or instruction; `isShort` for the hover. */
function describe(view, subject, isShort) {
  const { data } = view;
  const { s } = data.chunk;
  const parts = [];
  let at = subject.instruction, value = subject.value;
  if (value === undefined && data.types[at]) value = data.args.length + at;
  if (at === undefined && value >= data.args.length) at = value - data.args.length;
  if (value !== undefined) {
    const type = value < data.args.length ? data.args[value][1] : data.types[at];
    parts.push(h("h3", null, h("span", { class: "v" }, valueName(view, value)), " ", h("span", { class: "code" }, tokens(s[type], null))));
    const notes = [];
    if (value < data.args.length) notes.push(`argument ${value}`);
    if (data.vars[value]) notes.push(data.vars[value].startsWith("&") ? `address of ${data.vars[value].slice(1)}` : `variable ${data.vars[value]}`);
    if (notes.length) parts.push(h("p", { class: "dim" }, notes.join("; ")));
  } else parts.push(h("h3", null, `Instruction #${at}`));
  if (at !== undefined) {
    if (!isShort) parts.push(h("p", { class: "code" }, tokens(data.code[at], view.local)));
    const line = data.lines[at], other = data.other[at];
    if (line) parts.push(h("p", { class: "dim" }, placeLink(other ? other[0] : ix.fn.file[data.f], line), data.cols[at] ? `:${data.cols[at]}` : "", other && s[other[1]] ? `, inlined at ${s[other[1]]}` : ""));
    if (data.calls[at] || data.open[at] !== undefined) parts.push(callees(data, at, isShort));
  }
  if (value !== undefined) {
    parts.push(pointsTo(view, value, isShort), undefinedness(view, value, isShort));
    if (!isShort) parts.push(uses(view, value));
  }
  if (isShort) parts.push(h("p", { class: "hint" }, "Click or press Enter for details"));
  return parts;
}

function callees(data, at, isShort) {
  const calls = data.calls[at] ?? [];
  const words = ["", "through a pointer", "through an external pointer"];
  const total = data.more[at] ?? calls.length;
  const list = folded(calls, isShort ? Math.min(6, calls.length) : calls.length, (n) => [functionLink(calls[n][0]), h("span", { class: "dim" }, ` ${words[calls[n][1]]}`)], isShort ? calls.length : total);
  const open = data.open[at];
  return h("div", null, h("h4", null, "Possible callees"), calls.length ? list : null,
    open !== undefined ? h("p", { class: "dim" }, `Not completely resolved: ${data.chunk.s[open]}.`) : null);
}

function pointsTo(view, value, isShort) {
  const { data } = view;
  const all = data.pt[value];
  if (!all) return null;
  return all.map(([part, set, claims]) => {
    const [total, ...listed] = data.chunk.p[set];
    const shown = isShort ? listed.slice(0, 6) : listed;
    const item = (n) => {
      const [object, name, id] = data.chunk.l[shown[n]];
      const claim = claims[n] ?? -1;
      return [objectLink(data.chunk, shown[n]),
        isShort ? null : [" ",
          h("button", { class: "small", click: () => lightUp(view, object, data.chunk.s[name], data.chunk.s[id]), title: "Highlight all values in this function that may point to this object" }, "highlight"), " ",
          claim >= 0 ? why(data.number, claim) : null]];
    };
    return h("div", null, h("h4", null, `May point to${part ? ` (pointer at byte ${part})` : ""}`), folded(shown, shown.length, item, total, isShort ? 6 : 20),
      isShort || !ix.reasonsCut ? null : h("p", { class: "dim" }, "These pages contain no derivations, because the program is large; use irlog explain."));
  });
}

/** The target of a pointer, as a link to the page of the object. */
function objectLink(chunk, location) {
  const [object, name, id, offset] = chunk.l[location];
  const text = chunk.s[name], symbol = chunk.s[id] + chunk.s[offset];
  const link = object >= 0 ? h("a", { class: "obj", href: href({ object: chunk.s[id] }), title: symbol }, text) : h("span", null, text);
  return text === symbol || text === "external" ? link : [link, h("span", { class: "dim" }, ` ${symbol}`)];
}

/** The derivation of a fact, which expands step by step. */
function why(file, claim) {
  const box = h("details", { class: "why" }, h("summary", null, "why"));
  box.addEventListener("toggle", async () => {
    if (!box.open || box.children.length > 1) return;
    try { box.append(await step(file, claim, 4)); } catch (error) { report(error); }
  });
  return box;
}

async function step(file, claim, depth) {
  const chunk = await load(`w/${file}`);
  const [kind, subject, location, reason, at, premises] = chunk.c[claim];
  const { s } = chunk;
  let what;
  if (kind === 2) what = s[subject];
  else {
    const holder = Array.isArray(subject) ? await valueLink(...subject) : s[subject];
    what = [holder, kind ? " may contain a pointer to " : " may point to ", objectLink(chunk, location)];
  }
  const [name, sentence] = ix.reasons[reason];
  const item = h("div", { class: "step" }, h("div", null, what),
    h("div", { class: "dim" }, h("b", { title: name }, name), `: ${sentence}`, at ? [" At ", instructionLink(at[0], at[1]), "."] : ""));
  if (premises.length) {
    const list = h("ul");
    for (const it of premises) {
      if (it.t !== undefined) { list.append(h("li", null, s[it.t], it.i ? [" ", instructionLink(...it.i)] : "")); continue; }
      const [of, n] = Array.isArray(it) ? it : [file, it];
      if (depth > 0) { list.append(h("li", null, await step(of, n, depth - 1))); continue; }
      const more = h("li", null, h("button", { class: "small", click: async () => more.replaceChildren(await step(of, n, 3)) }, "why?"));
      list.append(more);
    }
    item.append(list);
  }
  return item;
}

async function valueLink(f, value) {
  const data = await functionData(f);
  data.local ??= locals(data);
  const name = data.local.values[value] ?? `#${value - data.args.length}`;
  return functionLink(f, { value }, `${name} of `, breakable(listName(f)));
}

function undefinedness(view, value, isShort) {
  const rows = view.data.ub[value];
  if (!rows) return null;
  const { s } = view.data.chunk;
  const own = `${symbolOf(view.data.f)}:`;
  const item = (n) => {
    const [what, part, reason, source] = rows[n];
    const of = part ? `part ${part} ` : "";
    if (s[what] === "well defined") return `${of}is never undef or poison`;
    const name = s[source].startsWith(own) ? s[source].slice(own.length) : s[source];
    const target = view.local.names.get(name)?.value;
    return [`${of}may be ${s[what]}: ${s[reason]}`, target === value ? "" : [", from ", target === undefined ? name : h("a", { href: view.link({ value: target }) }, name)]];
  };
  return h("div", null, h("h4", null, "Undef and poison"), folded(rows, isShort ? Math.min(rows.length, 4) : rows.length, item));
}

/** The instructions that use a value. */
function uses(view, value) {
  const name = view.local.values[value];
  if (!name) return null;
  const found = [];
  view.data.code.forEach((line, at) => {
    if (at === value - view.data.args.length || !line.includes(name)) return;
    for (const [, , it] of line.matchAll(TOKEN)) if (it === name) { found.push(at); break; }
  });
  return h("div", null, h("h4", null, `Used by ${count(found.length, "instruction")}`),
    folded(found, found.length, (n) => [h("a", { href: view.link({ instruction: found[n] }) }, `#${found[n]}`), " ", h("span", { class: "code" }, tokens(view.data.code[found[n]].slice(0, 90), view.local))], found.length, 6));
}

/** Highlights all values in the function that may point to an object. */
function lightUp(view, object, name, id) {
  const { data } = view;
  const values = new Set();
  for (const [value, parts] of Object.entries(data.pt)) {
    if (parts.some(([, set]) => data.chunk.p[set].slice(1).some((it) => data.chunk.l[it][0] === object))) values.add(+value);
  }
  view.lightUp(values);
  const list = [...values].slice(0, 40);
  document.getElementById("lit")?.remove();
  const box = h("div", { id: "lit" }, h("h4", null, `${count(values.size, "value")} here may point to `, h("a", { href: href({ object: id }) }, name)),
    h("p", null, list.map((it) => [h("a", { class: "v lit", href: view.link({ value: it }) }, valueName(view, it)), " "]), values.size > list.length ? "…" : ""),
    h("button", { class: "small", click: () => { view.lightUp(new Set()); box.remove(); } }, "clear"));
  document.getElementById("details").querySelector(".content").prepend(box);
  say(`${count(values.size, "value")} highlighted`);
}

/** Opens the panel. */
function showDetails(view, subject, andFocus = false) {
  const panel = document.getElementById("details");
  hideHover();
  const close = h("button", { class: "close", "aria-label": "Close details", click: () => hideDetails() }, "×");
  panel.replaceChildren(close, h("div", { class: "content" }, describe(view, subject, false)));
  panel.hidden = false;
  panel.returnTo = document.activeElement;
  document.body.classList.add("with-details");
  if (andFocus) close.focus();
}

function hideDetails() {
  const panel = document.getElementById("details");
  if (panel.hidden) return;
  panel.hidden = true;
  document.body.classList.remove("with-details");
  panel.returnTo?.focus?.({ preventScroll: true });
}

let hoverTimer = 0;
function hoverSoon(near, describe) {
  clearTimeout(hoverTimer);
  hoverTimer = setTimeout(() => { if (near.isConnected) showHover(near, describe()); }, 120);
}

function showHover(near, content) {
  const box = document.getElementById("hover");
  box.replaceChildren(...content.flat().filter(Boolean));
  box.hidden = false;
  const { left, top, bottom } = near.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  box.style.left = `${Math.max(6, Math.min(left, innerWidth - width - 6))}px`;
  box.style.top = `${bottom + height + 8 < innerHeight ? bottom + 6 : Math.max(6, top - height - 6)}px`;
}

function hideHover() {
  clearTimeout(hoverTimer);
  document.getElementById("hover").hidden = true;
}
