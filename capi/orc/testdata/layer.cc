/*
 * What ORC expects of an object layer, of rtdyld's. argv: the folder with the objects of objects.c and throw.cc, how many
 * rounds.
 */
#include "rtdyld_orc.hpp"
#include "test.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/TargetSelect.h"

#include <fstream>
#include <map>
#include <set>
#include <sys/wait.h>
#include <thread>

using namespace llvm;
using namespace llvm::orc;

static std::string folder;

static ExitOnError ok("layer: ");

static std::unique_ptr<MemoryBuffer> readObject(const std::string &Name)
{
	return ok(errorOrToExpected(MemoryBuffer::getFile(folder + "/" + Name + ".o")));
}

/* Heard is what a listener was told. */
struct Heard : JITEventListener {
	std::map<ObjectKey, std::map<std::string, uint64_t>> There; /* symbols of objects */
	size_t Loaded = 0, Freed = 0;
	void notifyObjectLoaded(ObjectKey K, const object::ObjectFile &Obj, const RuntimeDyld::LoadedObjectInfo &L) override
	{
		CHECK(!There.count(K));
		auto &Symbols = There[K];
		Loaded++;
		for (auto &S : Obj.symbols()) {
			auto In = cantFail(S.getSection());
			if (In == Obj.section_end() || !L.getSectionLoadAddress(*In))
				continue;
			Symbols[cantFail(S.getName()).str()] = L.getSectionLoadAddress(*In) + cantFail(S.getValue());
		}
		CHECK(L.clone()->getSectionLoadAddress(*Obj.section_begin()) == L.getSectionLoadAddress(*Obj.section_begin()));
		auto Debug = L.getObjectForDebug(Obj);
		CHECK(Debug.getBinary());
		size_t Placed = 0;
		for (auto &S : Debug.getBinary()->sections()) {
			Placed += S.getAddress() != 0;
			CHECK(S.getAddress() == L.getSectionLoadAddress(S));
		}
		CHECK(Placed > 0);
	}
	void notifyFreeingObject(ObjectKey K) override
	{
		CHECK(There.erase(K) == 1);
		Freed++;
	}
};

/* Scene is a JIT with our layer, whose errors are kept. */
struct Scene {
	std::string Errors;
	size_t Loaded = 0, Emitted = 0;
	Heard Events;
	std::unique_ptr<LLJIT> J;
	rtdyld::ObjectLinkingLayer *Layer = nullptr;

	explicit Scene(const rtdyld_options *Options = nullptr)
	{
		J = ok(LLJITBuilder()
		           .setObjectLinkingLayerCreator([&](ExecutionSession &ES, const Triple &) {
			           auto L = std::make_unique<rtdyld::ObjectLinkingLayer>(ES, Options);
			           L->setNotifyLoaded([&](MaterializationResponsibility &, const object::ObjectFile &,
			                                  const RuntimeDyld::LoadedObjectInfo &) { Loaded++; });
			           L->setNotifyEmitted([&](MaterializationResponsibility &, std::unique_ptr<MemoryBuffer> B) {
				           CHECK(B && B->getBufferSize());
				           Emitted++;
			           });
			           L->registerJITEventListener(Events);
			           Layer = L.get();
			           return L;
		           })
		           .create());
		J->getExecutionSession().setErrorReporter([this](Error E) { Errors += toString(std::move(E)) + "\n"; });
		dylib().addGenerator(ok(DynamicLibrarySearchGenerator::GetForCurrentProcess(J->getDataLayout().getGlobalPrefix())));
	}
	~Scene()
	{
		J.reset();
		CHECK(Events.There.empty() && Events.Loaded == Events.Freed);
	}

	JITDylib &dylib() { return J->getMainJITDylib(); }
	ResourceTrackerSP add(const std::string &Name)
	{
		auto RT = dylib().createResourceTracker();
		ok(J->addObjectFile(RT, readObject(Name)));
		return RT;
	}
	uint64_t find(const std::string &Name)
	{
		auto A = J->lookup(Name);
		if (!A) {
			Errors += toString(A.takeError()) + "\n";
			return 0;
		}
		return address(*A);
	}
#if LLVM_VERSION_MAJOR >= 15
	static uint64_t address(ExecutorAddr A) { return A.getValue(); }
#else
	static uint64_t address(JITEvaluatedSymbol A) { return A.getAddress(); }
#endif
	template <typename F> F *function(const std::string &Name) { return reinterpret_cast<F *>(find(Name)); }
	/* call calls an int(void), -99 if there is none. */
	int call(const std::string &Name)
	{
		auto *F = function<int()>(Name);
		return F ? F() : -99;
	}
	/* said takes the errors, and reports whether a text was among them. */
	bool said(const std::string &Text)
	{
		bool Yes = Errors.find(Text) != std::string::npos;
		if (!Yes)
			fprintf(stderr, "no \"%s\" in: %s\n", Text.c_str(), Errors.c_str());
		Errors.clear();
		return Yes;
	}
};

