// Exceptions inside loaded code and out of it, static C++ objects, thread-locals.
#include <stdexcept>
#include <string>
static thread_local int depth = 3;
struct counted {
	int n = 40;
} static object;
extern "C" int inside(int n)
{
	try {
		if (n > 2)
			throw std::runtime_error("too many: " + std::to_string(n));
		return n;
	} catch (const std::exception &e) {
		return int(std::string(e.what()).size()) + depth++ + object.n;
	}
}
extern "C" void outside(int n) { throw n; }
