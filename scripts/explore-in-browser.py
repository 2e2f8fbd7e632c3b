"""Tests the pages of `irlog explore` in a browser. scripts/explore explains the tests, and starts this program."""

import argparse
import json
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# The expected limits in milliseconds for a page and for a search, on an idle machine.
PAGE_LIMIT = 200
SEARCH_LIMIT = 100
# On a busy machine, a page or search may take this many times as long.
PATIENCE = 5

# The texts with too little contrast, each with its class and ratio. Backgrounds may be translucent.
LOW_CONTRAST = r"""
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgb = (layers) => {
  canvas.fillStyle = "#fff";
  canvas.fillRect(0, 0, 1, 1);
  for (const it of layers) { canvas.fillStyle = it; canvas.fillRect(0, 0, 1, 1); }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const luminance = (colour) => {
  const [r, g, b] = colour.map((it) => it / 255).map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const low = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest(".unseen, svg, option, noscript")) continue;
  const layers = [];
  for (let it = element; it; it = it.parentElement) layers.unshift(getComputedStyle(it).backgroundColor);
  const [one, other] = [luminance(rgb(layers)), luminance(rgb([...layers, getComputedStyle(element).color]))];
  const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  if (ratio < 4.5) low.add(`${element.tagName}.${element.className} ${element.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
}
return [...low];
"""


def main():
    parser = argparse.ArgumentParser()
    for name in ("irlog", "root", "sqlite", "sqlite-source", "scratch", "screenshots"):
        parser.add_argument(f"--{name}", required=True)
    given = parser.parse_args()
    run = Run(given)
    try:
        run.demo()
        run.single_file()
        run.instantiations()
        run.hostile()
        run.sqlite()
    except Exception:
        run.shot("failed")
        print(run.browser.get_log("browser"))
        raise
    finally:
        run.browser.quit()
    print(f"{run.checks} checks passed; slowest page {run.slowest['page']:.0f} ms, "
          f"slowest search {run.slowest['search']:.0f} ms")


