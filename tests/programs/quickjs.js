// Uses the features that QuickJS implements with tables of functions: methods, accessors, constructors, iterators,
// generators, promises, proxies, typed arrays, regular expressions, dates, modules.
import * as std from "std";
import * as os from "os";

class Shape {
  #size;
  constructor(size) { this.#size = size; }
  get area() { return this.#size * this.#size; }
  set size(value) { this.#size = value; }
  static unit() { return new Shape(1); }
  *[Symbol.iterator]() { yield* [1, 2, this.area]; }
}
class Named extends Shape {
  constructor(size, name) { super(size); this.name = name; }
  toString() { return `${this.name}:${this.area}`; }
}

const shapes = [new Shape(twice(2)), new Named(3, "n"), Shape.unit()];
shapes[0].size = 5;
print(shapes.map(it => it.area).sort((a, b) => b - a).join(), String(shapes[1]), [...shapes[2]]);
print([3, 1, 2].reduce((a, b) => a + b), [1, [2, [3]]].flat(2), Array.from({ length: 3 }, (_, i) => i * i));
print(new Map([["a", 1]]).get("a"), new Set([1, 1, 2]).size, new WeakMap([[shapes, 1]]).has(shapes));
print("a-b-c".replace(/(\w)-/g, (_, letter) => letter.toUpperCase()), /(?<y>\d{4})/u.exec("in 2024").groups.y);
print("äöü".normalize("NFD").length, "abc".padStart(5, "*").split(""), "x".codePointAt(0), escape("ä"));
print(JSON.stringify({ a: [1, { b: null }], d: new Date(0) }, null, 1), JSON.parse("[1,{\"x\":2}]", (k, v) => v)[1].x);
print(Math.max(1, 2), Math.hypot(3, 4), Math.sin(0), Number("0x10"), (255).toString(16), (1.5).toFixed(2), 2n ** 70n);
print(new Uint8Array([1, 2, 300]).map(it => it + 1), new Float64Array(2).fill(0.5), new DataView(new ArrayBuffer(8)).getInt16(0));
print(Object.entries(Object.freeze({ x: 1 })), Object.getOwnPropertyNames(class { static s() {} }));
const logged = [];
const proxy = new Proxy({ a: 1 }, {
  get(target, key) { logged.push(key); return Reflect.get(target, key); },
  has(target, key) { return key in target; },
  set(target, key, value) { return Reflect.set(target, key, value); },
  deleteProperty(target, key) { return Reflect.deleteProperty(target, key); },
  ownKeys(target) { return Reflect.ownKeys(target); },
});
proxy.b = proxy.a; delete proxy.a; print("b" in proxy, Object.keys(proxy), logged);
function sum(...numbers) { return arguments.length + numbers.length; }
print(sum.apply(null, [1, 2]), sum.call(null, 1), sum.bind(null, 1)(2), new Function("a", "return a + 1")(1), eval("1 + 1"));
try { null.x; } catch (error) { print(error instanceof TypeError, error.message, new AggregateError([error]).errors.length); }
function* numbers() { try { const got = yield 1; yield got; } finally { print("done"); } }
const generator = numbers(); generator.next(); print(generator.next(7).value); generator.return();
async function later() { await null; for await (const it of [Promise.resolve(1)]) print(it); throw new Error("late"); }
later().catch(error => print(error.message)).finally(() => print("finally"));
Promise.all([1, Promise.resolve(2)]).then(all => print(all));
Promise.race([new Promise(resolve => os.setTimeout(resolve, 1))]).then(() => print("timeout"));
print(Symbol("s").description, Symbol.for("k") === Symbol.for("k"), globalThis.parseInt("12px"), isNaN(NaN), encodeURIComponent("ä b"));
print(new Date(2020, 1, 2).getFullYear(), Date.UTC(2020, 0), new Date("2020-01-01").toISOString());
print(std.getenv("NOTHING"), typeof os.now(), std.sprintf("%d %s", 1, "x"));
const file = std.tmpfile(); file.puts("line\n"); file.seek(0, std.SEEK_SET); print(file.getline()); file.close();
label: for (const key in { a: 1, b: 2 }) { for (const other of "ab") { if (key === other) continue label; } }
const weak = new WeakRef(shapes); print(weak.deref().length, new FinalizationRegistry(() => {}).register(shapes, 1));
print(structuredCloneLike({ a: [1] }).a);
function structuredCloneLike(value) { return JSON.parse(JSON.stringify(value)); }
