// Exceptions through several frames, with destructors on the way, and static objects.
#include "note.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {
struct Noted {
	const char *name;
	explicit Noted(const char *n) : name(n) { note("construct %s", name); }
	~Noted() { note("destroy %s", name); }
};
Noted global("global");
Noted other("other");

struct Count {
	int &n;
	explicit Count(int &n) : n(n) { n++; }
	~Count() { n--; }
};
}

Noted &local()
{
	static Noted once("local static");
	return once;
}

template <class T> __attribute__((noinline)) T deep(int depth, int &live, T what)
{
	Count guard(live);
	std::vector<std::string> some(3, std::string(40, 'x'));
	if (depth == 0)
		throw what;
	return deep(depth - 1, live, what);
}

// Catches at its own depth, changes the exception and rethrows.
__attribute__((noinline)) int middle(int depth, int &live)
{
	Count guard(live);
	try {
		return deep(depth, live, depth);
	} catch (int v) {
		throw std::runtime_error("depth " + std::to_string(v));
	}
}

// Returns how many exceptions arrived as they should; -1 if an object leaked.
extern "C" int throw_many(int times)
{
	int live = 0, good = 0;
	for (int i = 0; i < times; i++) {
		try {
			middle(i % 7 + 1, live);
		} catch (const std::exception &e) {
			good += std::string(e.what()) == "depth " + std::to_string(i % 7 + 1);
		}
		try {
			std::string().at(i); // thrown by libstdc++
		} catch (const std::out_of_range &) {
			good++;
		}
		if (live != 0)
			return -1;
	}
	return good;
}

int main()
{
	note("main, local is %s", local().name);
	note("%d", throw_many(50));
	auto p = std::make_shared<Noted>("shared");
	std::weak_ptr<Noted> w = p;
	p.reset();
	note("expired %d", w.expired());
	return 0;
}
