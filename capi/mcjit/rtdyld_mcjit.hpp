/*
 * rtdyld_mcjit.hpp - LLVM's MCJIT links with rtdyld: rtdyld::MCJIT is an llvm::ExecutionEngine over rtdyld.h.
 *
 * It takes the place of llvm::MCJIT, for LLVM 14, 15, 16 and 19, in one line, after which llvm::EngineBuilder and
 * LLVMCreateMCJITCompilerForModule make it:
 *
 *   rtdyld::MCJIT::Register();
 *
 * The program is built with LLVM's headers and shared library, and with librtdyld.so of rtdyld.h (-lrtdyld). C++14; exceptions and RTTI
 * are as LLVM has them (llvm-config --cxxflags).
 *
 * MODULES AND NAMES
 *
 *   A module is added; loaded when an address of it is asked for, or something that is linked wants a name of it; finalized then with all
 *   that waits. Its memory lives as long as the engine, also when the module is removed, as in MCJIT. Of a name that several objects define
 *   the last strong definition counts, or else the first weak one; what was linked before stays as it is. Names are looked for among
 *   addGlobalMapping's, objects, archives, modules, then the lazy function creator and the resolver of the memory manager are asked. Static
 *   constructors run by runStaticConstructorsDestructors alone. Weak references that nobody defines are 0.
 *
 * MEMORY
 *
 *   The library's own, in which pages are never writable and executable, where the builder has no memory manager; else that: it is asked
 *   for memory of each section, the linker's own for stubs and GOT among them, told of call frames, and of finalizeMemory when all that
 *   waits is relocated. The RuntimeDyld that its notifyObjectLoaded gets is there for its mapSectionAddress alone, and for ELF of 64 bits: shadow.hpp.
 *
 * ERRORS
 *
 *   Names that are missing are in getErrorMessage, and the address that was asked for is 0; once the names are there the next call succeeds.
 *   What MCJIT ends the program for, an object that cannot be loaded for one, does it here: report_fatal_error, with the library's text.
 *
 * SIGNALS, FORK
 *
 *   While a thread is inside the library its signals are blocked, but for faults, SIGCHLD and SIGPROF: handlers of these two must have
 *   SA_ONSTACK, and run on an alternate stack then. Compilers and callbacks of the client run outside. A process that was forked off after the
 *   library was started has LLVM's RuntimeDyld link what it adds, and says so on standard error.
 *
 * Threads: as MCJIT; calls wait for each other.
 */
#ifndef RTDYLD_MCJIT_HPP
#define RTDYLD_MCJIT_HPP

#include "modules.hpp"
#include "objects.hpp"

#include "llvm/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ExecutionEngine/GenericValue.h"
#include "llvm/ExecutionEngine/JITEventListener.h"
#include "llvm/ExecutionEngine/ObjectCache.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Mangler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace rtdyld {

/* MCJIT is the engine; what it overrides is as llvm::ExecutionEngine says it. */
class MCJIT : public llvm::ExecutionEngine {
	using Module = llvm::Module;
	using Function = llvm::Function;
	using ObjectFile = llvm::object::ObjectFile;
	using StringRef = llvm::StringRef;
	using Guard = std::lock_guard<llvm::sys::Mutex>;

public:
	/* Register has EngineBuilder make this engine from now on. */
	static void Register() { MCJITCtor = createJIT; }

