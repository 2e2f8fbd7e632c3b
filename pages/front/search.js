// The search for all entities.
"use strict";

const KINDS = ["function", "type", "global", "file", "rule", "query", "variable", "member", "page"];
const PAGES = [["Functions", "functions"], ["Types", "types"], ["Globals", "globals"], ["Files", "files"], ["Findings and rules", "rules"], ["Unresolved calls", "unresolved"]];

/** The names that can be found, in lower case, each with its kind and number. */
const found = { keys: [], kinds: [], numbers: [], hasNames: false };

function addNames(kind, names) {
  for (let at = 0; at < names.length; at++) {
    if (!names[at]) continue;
    found.keys.push(String(names[at]).toLowerCase());
    found.kinds.push(kind);
    found.numbers.push(at);
  }
}

function prepareSearch() {
  if (found.keys.length) return;
  addNames(0, ix.fn.name);
  addNames(0, ix.fn.source);
  addNames(1, ix.types);
  addNames(2, ix.globals);
  addNames(2, ix.globalNames);
  addNames(3, ix.files);
  addNames(4, ix.rules.map((it) => it[0]));
  addNames(5, ix.queries.map((it) => it[0]));
  addNames(8, PAGES.map((it) => it[0]));
}

/** Loads the names of variables and members at the first search, because there are many. */
async function loadNames() {
  if (found.hasNames) return;
  found.hasNames = true;
  const names = await load("names");
  prepareSearch();
  addNames(6, names.name);
  addNames(7, names.members.map((it) => it[0]));
}

const isWord = (code) => (code >= 48 && code <= 57) || (code >= 97 && code <= 122);

/** The best hits. Names equal to the text are first, then names that start with it, have such a word, or contain it. */
function search(text, limit = 40) {
  prepareSearch();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const [first, ...others] = words;
  const hits = [[], [], [], []];
  const { keys } = found;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    const where = key.indexOf(first);
    if (where < 0 || others.some((word) => !key.includes(word))) continue;
    const sigil = key.length > 1 && (key[0] === "@" || key[0] === "%") ? 1 : 0;
    let rank = 3;
    if (where <= sigil) rank = key.length - where === first.length ? 0 : 1;
    else if (!isWord(key.charCodeAt(where - 1))) rank = 2;
    hits[rank].push(at);
  }
  // Functions and types of one family are one hit, and all of them are counted.
  const result = [], seen = new Set(), families = new Map();
  for (const group of hits) {
    group.sort((one, other) => found.kinds[one] - found.kinds[other] || keys[one].length - keys[other].length || one - other);
    for (const at of group) {
      const kind = found.kinds[at], number = found.numbers[at];
      const of = kind < 2 ? (kind ? TYPES : FUNCTIONS).family(number) : -1;
      const family = `${kind}:${of}`, hit = `${kind}:n${number}`;
      const known = of >= 0 ? families.get(family) : undefined;
      if (!known && result.length >= limit || seen.has(hit)) continue;
      seen.add(hit);
      if (known) { known.members.push(number); continue; }
      result.push({ kind, number, members: [number] });
      if (of >= 0) families.set(family, result.at(-1));
    }
  }
  return result;
}

/** The target of a hit: the parameters of its page, a name, and a note. */
function hitTarget({ kind, number }) {
  const names = loaded.get("names");
  switch (kind) {
    case 0: return [{ function: functionParameter(number) }, listName(number), hasBody(number) ? count(ix.fn.size[number], "instruction") : "declared"];
    case 1: return [{ type: ix.types[number] }, plain(ix.types[number]), ""];
    case 2: return [{ global: ix.globals[number].slice(1) }, globalName(number), ix.globalNames[number] ? ix.globals[number] : ""];
    case 3: return [{ file: ix.files[number] }, shortPath(ix.files[number]), ""];
    case 4: return [{ rule: ix.rules[number][0] }, ix.rules[number][0], count(ix.rules[number][2], "finding")];
    case 5: return [{ query: ix.queries[number][0], of: number || undefined }, ix.queries[number][0], count(ix.queries[number][2], "row")];
    case 6: return [{ function: functionParameter(names.fn[number]), value: names.value[number] }, names.name[number], `in ${functionName(names.fn[number])}`];
    case 7: return [{ type: ix.types[names.members[number][1]] }, names.members[number][0], `in ${ix.types[names.members[number][1]]}`];
    default: return [{ list: PAGES[number][1] }, PAGES[number][0], ""];
  }
}

