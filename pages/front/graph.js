// Drawings of graphs, with zoom and pan by mouse, touch and keyboard.
"use strict";

/** A drawing: nodes with centres and sizes, edges with points. */
class GraphView {
  /** `nodes`: {x, y, w, h, title, note, link, kind}; `edges`: {points, kind, label}. */
  constructor({ width, height, nodes, edges, label }) {
    this.size = [Math.max(60, width), Math.max(60, height)];
    const marker = `arrow${GraphView.count = (GraphView.count ?? 0) + 1}`;
    const arrow = svg("marker", { id: marker, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, svg("path", { d: "M0 0L8 4L0 8z", class: "arrow" }));
    this.svg = svg("svg", { role: "group", "aria-label": label, tabindex: 0 }, svg("defs", null, arrow),
      edges.map((it) => svg("path", { d: curve(it.points), class: `edge ${it.kind ?? ""}`, "data-from": it.ends?.[0], "data-to": it.ends?.[1], "marker-end": `url(#${marker})` }, it.label ? svg("title", null, it.label) : null)),
      nodes.map((it) => {
        const box = svg("a", { href: it.link, class: `node ${it.kind ?? ""}`, "data-node": it.id, "aria-label": `${it.title}${it.note ? `, ${it.note}` : ""}` },
          svg("title", null, it.hint ?? it.title),
          svg("rect", { x: it.x - it.w / 2, y: it.y - it.h / 2, width: it.w, height: it.h, rx: 6 }),
          it.lines ? [svg("text", { x: it.x - it.w / 2 + 10, y: it.y - it.h / 2 + 17, class: "left label" }, `${it.title}:`),
            it.lines.map((line, at) => svg("text", { x: it.x - it.w / 2 + 10, y: it.y - it.h / 2 + 33 + 15 * at, class: "left" }, line))]
            : [svg("text", { x: it.x, y: it.note ? it.y - 3 : it.y + 4 }, tail(it.title, Math.floor((it.w - 10) / 7.2))),
              it.note ? svg("text", { x: it.x, y: it.y + 12, class: "small" }, it.note) : null]);
        return box;
      }));
    const button = (text, name, action) => h("button", { "aria-label": name, title: name, click: action }, text);
    this.element = h("div", { class: "graph" }, h("div", { class: "tools" }, button("+", "Zoom in", () => this.zoom(1.3)), button("−", "Zoom out", () => this.zoom(1 / 1.3)), button("⤢", "Fit to view", () => this.fit())), this.svg);
    // As high as the drawing, if the window is high enough.
    this.element.style.height = `min(72vh, ${Math.max(220, this.size[1] + 24)}px)`;
    this.listen();
    requestAnimationFrame(() => this.start());
  }

  /** Fits the drawing if it is readable then; otherwise shows its beginning, as wide as is readable. */
  start() {
    const { clientWidth: width, clientHeight: height } = this.svg;
    this.fit();
    const scale = Math.min(width / this.size[0], height / this.size[1]);
    if (scale < 0.55) {
      const readable = Math.min(1, Math.max(0.55, width / this.size[0]));
      const [w, tall] = [width / readable, height / readable];
      const entry = this.svg.querySelector(".node.entry rect");
      const middle = entry ? +entry.getAttribute("x") + entry.getAttribute("width") / 2 : this.size[0] / 2;
      this.box = [w >= this.size[0] ? (this.size[0] - w) / 2 : Math.min(Math.max(0, middle - w / 2), this.size[0] - w), 0, w, tall];
      this.apply();
    }
    const here = this.svg.querySelector(".node.here rect");
    if (here && scale < 0.55) this.centre(+here.getAttribute("x"), +here.getAttribute("y"));
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.svg;
    const scale = Math.min(1, width / this.size[0], height / this.size[1]) || 1;
    const [w, tall] = [width / scale, height / scale];
    this.box = [(this.size[0] - w) / 2, (this.size[1] - tall) / 2, w, tall];
    this.apply();
  }

  centre(x, y) {
    // A drawing that is not wider than the view is completely visible.
    this.box[0] = this.size[0] <= this.box[2] ? (this.size[0] - this.box[2]) / 2 : x - this.box[2] / 2;
    this.box[1] = y - this.box[3] / 2;
    this.apply();
  }
  apply() { this.svg.setAttribute("viewBox", this.box.map((it) => it.toFixed(1)).join(" ")); }

  zoom(factor, x = 0.5, y = 0.5) {
    const [left, top, width, height] = this.box;
    const w = Math.min(Math.max(width / factor, 80), 200000), tall = height * (w / width);
    this.box = [left + (width - w) * x, top + (height - tall) * y, w, tall];
    this.apply();
  }

  move(x, y) { this.box[0] += x * this.box[2]; this.box[1] += y * this.box[3]; this.apply(); }

  listen() {
    const { svg: area } = this;
    area.addEventListener("keydown", (event) => {
      const actions = { "+": () => this.zoom(1.3), "=": () => this.zoom(1.3), "-": () => this.zoom(1 / 1.3), 0: () => this.fit(), ArrowLeft: () => this.move(-0.12, 0), ArrowRight: () => this.move(0.12, 0), ArrowUp: () => this.move(0, -0.12), ArrowDown: () => this.move(0, 0.12) };
      if (event.ctrlKey || event.metaKey || !actions[event.key]) return;
      actions[event.key]();
      event.preventDefault();
    });
    area.addEventListener("focusin", (event) => {
      const rect = event.target.querySelector?.(":scope > rect");
      if (!rect || !event.target.matches(":focus-visible")) return;
      const [x, y] = [+rect.getAttribute("x"), +rect.getAttribute("y")];
      const [left, top, width, height] = this.box;
      if (x < left || y < top || x + 40 > left + width || y + 20 > top + height) this.centre(x, y);
    });
    area.addEventListener("wheel", (event) => {
      const { left, top, width, height } = area.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 400), (event.clientX - left) / width, (event.clientY - top) / height);
      event.preventDefault();
    }, { passive: false });
    // The edges of the hovered or focused node are highlighted.
    const light = (event) => {
      const id = event.target.closest?.("[data-node]")?.dataset.node;
      for (const it of area.querySelectorAll(".edge")) it.classList.toggle("on", id !== undefined && (it.dataset.from === id || it.dataset.to === id));
    };
    for (const name of ["pointerover", "focusin", "focusout"]) area.addEventListener(name, light);
    const pointers = new Map();
    area.addEventListener("pointerdown", (event) => { pointers.set(event.pointerId, [event.clientX, event.clientY]); this.moved = 0; });
    area.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = [event.clientX, event.clientY];
      const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
      this.moved += Math.abs(dx) + Math.abs(dy);
      if (this.moved > 4 && !area.hasPointerCapture(event.pointerId)) area.setPointerCapture(event.pointerId);
      if (pointers.size === 2) {
        const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
        const distance = (it) => Math.hypot(it[0] - other[0], it[1] - other[1]) || 1;
        this.zoom(distance(now) / distance(before));
      } else this.move(-dx / area.clientWidth, -dy / area.clientHeight);
      pointers.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) area.addEventListener(end, (event) => pointers.delete(event.pointerId));
    area.addEventListener("click", (event) => { if (this.moved > 4) event.preventDefault(); }, true);
  }
}