	/* createJIT is what EngineBuilder calls. Memory and Resolver may be nullptr. */
	static llvm::ExecutionEngine *createJIT(std::unique_ptr<Module> M, std::string *ErrorStr, std::shared_ptr<llvm::MCJITMemoryManager> Memory,
	                                        std::shared_ptr<llvm::LegacyJITSymbolResolver> Resolver,
	                                        std::unique_ptr<llvm::TargetMachine> TM)
	{
		(void)ErrorStr; /* there is nothing that can fail yet */
		llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr, nullptr); /* names of the program */
		if (!Resolver)
			Resolver = std::make_shared<llvm::SectionMemoryManager>();
		return new MCJIT(std::move(M), std::move(TM), std::move(Memory), std::move(Resolver));
	}

	MCJIT(std::unique_ptr<Module> M, std::unique_ptr<llvm::TargetMachine> Machine, std::shared_ptr<llvm::MCJITMemoryManager> Memory,
	      std::shared_ptr<llvm::LegacyJITSymbolResolver> Resolver)
	    : ExecutionEngine(Machine->createDataLayout(), std::move(M)), TM(std::move(Machine)), Memory(Memory), Resolver(std::move(Resolver)),
	      Objects(std::move(Memory), foreign(TM->getTargetTriple()))
	{
		auto First = std::move(Modules.front());
		Modules.clear(); /* the base's */
		MCJIT::addModule(std::move(First));
		MCJIT::RegisterJITEventListener(llvm::JITEventListener::createGDBRegistrationListener());
	}

	~MCJIT() override
	{
		Guard Locked(lock);
		Objects.each([&](detail::Linked &L) {
			for (auto *Listener : Listeners)
				Listener->notifyFreeingObject(L.key());
		});
	}

	void addModule(std::unique_ptr<Module> M) override
	{
		Guard Locked(lock);
		if (M->getDataLayout().isDefault())
			M->setDataLayout(getDataLayout());
		Owned.add(std::move(M));
	}

	bool removeModule(Module *M) override
	{
		Guard Locked(lock);
		return Owned.release(M);
	}

	void addObjectFile(std::unique_ptr<ObjectFile> Obj) override { load(std::move(Obj), nullptr); }

	void addObjectFile(llvm::object::OwningBinary<ObjectFile> Obj) override
	{
		auto Both = Obj.takeBinary();
		load(std::move(Both.first), std::move(Both.second));
	}

	void addArchive(llvm::object::OwningBinary<llvm::object::Archive> A) override
	{
		Guard Locked(lock);
		Archives.push_back(std::move(A));
	}

	void setObjectCache(llvm::ObjectCache *To) override
	{
		Guard Locked(lock);
		Cache = To;
	}

	void setProcessAllSections(bool To) override
	{
		Guard Locked(lock);
		Objects.setProcessAllSections(To);
	}

	llvm::TargetMachine *getTargetMachine() override { return TM.get(); }

	void mapSectionAddress(const void *Local, uint64_t Address) override
	{
		Guard Locked(lock);
		note(Objects.map(Local, Address));
	}

	void RegisterJITEventListener(llvm::JITEventListener *L) override
	{
		if (!L)
			return;
		Guard Locked(lock);
		Listeners.push_back(L);
	}

	void UnregisterJITEventListener(llvm::JITEventListener *L) override
	{
		Guard Locked(lock);
		auto I = std::find(Listeners.rbegin(), Listeners.rend(), L);
		if (I != Listeners.rend())
			Listeners.erase(std::next(I).base());
	}

	void generateCodeForModule(Module *M) override
	{
		Guard Locked(lock);
		auto *O = Owned.find(M);
		if (!O || O->Is != detail::State::Added)
			return;
		std::unique_ptr<llvm::MemoryBuffer> Code;
		if (Cache)
			Code = Cache->getObject(M);
		M->setDataLayout(getDataLayout());
		if (!Code)
			Code = compile(*M);
		auto Obj = ObjectFile::createObjectFile(Code->getMemBufferRef());
		if (!Obj)
			fatal(llvm::toString(Obj.takeError()));
		Owned.loaded(M, load(std::move(*Obj), std::move(Code)));
	}

	void finalizeObject() override
	{
		Guard Locked(lock);
		for (auto *M : Owned.added())
			generateCodeForModule(M);
		finalizeLoaded();
	}

	/* finalizeModule is finalizeObject for one module, and all that is loaded. */
	void finalizeModule(Module *M)
	{
		Guard Locked(lock);
		generateCodeForModule(M);
		finalizeLoaded();
	}

	uint64_t getGlobalValueAddress(const std::string &Name) override { return finalized(Name, false); }
	uint64_t getFunctionAddress(const std::string &Name) override { return finalized(Name, true); }

	/* The address may be called once the module is finalized. */
	void *getPointerToFunction(Function *F) override
	{
		Guard Locked(lock);
		auto Name = getMangledName(F);
		if (F->isDeclaration() || F->hasAvailableExternallyLinkage()) {
			void *Address = getPointerToNamedFunction(Name, !F->hasExternalWeakLinkage());
			updateGlobalMapping(F, Address);
			return Address;
		}
		generateCodeForModule(F->getParent());
		auto *O = Owned.find(F->getParent());
		if (!O)
			return nullptr;
		uint64_t Address = F->hasLocalLinkage() ? 0 : Objects.find(Name);
		return pointer(Address ? Address : Objects.findIn(O->Object, Name));
	}

	void *getPointerToNamedFunction(StringRef Name, bool AbortOnFailure = true) override
	{
		if (!isSymbolSearchingDisabled())
			if (uint64_t Address = wanted(Name.str()))
				return pointer(Address);
		if (LazyFunctionCreator)
			if (void *Address = LazyFunctionCreator(Name.str()))
				return Address;
		if (AbortOnFailure)
			fatal("function '" + Name.str() + "' is used, and nothing defines it");
		return nullptr;
	}

	Function *FindFunctionNamed(StringRef Name) override
	{
		Guard Locked(lock);
		return Owned.first(detail::State::Finalized, [&](const detail::Modules::Owned &O) { return defined(O.M->getFunction(Name)); });
	}

	llvm::GlobalVariable *FindGlobalVariableNamed(StringRef Name, bool AllowInternal = false) override
	{
		Guard Locked(lock);
		return Owned.first(detail::State::Finalized,
		                   [&](const detail::Modules::Owned &O) { return defined(O.M->getGlobalVariable(Name, AllowInternal)); });
	}

	void runStaticConstructorsDestructors(bool Destructors) override
	{
		for (auto *M : Owned.all())
			ExecutionEngine::runStaticConstructorsDestructors(*M, Destructors);
	}

	/* Functions like main, and those without arguments; for all others there is getFunctionAddress. */
	llvm::GenericValue runFunction(Function *F, llvm::ArrayRef<llvm::GenericValue> Args) override
	{
		void *Code = getPointerToFunction(F);
		finalizeModule(F->getParent());
		auto *O = Owned.find(F->getParent());
		if (!Code || (O && Objects.waits(O->Object)))
			fatal("function '" + F->getName().str() + "' cannot run: " + (hasError() ? getErrorMessage() : "its module is not in the engine"));
		auto *Result = F->getFunctionType()->getReturnType();
		if (Args.empty())
			return call(Code, Result);
		if (Result->isIntegerTy(32) || Result->isVoidTy())
			return callMain(Code, Args);
		fatal("function '" + F->getName().str() + "' takes arguments that runFunction cannot pass: call the address that getFunctionAddress gives");
	}

