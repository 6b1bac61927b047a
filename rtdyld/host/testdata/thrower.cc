// Throws what catcher.cc catches: a type of both files, one of libstdc++ and one
// that nobody catches by name.
#include "thrown.h"
#include <stdexcept>
void throw_it(int what)
{
	switch (what) {
	case 0: throw Thrown(7);
	case 1: throw std::out_of_range("far");
	case 2: throw "text";
	case 3: throw Derived(9);
	}
}
