// Shows the pages to which links lead.
"use strict";

/** The time of the last page and of the last search, in milliseconds. */
const times = { page: 0, search: 0 };

const VIEWS = [["function", functionPage], ["type", typePage], ["global", globalPage], ["object", objectPage], ["rule", rulePage], ["file", filePage], ["query", queryPage], ["list", listPage]];

/** Shows an error on the page. */
function report(error) {
  document.getElementById("main").replaceChildren(h("h1", null, "Something went wrong"), h("p", null, String(error?.message ?? error)), h("p", null, a({}, "Back to the overview")));
  throw error;
}

/** The list that contains the subject of a page. */
const LIST_OF = { function: "functions", type: "types", global: "globals", file: "files", rule: "rules", query: "queries" };

let shown = 0, lastPage = "";
async function route() {
  const begin = performance.now(), given = parameters(), turn = ++shown;
  hideHover();
  const [name, view] = VIEWS.find(([it]) => given[it] !== undefined) ?? ["", overview];
  const page = `${name}=${given[name] ?? ""}&${given.view ?? ""}`;
  const isSame = page === lastPage && samePage?.(given);
  if (isSame) { times.page = performance.now() - begin; document.documentElement.dataset.ready = String(turn); return; }
  lastPage = page;
  samePage = null;
  hideDetails();
  const content = await view(given);
  if (turn !== shown) return;
  const main = document.getElementById("main");
  main.className = name || "overview";
  main.replaceChildren(...[content].flat(4).filter(Boolean));
  const title = main.querySelector("h1")?.dataset.title ?? main.querySelector("h1")?.textContent;
  document.title = title && name ? `${title} · ${ix.title}` : ix.title;
  for (const it of document.querySelectorAll("#lists a")) it.toggleAttribute("data-here", it.hash === href({ list: given.list ?? LIST_OF[name] ?? "" }));
  scrollTo(0, 0);
  afterwards?.();
  afterwards = null;
  if (turn > 1) main.focus({ preventScroll: true });
  requestAnimationFrame(() => { times.page = performance.now() - begin; document.documentElement.dataset.ready = String(turn); });
}

/** Set by a page: navigates within the page, and returns whether that was possible. */
let samePage = null;
/** Set by a page: runs after the page has been added to the document. */
let afterwards = null;

function start() {
  const nav = document.getElementById("lists");
  const lists = [["functions", "Functions", ix.fn.name.length], ["types", "Types", ix.types.length], ["globals", "Globals", ix.globals.length], ["files", "Files", ix.files.length], ["rules", "Findings", 1]];
  if (ix.queries.length) lists.push(["queries", "Queries", 1]);
  nav.append(...lists.filter(([, , n]) => n).map(([list, name]) => a({ list }, name)));
  setUpSearch();
  setUpTheme();
  document.getElementById("skip").addEventListener("click", () => document.getElementById("main").focus());
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") { hideHover(); hideDetails(); } });
  document.addEventListener("scroll", hideHover, { passive: true });
  addEventListener("hashchange", () => route().catch(report));
  route().catch(report);
}

function setUpTheme() {
  const root = document.documentElement;
  const keep = { get: () => { try { return localStorage.getItem("irlog-theme"); } catch { return null; } }, set: (it) => { try { localStorage.setItem("irlog-theme", it); } catch { /* local files may not have storage */ } } };
  const known = keep.get();
  if (known) root.dataset.theme = known;
  document.getElementById("theme").addEventListener("click", () => {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    keep.set(root.dataset.theme);
  });
}
