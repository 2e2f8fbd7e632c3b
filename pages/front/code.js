// The code of a function, next to its source.
"use strict";

const TOKEN = /(\u0004%(?:"[^"]*"|[-\w$.]+))|(%(?:"[^"]*"|[-\w$.]+))|(@(?:"[^"]*"|[-\w$.]+))|(c?"[^"]*")|(![\w.]*)|(#\d+)|([A-Za-z_][\w.]*)|(-?(?:0x)?\d[\w.]*(?:e[-+]\d+)?)|(\s+|[^\w\s])/g;
const TYPE_WORD = /^(?:i\d+|ptr|void|float|double|half|bfloat|fp128|x86_fp80|ppc_fp128|x86_amx|label|metadata|token|opaque|target|type)$/;
const CONSTANT = /^(?:true|false|null|undef|poison|none|zeroinitializer)$/;
/** The number of rows that are rendered together. */
const ROWS = 120;

/** The values (by number) and blocks (by position) of a function, by name, and the names of the values. */
function locals(data) {
  const names = new Map(), values = [];
  data.args.forEach(([name], at) => { names.set(name, { value: at }); values[at] = name; });
  data.code.forEach((line, at) => {
    const result = line[0] === "%" && /^(%(?:"[^"]*"|[-\w$.]+)) =/.exec(line);
    if (result) { names.set(result[1], { value: data.args.length + at }); values[data.args.length + at] = result[1]; }
  });
  data.blocks.forEach(([label], at) => names.set(`%${label}`, { block: at }));
  return { names, values };
}

/** A line with syntax colours. `local` resolves the names of values and blocks. */
function tokens(text, local) {
  const pieces = document.createDocumentFragment();
  let isFirst = true;
  const add = (kind, content, attributes) => pieces.append(h("span", { class: kind, ...attributes }, content));
  for (const [whole, type, name, global, string, metadata, group, word, digits] of text.matchAll(TOKEN)) {
    if (type) {
      const named = whole.slice(1);
      if (position(ix.types, named) !== undefined) pieces.append(h("a", { class: "t", href: href({ type: named }), tabindex: -1 }, named));
      else add("t", named);
    } else if (name) {
      const it = local?.names.get(name);
      if (it?.value !== undefined) add("v", name, { "data-v": it.value });
      else if (it) add("b", name, { "data-b": it.block });
      else add("v", name);
    } else if (global) {
      const f = position(ix.fn.name, global);
      if (f !== undefined) pieces.append(h("a", { class: "fn", href: href({ function: functionParameter(f) }), tabindex: -1, "data-f": f, title: functionName(f) }, names(f, global)));
      else if (position(ix.globals, global) !== undefined) pieces.append(h("a", { class: "g", href: href({ global: global.slice(1) }), tabindex: -1 }, global));
      else add("g", global);
    } else if (string) add("s", plain(string));
    else if (metadata || group) add("m", whole);
    else if (word) {
      if (TYPE_WORD.test(word)) add("t", word);
      else if (CONSTANT.test(word)) add("n", word);
      else { add(isFirst ? "o" : "k", word); isFirst = false; }
    } else if (digits) add("n", whole);
    else pieces.append(whole);
  }
  return pieces;
}

/** The symbol and the source name of a function. The style sheet shows one of them. */
const names = (f, symbol) => (ix.fn.source[f] ? [h("span", { class: "symbol" }, symbol), h("span", { class: "source-name" }, listName(f))] : symbol);

/** A line whose local values are not links: of a global, or of a rule's example. */
const highlighted = (text) => h("pre", { class: "code" }, tokens(text, null));

/** The code of a function, which is rendered as it scrolls into view. */
class CodeView {
  constructor(data) {
    this.data = data;
    this.local = locals(data);
    this.lit = new Set();
    this.parts = [];
    this.findings = new Map();
    for (const it of data.find) { const at = it[3] ?? -1; if (!this.findings.has(at)) this.findings.set(at, []); this.findings.get(at).push(it); }
    this.lineRows = new Map();
    data.lines.forEach((line, at) => { if (line && !data.other[at]) { if (!this.lineRows.has(line)) this.lineRows.set(line, []); this.lineRows.get(line).push(at); } });
    this.element = h("div", { class: "code ir", role: "region", "aria-label": "IR", keydown: (event) => this.key(event), click: (event) => this.click(event), pointerover: (event) => this.over(event), pointerout: () => { this.mark(0); hideHover(); }, focusin: (event) => this.focus(event) });
    this.observer = new IntersectionObserver((entries) => { for (const it of entries) if (it.isIntersecting) this.fill(this.parts[it.target.dataset.part]); }, { rootMargin: "900px 0px" });
    this.split();
    this.fill(this.parts[0]);
    if (data.code.length <= 4000) this.fillLater();
  }

  /** Splits the code into parts of `ROWS` rows. A part that is not rendered yet is an empty box of its height. */
  split() {
    const { blocks, code } = this.data;
    this.before = blocks.map(() => []);
    blocks.forEach(([, , to], at) => { for (const it of to) { const known = this.before[it]; if (known && known.at(-1) !== at) known.push(at); } });
    this.blockAt = new Map(blocks.map(([, begin], at) => [begin, at]));
    for (let from = 0; from < code.length; from += ROWS) {
      const to = Math.min(code.length, from + ROWS);
      let height = 0;
      for (let at = from; at < to; at++) height += this.blockAt.has(at) ? 49 : 21;
      const box = h("div", { class: "part", "data-part": this.parts.length });
      box.style.minHeight = `${height}px`;
      this.parts.push({ box, from, to, isFilled: false });
      this.observer.observe(box);
    }
    this.element.append(...this.parts.map((it) => it.box));
  }

  label(block) {
    const { blocks } = this.data, before = this.before[block];
    return h("div", { class: "label", "data-b": block }, h("span", { class: "b" }, `${blocks[block][0]}:`),
      before.length ? h("span", { class: "dim" }, "  ; from ", before.slice(0, 8).map((it, n) => [n ? ", " : "", h("a", { href: this.link({ block: it }), tabindex: -1 }, `%${blocks[it][0]}`)]), before.length > 8 ? " …" : "") : null);
  }

  link(more) { return href({ function: functionParameter(this.data.f), ...more }); }

  fillLater() {
    const next = this.parts.find((it) => !it.isFilled);
    if (!next) return;
    const soon = window.requestIdleCallback ?? ((then) => setTimeout(then, 20));
    soon(() => { if (this.element.isConnected) { this.fill(next); this.fillLater(); } });
  }

  fill(part) {
    if (!part || part.isFilled) return;
    part.isFilled = true;
    this.observer.unobserve(part.box);
    const rows = document.createDocumentFragment();
    for (let at = part.from; at < part.to; at++) {
      if (this.blockAt.has(at)) rows.append(this.label(this.blockAt.get(at)));
      rows.append(this.row(at));
      for (const it of this.findings.get(at) ?? []) rows.append(findingNote(it));
    }
    part.box.replaceChildren(rows);
    part.box.style.minHeight = "";
    this.light(part.box);
  }

  row(at) {
    const { data } = this;
    const line = data.other[at] ? 0 : data.lines[at];
    const row = h("div", { class: "row", "data-i": at, tabindex: at === 0 ? 0 : -1 },
      h("a", { class: "gutter", href: this.link({ instruction: at }), tabindex: -1, "aria-label": `Instruction ${at}` }, String(at)),
      h("span", { class: "text" }, tokens(data.code[at], this.local), this.note(at)));
    if (line && data.src) { row.classList.add("tint"); row.style.setProperty("--hue", hue(line)); row.dataset.line = line; }
    return row;
  }

  /** The note after a line: a source variable, or the possible callees of an indirect call. */
  note(at) {
    const { data } = this;
    const notes = [];
    const name = data.vars[data.args.length + at];
    if (name) notes.push(name);
    const calls = data.calls[at];
    if (calls?.some(([, kind]) => kind > 0)) {
      const shown = calls.slice(0, 3);
      const total = data.more[at] ?? calls.length;
      return h("span", { class: "note" }, "  ; may call ", shown.map(([f], n) => [n ? ", " : "", functionLink(f)]), total > 3 ? ` and ${total - 3} more` : "");
    }
    if (data.open[at] !== undefined) notes.push(`unresolved: ${data.chunk.s[data.open[at]]}`);
    return notes.length ? h("span", { class: "note" }, `  ; ${notes.join("; ")}`) : null;
  }

  rowElement(at) {
    this.fill(this.parts.find((it) => it.from <= at && at < it.to));
    return this.element.querySelector(`.row[data-i="${at}"]`);
  }

  /** Scrolls to an instruction, and selects it. */
  show(at, andFocus = true) {
    const row = this.rowElement(at);
    if (!row) return;
    this.element.querySelectorAll(".row.here").forEach((it) => it.classList.remove("here"));
    row.classList.add("here");
    row.scrollIntoView({ block: "center" });
    if (andFocus) this.current(row);
    if (row.dataset.line && this.source) this.source.show(+row.dataset.line);
  }

  current(row) {
    this.element.querySelectorAll('.row[tabindex="0"]').forEach((it) => { it.tabIndex = -1; });
    row.tabIndex = 0;
    row.focus({ preventScroll: true });
  }

  /** The value, block or instruction to which an element belongs. */
  subject(target) {
    const token = target.closest?.("[data-v], [data-b]");
    if (token?.dataset.v !== undefined) return { value: +token.dataset.v };
    if (token?.dataset.b !== undefined) return { block: +token.dataset.b };
    const row = target.closest?.(".row");
    return row ? { instruction: +row.dataset.i } : null;
  }

  click(event) {
    if (event.target.closest("a") || getSelection().toString()) return;
    const subject = this.subject(event.target);
    if (!subject) return;
    const row = event.target.closest(".row");
    if (row) this.current(row);
    if (subject.block !== undefined) { location.hash = this.link({ block: subject.block }); return; }
    showDetails(this, subject);
    if (row?.dataset.line && this.source) this.source.show(+row.dataset.line);
  }

  over(event) {
    const row = event.target.closest(".row");
    if (row?.dataset.line) this.mark(+row.dataset.line);
    const token = event.target.closest("[data-v], .row .o");
    if (!token) return;
    const subject = token.dataset.v !== undefined ? { value: +token.dataset.v } : { instruction: +row.dataset.i };
    hoverSoon(token, () => describe(this, subject, true));
  }

  focus(event) {
    const row = event.target.closest(".row");
    if (row?.dataset.line) this.mark(+row.dataset.line);
  }

  /** Up and down select a row, left and right a value in it, Enter opens the details. */
  key(event) {
    const row = event.target.closest(".row");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = +row.dataset.i;
    const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20, Home: -1e9, End: 1e9 };
    if (steps[event.key]) {
      const to = this.rowElement(Math.max(0, Math.min(this.data.code.length - 1, at + steps[event.key])));
      if (to) { this.current(to); to.scrollIntoView({ block: "nearest" }); }
    } else if (event.key === "Enter" && !event.target.closest("a")) {
      showDetails(this, this.picked?.row === at ? { value: this.picked.value } : { instruction: at }, true);
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const all = [...row.querySelectorAll("[data-v]")];
      if (!all.length) return;
      const now = all.findIndex((it) => it.classList.contains("picked"));
      const next = all[(now + (event.key === "ArrowRight" ? 1 : all.length - 1) + (now < 0 && event.key === "ArrowLeft" ? 1 : 0)) % all.length];
      this.element.querySelectorAll(".picked").forEach((it) => it.classList.remove("picked"));
      next.classList.add("picked");
      this.picked = { row: at, value: +next.dataset.v };
      showHover(next, describe(this, this.picked, true));
      say(`${next.textContent}`);
    } else return;
    event.preventDefault();
  }

  /** Highlights a source line and its rows. */
  mark(line) {
    if (this.marked === line) return;
    this.marked = line;
    for (const it of document.querySelectorAll(".row.same, .line.same")) it.classList.remove("same");
    if (!line) return;
    for (const at of this.lineRows.get(line) ?? []) this.element.querySelector(`.row[data-i="${at}"]`)?.classList.add("same");
    this.source?.line(line)?.classList.add("same");
  }

  /** Highlights values. */
  lightUp(values) {
    this.lit = values;
    this.light(this.element);
  }

  light(within) {
    for (const it of within.querySelectorAll("[data-v]")) it.classList.toggle("lit", this.lit.has(+it.dataset.v));
  }
}

const hue = (line) => (line * 67) % 360;

const SOURCE_TOKEN = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)')|(^\s*#\s*\w+)|(\b\d[\w.']*)|([A-Za-z_]\w*)/g;
const SOURCE_WORDS = new Set("alignas alignof as asm async auto await bool break case catch char class const constexpr const_cast continue crate decltype default delete do double dyn dynamic_cast else enum explicit extern false final float fn for friend goto if impl in inline int let long loop match mod move mut mutable namespace new noexcept nullptr operator override private protected pub public ref register reinterpret_cast return self Self short signed sizeof static static_cast struct super switch template this throw trait true try type typedef typename union unsafe unsigned use using virtual void volatile where while".split(" "));