static void duplicates()
{
	{
		Scene S; /* the first weak one counts */
		S.add("WEAK1"), S.add("WEAK2");
		CHECK(S.call("from2") == 1 && S.call("from1") == 1 && S.call("which") == 1);
	}
	{
		Scene S; /* a strong one counts, wherever it is */
		S.add("WEAK1"), S.add("STRONG"), S.add("WEAK2");
		CHECK(S.call("from1") == 3 && S.call("from2") == 3);
		auto E = S.J->addObjectFile(readObject("STRONG"));
		CHECK(E.isA<DuplicateDefinition>());
		consumeError(std::move(E));
	}
	{
		Scene S; /* too late */
		S.add("WEAK1");
		CHECK(S.call("from1") == 1);
		auto E = S.J->addObjectFile(readObject("STRONG"));
		CHECK(E.isA<DuplicateDefinition>());
		consumeError(std::move(E));
	}
	{
		Scene S;
		S.add("COMMON1"), S.add("COMMON2");
		auto *F1 = S.function<int *()>("shared1"), *F2 = S.function<int *()>("shared2");
		CHECK(F1 && F2 && F1() == F2() && *F1() == 0);
	}
	Scene S; /* two dylibs with the same names */
	auto &Other = ok(S.J->createJITDylib("other"));
	S.add("NUMBER1");
	ok(S.J->addObjectFile(Other, readObject("NUMBER2")));
	CHECK(S.call("number") == 1);
	auto Second = ok(S.J->lookup(Other, "number"));
	CHECK(reinterpret_cast<int (*)()>(Scene::address(Second))() == 2);
	S.add("HIDDEN");
	CHECK(S.call("outside") == 7);
}

static void names()
{
	{
		Scene S; /* each needs the other */
		S.add("EVEN"), S.add("ODD");
		auto *Even = S.function<int(unsigned)>("even");
		CHECK(Even && Even(10) && !Even(7));
		CHECK(S.Loaded == 2 && S.Emitted == 2 && S.Events.Loaded == 2);
		for (auto &O : S.Events.There)
			for (auto &N : O.second)
				CHECK((N.first != "even" && N.first != "odd") || N.second == S.find(N.first));
	}
	{
		Scene S;
		S.add("MAYBE");
		CHECK(S.call("maybe") == -1);
		S.add("OPEN");
		CHECK(S.call("wants") == -99 && S.said("nowhere"));
		CHECK(S.Loaded == 2 && S.Emitted == 1);
		S.add("EVEN"); /* what it needs has failed to come */
		CHECK(S.find("even") == 0 && S.said("odd"));
		S.add("NUMBER1");
		CHECK(S.call("number") == 1);
	}
	{
		Scene S; /* a dylib has one handle, an object where there is none its own */
		S.add("HANDLE1"), S.add("HANDLE2");
		auto *F1 = S.function<void *()>("handle1"), *F2 = S.function<void *()>("handle2");
		CHECK(F1 && F2 && F1() && F1() == F2());
		auto &Bare = S.J->getExecutionSession().createBareJITDylib("bare");
		ok(S.Layer->add(Bare, readObject("HANDLE1")));
		ok(S.Layer->add(Bare, readObject("HANDLE2")));
		auto address = [&](const char *Name) {
			auto A = ok(S.J->getExecutionSession().lookup({&Bare}, Name));
			return reinterpret_cast<void *(*)()>(rtdyld::detail::addressOf(A))();
		};
		CHECK(address("handle1") && address("handle2") && address("handle1") != address("handle2") && address("handle1") != F1());
	}
	Scene S;
	S.add("THROW");
	auto *Catches = S.function<int(int (*)(int), int)>("catches");
	auto *Throws = S.function<int(int)>("throws");
	CHECK(Catches && Throws && Catches(Throws, 41) == 42);
}

