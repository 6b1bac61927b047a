/* rtdyld::MCJIT does what llvm::MCJIT says of modules, names, memory, listeners and caches. argv[1]: with "llvm" LLVM's own does all that both do. */
#include "rtdyld_mcjit.hpp"

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/MCJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"

#include <atomic>
#include <map>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace llvm;

static bool Ours = true;
static int Failures;

#define CHECK(X)                                                                                \
	do {                                                                                    \
		if (!(X)) {                                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #X);                 \
			Failures++;                                                             \
		}                                                                               \
	} while (0)

/* ir parses a module; its pointers are i32* and i8*, which LLVM 17 and later do not know. */
static std::unique_ptr<Module> ir(LLVMContext &C, const std::string &Name, std::string Text)
{
#if LLVM_VERSION_MAJOR >= 17
	for (const char *Old : {"i32*", "i8**", "i8*", "void ()*"})
		for (size_t At; (At = Text.find(Old)) != std::string::npos;)
			Text.replace(At, strlen(Old), "ptr");
#endif
	SMDiagnostic Bad;
	auto M = parseAssemblyString(Text, Bad, C);
	if (!M) {
		Bad.print("engine.cc", errs());
		exit(1);
	}
	M->setModuleIdentifier(Name);
	return M;
}

/* number is a module with a function of a name that returns a number. */
static std::unique_ptr<Module> number(LLVMContext &C, const std::string &Name, int N, const std::string &Linkage = "")
{
	return ir(C, Name + std::to_string(N), "define " + Linkage + " i32 @" + Name + "() { ret i32 " + std::to_string(N) + " }");
}

struct Engine {
	std::string Error;
	std::unique_ptr<ExecutionEngine> E;
	Engine(std::unique_ptr<Module> M, std::unique_ptr<RTDyldMemoryManager> Memory = nullptr)
	{
		EngineBuilder B(std::move(M));
		B.setErrorStr(&Error).setEngineKind(EngineKind::JIT);
		if (Memory)
			B.setMCJITMemoryManager(std::move(Memory));
		E.reset(B.create());
		if (!E) {
			fprintf(stderr, "%s\n", Error.c_str());
			exit(1);
		}
		CHECK(!Ours || dynamic_cast<rtdyld::MCJIT *>(E.get()));
	}
	ExecutionEngine *operator->() { return E.get(); }
	int call(const std::string &Name)
	{
		uint64_t Address = E->getFunctionAddress(Name);
		if (!Address)
			return -1;
		return reinterpret_cast<int (*)()>(Address)();
	}
};

struct Listener : JITEventListener {
	std::map<ObjectKey, uint64_t> Loaded; /* code, and where it is */
	int Freed = 0;
	void notifyObjectLoaded(ObjectKey K, const object::ObjectFile &Obj, const RuntimeDyld::LoadedObjectInfo &L) override
	{
		for (auto &S : Obj.sections()) {
			uint64_t At = L.getSectionLoadAddress(S);
			if (S.isText() && S.getSize())
				Loaded[K] = At;
		}
		CHECK(L.getObjectForDebug(Obj).getBinary());
	}
	void notifyFreeingObject(ObjectKey K) override { Freed += Loaded.erase(K); }
};

