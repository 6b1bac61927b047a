// Thread-locals with constructors and destructors.
#include <string>
#include <thread>
#include <vector>
#include "note.h"

struct Loud {
	std::string name;
	explicit Loud(const char *n) : name(n) { say("made "); }
	~Loud() { say("gone "); }
	void say(const char *what) { note((what + name).c_str()); }
};

thread_local int plain = 40 + 2;
thread_local std::vector<int> list(3, plain);
thread_local Loud first("first");
extern thread_local int elsewhere;

static int count()
{
	static thread_local Loud local("local");
	static thread_local int n;
	return ++n;
}

struct Late {
	// Its end makes another thread-local with a destructor.
	~Late() { static thread_local Loud last("last"); note("late"); }
	int n = 1;
};
thread_local Late late;

// touch uses thread-locals of the calling thread and returns 42 + 3 + 5 the first time.
extern "C" int touch() { first.name += "!"; return plain + (int)list.size() + elsewhere + count() + late.n - 2; }

extern "C" int in_thread()
{
	int r = 0;
	std::thread([&] { r = touch(); }).join();
	return r;
}

int main()
{
	note("main");
	if (touch() != 50)
		return 1;
	return in_thread() == 50 ? 0 : 2;
}