private:
	[[noreturn]] static void fatal(const std::string &Text) { llvm::report_fatal_error(llvm::Twine(Text), false); }

	static void *pointer(uint64_t Address) { return reinterpret_cast<void *>(static_cast<uintptr_t>(Address)); }

	template <typename Value> static Value *defined(Value *V) { return V && !V->isDeclaration() ? V : nullptr; }

	/* foreign is the triple of code that cannot run in this process, else "". */
	static std::string foreign(const llvm::Triple &T)
	{
		llvm::Triple Here(LLVM_HOST_TRIPLE);
		bool Same = T.getArch() == Here.getArch() && T.getOS() == Here.getOS() && T.getObjectFormat() == Here.getObjectFormat();
		return Same ? std::string() : T.str();
	}

	/* note keeps an error for getErrorMessage. */
	void note(llvm::Error Err)
	{
		if (Err)
			ErrMsg = llvm::toString(std::move(Err));
	}

	std::unique_ptr<llvm::MemoryBuffer> compile(Module &M)
	{
		llvm::SmallVector<char, 4096> Bytes;
		{
			llvm::raw_svector_ostream To(Bytes);
			llvm::legacy::PassManager Passes;
			llvm::MCContext *Context = nullptr;
			if (TM->addPassesToEmitMC(Passes, Context, To, !getVerifyModules()))
				fatal("the target machine makes no objects");
			Passes.run(M);
		}
#if LLVM_VERSION_MAJOR >= 15
		auto Code = std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(Bytes), M.getModuleIdentifier(), false);
