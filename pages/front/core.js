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
  for (const child of children.flat(3)) {
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
function functionLink(f, more, ...text) {
  const parameters = { function: functionParameter(f), ...more };
  const link = a(parameters, ...(text.length ? text : [functionName(f)]));
  link.classList.add("fn");
  link.title = symbolOf(f);
  return link;
}
function instructionLink(f, i, withFunction = true) {
  return functionLink(f, { instruction: i }, withFunction ? `${functionName(f)} #${i}` : `#${i}`);
}
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
  const name = ix.files[file];
  return a({ file: name, line: line || undefined }, line ? `${name}:${line}` : name);
}

/** The text of a type or line, without the marks before types. */
const plain = (text) => text.replace(/\u0001/g, "");

/** A table. Columns are texts, or [text, "number"]. `row(n)` returns the cells of row n. */
function table(caption, columns, length, row, page = 200) {
  const body = h("tbody");
  const result = h("table", null, h("caption", { class: "unseen" }, caption),
    h("thead", null, h("tr", null, columns.map((it) => Array.isArray(it) ? h("th", { scope: "col", class: it[1] }, it[0]) : h("th", { scope: "col" }, it)))), body);
  let shown = 0;
  const more = h("button", { class: "more", click: () => add() });
  const add = () => {
    const end = Math.min(length, shown + page);
    for (; shown < end; shown++) {
      body.append(h("tr", null, row(shown).map((cell, at) => h("td", { class: Array.isArray(columns[at]) ? columns[at][1] : undefined }, cell))));
    }
    more.hidden = shown >= length;
    more.textContent = `${number.format(length - shown)} more`;
  };
  add();
  return h("div", { class: "scroll" }, result, more);
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

const section = (title, ...children) => h("section", null, h("h2", null, title), ...children);
const say = (text) => { document.getElementById("status").textContent = text; };