/** For each line, whether it begins within a block comment. */
function commentsAt(lines) {
  let isInside = false;
  return lines.map((text) => {
    const begin = isInside;
    const rest = isInside ? (text.includes("*/") ? text.slice(text.indexOf("*/") + 2) : null) : text;
    if (rest !== null) {
      isInside = false;
      for (const [, comment] of rest.matchAll(SOURCE_TOKEN)) if (comment?.startsWith("/*") && !(comment.length > 3 && comment.endsWith("*/"))) isInside = true;
    }
    return begin;
  });
}

/** A source line with syntax colours, for languages with the comments of C. */
function sourceTokens(text, isComment) {
  const pieces = document.createDocumentFragment();
  let at = 0;
  const add = (kind, end) => { pieces.append(kind ? h("span", { class: kind }, text.slice(at, end)) : text.slice(at, end)); at = end; };
  if (isComment) { const end = text.indexOf("*/"); add("comment", end < 0 ? text.length : end + 2); }
  for (const it of text.slice(at).matchAll(SOURCE_TOKEN)) {
    const [whole, comment, string, directive, digits, word] = it;
    const kind = comment ? "comment" : string ? "s" : directive ? "o" : digits ? "n" : SOURCE_WORDS.has(word) ? "o" : "";
    if (!kind) continue;
    const begin = it.index + text.length - it.input.length;
    if (begin > at) add("", begin);
    add(kind, begin + whole.length);
  }
  add("", text.length);
  return pieces;
}