static void states()
{
	LLVMContext C;
	Listener Heard;
	{
		auto M = ir(C, "a", "declare i32 @b()\ndefine i32 @a() { %r = call i32 @b()\n %s = add i32 %r, 1\n ret i32 %s }");
		auto *A = M.get();
		Engine E(std::move(M));
		E->RegisterJITEventListener(&Heard);
		auto B = number(C, "b", 41), Alone = number(C, "alone", 5), Gone = number(C, "gone", 6);
		auto *GoneP = Gone.get();
		E->addModule(std::move(B));
		E->addModule(std::move(Alone));
		E->addModule(std::move(Gone));
		CHECK(Heard.Loaded.empty());
		CHECK(E->FindFunctionNamed("alone") && !E->FindFunctionNamed("nosuch"));
		CHECK(E->removeModule(GoneP) && !E->removeModule(GoneP));
		delete GoneP;
		CHECK(!E->getFunctionAddress("gone"));
		E->generateCodeForModule(A);
		E->generateCodeForModule(A);
		CHECK(Heard.Loaded.size() == 1);
		CHECK(E.call("a") == 42);
		CHECK(Heard.Loaded.size() == 2); /* what it wants was loaded, nothing else */
		uint64_t Address = E->getFunctionAddress("a");
		bool Within = false;
		for (auto &L : Heard.Loaded)
			Within |= L.second == Address;
		CHECK(Within);
		CHECK(E->getFunctionAddress("nosuch") == 0);
		E->finalizeObject();
		CHECK(Heard.Loaded.size() == 3 && E.call("alone") == 5);
		CHECK(E->getPointerToFunction(A->getFunction("a")) == reinterpret_cast<void *>(Address));
		/* A module that goes leaves its code. */
		CHECK(E->removeModule(A));
		delete A;
		CHECK(E.call("a") == 42 && !E->FindFunctionNamed("a"));
		E->UnregisterJITEventListener(&Heard);
		E->addModule(number(C, "quiet", 1));
		CHECK(E.call("quiet") == 1 && Heard.Loaded.size() == 3);
		E->RegisterJITEventListener(&Heard);
	}
	CHECK(Heard.Loaded.empty() && Heard.Freed == 3);
}

static void names()
{
	LLVMContext C;
	Engine E(ir(C, "first", "define weak i32 @w() { ret i32 1 }\ndefine i32 @useFirst() { %r = call i32 @w()\n ret i32 %r }"));
	CHECK(E.call("useFirst") == 1);
	/* A weak definition that is there already is taken, a strong one counts from then on. */
	E->addModule(ir(C, "second", "define weak i32 @w() { ret i32 2 }\ndefine i32 @useSecond() { %r = call i32 @w()\n ret i32 %r }"));
	CHECK(E.call("useSecond") == 1);
	auto Third = number(C, "w", 3);
	auto *M = Third.get();
	E->addModule(std::move(Third));
	E->generateCodeForModule(M);
	CHECK(E.call("w") == 3 && E.call("useFirst") == 1);
	/* The last of several strong ones. */
	E->addModule(number(C, "twice", 1));
	CHECK(E.call("twice") == 1);
	auto Again = number(C, "twice", 2);
	M = Again.get();
	E->addModule(std::move(Again));
	E->generateCodeForModule(M);
	CHECK(E.call("twice") == 2);
	/* Local functions are found, those of the module itself by the function. */
	auto Local = ir(C, "local", "define internal i32 @local() { ret i32 7 }\ndefine i32 @useLocal() { %r = call i32 @local()\n ret i32 %r }");
	auto *F = Local->getFunction("local");
	E->addModule(std::move(Local));
	CHECK(E.call("useLocal") == 7 && E.call("local") == 7);
	CHECK(reinterpret_cast<int (*)()>(E->getPointerToFunction(F))() == 7);
	/* Variables and aliases are no functions. */
	E->addModule(ir(C, "data", "@v = global i32 8\n@alias = alias i32, i32* @v"));
	CHECK(E->getFunctionAddress("v") == 0);
	auto *V = reinterpret_cast<int *>(E->getGlobalValueAddress("v"));
	CHECK(V && *V == 8 && E->getGlobalValueAddress("alias") == reinterpret_cast<uintptr_t>(V));
	CHECK(E->FindGlobalVariableNamed("v"));
}

static int mapped() { return 11; }
static int made() { return 12; }

/* Names has a memory manager's resolver answer. */
struct Names : SectionMemoryManager {
	std::map<std::string, int> Asked;
	uint64_t getSymbolAddress(const std::string &Name) override
	{
		Asked[Name]++;
		return Name == "resolved" ? reinterpret_cast<uintptr_t>(+[] { return 13; }) : SectionMemoryManager::getSymbolAddress(Name);
	}
};