static void promises()
{
	auto Flags = JITSymbolFlags(JITSymbolFlags::Exported | JITSymbolFlags::Callable);
	for (bool Claim : {false, true}) {
		Scene S;
		S.Layer->setAutoClaimResponsibilityForObjectSymbols(Claim);
		auto I = MaterializationUnit::Interface({{S.J->mangleAndIntern("first"), Flags}}, nullptr);
		ok(S.Layer->add(S.dylib(), readObject("EXTRA"), std::move(I)));
		if (Claim) {
			CHECK(S.call("first") == 1 && S.call("second") == 2);
		} else {
			CHECK(S.call("first") == -99 && S.said("Unexpected definitions"));
		}
	}
	{
		Scene S;
		auto I = MaterializationUnit::Interface({{S.J->mangleAndIntern("number"), Flags}, {S.J->mangleAndIntern("more"), Flags}}, nullptr);
		ok(S.Layer->add(S.dylib(), readObject("NUMBER1"), std::move(I)));
		CHECK(S.call("number") == -99 && S.said("Missing definitions"));
	}
	{
		Scene S; /* claimed, and another has it already */
		S.Layer->setAutoClaimResponsibilityForObjectSymbols(true);
		S.add("STRONG");
		auto I = MaterializationUnit::Interface({{S.J->mangleAndIntern("from1"), Flags}}, nullptr);
		ok(S.Layer->add(S.dylib(), readObject("WEAK1"), std::move(I)));
		CHECK(S.call("from1") == 3);
	}
	Scene S; /* its symbols are there, its contents are not */
	auto Whole = readObject("NUMBER1");
	std::string Bytes = Whole->getBuffer().str();
	auto I = MaterializationUnit::Interface({{S.J->mangleAndIntern("number"), Flags}}, nullptr);
	ok(S.Layer->add(S.dylib(), MemoryBuffer::getMemBufferCopy(Bytes.substr(0, 100), "cut"), std::move(I)));
	CHECK(S.call("number") == -99 && S.Errors.size() > 20);
	CHECK(S.Loaded == 0 && S.Events.Loaded == 0);
}

/* A thread-local of one object is used by others, each thread has its own. */
static void threadLocals()
{
	Scene S;
	S.add("LOCAL2"), S.add("LOCAL1"), S.add("LOCAL3");
	auto *F1 = S.function<int()>("local1"), *F2 = S.function<int()>("local2"), *F3 = S.function<int()>("local3");
	CHECK(F1 && F2 && F3);
	if (!F1 || !F2 || !F3)
		return (void)fprintf(stderr, "%s\n", S.Errors.c_str());
	CHECK(F1() == 5 && F2() == 6 && F3() == 7 && F1() == 8);
	std::thread([&] { CHECK(F2() == 5 && F3() == 6 && F1() == 7); }).join();
	CHECK(F2() == 9);
}

/* Slow resolves a name and keeps others waiting for it to be emitted. */
struct Slow : MaterializationUnit {
	std::unique_ptr<MaterializationResponsibility> &Kept;
	Slow(Interface I, std::unique_ptr<MaterializationResponsibility> &Kept) : MaterializationUnit(std::move(I)), Kept(Kept) {}
	StringRef getName() const override { return "slow"; }
	static int five() { return 5; }
	void materialize(std::unique_ptr<MaterializationResponsibility> R) override
	{
		SymbolMap Symbols;
		for (auto &KV : R->getSymbols())
			Symbols[KV.first] = rtdyld::detail::define(reinterpret_cast<uintptr_t>(five), KV.second);
		cantFail(R->notifyResolved(Symbols));
		Kept = std::move(R);
	}
	void discard(const JITDylib &, const SymbolStringPtr &) override {}
};

/* What an object needs must be emitted before it is ready, or fail with it. */
static void dependencies()
{
	for (bool Fails : {false, true}) {
		Scene S;
		std::unique_ptr<MaterializationResponsibility> Kept;
		auto Flags = JITSymbolFlags(JITSymbolFlags::Exported | JITSymbolFlags::Callable);
		auto I = MaterializationUnit::Interface({{S.J->mangleAndIntern("nowhere"), Flags}}, nullptr);
		ok(S.dylib().define(std::make_unique<Slow>(std::move(I), Kept)));
		S.add("OPEN");
		int Done = 0, Sum = 0;
		S.J->getExecutionSession().lookup(
		    LookupKind::Static, makeJITDylibSearchOrder(&S.dylib()), SymbolLookupSet(S.J->mangleAndIntern("wants")), SymbolState::Ready,
		    [&](Expected<SymbolMap> Found) {
			    Done++;
			    if (!Found)
				    return consumeError(Found.takeError());
			    Sum = reinterpret_cast<int (*)()>(rtdyld::detail::addressOf(Found->begin()->second))();
		    },
		    NoDependenciesToRegister);
		CHECK(Kept && !Done && S.Emitted == 1);
		if (!Kept)
			continue;
		if (Fails)
			Kept->failMaterialization();
		else
#if LLVM_VERSION_MAJOR >= 18
			ok(Kept->notifyEmitted({}));
#else
			ok(Kept->notifyEmitted());
#endif
		Kept.reset();
		CHECK(Done == 1 && Sum == (Fails ? 0 : 5));
	}
}