/** The source of a function. Its lines have the colours of their instructions. */
class SourceView {
  constructor(data, code) {
    this.code = code;
    [this.first, this.lines] = data.src;
    this.isComment = commentsAt(this.lines);
    this.element = h("div", { class: "code source", role: "region", "aria-label": "Source", tabindex: 0 });
    this.parts = [];
    const observer = new IntersectionObserver((entries) => { for (const it of entries) if (it.isIntersecting) { observer.unobserve(it.target); this.fill(+it.target.dataset.part); } }, { rootMargin: "900px 0px" });
    for (let from = 0; from < this.lines.length; from += ROWS) {
      const box = h("div", { "data-part": this.parts.length });
      box.style.minHeight = `${21 * Math.min(ROWS, this.lines.length - from)}px`;
      this.parts.push(box);
      observer.observe(box);
    }
    this.element.append(...this.parts);
    const lineOf = (event) => +(event.target.closest(".line")?.dataset.n ?? 0);
    this.element.addEventListener("pointerover", (event) => code.mark(lineOf(event)));
    this.element.addEventListener("pointerout", () => code.mark(0));
    this.element.addEventListener("click", (event) => {
      const rows = code.lineRows.get(lineOf(event));
      if (rows && !getSelection().toString()) code.show(rows[0], false);
    });
  }
  fill(part) {
    const box = this.parts[part];
    if (!box || box.firstChild) return;
    box.append(...this.lines.slice(part * ROWS, (part + 1) * ROWS).map((text, at) => {
      const number = this.first + part * ROWS + at;
      const isUsed = this.code.lineRows.has(number);
      const line = h("div", { class: isUsed ? "line tint" : "line", "data-n": number }, h("span", { class: "gutter" }, String(number)), h("span", { class: "text" }, text ? sourceTokens(text, this.isComment[part * ROWS + at]) : " "));
      if (isUsed) line.style.setProperty("--hue", hue(number));
      return line;
    }));
  }
  line(number) {
    const at = number - this.first;
    this.fill(Math.floor(at / ROWS));
    return this.parts[Math.floor(at / ROWS)]?.children[at % ROWS];
  }
  show(number) {
    const line = this.line(number);
    if (!line) return;
    const box = this.element;
    if (box.scrollHeight > box.clientHeight) box.scrollTop = line.offsetTop - box.clientHeight / 2;
  }
}

/** A finding below its instruction. */
function findingNote([rule, level, message, , explanation]) {
  return h("div", { class: `finding ${level}` }, h("b", null, level), ": ", message, " ", a({ rule }, rule),
    explanation.length ? h("details", null, h("summary", null, "Explanation"), h("ol", null, explanation.map((it) => h("li", null, it)))) : null);
}
