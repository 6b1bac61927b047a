#include "thrown.h"
#include <stdexcept>
extern "C" int catch_it(int what)
{
	try {
		throw_it(what);
	} catch (const Derived &d) {
		return d.value * 10;
	} catch (const Thrown &t) {
		return t.value;
	} catch (const std::logic_error &) {
		return 100;
	} catch (...) {
		return 200;
	}
	return -1;
}
