// Data, elements and links, for all other scripts. Every text of the module becomes a text node, never HTML.
"use strict";

/** The loaded data, and the promises of data that is being loaded, by key. */
const loaded = new Map(), waiting = new Map();
/** The data that every page needs, which is loaded first. */
let ix = null;

/** Data files call this. */
function irlog(key, data) {
  loaded.set(key, data);
  if (key === "index") { ix = data; start(); }
  const promise = waiting.get(key);
  if (promise) { waiting.delete(key); promise.resolve(data); }
}

/** Loads a part of the data. */
function load(key) {
  if (loaded.has(key)) return Promise.resolve(loaded.get(key));
  let it = waiting.get(key);
  if (!it) {
    it = {};
    it.promise = new Promise((resolve, reject) => { it.resolve = resolve; it.reject = reject; });
    waiting.set(key, it);
    const script = document.createElement("script");
    script.src = `data/${key}.js`;
    script.onerror = () => { waiting.delete(key); it.reject(new Error(`${script.src} is missing`)); };
    document.head.append(script);
  }
  return it.promise;
}

/** Creates an element. Functions as attributes are listeners; children are nodes or texts, or nested arrays of them. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  set(element, attributes, children);
  return element;
}

/** Creates an SVG element in the same way. */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes, children);
  return element;
}

function set(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** A link to a page: `href({function: "main", instruction: 3})`. */
function href(parameters) {
  const parts = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return "#" + parts.map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%20/g, "+")}`).join("&");
}

const a = (parameters, ...children) => h("a", { href: href(parameters) }, ...children);

/** The parameters of the current page. */
function parameters() {
  const result = {};
  for (const part of location.hash.slice(1).split("&")) {
    const at = part.indexOf("=");
    if (at <= 0) continue;
    try { result[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1).replace(/\+/g, " ")); } catch { /* not a link of these pages */ }
  }
  return result;
}

/** The position of each name in a list. */
const positions = new Map();
function position(list, name) {
  if (!positions.has(list)) {
    const map = new Map();
    list.forEach((it, at) => { if (!map.has(it)) map.set(it, at); });
    positions.set(list, map);
  }
  return positions.get(list).get(name);
}

const number = new Intl.NumberFormat("en");
const count = (n, what) => `${number.format(n)} ${what}${n === 1 ? "" : "s"}`;

// Functions.
const symbolOf = (f) => ix.fn.name[f] ?? "@?";
const functionName = (f) => ix.fn.source[f] || symbolOf(f).slice(1);
const functionParameter = (f) => symbolOf(f).slice(1);
const hasBody = (f) => !(ix.fn.flags[f] & 1);
/** The name without generic arguments and parameters. */
const shortName = (f) => ix.families.names[ix.families.of[f]] ?? functionName(f);
/** The name in lists: short if the whole name is long. */
const listName = (f) => { const name = functionName(f); return name.length <= 60 ? name : shortName(f); };
const familyOf = (f) => ix.families.of[f];

/** A text that may be wrapped after `::` and `/`. */
const breakable = (text) => text.split(/(?<=::|\/)(?=.)/).flatMap((it, n) => (n ? [h("wbr"), it] : [it]));

function functionLink(f, more, ...text) {
  const parameters = { function: functionParameter(f), ...more };
  const link = a(parameters, ...(text.length ? text : [breakable(listName(f))]));
  link.classList.add("fn");
  const name = functionName(f), symbol = symbolOf(f);
  link.title = symbol.slice(1) === name ? symbol : `${name}\n${symbol}`;
  return link;
}
function instructionLink(f, i, withFunction = true) {
  return functionLink(f, { instruction: i }, withFunction ? [breakable(listName(f)), ` #${i}`] : `#${i}`);
}

/** Lists of items: those of one family together, in the order of the first of them. */
function grouped(items, family) {
  const known = new Map(), groups = [];
  for (const it of items) {
    const of = family(it);
    if (of >= 0 && known.has(of)) { known.get(of).push(it); continue; }
    groups.push([it]);
    if (of >= 0) known.set(of, groups.at(-1));
  }
  return groups;
}

/** A list of functions, with each family as one item that can be opened. `note` follows a function. */
function functionList(functions, note, shown, total = functions.length) {
  const groups = grouped(functions, familyOf);
  const item = (f, name) => [functionLink(f, null, breakable(name)), note(f)];
  return folded(groups, groups.length, (n) => {
    const group = groups[n];
    if (group.length === 1) return item(group[0], listName(group[0]));
    return h("details", { class: "family" }, h("summary", null, breakable(shortName(group[0])), " ", badge(group.length, "function")), h("ul", { class: "items" }, group.map((f) => h("li", null, item(f, functionName(f))))));
  }, groups.length + total - functions.length, shown);
}

const badge = (n, what) => h("span", { class: "badge" }, count(n, what));

function chunkOf(f) {
  let low = 0, high = ix.chunks.length;
  while (low + 1 < high) { const middle = (low + high) >> 1; if (ix.chunks[middle] <= f) low = middle; else high = middle; }
  return low;
}
/** A function with the texts of its chunk. */
async function functionData(f) {
  const number = chunkOf(f);
  const chunk = await load(`f/${number}`);
  return { f, chunk, number, ...chunk.f[f] };
}

