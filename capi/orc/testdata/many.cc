/*
 * Many modules, each with one function, which calls that of half its number. argv: how many. It counts what the layer is
 * asked for, and prints how long all take, by rtdyld's layer and by LLVM's.
 */
#include "rtdyld_orc.hpp"
#include "test.h"

#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/TargetSelect.h"

#include <chrono>

using namespace llvm;
using namespace llvm::orc;

static ExitOnError ok("many: ");

/* Objects are made once: function 0 returns 0, each other one more than that of half its number. */
static std::vector<std::unique_ptr<MemoryBuffer>> objects(unsigned N)
{
	auto Machine = ok(ok(JITTargetMachineBuilder::detectHost()).createTargetMachine());
	SimpleCompiler Compile(*Machine);
	std::vector<std::unique_ptr<MemoryBuffer>> All;
	for (unsigned I = 0; I < N; I++) {
		LLVMContext C;
		Module M("m" + std::to_string(I), C);
		M.setDataLayout(Machine->createDataLayout());
		auto *Type = FunctionType::get(Type::getInt32Ty(C), false);
		IRBuilder<> B(BasicBlock::Create(C, "", Function::Create(Type, Function::ExternalLinkage, "f" + std::to_string(I), M)));
		Value *Sum = B.getInt32(0);
		if (I)
			Sum = B.CreateAdd(B.CreateCall(M.getOrInsertFunction("f" + std::to_string(I / 2), Type)), B.getInt32(1));
		B.CreateRet(Sum);
		All.push_back(ok(Compile(M)));
	}
	return All;
}

/* Counting is a layer that counts what another is asked for. */
struct Counting : ObjectLayer {
	ObjectLayer &Inner;
	size_t Emitted = 0;
	Counting(ExecutionSession &ES, ObjectLayer &Inner) : ObjectLayer(ES), Inner(Inner) {}
	void emit(std::unique_ptr<MaterializationResponsibility> R, std::unique_ptr<MemoryBuffer> O) override
	{
		Emitted++;
		Inner.emit(std::move(R), std::move(O));
	}
};

/* run links the first N objects, in milliseconds. */
static double run(bool Ours, const std::vector<std::unique_ptr<MemoryBuffer>> &All, unsigned N)
{
	ExecutionSession ES(ok(SelfExecutorProcessControl::Create()));
	std::unique_ptr<ObjectLayer> Layer;
	if (Ours)
		Layer = std::make_unique<rtdyld::ObjectLinkingLayer>(ES);
	else
		Layer = std::make_unique<RTDyldObjectLinkingLayer>(ES, [] { return std::make_unique<SectionMemoryManager>(); });
	Counting L(ES, *Layer);
	auto &D = ES.createBareJITDylib("main");
	auto Start = std::chrono::steady_clock::now();
	std::vector<ResourceTrackerSP> Trackers;
	SymbolLookupSet Names;
	for (unsigned I = 0; I < N; I++) {
		Trackers.push_back(D.createResourceTracker());
		ok(L.add(Trackers.back(), MemoryBuffer::getMemBuffer(All[I]->getMemBufferRef(), false)));
		Names.add(ES.intern("f" + std::to_string(I)));
	}
	CHECK(L.Emitted == 0); /* nothing is linked that nobody needs */
	auto Last = ok(ES.lookup({&D}, "f" + std::to_string(N - 1)));
	unsigned Deep = Log2_32(N - 1) + 1;
	CHECK(L.Emitted == Deep + 1);
	auto Found = ok(ES.lookup(makeJITDylibSearchOrder(&D), Names));
	CHECK(L.Emitted == N && Found.size() == N);
	auto Took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - Start).count();
	auto Call = [](const rtdyld::detail::Definition &S) { return reinterpret_cast<int (*)()>(rtdyld::detail::addressOf(S))(); };
	CHECK(Call(Last) == int(Deep) && Call(Found[ES.intern("f0")]) == 0 && Call(Found[ES.intern("f9")]) == 4);
	/* Those that nothing calls go while the others are used. */
	for (unsigned I = N / 2 + 1; I < N; I++)
		ok(Trackers[I]->remove());
	auto Middle = ok(ES.lookup({&D}, "f" + std::to_string(N / 2)));
	CHECK(Call(Middle) == int(Log2_32(N / 2) + 1) && L.Emitted == N);
	ok(ES.endSession());
	return Took;
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 2)
		return 2;
	InitializeNativeTarget();
	InitializeNativeTargetAsmPrinter();
	unsigned N = atoi(argv[1]);
	auto All = objects(N);
	for (unsigned K : {N / 4, N / 2, N}) {
		double Ours = 1e9, Theirs = 1e9;
		for (int I = 0; I < (getenv("MANY_ROUNDS") ? atoi(getenv("MANY_ROUNDS")) : 1); I++) {
			Ours = std::min(Ours, run(true, All, K));
			Theirs = std::min(Theirs, run(false, All, K));
		}
		printf("%u modules: %.1f ms, LLVM's layer %.1f ms\n", K, Ours, Theirs);
	}
	return done("many");
}