#else
		auto Code = std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(Bytes), M.getModuleIdentifier());
#endif
		if (Cache)
			Cache->notifyObjectCompiled(&M, Code->getMemBufferRef());
		return Code;
	}

	/* load gives an object its place, and tells of it. */
	detail::Linked *load(std::unique_ptr<ObjectFile> File, std::unique_ptr<llvm::MemoryBuffer> Buffer)
	{
		Guard Locked(lock);
		auto Loaded = Objects.load(std::move(File), std::move(Buffer));
		if (!Loaded)
			fatal(llvm::toString(Loaded.takeError()));
		auto &L = **Loaded;
		if (Memory)
			Memory->notifyObjectLoaded(this, *L.File);
		for (auto *Listener : Listeners)
			Listener->notifyObjectLoaded(L.key(), *L.File, L.Where);
		return &L;
	}

	/* finalizeLoaded makes ready to run all that waits; the lock is held. */
	void finalizeLoaded()
	{
		note(Objects.finalize([this](const std::string &Name) { return wanted(Name); }, [this](detail::Linked &L) { Owned.finalized(&L); }));
	}

	/* finalized is the address of a name, as it is in modules, with its code ready to run; 0: there is none, or it cannot run. */
	uint64_t finalized(const std::string &Name, bool FunctionsOnly)
	{
		Guard Locked(lock);
		llvm::SmallString<128> Symbol;
		llvm::Mangler::getNameWithPrefix(Symbol, Name, getDataLayout());
		auto Found = Symbol.str().str();
		if (!find(Found, FunctionsOnly, true))
			return 0;
		finalizeLoaded();
		return find(Found, FunctionsOnly, true, true); /* it may have got another one */
	}

	/* existing is the address of a name that something has that is loaded, of what may run alone if Ready says so. */
	uint64_t existing(const std::string &Name, bool Ready = false)
	{
		if (void *Mapped = getPointerToGlobalIfAvailable(Name))
			return reinterpret_cast<uintptr_t>(Mapped);
		return Objects.find(Name, Ready);
	}

	/* find is the address of a name that the engine has, or gets by it; 0: there is none. The client finds local names, too. */
	uint64_t find(const std::string &Name, bool FunctionsOnly, bool Client = false, bool Ready = false)
	{
		Guard Locked(lock);
		if (uint64_t Address = existing(Name, Ready))
			return Address;
		for (auto &A : Archives)
			if (fromArchive(*A.getBinary(), Name))
				if (uint64_t Address = existing(Name, Ready))
					return Address;
		if (auto *M = moduleWith(Name, FunctionsOnly, Client)) {
			generateCodeForModule(M);
			if (uint64_t Address = existing(Name, Ready))
				return Address;
		}
		if (Client)
			if (uint64_t Address = Objects.findIn(nullptr, Name, Ready))
				return Address;
		return LazyFunctionCreator ? reinterpret_cast<uintptr_t>(LazyFunctionCreator(Name)) : 0;
	}

	/* wanted is the address of a name that code refers to; 0: there is none. */
	uint64_t wanted(const std::string &Name)
	{
		if (uint64_t Address = find(Name, false))
			return Address;
		if (isSymbolSearchingDisabled())
			return 0;
		auto Symbol = Resolver->findSymbol(Name);
		if (!Symbol) {
			note(Symbol.takeError());
			return 0;
		}
		auto Address = Symbol.getAddress();
		if (Address)
			return *Address;
		note(Address.takeError());
		return 0;
	}

	/* fromArchive loads the member that defines a name, and reports whether there is one. */
	bool fromArchive(llvm::object::Archive &A, const std::string &Name)
	{
		auto Member = A.findSym(Name);
		if (!Member)
			fatal(llvm::toString(Member.takeError()));
		if (!*Member)
			return false;
		auto Binary = (*Member)->getAsBinary();
		if (!Binary) {
			llvm::consumeError(Binary.takeError()); /* bitcode, for one */
			return false;
		}
		if (!(*Binary)->isObject())
			return false;
		load(std::unique_ptr<ObjectFile>(static_cast<ObjectFile *>(Binary->release())), nullptr);
		return true;
	}

	/* moduleWith is the module that defines a symbol, a local one if Local says so, and of which nothing is done. */
	Module *moduleWith(StringRef Name, bool FunctionsOnly, bool Local)
	{
		char Prefix = getDataLayout().getGlobalPrefix();
		if (Prefix != '\0' && !Name.empty() && Name.front() == Prefix)
			Name = Name.drop_front();
		return Owned.first(detail::State::Added, [&](const detail::Modules::Owned &O) -> Module * {
			auto *V = O.M->getNamedValue(Name);
			bool Counts = V && !V->isDeclaration() && (Local || !V->hasLocalLinkage()) && (!FunctionsOnly || llvm::isa<Function>(V));
			return Counts ? O.M.get() : nullptr;
		});
	}

	/* callMain calls int or void main(int), (int, char **) or (int, char **, const char **). */
	static llvm::GenericValue callMain(void *Code, llvm::ArrayRef<llvm::GenericValue> Args)
	{
		int Count = int(Args[0].IntVal.getZExtValue());
		auto Pointer = [&](size_t I) { return static_cast<char **>(llvm::GVTOP(Args[I])); };
		int Result = 0;
		if (Args.size() == 1)
			Result = reinterpret_cast<int (*)(int)>(Code)(Count);
		else if (Args.size() == 2)
			Result = reinterpret_cast<int (*)(int, char **)>(Code)(Count, Pointer(1));
		else if (Args.size() == 3)
			Result = reinterpret_cast<int (*)(int, char **, const char **)>(Code)(Count, Pointer(1), const_cast<const char **>(Pointer(2)));
		else
			fatal("runFunction passes the arguments of main alone");
		llvm::GenericValue V;
		V.IntVal = llvm::APInt(32, uint64_t(int64_t(Result)), true);
		return V;
	}

	/* call calls a function without arguments. */
	static llvm::GenericValue call(void *Code, llvm::Type *Result)
	{
		llvm::GenericValue V;
		auto As = [&](auto Sample) { return reinterpret_cast<decltype(Sample) (*)()>(Code)(); };
		if (Result->isVoidTy()) {
			reinterpret_cast<void (*)()>(Code)();
		} else if (auto *Integer = llvm::dyn_cast<llvm::IntegerType>(Result)) {
			unsigned Bits = Integer->getBitWidth();
			uint64_t Value = Bits == 1    ? uint64_t(As(bool()))
			                 : Bits <= 8  ? uint64_t(As(uint8_t()))
			                 : Bits <= 16 ? uint64_t(As(uint16_t()))
			                 : Bits <= 32 ? uint64_t(As(uint32_t()))
			                 : Bits <= 64 ? As(uint64_t())
			                              : (fatal("runFunction takes no result of more than 64 bits"), 0);
			V.IntVal = llvm::APInt(64, Value).zextOrTrunc(Bits);
		} else if (Result->isFloatTy()) {
			V.FloatVal = As(float());
		} else if (Result->isDoubleTy()) {
			V.DoubleVal = As(double());
		} else if (Result->isPointerTy()) {
			V = llvm::PTOGV(As(static_cast<void *>(nullptr)));
		} else {
			fatal("runFunction takes no result of this type");
		}
		return V;
	}

	std::unique_ptr<llvm::TargetMachine> TM;
	std::shared_ptr<llvm::MCJITMemoryManager> Memory; /* nullptr: the library's */
	std::shared_ptr<llvm::LegacyJITSymbolResolver> Resolver;
	detail::Modules Owned;
	detail::Objects Objects;
	std::vector<llvm::object::OwningBinary<llvm::object::Archive>> Archives;
	std::vector<llvm::JITEventListener *> Listeners;
	llvm::ObjectCache *Cache = nullptr;
};

} // namespace rtdyld

#endif /* RTDYLD_MCJIT_HPP */