const short = (text, length) => (text.length > length ? `${text.slice(0, Math.max(1, length - 1))}…` : text);

/** The end of a text, which distinguishes functions. */
const tail = (text, length) => (text.length > length ? `…${text.slice(1 - length)}` : text);

/** A smooth line through points, given as alternating x and y coordinates. */
function curve(points) {
  let path = `M${points[0]} ${points[1]}`;
  const n = points.length / 2;
  if (n === 2) return `${path}L${points[2]} ${points[3]}`;
  for (let at = 1; at < n - 1; at++) {
    const [x, y] = [points[2 * at], points[2 * at + 1]];
    const isLast = at === n - 2;
    const [tox, toy] = isLast ? [points[2 * at + 2], points[2 * at + 3]] : [(x + points[2 * at + 2]) / 2, (y + points[2 * at + 3]) / 2];
    path += `Q${x} ${y} ${tox} ${toy}`;
  }
  return path;
}

/** The control flow of a function, with the precomputed layout. */
function flowGraph(data, block) {
  const { flow, blocks, code, f } = data;
  if (!flow) return h("p", { class: "dim" }, "The function is a single block.");
  const end = (at) => (at + 1 < blocks.length ? blocks[at + 1][1] : code.length);
  const lines = (at) => {
    const all = code.slice(blocks[at][1], end(at)).map((it) => short(plain(it).split("\n")[0], 64));
    return all.length > 10 ? [...all.slice(0, 10), `… ${all.length - 10} more`] : all;
  };
  const nodes = flow.n.map(([at, x, y, w, tall]) => ({
    x, y, w, h: tall, lines: tall > 40 ? lines(at) : null, title: blocks[at][0], note: count(end(at) - blocks[at][1], "instruction"),
    hint: plain(code.slice(blocks[at][1], Math.min(end(at), blocks[at][1] + 12)).join("\n")),
    link: href({ function: functionParameter(f), block: at }), kind: at === block ? "here" : at === 0 ? "entry" : blocks[at][2].length ? "" : "exit",
  }));
  const kindOf = (from, to) => { const all = blocks[from][2]; return all.length === 2 && all[0] !== all[1] ? (all[0] === to ? "yes" : "no") : ""; };
  const edges = flow.e.map(([from, to, points]) => ({ points, kind: to <= from ? `${kindOf(from, to)} back` : kindOf(from, to), label: `${blocks[from][0]} to ${blocks[to][0]}` }));
  const graph = new GraphView({ width: flow.w, height: flow.h, nodes, edges, label: `Control flow of ${functionName(f)}` });
  return h("div", null, flow.cut ? h("p", { class: "dim" }, `Only the ${nodes.length} blocks nearest to the entry are drawn; ${count(flow.cut, "block")} are left out.`) : null, graph.element,
    h("p", { class: "dim legend" }, h("span", { class: "yes" }, "condition true"), " · ", h("span", { class: "no" }, "condition false"), " · dashed: back to an earlier block. Keys: arrows, +, −, 0."));
}