function setUpSearch() {
  const input = document.getElementById("search"), list = document.getElementById("results");
  let chosen = -1, hits = [];
  const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); chosen = -1; };
  const choose = (at) => {
    chosen = at;
    [...list.children].forEach((it, n) => it.setAttribute("aria-selected", n === at));
    const item = list.children[at];
    if (item) { item.scrollIntoView({ block: "nearest" }); input.setAttribute("aria-activedescendant", item.id); }
  };
  const isFamily = (hit) => hit.members?.length > 1;
  /** Replaces a family by its members. */
  const open = (at) => {
    const { kind, members } = hits[at];
    const { whole } = kind ? TYPES : FUNCTIONS;
    const all = members.slice(0, 200).map((number) => { const [to, , note] = hitTarget({ kind, number }); return { target: [to, whole(number), note], isMember: true }; });
    hits.splice(at, 1, ...all);
    draw();
    choose(at);
    say(count(members.length, (kind ? TYPES : FUNCTIONS).what));
    input.focus();
  };
  const draw = () => list.replaceChildren(...hits.map((hit, at) => {
    const [to, name, note] = hit.target;
    const kind = Object.keys(to)[0] === "function" && note.startsWith("in ") ? "variable" : Object.keys(to)[0];
    const { short, what } = hit.kind ? TYPES : FUNCTIONS;
    const content = isFamily(hit)
      ? h("button", { tabindex: -1, click: () => open(at) }, h("span", { class: "kind" }, kind), h("b", null, breakable(short(hit.number))), h("span", { class: "dim" }, `${count(hit.members.length, what)} ▾`))
      : h("a", { href: href(to), tabindex: -1, click: close }, h("span", { class: "kind" }, kind), h("b", null, breakable(name)), h("span", { class: "dim" }, note));
    return h("li", { id: `hit${at}`, role: "option", "aria-selected": "false", class: hit.isMember ? "member" : undefined }, content);
  }));
  const show = () => {
    const begin = performance.now();
    const id = /^(@(?:"[^"]*"|[-\w$.]+)):(%(?:"[^"]*"|[-\w$.]+)|#\d+)$/.exec(input.value.trim());
    hits = search(input.value).map((it) => ({ target: hitTarget(it), ...it }));
    if (id && position(ix.fn.name, id[1]) !== undefined) {
      hits.unshift({ target: [{ function: id[1].slice(1), ...(id[2][0] === "#" ? { instruction: id[2].slice(1) } : { value: id[2] }) }, input.value.trim(), "value"] });
    }
    list.replaceChildren();
    draw();
    if (!hits.length && input.value.trim()) list.append(h("li", { class: "dim" }, "no results"));
    list.hidden = !input.value.trim();
    input.setAttribute("aria-expanded", String(!list.hidden));
    chosen = -1;
    times.search = performance.now() - begin;
    if (!list.hidden) say(count(hits.length, "hit"));
  };
  input.addEventListener("focus", () => { loadNames().then(() => { if (input.value) show(); }, report); });
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { choose(Math.min(hits.length - 1, chosen + 1)); event.preventDefault(); }
    else if (event.key === "ArrowUp") { choose(Math.max(0, chosen - 1)); event.preventDefault(); }
    else if (event.key === "Escape") { close(); input.blur(); }
    else if (event.key === "Enter" && hits.length) {
      const at = Math.max(0, chosen);
      if (isFamily(hits[at])) { open(at); return; }
      location.hash = href(hits[at].target[0]); close(); document.getElementById("main").focus();
    }
  });
  document.addEventListener("click", (event) => { if (event.target.isConnected && !event.target.closest(".search")) close(); });
  document.addEventListener("keydown", (event) => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) { input.focus(); input.select(); event.preventDefault(); }
  });
}
