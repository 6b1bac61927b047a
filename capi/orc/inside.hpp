/* How a thread of a program with signals and forks of its own calls a library of Go's. */
#ifndef RTDYLD_INSIDE_HPP
#define RTDYLD_INSIDE_HPP

#include <csignal>
#include <initializer_list>
#include <pthread.h>

namespace rtdyld {
namespace detail {

/* Inside is held around calls of the library: see SIGNALS in rtdyld_orc.hpp. */
class Inside {
public:
	Inside()
	{
		sigset_t Block;
		sigfillset(&Block);
		/* Faults, and what Go's threads would get if this one did not: these have it open, always. */
		for (int S : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGCHLD, SIGPROF})
			sigdelset(&Block, S);
		pthread_sigmask(SIG_SETMASK, &Block, &Mask);
		/* It fails where the call comes from a handler on an alternate stack, which cannot be changed then. */
		if (library().ss_sp)
			Swapped = sigaltstack(&library(), &Host) == 0;
		else
			Swapped = sigaltstack(nullptr, &Host) == 0 && !(Host.ss_flags & SS_ONSTACK);
	}
	~Inside()
	{
		if (Swapped)
			sigaltstack(&Host, &library());
		if (library().ss_flags & SS_DISABLE)
			library().ss_sp = nullptr;
		pthread_sigmask(SIG_SETMASK, &Mask, nullptr);
	}
	Inside(const Inside &) = delete;
	Inside &operator=(const Inside &) = delete;

private:
	/* The alternate stack that the library has given this thread; it keeps it until the thread ends. */
	static stack_t &library()
	{
		static thread_local stack_t Stack = {};
		return Stack;
	}
	sigset_t Mask;
	stack_t Host;
	bool Swapped;
};

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_INSIDE_HPP */