// The call graph around a function.

const MOST_NODES = 250;

/** The whole call graph, with callees and callers. */
async function callGraph() {
  const calls = await load("calls");
  if (!calls.in) {
    calls.in = calls.out.map(() => []);
    calls.out.forEach((all, from) => { for (const it of all) calls.in[it >> 2].push(from * 4 + (it & 3)); });
  }
  return calls;
}

const KIND_NAMES = ["direct", "indirect", "external"];

/** The file or namespace of a function. */
function groupOf(f, by) {
  if (by === "file") return ix.fn.file[f] >= 0 ? ix.files[ix.fn.file[f]] : "no file";
  const bare = shortName(f);
  const at = bare.lastIndexOf("::");
  return at > 0 ? bare.slice(0, at) : "no namespace";
}

/** The functions around a function, by distance; callers have negative distances. */
function around(calls, f, { depth, direction, kinds, intrinsics }) {
  const distance = new Map([[f, 0]]);
  let cut = 0;
  for (const [sign, edges] of [[1, calls.out], [-1, calls.in]]) {
    if (direction === "callees" && sign < 0 || direction === "callers" && sign > 0) continue;
    let open = [f];
    for (let step = 1; step <= depth; step++) {
      const next = [];
      for (const from of open) {
        for (const it of edges[from]) {
          const to = it >> 2;
          if (!kinds.has(it & 3) || distance.has(to) || (!intrinsics && ix.fn.flags[to] & 2)) continue;
          if (distance.size >= MOST_NODES) { cut++; continue; }
          distance.set(to, sign * step);
          next.push(to);
        }
      }
      open = next;
    }
  }
  return { distance, cut };
}

/** A shortest path of calls from one function to another; null if there is none. */
function pathBetween(calls, from, to, kinds) {
  const before = new Map([[from, -1]]);
  let open = [from];
  while (open.length && !before.has(to)) {
    const next = [];
    for (const it of open) for (const edge of calls.out[it]) if (kinds.has(edge & 3) && !before.has(edge >> 2)) { before.set(edge >> 2, it); next.push(edge >> 2); }
    open = next;
  }
  if (!before.has(to)) return null;
  const path = [];
  for (let at = to; at >= 0; at = before.get(at)) path.unshift(at);
  return path;
}

/** Columns of nodes by distance, each column sorted by the mean position of the neighbours. */
function columns(distance, edges) {
  const all = new Map();
  for (const [node, at] of distance) { if (!all.has(at)) all.set(at, []); all.get(at).push(node); }
  const order = [...all.keys()].sort((one, other) => Math.abs(one) - Math.abs(other) || one - other);
  const place = new Map();
  const near = new Map([...distance.keys()].map((it) => [it, []]));
  for (const [from, to] of edges) { near.get(from).push(to); near.get(to).push(from); }
  const settle = (at) => {
    const list = all.get(at);
    const middle = (node) => { const known = near.get(node).filter((it) => place.has(it) && distance.get(it) !== at).map((it) => place.get(it)); return known.length ? known.reduce((sum, it) => sum + it, 0) / known.length : 0; };
    const value = new Map(list.map((it) => [it, middle(it)]));
    list.sort((one, other) => value.get(one) - value.get(other));
    list.forEach((node, n) => place.set(node, n - (list.length - 1) / 2));
  };
  for (let round = 0; round < 3; round++) order.forEach(settle);
  return { all, place };
}