static std::unique_ptr<Module> calling(LLVMContext &C, const std::string &Name)
{
	return ir(C, "call " + Name, "declare i32 @" + Name + "()\ndefine i32 @call_" + Name + "() { %r = call i32 @" + Name + "()\n ret i32 %r }");
}

static void elsewhere()
{
	LLVMContext C;
	auto Memory = std::make_unique<Names>();
	auto *Asked = &Memory->Asked;
	Engine E(calling(C, "mapped"), std::move(Memory));
	E->addGlobalMapping("mapped", reinterpret_cast<uintptr_t>(mapped));
	CHECK(E.call("call_mapped") == 11 && E.call("mapped") == 11 && !Asked->count("mapped"));
	E->addModule(calling(C, "resolved"));
	CHECK(E.call("call_resolved") == 13 && Asked->count("resolved"));
	E->InstallLazyFunctionCreator([](const std::string &Name) { return Name == "made" ? reinterpret_cast<void *>(made) : nullptr; });
	E->addModule(calling(C, "made"));
	CHECK(E.call("call_made") == 12 && !Asked->count("made"));
	E->addModule(calling(C, "getpid"));
	CHECK(E.call("call_getpid") == getpid());
	/* A creator that asks the engine itself. */
	E->addModule(number(C, "inner", 14));
	E->InstallLazyFunctionCreator([&E](const std::string &Name) {
		return Name == "outer" ? reinterpret_cast<void *>(E->getFunctionAddress("inner")) : Name == "made" ? reinterpret_cast<void *>(made) : nullptr;
	});
	if (Ours) { /* LLVM's own recurses without end */
		E->addModule(calling(C, "outer"));
		CHECK(E.call("call_outer") == 14);
	}
	CHECK(!E->hasError());
	E->DisableSymbolSearching();
	CHECK(E->getPointerToNamedFunction("getpid", false) == nullptr);
	CHECK(E->getPointerToNamedFunction("made", false) == reinterpret_cast<void *>(made));
}

static void missing()
{
	LLVMContext C;
	Engine E(calling(C, "later"));
	E->addModule(number(C, "good", 9));
	E->finalizeObject();
	CHECK(E->hasError() && StringRef(E->getErrorMessage()).contains("later"));
	E->clearErrorMessage();
	CHECK(E.call("good") == 9);
	if (Ours) { /* what is added later helps; LLVM's goes on to fail */
		CHECK(E.call("call_later") == -1);
		E->clearErrorMessage();
		E->addModule(number(C, "later", 10));
		CHECK(E.call("call_later") == 10 && !E->hasError());
		E->addModule(ir(C, "maybe", "@maybe = extern_weak global i32\n@at = global i64 ptrtoint (i32* @maybe to i64)"));
		auto *At = reinterpret_cast<uint64_t *>(E->getGlobalValueAddress("at"));
		CHECK(At && *At == 0 && !E->hasError());
	}
}

