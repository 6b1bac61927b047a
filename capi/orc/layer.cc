/* librtdyld-orc-N.so: what preload.c opens, for LLVM N. */
#include "rtdyld_orc.hpp"

#include "llvm-c/ExecutionEngine.h"
#include "llvm-c/OrcEE.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <set>

using namespace llvm;

namespace {

/* Trace writes a line for each object that comes and goes to the file that RTDYLD_ORC_TRACE names. */
class Trace : public JITEventListener {
public:
	Trace()
	{
		if (const char *Path = getenv("RTDYLD_ORC_TRACE"))
			File = open(Path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	}
	bool on() const { return File >= 0; }
	void notifyObjectLoaded(ObjectKey K, const object::ObjectFile &Obj, const RuntimeDyld::LoadedObjectInfo &L) override
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

Trace &trace()
{
	static Trace T;
	return T;
}

/* Ours are the layers that there are. */
struct {
	std::mutex Mutex;
	std::set<void *> Layers;
} Ours;

class Layer : public rtdyld::ObjectLinkingLayer {
public:
	explicit Layer(orc::ExecutionSession &ES) : ObjectLinkingLayer(ES)
	{
		if (trace().on())
			registerJITEventListener(trace());
		std::lock_guard<std::mutex> Lock(Ours.Mutex);
		Ours.Layers.insert(static_cast<orc::ObjectLayer *>(this));
	}
	~Layer() override
	{
		std::lock_guard<std::mutex> Lock(Ours.Mutex);
		Ours.Layers.erase(static_cast<orc::ObjectLayer *>(this));
	}
};

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

/* rtdyldx_orc_start returns when Go's runtime has started. */
EXPORT void rtdyldx_orc_start(void)
{
	rtdyld_linker_free(nullptr, nullptr); /* refused, by Go */
	rtdyld::detail::process();
}

EXPORT LLVMOrcObjectLayerRef rtdyldx_orc_create(LLVMOrcExecutionSessionRef ES)
{
	orc::ObjectLayer *L = new Layer(*reinterpret_cast<orc::ExecutionSession *>(ES));
	return reinterpret_cast<LLVMOrcObjectLayerRef>(L);
}

/* rtdyldx_orc_register reports whether the layer is one of ours. */
EXPORT int rtdyldx_orc_register(LLVMOrcObjectLayerRef L, LLVMJITEventListenerRef Listener)
{
	{
		std::lock_guard<std::mutex> Lock(Ours.Mutex);
		if (!Ours.Layers.count(L))
			return 0;
	}
	static_cast<Layer *>(reinterpret_cast<orc::ObjectLayer *>(L))
	    ->registerJITEventListener(*reinterpret_cast<JITEventListener *>(Listener));
	return 1;
}