/** The view of calls. The link contains its settings. */
async function callsView(f, given) {
  const calls = await callGraph();
  const settings = {
    depth: Math.min(6, Math.max(1, +(given.depth ?? 1))), direction: given.direction ?? "both", group: given.group ?? "template", to: given.to ?? "",
    kinds: new Set((given.kinds ?? "0,1").split(",").map(Number)), intrinsics: given.intrinsics === "1",
  };
  const go = (change) => {
    const all = { ...settings, kinds: [...settings.kinds].join(","), intrinsics: settings.intrinsics ? "1" : "", ...change };
    location.hash = href({ function: functionParameter(f), view: "calls", ...all });
  };
  const select = (name, label, options) => h("label", null, `${label} `, h("select", { change: (event) => go({ [name]: event.target.value }) }, options.map((it) => h("option", { value: it, selected: String(settings[name]) === String(it) }, String(it)))));
  const kindBox = (kind) => h("label", null, h("input", { type: "checkbox", checked: settings.kinds.has(kind), change: () => { const kinds = new Set(settings.kinds); if (!kinds.delete(kind)) kinds.add(kind); go({ kinds: [...kinds].join(",") }); } }), ` ${KIND_NAMES[kind]}`);
  const target = h("input", { type: "text", list: "functionNames", value: settings.to, placeholder: "function", "aria-label": "Path to function", size: 18 });
  const names = h("datalist", { id: "functionNames" });
  target.addEventListener("focus", () => { if (!names.firstChild) names.append(...ix.fn.name.slice(0, 5000).map((it) => h("option", { value: it.slice(1) }))); });
  const form = h("form", { class: "settings", submit: (event) => { event.preventDefault(); go({ to: target.value }); } },
    select("depth", "Depth", [1, 2, 3, 4, 5, 6]), select("direction", "Show", ["both", "callers", "callees"]), select("group", "Collapse by", ["none", "template", "file", "namespace"]),
    h("span", null, "Calls: ", kindBox(0), " ", kindBox(1), " ", kindBox(2)),
    h("label", null, h("input", { type: "checkbox", checked: settings.intrinsics, change: () => go({ intrinsics: settings.intrinsics ? "" : "1" }) }), " intrinsics"),
    h("span", null, "Path to ", target, names, " ", h("button", null, "find")));
  const notes = [];
  let distance, edgeList;
  if (settings.to) {
    let to = position(ix.fn.name, `@${settings.to}`) ?? ix.fn.source.indexOf(settings.to);
    const path = to >= 0 ? pathBetween(calls, f, to, settings.kinds) : null;
    if (!path) { notes.push(to >= 0 ? `There is no path of these kinds of calls from ${functionName(f)} to ${settings.to}.` : `There is no function ${settings.to}.`); distance = new Map([[f, 0]]); }
    else { notes.push(`A shortest path, with ${count(path.length - 1, "call")}.`); distance = new Map(path.map((it, at) => [it, at])); }
    const of = new Set(distance.keys());
    edgeList = (from, to) => of.has(to) && distance.get(to) === distance.get(from) + 1;
  } else {
    const found = around(calls, f, settings);
    distance = found.distance;
    if (found.cut) notes.push(`Cut at ${MOST_NODES} functions; ${number.format(found.cut)} edges lead to functions that are not drawn. Choose a smaller depth, or collapse functions.`);
    edgeList = () => true;
  }
  if (calls.cut) notes.push("Calls through external pointers are left out, because there are too many.");
  return h("div", null, form, notes.map((it) => h("p", { class: "dim" }, it)), drawCalls(calls, f, distance, settings, edgeList),
    h("p", { class: "dim legend" }, "Callers to the left, callees to the right. Dashed: through a pointer; dotted: through an external pointer. Keys: Tab, arrows, +, −, 0."));
}