/* Counting counts what it is asked, and sees to it that code is written before it is finalized alone. */
struct Counting : SectionMemoryManager {
	struct Counts {
		int Code = 0, Data = 0, Finalized = 0, Frames = 0, Dropped = 0, Objects = 0, Reserved = 0, Gone = 0;
		uintptr_t Room = 0; /* of what was reserved for code, where each section ends at a multiple of its alignment */
	} &N;
	explicit Counting(Counts &N) : N(N) {}
	~Counting() override { N.Gone++; }
	uint8_t *allocateCodeSection(uintptr_t Size, unsigned Align, unsigned ID, StringRef Name) override
	{
		uintptr_t Takes = (Size + Align - 1) / Align * Align;
		CHECK(Takes <= N.Room);
		N.Room -= Takes;
		return N.Code++, SectionMemoryManager::allocateCodeSection(Size, Align, ID, Name);
	}
	uint8_t *allocateDataSection(uintptr_t Size, unsigned Align, unsigned ID, StringRef Name, bool ReadOnly) override
	{
		return N.Data++, SectionMemoryManager::allocateDataSection(Size, Align, ID, Name, ReadOnly);
	}
	bool finalizeMemory(std::string *Text) override { return N.Finalized++, SectionMemoryManager::finalizeMemory(Text); }
	void registerEHFrames(uint8_t *At, uint64_t Load, size_t Size) override { N.Frames++, SectionMemoryManager::registerEHFrames(At, Load, Size); }
	void deregisterEHFrames() override { N.Dropped++, SectionMemoryManager::deregisterEHFrames(); }
	bool needsToReserveAllocationSpace() override { return true; }
	void reserveAllocationSpace(uintptr_t Code, rtdyld::detail::Forward::Alignment, uintptr_t, rtdyld::detail::Forward::Alignment, uintptr_t,
	                            rtdyld::detail::Forward::Alignment) override
	{
		N.Reserved += Code > 0;
		N.Room = Code;
	}
	using SectionMemoryManager::notifyObjectLoaded;
	void notifyObjectLoaded(ExecutionEngine *, const object::ObjectFile &) override { N.Objects++; }
};

static void thrower() { throw 17; }

static void memory()
{
	LLVMContext C;
	Counting::Counts N;
	{
		Engine E(ir(C, "throws", "declare void @thrower()\n@v = global i32 1\ndefine i32 @throws() uwtable { call void @thrower()\n ret i32 0 }"),
		         std::make_unique<Counting>(N));
		E->addGlobalMapping("thrower", reinterpret_cast<uintptr_t>(thrower));
		E->addModule(calling(C, "one"));
		E->addModule(number(C, "one", 1));
		E->finalizeObject();
		CHECK(N.Code >= 3 && N.Data >= 1 && N.Objects == 3 && N.Reserved == 3);
		CHECK(N.Finalized == 1 && N.Frames >= 1 && N.Dropped == 0);
		int Thrown = 0;
		try {
			E.call("throws");
		} catch (int T) {
			Thrown = T;
		}
		CHECK(Thrown == 17 && E.call("call_one") == 1);
		E->addModule(number(C, "two", 2));
		CHECK(E.call("two") == 2 && N.Objects == 4);
	}
	CHECK(N.Dropped >= 1 && N.Gone == 1);
	/* Without one: exceptions as well. */
	Engine E(ir(C, "throws", "declare void @thrower()\ndefine i32 @throws() uwtable { call void @thrower()\n ret i32 0 }"));
	E->addGlobalMapping("thrower", reinterpret_cast<uintptr_t>(thrower));
	int Thrown = 0;
	try {
		E.call("throws");
	} catch (int T) {
		Thrown = T;
	}
	CHECK(Thrown == 17);
}

struct Cache : ObjectCache {
	std::map<std::string, std::string> Kept;
	int Used = 0;
	void notifyObjectCompiled(const Module *M, MemoryBufferRef Obj) override { Kept[M->getModuleIdentifier()] = Obj.getBuffer().str(); }
	std::unique_ptr<MemoryBuffer> getObject(const Module *M) override
	{
		auto I = Kept.find(M->getModuleIdentifier());
		if (I == Kept.end())
			return nullptr;
		Used++;
		return MemoryBuffer::getMemBufferCopy(I->second);
	}
};

static object::OwningBinary<object::ObjectFile> file(const std::string &Bytes)
{
	auto Buffer = MemoryBuffer::getMemBufferCopy(Bytes, "object.o");
	auto File = cantFail(object::ObjectFile::createObjectFile(Buffer->getMemBufferRef()));
	return {std::move(File), std::move(Buffer)};
}

