/*
 * LLVM's memory managers under rtdyld's layer: SectionMemoryManager, one that reserves, and one that fails call by call. argv:
 * the folder with the objects of objects.c and throw.cc.
 */
#include "rtdyld_orc.hpp"
#include "test.h"

#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace llvm::orc;

static ExitOnError ok("memory: ");
static std::string folder;

/* Counts are what managers were asked for. */
static struct {
	int Alive, Code, Data, Finalized, Registered, Deregistered, Reserved, Calls, Fail;
} counts;

/* fails counts a call, and says whether it is the one to fail. */
static bool fails() { return ++counts.Calls == counts.Fail; }

struct Counting : SectionMemoryManager {
	bool Reserves;
	uintptr_t Left = 0;
	explicit Counting(bool Reserves) : Reserves(Reserves) { counts.Alive++; }
	~Counting() override { counts.Alive--; }
	bool needsToReserveAllocationSpace() override { return Reserves; }
#if LLVM_VERSION_MAJOR >= 16
	using Alignment = Align;
#else
	using Alignment = uint32_t;
#endif
	void reserveAllocationSpace(uintptr_t Code, Alignment, uintptr_t ReadOnly, Alignment, uintptr_t Writable, Alignment) override
	{
		counts.Reserved++;
		Left = Code + ReadOnly + Writable;
	}
	void take(uintptr_t Size)
	{
		CHECK(!Reserves || Size <= Left);
		Left -= Size;
	}
	uint8_t *allocateCodeSection(uintptr_t Size, unsigned Align, unsigned ID, StringRef Name) override
	{
		counts.Code++, take(Size);
		return fails() ? nullptr : SectionMemoryManager::allocateCodeSection(Size, Align, ID, Name);
	}
	uint8_t *allocateDataSection(uintptr_t Size, unsigned Align, unsigned ID, StringRef Name, bool ReadOnly) override
	{
		counts.Data++, take(Size);
		return fails() ? nullptr : SectionMemoryManager::allocateDataSection(Size, Align, ID, Name, ReadOnly);
	}
	void registerEHFrames(uint8_t *Addr, uint64_t LoadAddr, size_t Size) override
	{
		counts.Registered++;
		CHECK(reinterpret_cast<uintptr_t>(Addr) == LoadAddr && Size > 0);
		SectionMemoryManager::registerEHFrames(Addr, LoadAddr, Size);
	}
	void deregisterEHFrames() override
	{
		counts.Deregistered++;
		SectionMemoryManager::deregisterEHFrames();
	}
	bool finalizeMemory(std::string *Why) override
	{
		counts.Finalized++;
		if (fails())
			return *Why = "not today", true;
		return SectionMemoryManager::finalizeMemory(Why);
	}
};

struct Scene {
	std::string Errors;
	std::unique_ptr<LLJIT> J;
	explicit Scene(bool Reserves)
	{
		J = ok(LLJITBuilder()
		           .setObjectLinkingLayerCreator([=](ExecutionSession &ES, const Triple &) {
			           return std::make_unique<rtdyld::ObjectLinkingLayer>(ES, [=] { return std::make_unique<Counting>(Reserves); });
		           })
		           .create());
		J->getExecutionSession().setErrorReporter([this](Error E) { Errors += toString(std::move(E)) + "\n"; });
		J->getMainJITDylib().addGenerator(ok(DynamicLibrarySearchGenerator::GetForCurrentProcess(J->getDataLayout().getGlobalPrefix())));
	}
	ResourceTrackerSP add(const char *Name)
	{
		auto RT = J->getMainJITDylib().createResourceTracker();
		ok(J->addObjectFile(RT, ok(errorOrToExpected(MemoryBuffer::getFile(folder + "/" + Name + ".o")))));
		return RT;
	}
	template <typename F> F *find(const char *Name)
	{
		auto A = J->lookup(Name);
		if (!A)
			return consumeError(A.takeError()), nullptr;
#if LLVM_VERSION_MAJOR >= 15
		return A->toPtr<F *>();
#else
		return reinterpret_cast<F *>(A->getAddress());
#endif
	}
};

/* works links, calls, throws and removes. */
static void works(bool Reserves)
{
	counts = {};
	{
		Scene S(Reserves);
		auto Even = S.add("EVEN"), Odd = S.add("ODD"), Number = S.add("NUMBER1");
		auto *F = S.find<int(unsigned)>("even");
		CHECK(F && F(10) && !F(7) && counts.Alive == 2);
		auto *N = S.find<int()>("number");
		CHECK(N && N() == 1 && N() == 2 && counts.Alive == 3);
		ok(Number->remove());
		CHECK(counts.Alive == 2 && counts.Deregistered == 1);
		S.add("THROW");
		auto *Catches = S.find<int(int (*)(int), int)>("catches");
		auto *Throws = S.find<int(int)>("throws");
		CHECK(Catches && Throws && Catches(Throws, 41) == 42);
		CHECK(counts.Code >= 4 && counts.Data >= 5 && counts.Finalized == 4 && counts.Registered == 4);
		CHECK(counts.Reserved == (Reserves ? 4 : 0) && S.Errors.empty());
	}
	CHECK(counts.Alive == 0 && counts.Deregistered == 4);
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 2)
		return 2;
	folder = argv[1];
	InitializeNativeTarget();
	InitializeNativeTargetAsmPrinter();
	works(false);
	works(true);
	int Failed = 0;
	for (int Fail = 1;; Fail++) {
		counts = {};
		counts.Fail = Fail;
		{
			Scene S(false);
			auto RT = S.add("NUMBER1");
			auto *N = S.find<int()>("number");
			if (counts.Calls < Fail) {
				CHECK(N && N() == 1);
				break;
			}
			Failed++;
			CHECK(!N && S.Errors.find("rtdyld: ") != std::string::npos && counts.Alive == 0);
			CHECK(counts.Finalized == 0 || S.Errors.find("not today") != std::string::npos);
			ok(RT->remove());
			S.add("NUMBER2"); /* the manager of the next works */
			N = S.find<int()>("number");
			CHECK(N && N() == 2 && counts.Alive == 1);
		}
		CHECK(counts.Alive == 0 && counts.Registered == counts.Deregistered);
	}
	CHECK(Failed >= 4); /* code, constants or data, bss, frames, finalizeMemory */
	return done("memory");
}