/** A file and line, as a link to the page of the file. */
function placeLink(file, line) {
  if (file === undefined || file < 0 || file === null) return null;
  const name = ix.files[file], short = shortPath(name);
  const link = a({ file: name, line: line || undefined }, breakable(line ? `${short}:${line}` : short));
  if (short !== name) link.title = name;
  return link;
}

/** A path without `folder/..`. */
const cleanPath = (path) => { for (let before = ""; before !== path;) { before = path; path = path.replace(/(?<=^|\/)(?!\.\.?\/)[^/]+\/\.\.\//, ""); } return path; };
/** The last parts of a long path. */
function shortPath(path) {
  const clean = cleanPath(path);
  return clean.length <= 40 ? clean : `…/${clean.split("/").slice(-2).join("/")}`;
}

/** The text of a type or line, without the marks before types. */
const plain = (text) => text.replace(/\u0004/g, "");

/**
 * A table. Columns are texts, or [text, class]. `row(n)` returns the cells of row n; for a group, it returns
 * {cells, members}, where `members` are functions that return cells. The first cell of a group opens it.
 */
function table(caption, columns, length, row, page = 200) {
  const body = h("tbody");
  const classOf = (at) => (Array.isArray(columns[at]) ? columns[at][1] : undefined);
  const result = h("table", null, h("caption", { class: "unseen" }, caption),
    h("thead", null, h("tr", null, columns.map((it, at) => h("th", { scope: "col", class: classOf(at) }, Array.isArray(it) ? it[0] : it)))), body);
  const line = (cells, kind) => h("tr", { class: kind }, cells.map((cell, at) => h("td", { class: classOf(at) }, cell)));
  const group = ({ cells: [first, ...others], members, kind }) => {
    const opened = [];
    const button = h("button", { class: kind === "type" ? "group" : "group fn", "aria-expanded": "false", click: () => {
      const isOpen = opened.length > 0;
      button.setAttribute("aria-expanded", String(!isOpen));
      if (isOpen) { for (const it of opened.splice(0)) it.remove(); return; }
      const add = () => {
        const from = opened.length, rows = members.slice(from, from + page).map((it) => line(it(), "member"));
        (opened.at(-1) ?? head).after(...rows);
        opened.push(...rows);
        if (opened.length < members.length) {
          const rest = h("tr", { class: "member" }, h("td", { colspan: columns.length }, h("button", { class: "more", click: () => { rest.remove(); opened.pop(); add(); } }, `${number.format(members.length - opened.length)} more`)));
          opened.at(-1).after(rest);
          opened.push(rest);
        }
      };
      add();
    } }, first);
    const head = line([button, ...others], "family");
    return head;
  };
  let shown = 0;
  const more = h("button", { class: "more", click: () => add() });
  const add = () => {
    const end = Math.min(length, shown + page);
    for (; shown < end; shown++) {
      const it = row(shown);
      body.append(Array.isArray(it) ? line(it) : group(it));
    }
    more.hidden = shown >= length;
    more.textContent = `${number.format(length - shown)} more`;
  };
  add();
  return h("div", { class: "scroll" }, result, more);
}

/** What a family consists of: its name in a count, the short and the whole name of a member, and the link to it. */
const FUNCTIONS = { what: "function", family: familyOf, short: shortName, whole: functionName, alone: listName, link: (f, name) => functionLink(f, null, name) };
const typeName = (n) => plain(ix.types[n]);
const TYPES = { what: "type", family: (n) => ix.typeFamilies.of[n], short: (n) => ix.typeFamilies.names[ix.typeFamilies.of[n]] ?? typeName(n), whole: typeName, alone: typeName, link: (n, name) => a({ type: ix.types[n] }, name) };

/** A row for the members of a family; `cells(members)` returns the cells after the name. */
function familyRow({ what, short, whole, alone, link }, members, cells) {
  if (members.length === 1) return [link(members[0], breakable(alone(members[0]))), ...cells(members)];
  return { cells: [[breakable(short(members[0])), " ", badge(members.length, what)], ...cells(members)], members: members.map((it) => () => [link(it, breakable(whole(it))), ...cells([it])]), kind: what };
}

/** A list whose first items are shown; a button shows the others. */
function folded(items, length, show, total = length, shown = 12) {
  const list = h("ul", { class: "items" });
  const add = (from, to) => { for (let at = from; at < to; at++) list.append(h("li", null, show(at))); };
  add(0, Math.min(length, shown));
  if (length > shown) {
    const button = h("button", { class: "more", click: () => { button.remove(); add(shown, length); rest(); } }, `${number.format(length - shown)} more`);
    list.append(h("li", null, button));
  } else rest();
  function rest() { if (total > length) list.append(h("li", { class: "dim" }, `and ${number.format(total - length)} more, which these pages do not contain`)); }
  return list;
}

/** The kind of thing that a page shows, above its heading. */
const eyebrow = (...text) => h("p", { class: "eyebrow" }, ...text);
const section = (title, ...children) => h("section", null, h("h2", null, title), ...children);
const say = (text) => { document.getElementById("status").textContent = text; };