static void files()
{
	LLVMContext C;
	Cache Kept;
	{
		Engine E(number(C, "cached", 1));
		E->setObjectCache(&Kept);
		E->addModule(calling(C, "cached"));
		CHECK(E.call("call_cached") == 1 && Kept.Kept.size() == 2 && Kept.Used == 0);
	}
	{ /* by the name alone the same object: it returns 1 */
		auto M = number(C, "cached", 2);
		M->setModuleIdentifier("cached1");
		Engine E(std::move(M));
		E->setObjectCache(&Kept);
		CHECK(E.call("cached") == 1 && Kept.Used == 1);
	}
	Engine E(std::make_unique<Module>("empty", C));
	E->addObjectFile(file(Kept.Kept["call cached"]));
	NewArchiveMember Member(MemoryBufferRef(Kept.Kept["cached1"], "cached.o"));
	auto Archive = cantFail(writeArchiveToBuffer(
#if LLVM_VERSION_MAJOR >= 18
	    Member, SymtabWritingMode::NormalSymtab,
#else
	    Member, true,
#endif
	    object::Archive::K_GNU, true, false));
	auto A = cantFail(object::Archive::create(Archive->getMemBufferRef()));
	E->addArchive({std::move(A), std::move(Archive)});
	CHECK(E.call("call_cached") == 1 && E.call("cached") == 1);
}

static void run()
{
	LLVMContext C;
	auto Owned = ir(C, "run",
	                "@n = global i32 0\n"
	                "@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @set, i8* null }]\n"
	                "define internal void @set() { store i32 5, i32* @n\n ret void }\n"
	                "define i32 @get() { %n = load i32, i32* @n\n ret i32 %n }\n"
	                "define i32 @main(i32 %c, i8** %v) { ret i32 %c }\n"
	                "define double @half() { ret double 0.5 }\n"
	                "define i64 @long() { ret i64 -3 }\n"
	                "define i1 @yes() { ret i1 true }\n");
	auto *M = Owned.get();
	Engine E(std::move(Owned));
	E->finalizeObject();
	CHECK(E->runFunction(M->getFunction("get"), {}).IntVal == 0);
	E->runStaticConstructorsDestructors(false);
	CHECK(E->runFunction(M->getFunction("get"), {}).IntVal == 5);
	CHECK(E->runFunctionAsMain(M->getFunction("main"), {"a", "b", "c"}, nullptr) == 3);
	CHECK(E->runFunction(M->getFunction("half"), {}).DoubleVal == 0.5);
	CHECK(E->runFunction(M->getFunction("long"), {}).IntVal.getSExtValue() == -3);
	CHECK(E->runFunction(M->getFunction("yes"), {}).IntVal == 1);
}

/* Where sections are. */
struct Where : SectionMemoryManager {
	std::map<std::string, uint8_t *> At;
	uint8_t *allocateDataSection(uintptr_t Size, unsigned Align, unsigned ID, StringRef Name, bool ReadOnly) override
	{
		return At[Name.str()] = SectionMemoryManager::allocateDataSection(Size, Align, ID, Name, ReadOnly);
	}
};