class Run:
    def __init__(self, given):
        self.given = given
        self.scratch = Path(given.scratch)
        self.checks = 0
        self.slowest = {"page": 0, "search": 0}
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = Service("/usr/bin/chromedriver")
        self.browser = webdriver.Chrome(options=options, service=service)
        self.browser.set_page_load_timeout(60)
        self.size(1400, 900)

    # Browser actions.

    def size(self, width, height, is_phone=False):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone})

    def scheme(self, name):
        features = [{"name": "prefers-color-scheme", "value": name}]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, page, fragment=""):
        """Opens a file in a new page."""
        self.browser.get("about:blank")
        self.browser.get(Path(page).resolve().as_uri() + fragment)
        self.ready(0)

    def go(self, fragment):
        """Navigates to another page of the same site, as a link does."""
        before = self.turn()
        self.browser.execute_script("location.hash = arguments[0]", fragment)
        self.ready(before)

    def quickest(self, page, fragment):
        """The time of a page without cached data. The minimum of three, because other programs are running."""
        times = []
        while len(times) < 3 and (not times or min(times) > PAGE_LIMIT / 2):
            self.open(page)
            self.go(fragment)
            times.append(self.browser.execute_script("return times.page"))
        self.slowest["page"] = max(self.slowest["page"], min(times))
        return min(times)

    def turn(self):
        return int(self.browser.execute_script("return document.documentElement.dataset.ready || 0"))

    def ready(self, before):
        WebDriverWait(self.browser, 30, 0.02).until(lambda _: self.turn() > before)

    def wait(self, selector, text=""):
        """Waits for the first visible element that contains this text."""
        def find(_):
            return next((it for it in self.browser.find_elements(By.CSS_SELECTOR, selector)
                         if text in it.text and it.is_displayed()), None)
        return WebDriverWait(self.browser, 20, 0.03).until(find, f"no {selector} with {text!r}")

    def texts(self, selector):
        return self.browser.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map((it) => it.textContent)", selector)

    def hover(self, element):
        ActionChains(self.browser).move_to_element(element).perform()

    def search(self, text):
        box = self.browser.find_element(By.ID, "search")
        box.clear()
        box.send_keys(text)
        self.wait("#results a", "")
        took = self.browser.execute_script("return times.search")
        self.slowest["search"] = max(self.slowest["search"], took)
        return self.texts("#results b")

    def shot(self, name):
        self.browser.save_screenshot(str(Path(self.given.screenshots) / f"{name}.png"))

    def shots(self, name):
        """Screenshots: wide and narrow, light and dark."""
        for scheme in ("light", "dark"):
            self.scheme(scheme)
            self.shot(f"{name}-{scheme}")
        self.scheme("light")
        self.size(390, 844, True)
        time.sleep(0.2)
        self.shot(f"{name}-phone")
        width = self.browser.execute_script("return document.documentElement.scrollWidth")
        self.check(width <= 390, f"{name}: {width} pixels wide on a phone")
        self.size(1400, 900)

    def no_errors(self):
        errors = [it for it in self.browser.get_log("browser") if it["level"] in ("SEVERE", "WARNING")]
        self.check(not errors, f"the console has {errors}")

    def check(self, holds, what):
        if not holds:
            self.shot("failed")
            raise SystemExit(f"error: {what}")
        self.checks += 1

    def same(self, shown, known, what):
        self.check(shown == known, f"{what}: shown {shown}, but known {known}")

    # Contents of the facts.

    def irlog(self, *arguments):
        result = subprocess.run([self.given.irlog, *map(str, arguments)], check=True, capture_output=True, text=True)
        return result.stdout

    def query(self, module, program):
        """The rows of the relation `answer`."""
        return json.loads(self.irlog("query", module, "-e", program, "--format", "json"))["answer"]

    def site(self, module, name, *options):
        folder = self.scratch / name
        begin = time.monotonic()
        self.irlog("explore", module, "-o", folder, *options)
        took = time.monotonic() - begin
        size = sum(it.stat().st_size for it in folder.rglob("*") if it.is_file()) if folder.is_dir() else 0
        print(f"{name}: {took:.1f} s, {size / 1e6:.1f} MB")
        return folder / "index.html", took, size

    # Tests.

    def demo(self):
        module = Path(self.given.root) / "examples/demo.ll"
        query = self.scratch / "calls.dl"
        query.write_text(".decl called(i: Instruction, f: Function)\n"
                         "called(i, f) :- call_edge(i, _, f, _).\n.output called\n")
        page, _, _ = self.site(module, "demo", "--query", query)
        self.open(page)
        # The overview.
        functions = self.query(module, "answer(f) :- instruction(_, f, _, _, _).")
        names = {row["f"].lstrip("@") for row in functions}
        largest = set(self.texts("section:nth-of-type(2) tbody td:first-child"))
        self.same(largest, names, "functions with a body")
        self.shots("demo-overview")
        # Search leads to the function, by the keyboard alone.
        self.browser.find_element(By.TAG_NAME, "body").send_keys("/")
        self.check("measure" in self.search("meas"), "search does not find measure")
        before = self.turn()
        self.browser.find_element(By.ID, "search").send_keys(Keys.ENTER)
        self.ready(before)
        self.same(self.browser.find_element(By.TAG_NAME, "h1").text, "measure", "the heading")
        rows = self.query(module, 'answer(i) :- instruction(i, "@measure", _, _, _).')
        self.same(len(self.texts(".row")), len(rows), "instructions of @measure")
        # The details of a pointer on hover contain its targets.
        points = json.loads(self.irlog("points-to", module, "--of", "@measure:%function", "--format", "json"))
        known = {row["pointee"].lstrip("@") for row in points["points_to"]}
        value = next(it for it in self.browser.find_elements(By.CSS_SELECTOR, ".row [data-v]") if it.text == "%function")
        self.hover(value)
        self.wait("#hover", "May point to")
        self.same(set(self.texts("#hover .obj")), known, "where %function points, in the hover")
        # So do its details in the panel, with the reasons.
        value.click()
        self.wait("#details", "May point to")
        self.same(set(self.texts("#details .obj")), known, "where %function points, in the details")
        self.wait("#details .why summary").click()
        self.wait("#details .step", "may point to")
        self.shot("demo-why")
        first = self.texts("#details .step b")[0]
        explained = self.irlog("explain", module, "--of", "points_to(@measure:%function, @square)", "--full")
        self.check(f"{first}:" in explained, f"the reason {first} is none of irlog explain: {explained}")
        # All pointers to an object are highlighted.
        self.wait("#details button", "highlight").click()
        self.wait("#lit", "here may point to")
        self.check("%function" in self.texts("#lit .v"), "%function is not highlighted")
        # The indirect call shows its callees, and a callee is a link to its page.
        calls = self.query(module, 'answer(f) :- call_edge(_, "@measure", f, "indirect").')
        self.same(set(self.texts(".note .fn")), {row["f"].lstrip("@") for row in calls}, "callees of the indirect call")
        self.shots("demo-function")
        before = self.turn()
        self.wait(".note .fn", "square").click()
        self.ready(before)
        self.same(self.browser.find_element(By.TAG_NAME, "h1").text, "square", "the page behind the call")
        # A link to an instruction, opened in a new page.
        self.open(page, "#function=measure&instruction=3")
        self.wait('.row.here[data-i="3"]')
        self.wait("#details", "")
        # The keyboard: the line below, its first value, its details, and back.
        row = self.wait('.row.here[data-i="3"]')
        row.send_keys(Keys.ARROW_DOWN)
        self.same(self.browser.switch_to.active_element.get_attribute("data-i"), "4", "the line below")
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.wait("#hover", "")
        self.browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.wait("#details h3", "%")
        self.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.check(not self.browser.find_element(By.ID, "details").is_displayed(), "Escape leaves the details open")
        # Other pages.
        self.go("#function=measure&view=flow")
        blocks = self.query(module, 'answer(b) :- block(b, "@measure", _, _).')
        self.same(len(self.texts("svg .node")), len(blocks), "blocks that are drawn")
        self.shots("demo-flow")
        self.go("#function=measure&view=calls&depth=2")
        self.check({"main", "square", "triangle"} <= {it.split("@")[0] for it in self.labels()}, f"calls: {self.labels()}")
        self.go("#function=main&view=calls&to=square")
        self.same(self.labels(), ["main", "measure", "square"], "the path from main to square")
        self.go("#type=" + quote("%struct.shape"))
        offsets = self.query(module, 'answer(o) :- struct_field_offset("%struct.shape", _, o).')
        shown = [int(it) for it in self.texts("section:nth-of-type(2) tbody td:first-child")]
        self.same(sorted(shown), sorted(int(row["o"]) for row in offsets), "offsets of %struct.shape")
        self.shots("demo-type")
        self.go("#query=called")
        called = self.query(module, "answer(i, f) :- call_edge(i, _, f, _).")
        self.same(len(self.texts("tbody tr")), len(called), "rows of the query")
        self.go("#global=areas")
        self.wait("main", "@square")
        for name in ("functions", "types", "globals", "files", "rules", "queries"):
            self.go(f"#list={name}")
        landmarks = self.browser.execute_script(
            "return ['header', 'nav', 'main', 'aside', '[role=search]', '[role=status]'].filter("
            "(it) => !document.querySelector(it))")
        self.same(landmarks, [], "missing landmarks")
        # Nothing is loaded from elsewhere.
        fetched = self.browser.execute_script(
            "return performance.getEntriesByType('resource').map((it) => it.name).filter((it) => !it.startsWith('file:'))")
        self.same(fetched, [], "what was fetched from elsewhere")
        self.no_errors()

    def labels(self):
        """The labels of the nodes in a graph."""
        return self.browser.execute_script(
            "return [...document.querySelectorAll('svg .node')].map((it) => it.getAttribute('aria-label').split(',')[0])")

    def single_file(self):
        page = self.scratch / "demo.html"
        self.irlog("explore", Path(self.given.root) / "examples/demo.ll", "-o", page, "--single-file")
        self.open(page, "#function=measure")
        self.same(self.browser.find_element(By.TAG_NAME, "h1").text, "measure", "the heading in a single file")
        self.go("#rule=" + "use-not-dominated")
        self.go("#list=types")
        self.no_errors()

    def instantiations(self):
        """The expected groups stand in the module."""
        page, _, _ = self.site(Path(self.given.root) / "tests/programs/instantiations.ll", "instantiations")
        self.open(page)
        # The overview: the group has the sum of its instructions, and opens by the keyboard.
        row = self.wait("section:nth-of-type(2) tbody tr.family", "box<…>::get")
        self.same([it.text for it in row.find_elements(By.TAG_NAME, "td")][1:], ["9", "3"], "the sizes of the group")
        button = row.find_element(By.TAG_NAME, "button")
        self.same(button.text, "box<…>::get 3 functions", "the name of the group")
        self.same(button.get_attribute("aria-expanded"), "false", "the state of the closed group")
        button.send_keys(Keys.ENTER)
        self.same(button.get_attribute("aria-expanded"), "true", "the state of the open group")
        members = ["box<int>::get()", "box<char>::get()", "box<long>::get()"]
        self.same(sorted(self.texts("tr.member td:first-child")), sorted(members), "the members of the group")
        button.send_keys(Keys.ENTER)
        self.same(self.texts("tr.member"), [], "members of the closed group")
        # The list of functions: overloads and functions without generic arguments are alone.
        self.go("#list=functions")
        alone = ["box<int>::get(int)", "main", "plain(int)", "plain(long)"]
        self.same(sorted(self.texts("tbody tr:not(.family) td:first-child")), alone, "functions outside of groups")
        self.same(self.texts("tbody tr.family button"), ["box<…>::get 3 functions"], "groups of functions")
        # The types.
        self.go("#list=types")
        self.same(len(self.texts("tbody tr")), 1, "rows of types")
        # Callees of main, and source names in its code.
        self.go("#function=main")
        self.wait(".fold summary", "Callees 6").click()
        self.wait(".fold .family summary", "box<…>::get 3 functions").click()
        self.same(sorted(it.text for it in self.browser.find_elements(By.CSS_SELECTOR, ".fold .family li")), sorted(members), "grouped callees")
        self.wait(".row .source-name", "plain(int)")
        self.wait("button.names", "Show symbols").click()
        self.wait(".row .symbol", "@_Z5plaini")
        self.wait("button.names", "Show source names").click()
        self.same(len(self.texts(".row a.t")), 2, "links to types in the code")
        self.shots("instantiations-function")
        # The calls to a function: those of one caller together.
        self.go("#function=_ZN3boxIiE3getEv")
        self.wait(".fold summary", "Calls to it 2").click()
        self.same(self.texts(".fold[open] li"), ["main #4 #10"], "calls to box<int>::get()")
        # The call graph, with the instantiations as one node and without.
        self.go("#function=main&view=calls")
        self.same(sorted(self.labels()), sorted(["box<…>::get", "box<int>::get(int)", "main", "plain(int)", "plain(long)"]), "nodes of templates")
        self.go("#function=main&view=calls&group=none")
        self.same(sorted(self.labels()), sorted([*members, *alone]), "nodes of functions")
        # The search: Enter opens a group, and then leads to its first member.
        self.search("get")
        box = self.browser.find_element(By.ID, "search")
        self.check("box<…>::get" in self.texts("#results b"), "search does not group")
        self.same([it.text for it in self.browser.find_elements(By.CSS_SELECTOR, "#results button .dim")], ["3 functions ▾"], "the group in the search")
        while "3 functions" not in self.browser.execute_script("return document.querySelector('#results [aria-selected=true]')?.textContent ?? ''"):
            box.send_keys(Keys.ARROW_DOWN)
        box.send_keys(Keys.ENTER)
        self.same(sorted(self.texts("#results .member b")), sorted(members), "the members in the search")
        before = self.turn()
        box.send_keys(Keys.ENTER)
        self.ready(before)
        self.check(self.browser.find_element(By.TAG_NAME, "h1").text in members, "the search leads elsewhere")
        # Globals have their source names.
        self.go("#list=globals")
        self.same(self.texts("tbody td:first-child"), ["shop::total"], "names of globals")
        self.contrast("instantiations")
        self.no_errors()

    def contrast(self, name):
        """Checks the contrast of all visible text in both themes: at least 4.5 to 1 (WCAG 2, level AA)."""
        for page in ("#", "#function=main", "#list=functions", "#function=main&instruction=1"):
            self.go(page + "&" if page == "#" else page)
            for scheme in ("light", "dark"):
                self.scheme(scheme)
                time.sleep(0.2)
                self.same(self.browser.execute_script(LOW_CONTRAST), [], f"low contrast in {name}{page}, {scheme}")
        self.scheme("light")

    def hostile(self):
        module = Path(self.given.root) / "tests/programs/hostile-names.ll"
        for options, name in (((), "hostile"), (("--single-file",), "hostile.html")):
            folder = self.scratch / name
            self.irlog("explore", module, "-o", folder, *options)
            page = folder if options else folder / "index.html"
            self.open(page)
            symbols = self.browser.execute_script("return ix.fn.name")
            self.check(any("<script>" in it for it in symbols), f"the names are not hostile: {symbols}")
            for position in range(len(symbols)):
                for view in ("", "&view=flow", "&view=calls"):
                    fragment = self.browser.execute_script(
                        "return href({function: functionParameter(arguments[0])})", position)
                    self.go(fragment + view)
            for link in self.browser.execute_script(
                    "return [...ix.types.map((type) => href({type})), ...ix.files.map((file) => href({file})),"
                    "...ix.globals.map((it) => href({global: it.slice(1)})), href({list: 'functions'}), href({list: 'rules'})]"):
                self.go(link)
            self.search("script")
            self.go("#function=" + quote("<img src=x onerror=alert(1)>"))
            title = self.browser.execute_script("return window.broken || document.querySelector('main img, main script') ? 'run' : 'safe'")
            self.same(title, "safe", "what a name does")
            self.no_errors()

    def sqlite(self):
        module = Path(self.given.sqlite)
        begin = time.monotonic()
        self.irlog("points-to", module)
        alone = time.monotonic() - begin
        page, took, size = self.site(module, "sqlite", "--source-dir", self.given.sqlite_source)
        print(f"sqlite: {took / alone:.1f} times as long as irlog points-to ({alone:.1f} s)")
        self.check(size <= 60e6, f"sqlite's pages have {size} bytes")
        self.open(page)
        first = self.browser.execute_script("return times.page")
        print(f"sqlite: the overview shows after {first:.0f} ms")
        summary = self.irlog("summary", module).split()
        known = int(summary[summary.index("instruction") + 1].replace(",", ""))
        cards = dict(zip(self.texts(".card span"), self.texts(".card b")))
        self.same(int(cards["instructions"].replace(",", "")), known, "instructions")
        self.shots("sqlite-overview")
        # Search finds functions even if the names of variables are loaded before the first letter.
        box = self.browser.find_element(By.ID, "search")
        box.click()
        WebDriverWait(self.browser, 60, 0.05).until(
            lambda _: self.browser.execute_script("return loaded.has('names')"))
        self.check("sqlite3_exec" in self.search("sqlite3_exec"), "search does not find sqlite3_exec")
        for text in ("vdbeexec", "sqlite3", "malloc", "pParse", "struct Vdbe", "a", "zzzz", "btree cursor"):
            box.clear()
            box.send_keys(text)
            took = self.browser.execute_script("return times.search")
            self.slowest["search"] = max(self.slowest["search"], took)
            print(f"  search {text}: {took:.1f} ms")
        self.check(self.slowest["search"] <= PATIENCE * SEARCH_LIMIT, "a search takes too long")
        box.send_keys(Keys.ESCAPE)
        largest = self.query(module, 'answer(f, n) :- function(f, _, _, _), n = count : { instruction(_, f, _, _, _) }, n > 3000.')
        names = [row["f"].lstrip("@") for row in largest]
        names = dict.fromkeys(["sqlite3_exec", "sqlite3VdbeExec", "sqlite3Select", *names])
        for name in names:
            for view in ("", "&view=flow", "&view=calls&depth=2", "&view=calls&depth=3&group=file"):
                took = self.quickest(page, f"#function={name}{view}")
                print(f"  {name}{view}: {took:.0f} ms")
                self.same(self.browser.find_element(By.TAG_NAME, "h1").text, name, "the heading")
        self.open(page)
        self.check(self.slowest["page"] <= PATIENCE * PAGE_LIMIT, f"a page takes {self.slowest['page']:.0f} ms")
        self.go("#function=sqlite3_exec")
        self.check(any("sqlite3_exec" in it for it in self.texts(".source .text")), "the source is not shown")
        self.shots("sqlite-function")
        self.same(self.browser.execute_script(LOW_CONTRAST), [], "low contrast in sqlite3_exec")
        # The callees of the function, compared with the derived call graph.
        rows = self.query(module, 'answer(f) :- call_edge(_, "@sqlite3_exec", f, k), k != "external".')
        shown = self.browser.execute_script(
            "const f = functionOf('sqlite3_exec'); return functionData(f).then((data) =>"
            "[...new Set(Object.values(data.calls).flat().filter(([to, kind]) => kind < 2 && !(ix.fn.flags[to] & 2)).map(([to]) => symbolOf(to)))].sort())")
        self.same(shown, sorted({row["f"] for row in rows}), "callees of sqlite3_exec")
        # The targets of a pointer, compared with irlog points-to.
        points = json.loads(self.irlog("points-to", module, "--of", "@sqlite3_exec:%20", "--format", "json"))
        known = {row["pointee"] for row in points["points_to"] if row["value"] == "@sqlite3_exec:%20"}
        self.go("#function=sqlite3_exec&value=%2520")
        self.wait("#details", "%20")
        shown = self.browser.execute_script(
            "return functionData(functionOf('sqlite3_exec')).then((data) => { const v = locals(data).names.get('%20').value;"
            "return (data.pt[v] ?? []).flatMap(([, set]) => data.chunk.p[set].slice(1)).map((it) => data.chunk.s[data.chunk.l[it][2]] + data.chunk.s[data.chunk.l[it][3]]); })")
        self.same(set(shown), known, "where %20 of sqlite3_exec points")
        self.go("#type=" + quote("struct Parse"))
        self.wait("main", "bit field")
        self.shots("sqlite-type")
        self.go("#function=sqlite3VdbeExec&view=flow")
        self.wait("main", "left out")
        self.shot("sqlite-flow")
        self.go("#function=sqlite3_exec&view=calls&depth=2")
        self.shots("sqlite-calls")
        self.no_errors()


main()
