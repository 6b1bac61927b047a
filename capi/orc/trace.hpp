/* A listener that writes what is linked to a file, for layer.cc of orc and engine.cc of mcjit. */
#ifndef RTDYLD_ORC_TRACE_HPP
#define RTDYLD_ORC_TRACE_HPP

#include "llvm/ExecutionEngine/JITEventListener.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/Object/ObjectFile.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace rtdyld {
namespace detail {

/* Trace writes a line for each object that comes and goes to the file that a variable of the environment names. */
class Trace : public llvm::JITEventListener {
public:
	explicit Trace(const char *Variable)
	{
		if (const char *Path = getenv(Variable))
			File = open(Path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	}
	bool on() const { return File >= 0; }
	void notifyObjectLoaded(ObjectKey K, const llvm::object::ObjectFile &Obj, const llvm::RuntimeDyld::LoadedObjectInfo &L) override
	{
		uint64_t Code = 0;
		for (auto &S : Obj.sections())
			if (S.isText() && L.getSectionLoadAddress(S))
				Code += S.getSize();
		say("%d loaded %llu %llu\n", int(getpid()), (unsigned long long)K, (unsigned long long)Code);
	}
	void notifyFreeingObject(ObjectKey K) override { say("%d removed %llu\n", int(getpid()), (unsigned long long)K); }

private:
	template <typename... Args> void say(const char *Format, Args... A)
	{
		char Line[128];
		int N = snprintf(Line, sizeof Line, Format, A...);
		if (write(File, Line, N) != N)
			File = -1;
	}
	int File = -1;
};

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_ORC_TRACE_HPP */