static void sections()
{
	LLVMContext C;
	auto Memory = std::make_unique<Where>();
	auto *At = &Memory->At;
	auto Owned = ir(C, "mapped", "@v = global i32 1, section \".data.v\"\n@p = global i32* @v, section \".data.p\"");
	auto *M = Owned.get();
	Engine E(std::move(Owned), std::move(Memory));
	E->generateCodeForModule(M);
	CHECK(At->count(".data.v") && At->count(".data.p"));
	E->mapSectionAddress((*At)[".data.v"], 0x7000000010);
	E->finalizeObject();
	CHECK(E->getGlobalValueAddress("v") == 0x7000000010);
	uint64_t P = 0;
	memcpy(&P, (*At)[".data.p"], sizeof P);
	CHECK(P == 0x7000000010);
	{ /* the same by a RuntimeDyld, as managers for other processes do it */
		struct Told : Where {
			using Where::notifyObjectLoaded;
			void notifyObjectLoaded(RuntimeDyld &Dyld, const object::ObjectFile &Obj) override
			{
				CHECK(Obj.isRelocatableObject());
				if (At.count(".data.v"))
					Dyld.mapSectionAddress(At[".data.v"], 0x6000000010);
			}
		};
		auto Memory = std::make_unique<Told>();
		auto *At = &Memory->At;
		/* While it is finalized others are loaded, and mapped. */
		Engine E(ir(C, "told", "@v = global i32 7, section \".data.v\"\n@p = global i32* @v, section \".data.p\""), std::move(Memory));
		E->addModule(ir(C, "first", "@second = external global i32\n@f = global i32* @second\n@d = external global i32\n@e = global i32* @d"));
		E->addModule(ir(C, "second", "@third = external global i32\n@second = global i32 1, section \".data.v\"\n@s = global i32* @third"));
		E->addModule(ir(C, "third", "@third = global i32 1, section \".data.v\"\n@d = global i32 1"));
		auto *F = reinterpret_cast<uint64_t *>(E->getGlobalValueAddress("f"));
		CHECK(F && *F == 0x6000000010 && !E->hasError());
		CHECK(E->getGlobalValueAddress("v") == 0x6000000010);
		uint64_t P = 0;
		memcpy(&P, (*At)[".data.p"], sizeof P);
		CHECK(P == 0x6000000010 && *(*At)[".data.v"] == 7);
	}
	for (bool All : {false, true}) {
		auto Memory = std::make_unique<Where>();
		auto *At = &Memory->At;
		Engine E(ir(C, "all", "module asm \".section more,\\22\\22,@progbits\"\nmodule asm \".quad 1\"\nmodule asm \".text\"\ndefine i32 @f() { ret i32 1 }"),
		         std::move(Memory));
		E->setProcessAllSections(All);
		CHECK(E.call("f") == 1 && At->count("more") == All);
	}
}

static void threads()
{
	LLVMContext C;
	Engine E(std::make_unique<Module>("empty", C));
	for (int I = 0; I < 40; I++) {
		E->addModule(number(C, "f" + std::to_string(I), I));
		E->addModule(calling(C, "f" + std::to_string(I)));
	}
	std::vector<std::thread> All;
	std::atomic<int> Bad{0};
	for (int T = 0; T < 4; T++)
		All.emplace_back([&, T] {
			for (int I = 0; I < 40; I++) {
				int N = (I + T * 10) % 40;
				Bad += E.call("call_f" + std::to_string(N)) != N;
			}
		});
	for (auto &T : All)
		T.join();
	CHECK(Bad == 0);
}

/* A child goes on, with what was linked before and what is added, and with engines of its own. */
static void forks()
{
	LLVMContext C;
	Engine E(number(C, "before", 1));
	CHECK(E.call("before") == 1);
	auto Waiting = ir(C, "waiting", "declare i32 @before()\ndefine weak i32 @waiting() { %r = call i32 @before()\n %s = add i32 %r, 1\n ret i32 %s }");
	auto *M = Waiting.get();
	E->addModule(std::move(Waiting));
	E->generateCodeForModule(M);
	pid_t Child = fork();
	if (Child == 0) {
		Failures = 0;
		CHECK(E.call("before") == 1 && E.call("waiting") == 2);
		E->addModule(calling(C, "waiting"));
		CHECK(E.call("call_waiting") == 2);
		E->addModule(number(C, "local", 3, "internal"));
		CHECK(!E->hasError());
		Engine Own(number(C, "own", 4));
		CHECK(Own.call("own") == 4);
		_exit(Failures);
	}
	int Status = -1;
	CHECK(waitpid(Child, &Status, 0) == Child && Status == 0);
	CHECK(E.call("waiting") == 2);
}

int main(int Count, char **Args)
{
	Ours = Count < 2 || StringRef(Args[1]) != "llvm";
	InitializeNativeTarget();
	InitializeNativeTargetAsmPrinter();
	InitializeNativeTargetAsmParser();
	if (Ours)
		rtdyld::MCJIT::Register();
	states();
	names();
	elsewhere();
	missing();
	memory();
	files();
	run();
	sections();
	threads();
	forks();
	if (!Failures)
		puts("engine: ok");
	return Failures != 0;
}