/* permissions are those of the mapping that an address is in. */
static std::string permissions(uint64_t Address)
{
	std::ifstream In("/proc/self/maps");
	std::string Line;
	unsigned long long Lo, Hi;
	char Has[5];
	while (std::getline(In, Line))
		if (sscanf(Line.c_str(), "%llx-%llx %4s", &Lo, &Hi, Has) == 3 && Lo <= Address && Address < Hi)
			return Has;
	return "";
}

/* Constants lie among the code, unless options come without the flag. */
static void constants()
{
	rtdyld_options Apart;
	RTDYLD_INIT(&Apart);
	for (const rtdyld_options *O : {(const rtdyld_options *)nullptr, (const rtdyld_options *)&Apart}) {
		Scene S(O);
		S.add("CONSTANT");
		CHECK(S.call("reads") == 42);
		CHECK(permissions(S.find("reads")) == "r-xp");
		CHECK(permissions(S.find("constant")) == (O ? "r--p" : "r-xp"));
	}
}

/* mappings counts those of the process, rss is its memory in kB. */
static size_t mappings()
{
	std::ifstream In("/proc/self/maps");
	std::string Line;
	size_t N = 0;
	while (std::getline(In, Line))
		N++;
	return N;
}

static size_t rss()
{
	std::ifstream In("/proc/self/statm");
	size_t All = 0, Resident = 0;
	In >> All >> Resident;
	return Resident * 4;
}

static void removal(int Rounds)
{
	{
		Scene S;
		auto A = S.add("NUMBER1"), B = S.dylib().createResourceTracker();
		CHECK(S.call("number") == 1 && S.call("number") == 2);
		A->transferTo(*B);
		ok(A->remove());
		CHECK(S.Events.Freed == 0 && S.call("number") == 3);
		ok(B->remove());
		CHECK(S.Events.Freed == 1 && S.call("number") == -99 && S.said("number"));
		S.add("NUMBER2"); /* the name is free again, and the data new */
		CHECK(S.call("number") == 2);
	}
	Scene S;
	S.add("EVEN"), S.add("ODD"); /* they stay */
	auto *Even = S.function<int(unsigned)>("even");
	size_t Maps = 0, Memory = 0;
	for (int I = 0; I < Rounds; I++) {
		auto RT = S.add("NUMBER1");
		CHECK(S.call("number") == 1);
		ok(RT->remove());
		if (I == Rounds / 4)
			Maps = mappings(), Memory = rss();
	}
	CHECK(Even && Even(10));
	CHECK(mappings() <= Maps + 8);
	if (rss() > Memory + 16000) {
		fprintf(stderr, "memory grew from %zu to %zu kB in %d rounds\n", Memory, rss(), Rounds);
		failures++;
	}
}

/* Objects come and go on several threads, and some need what others emit. */
static void threads(int Rounds)
{
	Scene S;
	std::mutex Mutex;
	std::vector<std::thread> All;
	for (int T = 0; T < 4; T++)
		All.emplace_back([&, T] {
			for (int I = 0; I < Rounds / 20 + 1; I++) {
				JITDylib *D;
				{
					std::lock_guard<std::mutex> Lock(Mutex);
					D = &ok(S.J->createJITDylib("d" + std::to_string(T) + "." + std::to_string(I)));
				}
				ok(S.J->addObjectFile(*D, readObject("EVEN")));
				ok(S.J->addObjectFile(*D, readObject("ODD")));
				auto Even = ok(S.J->lookup(*D, I % 2 ? "even" : "odd"));
				CHECK(reinterpret_cast<int (*)(unsigned)>(Scene::address(Even))(I % 2 ? 4 : 5) == 1);
				ok(D->clear());
			}
		});
	for (auto &T : All)
		T.join();
	if (!S.Errors.empty()) {
		fprintf(stderr, "threads: %.1000s\n", S.Errors.c_str());
		failures++;
	}
}

/* A child has the library, but not its threads. */
static void forked()
{
	pid_t Child = fork();
	if (Child == 0) {
		alarm(60);
		Scene S;
		S.add("NUMBER1");
		CHECK(S.call("number") == -99 && S.said("before a fork"));
		_exit(failures != 0);
	}
	int Status;
	CHECK(waitpid(Child, &Status, 0) == Child && Status == 0);
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 3)
		return 2;
	folder = argv[1];
	InitializeNativeTarget();
	InitializeNativeTargetAsmPrinter();
	forked();
	duplicates();
	names();
	promises();
	dependencies();
	threadLocals();
	constants();
	removal(atoi(argv[2]));
	threads(atoi(argv[2]));
	return done("layer");
}
