/*
 * How long ObjectLayer::emit takes until an object's symbols are resolved and it may run: LLVM's RTDyldObjectLinkingLayer
 * and rtdyld's, in turns. argv: how many rounds, then objects. It prints for each object its bytes, the least
 * microseconds of LLVM's layer, of ours, their ratio, and how often ours changes the thread's signal mask for it, twice for
 * each time that it goes inside the library. In the environment EMIT_ONLY leaves LLVM's layer out, EMIT_APART has constants lie apart from code.
 */
#include "rtdyld_orc.hpp"

#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"

#include <chrono>
#include <cstdio>
#include <dlfcn.h>

using namespace llvm;
using namespace llvm::orc;

static ExitOnError ok("emit: ");

static unsigned long Masks; /* calls of pthread_sigmask */

extern "C" int pthread_sigmask(int How, const sigset_t *New, sigset_t *Old) noexcept
{
	static auto *Next = reinterpret_cast<int (*)(int, const sigset_t *, sigset_t *)>(dlsym(RTLD_NEXT, "pthread_sigmask"));
	Masks++;
	return Next(How, New, Old);
}

/* Timed is a layer that measures another's emit. */
struct Timed : ObjectLayer {
	ObjectLayer &Inner;
	double Least = 1e9, Last = 0;
	unsigned long Changes = 0; /* of the last emit */
	Timed(ExecutionSession &ES, ObjectLayer &Inner) : ObjectLayer(ES), Inner(Inner) {}
	void emit(std::unique_ptr<MaterializationResponsibility> R, std::unique_ptr<MemoryBuffer> O) override
	{
		auto Before = Masks;
		auto Start = std::chrono::steady_clock::now();
		Inner.emit(std::move(R), std::move(O));
		Last = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - Start).count();
		Least = std::min(Least, Last);
		Changes = Masks - Before;
	}
};

static void outside() {}

/* once links an object in a dylib of its own, where all that it leaves open is defined, and takes it away again. */
static void once(ExecutionSession &ES, Timed &Layer, JITDylib &D, MemoryBuffer &Object, const SymbolLookupSet &Names)
{
	auto RT = D.createResourceTracker();
	ok(Layer.add(RT, MemoryBuffer::getMemBuffer(Object.getMemBufferRef(), false)));
	ok(ES.lookup(makeJITDylibSearchOrder(&D, JITDylibLookupFlags::MatchAllSymbols), Names));
	ok(RT->remove());
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	int Rounds = atoi(argv[1]);
	bool One = getenv("EMIT_ONLY") != nullptr; /* for profiles */
	ExecutionSession ES(ok(SelfExecutorProcessControl::Create()));
	RTDyldObjectLinkingLayer Theirs(ES, [] { return std::make_unique<SectionMemoryManager>(); });
	rtdyld_options Options;
	RTDYLD_INIT(&Options);
	rtdyld::ObjectLinkingLayer Ours(ES, getenv("EMIT_APART") ? &Options : nullptr);
	for (int I = 2; I < argc; I++) {
		auto Object = ok(errorOrToExpected(MemoryBuffer::getFile(argv[I])));
		auto File = ok(object::ObjectFile::createObjectFile(Object->getMemBufferRef()));
		Timed L(ES, Theirs), R(ES, Ours);
		auto &D = ES.createBareJITDylib(argv[I]);
		SymbolMap Outside;
		SymbolLookupSet Names;
		for (auto &S : File->symbols()) {
			auto Flags = cantFail(S.getFlags());
			auto Name = cantFail(S.getName());
			if (Flags & object::SymbolRef::SF_Undefined) {
				if (!Name.empty() && Name != "_GLOBAL_OFFSET_TABLE_")
					Outside[ES.intern(Name)] = rtdyld::detail::define(reinterpret_cast<uintptr_t>(outside), JITSymbolFlags::Exported);
			} else if ((Flags & object::SymbolRef::SF_Global) && Names.empty()) {
				Names.add(ES.intern(Name)); /* one is enough to have the object linked */
			}
		}
		ok(D.define(absoluteSymbols(Outside)));
		for (int K = 0; K < Rounds; K++) {
			if (!One)
				once(ES, L, D, *Object, Names);
			once(ES, R, D, *Object, Names);
		}
		printf("%s\t%zu\t%.1f\t%.1f\t%.2f\t%lu\n", argv[I], Object->getBufferSize(), L.Least, R.Least, R.Least / L.Least, R.Changes);
	}
	ok(ES.endSession());
}