function drawCalls(calls, f, distance, settings, isWanted) {
  const by = settings.group;
  // Nodes are functions, or groups of them; the function of the page is never in a group. The instantiations of a
  // template are represented by the first of them.
  const first = new Map();
  if (by === "template") for (const it of distance.keys()) if (it !== f && familyOf(it) >= 0 && !first.has(familyOf(it))) first.set(familyOf(it), it);
  const nodeOf = (it) => (it === f || by === "none" ? it : by === "template" ? first.get(familyOf(it)) ?? it : `${groupOf(it, by)}`);
  const nodes = new Map(), members = new Map();
  for (const [it, at] of distance) {
    const node = nodeOf(it);
    if (!nodes.has(node) || Math.abs(at) < Math.abs(nodes.get(node))) nodes.set(node, at);
    if (!members.has(node)) members.set(node, []);
    members.get(node).push(it);
  }
  const edges = new Map();
  for (const from of distance.keys()) {
    for (const it of calls.out[from]) {
      const to = it >> 2, kind = it & 3;
      if (!distance.has(to) || !settings.kinds.has(kind) || !isWanted(from, to)) continue;
      const [one, other] = [nodeOf(from), nodeOf(to)];
      if (one === other && by !== "none") continue;
      const key = `${one}\u0000${other}`;
      const known = edges.get(key);
      if (!known) edges.set(key, [one, other, kind, 1]);
      else { known[2] = Math.min(known[2], kind); known[3]++; }
    }
  }
  const list = [...edges.values()];
  const { all, place } = columns(nodes, list);
  const tallest = Math.max(...[...all.values()].map((it) => it.length));
  const leftmost = Math.min(...all.keys()), rightmost = Math.max(...all.keys());
  const width = 230, gap = 90, step = 40, box = 34;
  const x = (node) => (nodes.get(node) - leftmost) * (width + gap) + width / 2 + 12;
  const y = (node) => (place.get(node) + tallest / 2) * step + box / 2 + 6;
  const drawn = [...nodes.keys()].map((node) => {
    const of = members.get(node);
    const isFunction = typeof node === "number";
    return { id: String(node), x: x(node), y: y(node), w: width, h: box, title: of.length > 1 && isFunction ? shortName(node) : isFunction ? listName(node) : node, note: isFunction && of.length === 1 ? (hasBody(node) ? count(ix.fn.size[node], "instruction") : "declared") : count(of.length, "function"),
      hint: isFunction && of.length === 1 ? `${functionName(node)}\n${symbolOf(node)}` : of.map(functionName).slice(0, 30).join("\n"),
      link: isFunction ? href({ function: functionParameter(node), view: "calls" }) : by === "file" && position(ix.files, node) !== undefined ? href({ file: node }) : href({ function: functionParameter(of[0]), view: "calls" }),
      kind: node === f ? "here" : isFunction && !hasBody(node) ? "exit" : "" };
  });
  const lines = list.map(([from, to, kind, many]) => {
    const [x1, y1, x2, y2] = [x(from), y(from), x(to), y(to)];
    const label = `${typeof from === "number" ? functionName(from) : from} → ${typeof to === "number" ? functionName(to) : to}${many > 1 ? `, ${many} pairs of functions` : ""}`;
    let points;
    if (from === to) points = [x1 + width / 2, y1 - 6, x1 + width / 2 + 34, y1 - 20, x1 + width / 2 + 34, y1 + 20, x1 + width / 2, y1 + 6];
    else if (x1 < x2) points = [x1 + width / 2, y1, x1 + width / 2 + gap / 2, y1, x2 - width / 2 - gap / 2, y2, x2 - width / 2, y2];
    else if (x1 > x2) points = [x1 - width / 2, y1, x1 - width / 2 - gap / 2, y1, x2 + width / 2 + gap / 2, y2, x2 + width / 2, y2];
    else points = [x1 + width / 2, y1, x1 + width / 2 + gap / 2, y1, x1 + width / 2 + gap / 2, y2, x1 + width / 2, y2];
    const isFar = Math.abs(nodes.get(to) - nodes.get(from)) !== 1;
    return { points, ends: [String(from), String(to)], kind: `${["", "indirect", "external"][kind]}${isFar ? " far" : ""}`, label };
  });
  return new GraphView({ width: (rightmost - leftmost + 1) * (width + gap), height: tallest * step + 20, nodes: drawn, edges: lines, label: `Calls around ${functionName(f)}` }).element;
}
