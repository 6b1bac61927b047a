/* librtdyld-orc-N.so: what preload.c opens, for LLVM N. */
#include "rtdyld_orc.hpp"
#include "trace.hpp"

#include "llvm-c/ExecutionEngine.h"
#include "llvm-c/OrcEE.h"

#include <set>

using namespace llvm;

namespace {

rtdyld::detail::Trace &trace()
{
	static rtdyld::detail::Trace T("RTDYLD_ORC_TRACE");
	return T;
}

/* Ours are the layers that there are. */
struct {
	std::mutex Mutex;
	std::set<void *> Layers;
} Ours;

class Layer : public rtdyld::ObjectLinkingLayer {
public:
	explicit Layer(orc::ExecutionSession &ES, const rtdyld_options *Options = nullptr)
	    : ObjectLinkingLayer(ES, Options), Memory(Options ? Options->memory : nullptr)
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
		if (Memory) /* the linker goes after it, and the manager then */
			consumeError(rtdyld::detail::call([&](rtdyld_error **E) { return rtdyld_memory_free(Memory, E); }));
	}

private:
	rtdyld_memory *Memory;
};

#if LLVM_VERSION_MAJOR >= 16
/* Callbacks are a memory manager of six functions, those of LLVM's C API, which has a context for each object. */
class Callbacks {
public:
	void *Opaque;
	LLVMMemoryManagerCreateContextCallback Create;
	LLVMMemoryManagerNotifyTerminatingCallback Terminating;
	LLVMMemoryManagerAllocateCodeSectionCallback Code;
	LLVMMemoryManagerAllocateDataSectionCallback Data;
	LLVMMemoryManagerFinalizeMemoryCallback Finalize;
	LLVMMemoryManagerDestroyCallback Destroy;

	/* memory makes the library's manager of it, which it belongs to from then on. */
	Error memory(rtdyld_memory **Out)
	{
		rtdyld_memory_functions F;
		RTDYLD_INIT(&F);
		F.flags = RTDYLD_MEMORY_BY_SECTION;
		F.opaque = this;
		F.allocate = [](void *P, const rtdyld_request *R, rtdyld_block *B, char **) { return self(P).allocate(*R, *B); };
		F.finalize = [](void *P, const rtdyld_block *B, const rtdyld_kind *, size_t N, char **Text) {
			int Failed = 0;
			for (auto *C : self(P).contexts(B, N))
				Failed |= self(P).Finalize(C->Opaque, Text);
			return Failed;
		};
		F.release = [](void *P, const rtdyld_block *B, size_t N, char **) {
			for (auto *C : self(P).contexts(B, N)) {
				self(P).Destroy(C->Opaque);
				delete C;
			}
			return 0;
		};
		F.destroy = [](void *P) {
			self(P).Terminating(self(P).Opaque);
			delete &self(P);
		};
		return rtdyld::detail::call([&](rtdyld_error **E) { return rtdyld_memory_create(&F, Out, E); });
	}

private:
	/* A Context is that of an object: the object's blocks lead to it. */
	struct Context {
		void *Opaque;
		const void *Load;
	};

	static Callbacks &self(void *P) { return *static_cast<Callbacks *>(P); }

	int allocate(const rtdyld_request &R, rtdyld_block &B)
	{
		/* The library asks for one object after the other. */
		if (!Last || Last->Load != R.module)
			Last = new Context{Create(Opaque), R.module};
		auto *P = R.kind == RTDYLD_KIND_CODE
		              ? Code(Last->Opaque, R.bytes, R.alignment, R.section_id, R.section)
		              : Data(Last->Opaque, R.bytes, R.alignment, R.section_id, R.section, R.kind == RTDYLD_KIND_READ_ONLY);
		B.memory = P;
		B.address = reinterpret_cast<uintptr_t>(P);
		B.size = R.bytes;
		B.user = Last;
		return 0; /* memory that there is not is refused by the library, and released */
	}

	/* contexts are those of the blocks of a load. */
	std::set<Context *> contexts(const rtdyld_block *B, size_t N)
	{
		std::set<Context *> All;
		for (size_t I = 0; I < N; I++)
			All.insert(static_cast<Context *>(B[I].user));
		if (All.count(Last))
			Last = nullptr; /* another object may be at the same address */
		return All;
	}

	Context *Last = nullptr;
};
#endif

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

/* rtdyldx_orc_start returns when Go's runtime has started. */
EXPORT void rtdyldx_orc_start(void)
{
	rtdyld_linker_free(nullptr, nullptr); /* refused, by Go */
}

EXPORT LLVMOrcObjectLayerRef rtdyldx_orc_create(LLVMOrcExecutionSessionRef ES)
{
	orc::ObjectLayer *L = new Layer(*reinterpret_cast<orc::ExecutionSession *>(ES));
	return reinterpret_cast<LLVMOrcObjectLayerRef>(L);
}

#if LLVM_VERSION_MAJOR >= 16
EXPORT LLVMOrcObjectLayerRef rtdyldx_orc_create_callbacks(LLVMOrcExecutionSessionRef ES, void *Opaque,
                                                          LLVMMemoryManagerCreateContextCallback Create,
                                                          LLVMMemoryManagerNotifyTerminatingCallback Terminating,
                                                          LLVMMemoryManagerAllocateCodeSectionCallback Code,
                                                          LLVMMemoryManagerAllocateDataSectionCallback Data,
                                                          LLVMMemoryManagerFinalizeMemoryCallback Finalize,
                                                          LLVMMemoryManagerDestroyCallback Destroy)
{
	auto &Session = *reinterpret_cast<orc::ExecutionSession *>(ES);
	auto Memory = std::make_unique<Callbacks>();
	Memory->Opaque = Opaque;
	Memory->Create = Create;
	Memory->Terminating = Terminating;
	Memory->Code = Code;
	Memory->Data = Data;
	Memory->Finalize = Finalize;
	Memory->Destroy = Destroy;
	rtdyld_options Options;
	RTDYLD_INIT(&Options);
	if (auto Err = Memory->memory(&Options.memory))
		Session.reportError(std::move(Err)); /* each object has the reason again */
	else
		Memory.release();
	orc::ObjectLayer *L = new Layer(Session, &Options);
	return reinterpret_cast<LLVMOrcObjectLayerRef>(L);
}
#endif

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
