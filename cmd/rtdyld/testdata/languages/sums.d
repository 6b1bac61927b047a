import std.stdio, std.algorithm, std.range, std.conv, core.thread;
int tls = 1;
__gshared int shared_ = 40;
class Odd : Exception { this(string m) { super(m); } }
int main(string[] args)
{
	auto n = args[1].to!int;
	writefln("squares %s", iota(1, n + 1).map!(i => i * i).sum);
	auto t = new Thread({ tls += 1; shared_ += tls; });
	t.start(); t.join();
	writefln("shared %s tls %s", shared_, tls);
	int[string] map;
	foreach (w; ["b", "a", "b"]) map[w]++;
	writeln(map.keys.sort);
	try throw new Odd("odd"); catch (Odd e) writeln("caught ", e.msg);
	foreach (i; 0 .. 1000) new ubyte[10000];
	return n > 1000 ? 4 : 0;
}
