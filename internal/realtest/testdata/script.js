function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print(fib(20), Math.sin(1), Math.pow(2, 0.5), 1 / 3, -0, 1e300 * 1e10, 0x7fffffff + 1, (123.456).toFixed(2), (255).toString(16));
var o = { a: [1, 2, { b: "c" }], d: null, e: undefined, "ü": "\u20ac" };
print(JSON.stringify(o), JSON.stringify(JSON.parse('{"x":[1,2.5e3,"y"]}')));
try { throw new RangeError("thrown"); } catch (e) { print(e.name, e.message); } finally { print("finally"); }
try { null.x; } catch (e) { print(e instanceof TypeError); }
(function deep(n) { try { if (n) deep(n - 1); else throw n; } catch (e) { if (n < 50) throw e + 1; print("deep", e); } })(50);
print("the quick brown fox".replace(/(\w+) (\w+)/, "$2 $1"), /a(b+)c/.exec("xxabbbc")[1]);
var a = []; for (var i = 0; i < 1000; i++) a.push((i * 7919) % 1000); a.sort(function (x, y) { return x - y; }); print(a.slice(0, 5), a[999]);
var d = new Float64Array([1.5, 2.5]); print(d[0] + d[1], new Uint8Array(d.buffer)[6]);
print(new Date(0).toISOString(), parseInt("z", 36), parseFloat("3.14xyz"), encodeURIComponent("ä b"));
var s = 0; for (var i = 1; i < 100000; i++) s += Math.sqrt(i) / (i % 7 + 1); print(s);
"done".length;
