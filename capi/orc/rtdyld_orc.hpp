/*
 * rtdyld_orc.hpp - LLVM's ORC links with rtdyld: rtdyld::ObjectLinkingLayer is an llvm::orc::ObjectLayer over rtdyld.h.
 *
 * It takes the place of llvm::orc::RTDyldObjectLinkingLayer, for LLVM 14, 15, 16 and 19, in one line:
 *
 *   llvm::orc::LLJITBuilder().setObjectLinkingLayerCreator(
 *       [](llvm::orc::ExecutionSession &ES, const llvm::Triple &) {
 *           return std::make_unique<rtdyld::ObjectLinkingLayer>(ES);
 *       })
 *
 * The program is built with LLVM's headers, and with librtdyld.so of rtdyld.h (-lrtdyld). C++14; exceptions and RTTI are as LLVM has
 * them (llvm-config --cxxflags).
 *
 * WHICH DEFINITIONS COUNT
 *
 *   ORC decides. A weak or common definition that ORC has given to another object is not used: what refers to it is bound
 *   to the other. Where the object has a symbol that nobody is responsible for, it is kept to the object if it is hidden,
 *   claimed if setAutoClaimResponsibilityForObjectSymbols says so, looked up if it is weak, and else an error
 *   (UnexpectedSymbolDefinitions). A symbol that ORC was promised and the object does not define is an error, too (MissingSymbolDefinitions).
 *   Names of an object are seen through ORC alone, so that dylibs may have the same names. Weak references that nobody
 *   defines are 0. __dso_handle is ORC's, or the object's own where ORC has none.
 *
 * MEMORY
 *
 *   The library's own, a slab for all objects of the process in which pages are never writable and executable, or that of a
 *   memory manager in the options, or LLVM's: a RuntimeDyld::MemoryManager for each object, of a function as
 *   RTDyldObjectLinkingLayer takes it. It is asked for memory of each section, the linker's own for stubs and GOT among
 *   them, told of call frames after finalizeMemory, and destroyed when the object has gone. notifyObjectLoaded is not called, for there is no
 *   RuntimeDyld; templates of thread-locals are data sections.
 *   Without options constants lie among the code of their object (RTDYLD_CONSTANTS_WITH_CODE): one system call brings both to their place. Options
 *   say for themselves whether they do.
 *
 * THREAD-LOCALS
 *
 *   The address of a thread-local that ORC has is its offset from the thread pointer.
 *
 * SIGNALS, FORK
 *
 *   While a thread is inside the library its signals are blocked, but for faults, SIGCHLD and SIGPROF: handlers of these two
 *   must have SA_ONSTACK, and run on an alternate stack then. A process that was forked off after the library was
 *   started, with the program as a rule, gets an error for each object. What is preloaded starts it late: see preload.c.
 *
 * Threads: as LLVM's layers; objects may be emitted on several threads at once.
 */
#ifndef RTDYLD_ORC_HPP
#define RTDYLD_ORC_HPP

#include "call.hpp"
#include "loaded.hpp"
#include "memory.hpp"
#include "rtdyld.h"
#include "symbols.hpp"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/ExecutionEngine/JITEventListener.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/Layer.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/Object/ObjectFile.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace rtdyld {

namespace detail {

#if LLVM_VERSION_MAJOR >= 17
using Definition = llvm::orc::ExecutorSymbolDef;
inline Definition define(uint64_t Address, llvm::JITSymbolFlags Flags) { return {llvm::orc::ExecutorAddr(Address), Flags}; }
inline uint64_t addressOf(const Definition &D) { return D.getAddress().getValue(); }
#else
using Definition = llvm::JITEvaluatedSymbol;
inline Definition define(uint64_t Address, llvm::JITSymbolFlags Flags) { return {Address, Flags}; }
inline uint64_t addressOf(const Definition &D) { return D.getAddress(); }
#endif

/* LayerID has the ID by which LLVM tells classes apart; a template, so that the header may be in many files. */
template <typename = void> struct LayerID {
	static char ID;
};
template <typename T> char LayerID<T>::ID;

/* Load is an object on its way. */
struct Load {
	std::unique_ptr<llvm::orc::MaterializationResponsibility> R;
	std::unique_ptr<llvm::MemoryBuffer> Buffer;
	std::unique_ptr<llvm::object::ObjectFile> File;
	rtdyld_object *Object = nullptr;
	bool Finalized = false;
	LoadedObject Where;
	Managers::Use Memory{nullptr, {nullptr}};           /* LLVM's, if there is one */
	std::vector<std::string> External;                  /* weak definitions that do not count */
	bool OwnHandle = false;                             /* __dso_handle is wanted, and its own if nobody has it */
	llvm::SmallVector<llvm::orc::SymbolStringPtr, 4> Defined; /* in the order of the symbol table */
	llvm::orc::SymbolLookupSet Wanted;                  /* names to look up; the look-up takes it */
	llvm::SmallVector<llvm::orc::SymbolStringPtr, 16> Names; /* the same in the order of the symbol table; empty: none */
	llvm::orc::SymbolMap Definitions;                   /* what was found */
	llvm::SmallVector<rtdyld_known, 16> Known;          /* the same, for the linker */
	std::vector<std::string> Missing;                   /* what the linker asked for and was not found */
	llvm::orc::SymbolDependenceMap Dependencies;

	/* The look-up may end on another thread, before the object has its place or after. What is second goes on with the object. */
	enum : unsigned { Searched = 1, Placed = 2, Failed = 4 };
	std::atomic<unsigned> Steps{0};
	std::vector<llvm::Error> Unfound; /* of the look-up; before Searched */
	std::mutex Mutex;                 /* held for Failed, and while R gets dependencies */

	~Load()
	{
		for (auto &Err : Unfound)
			llvm::consumeError(std::move(Err));
	}

	/* handle is an address in the object; the linker is not locked. */
	uint64_t handle()
	{
		if (!Where.any())
			rtdyld_object_sections(Object, section, this, nullptr);
		return Where.any();
	}

	static int section(void *P, const rtdyld_section *S) { return static_cast<Load *>(P)->Where.add(*S), 0; }

	static rtdyld_symbol_kind kindOf(const Definition &D) { return D.getFlags().isCallable() ? RTDYLD_SYMBOL_FUNCTION : RTDYLD_SYMBOL_UNSPECIFIED; }

	/* know has for the linker what was found. */
	void know()
	{
		Known.reserve(Names.size());
		for (auto &Name : Names) {
			auto I = Definitions.find(Name);
			if (I != Definitions.end()) /* ORC's strings end as C's do */
				Known.push_back({(*Name).data(), addressOf(I->second), kindOf(I->second), 0});
		}
	}

	/* find is the resolver of the object, for what is not known or was not when the linker got the object. */
	static int find(void *Opaque, const rtdyld_reference *Ref, rtdyld_definition *Out, char **)
	{
		auto &L = *static_cast<Load *>(Opaque);
		auto I = L.Definitions.find(L.R->getTargetJITDylib().getExecutionSession().intern(Ref->name));
		if (I == L.Definitions.end()) {
			if (L.OwnHandle && strcmp(Ref->name, "__dso_handle") == 0) {
				Out->address = L.handle();
				return Out->address != 0;
			}
			if (!Ref->weak)
				L.Missing.push_back(Ref->name);
			return 0;
		}
		Out->address = addressOf(I->second);
		Out->kind = Ref->tls ? RTDYLD_SYMBOL_TLS : kindOf(I->second);
		return 1;
	}
};

} // namespace detail

/* ObjectLinkingLayer is the layer; its setters are those of LLVM's RTDyldObjectLinkingLayer. */
class ObjectLinkingLayer : public llvm::RTTIExtends<ObjectLinkingLayer, llvm::orc::ObjectLayer>,
                           private llvm::orc::ResourceManager,
                           private detail::LayerID<> {
	using Responsibility = llvm::orc::MaterializationResponsibility;
	using ObjectFile = llvm::object::ObjectFile;
	using ResourceKey = llvm::orc::ResourceKey;
	using LoadSP = std::shared_ptr<detail::Load>;

public:
	using detail::LayerID<>::ID;

	/* Called when an object has its place, before names are bound. */
	using NotifyLoadedFunction =
	    std::function<void(Responsibility &R, const ObjectFile &Obj, const llvm::RuntimeDyld::LoadedObjectInfo &)>;
	/* Called when an object may run; it gets the object's file. */
	using NotifyEmittedFunction = std::function<void(Responsibility &R, std::unique_ptr<llvm::MemoryBuffer>)>;

	/* Makes the memory manager of an object. */
	using GetMemoryManagerFunction = detail::Managers::GetFunction;

	/*
	 * The options are those of rtdyld_linker_create, nullptr for defaults and RTDYLD_CONSTANTS_WITH_CODE. Their struct is copied; what it points to must
	 * live until the first object is emitted. Their resolver is not used and constructors are not run: both are ORC's.
	 */
	explicit ObjectLinkingLayer(llvm::orc::ExecutionSession &ES, const rtdyld_options *Options = nullptr)
	    : llvm::RTTIExtends<ObjectLinkingLayer, llvm::orc::ObjectLayer>(ES)
	{
		RTDYLD_INIT(&this->Options);
		if (Options)
			this->Options = *Options;
		else
			this->Options.flags = RTDYLD_CONSTANTS_WITH_CODE;
		this->Options.flags |= RTDYLD_NO_PROCESS_NAMES | RTDYLD_NO_CONSTRUCTORS;
		this->Options.resolver = nullptr;
		ES.registerResourceManager(*this);
	}

	/* A memory manager for each object, in the place of the options' and of their registrar of call frames. */
	ObjectLinkingLayer(llvm::orc::ExecutionSession &ES, GetMemoryManagerFunction GetMemoryManager, const rtdyld_options *Options = nullptr)
	    : ObjectLinkingLayer(ES, Options)
	{
		Managers = std::make_unique<detail::Managers>(std::move(GetMemoryManager));
		Unwind = Managers->unwind();
		this->Options.unwind = &Unwind;
		this->Options.memory = nullptr;
		this->Options.flags &= ~RTDYLD_CONSTANTS_WITH_CODE;
		this->Options.permissions = RTDYLD_PERMISSIONS_CALLER;
	}

	~ObjectLinkingLayer() override
	{
		getExecutionSession().deregisterResourceManager(*this);
		if (Linker)
			llvm::consumeError(detail::call([&](rtdyld_error **E) { return rtdyld_linker_free(Linker, E); }));
		if (Managers && Options.memory)
			llvm::consumeError(detail::call([&](rtdyld_error **E) { return rtdyld_memory_free(Options.memory, E); }));
	}

	ObjectLinkingLayer &setNotifyLoaded(NotifyLoadedFunction F) { return NotifyLoaded = std::move(F), *this; }
	ObjectLinkingLayer &setNotifyEmitted(NotifyEmittedFunction F) { return NotifyEmitted = std::move(F), *this; }
	/* Before the first object is emitted. */
	ObjectLinkingLayer &setProcessAllSections(bool All)
	{
		Options.flags = All ? Options.flags | RTDYLD_ALL_SECTIONS : Options.flags & ~RTDYLD_ALL_SECTIONS;
		return *this;
	}
	/* The flags of symbols are always those that ORC was promised: nothing changes. */
	ObjectLinkingLayer &setOverrideObjectFlagsWithResponsibilityFlags(bool) { return *this; }
	ObjectLinkingLayer &setAutoClaimResponsibilityForObjectSymbols(bool Claim) { return AutoClaim = Claim, *this; }

	/* Listeners are told of objects when they may run, and before they go. They must outlive the layer, or be unregistered. */
	void registerJITEventListener(llvm::JITEventListener &L)
	{
		std::lock_guard<std::mutex> Lock(Mutex);
		Listeners.push_back(&L);
	}
	void unregisterJITEventListener(llvm::JITEventListener &L)
	{
		std::lock_guard<std::mutex> Lock(Mutex);
		Listeners.erase(std::remove(Listeners.begin(), Listeners.end(), &L), Listeners.end());
	}

	/* The library's linker, nullptr before the first object. */
	rtdyld_linker *linker() const { return Linker; }

	void emit(std::unique_ptr<Responsibility> R, std::unique_ptr<llvm::MemoryBuffer> O) override
	{
		auto L = std::make_shared<detail::Load>();
		L->R = std::move(R);
		L->Buffer = std::move(O);
		auto Err = selectSymbols(*L);
		if (!Err) {
			/* What is wanted is known already, as a rule, and the library is entered once. */
			bool Known = L->Names.empty() || search(L);
			Err = Known && !L->Unfound.empty() ? takeUnfound(*L) : place(*L, Known && !NotifyLoaded && !L->OwnHandle);
		}
		if (Err) {
			{
				std::lock_guard<std::mutex> Lock(L->Mutex);
				L->Steps |= detail::Load::Failed;
			}
			return fail(*L, std::move(Err));
		}
		if (L->Steps.fetch_or(detail::Load::Placed) & detail::Load::Searched || L->Names.empty())
			emitted(*L);
	}

private:
	/* view makes LLVM's view of an object, which callbacks get. */
	static llvm::Error view(detail::Load &L)
	{
		if (L.File)
			return llvm::Error::success();
		auto File = ObjectFile::createObjectFile(L.Buffer->getMemBufferRef());
		if (!File)
			return File.takeError();
		L.File = std::move(*File);
		return llvm::Error::success();
	}

	/* eachGlobal calls F with the symbols of an object that are not local, in the order of its symbol table, up to an error. */
	template <typename Func> llvm::Error eachGlobal(detail::Load &L, Func &&F)
	{
		auto Object = L.Buffer->getMemBufferRef();
		if (!AutoClaim && detail::isELF64LE(Object)) {
			auto ELF = llvm::object::ELFFile<llvm::object::ELF64LE>::create(Object.getBuffer());
			return ELF ? detail::eachELFSymbol(*ELF, F) : ELF.takeError();
		}
		if (auto Err = view(L))
			return Err;
		return detail::eachSymbol(*L.File, F);
	}

	/* selectSymbols finds out which definitions of the object count, and what it wants from elsewhere. */
	llvm::Error selectSymbols(detail::Load &L)
	{
		using namespace llvm;
		auto &ES = getExecutionSession();
		auto &Promised = L.R->getSymbols();
		orc::SymbolFlagsMap Claims;
		orc::SymbolNameVector Unexpected;
		std::vector<std::pair<orc::SymbolStringPtr, bool>> Others; /* and whether it is weak */
		L.Defined.reserve(Promised.size());
		auto Take = [&](const detail::Global &Sym, const object::SymbolRef *Ref) -> Error {
			auto Key = ES.intern(Sym.Name);
			if (Sym.Undefined) {
				if (Sym.Name == "__dso_handle") { /* the linker's, too, if it is not told so */
					L.External.push_back(Sym.Name.str());
					L.OwnHandle = true;
				}
				if (Sym.Name != "_GLOBAL_OFFSET_TABLE_") /* the linker's */
					want(L, std::move(Key));
				return Error::success();
			}
			if (Promised.count(Key)) {
				L.Defined.push_back(std::move(Key));
				return Error::success();
			}
			if (Sym.Hidden)
				return Error::success();
			if (AutoClaim) { /* there is a reference then */
				auto SymFlags = JITSymbolFlags::fromObjectSymbol(*Ref);
				if (!SymFlags)
					return SymFlags.takeError();
				Claims[Key] = *SymFlags;
			} else if (!Sym.Weak) {
				Unexpected.push_back(Key);
			}
			Others.push_back({std::move(Key), Sym.Weak});
			return Error::success();
		};
		if (auto Err = eachGlobal(L, Take))
			return Err;
		if (!Unexpected.empty())
			return make_error<orc::UnexpectedSymbolDefinitions>(ES.getSymbolStringPool(), L.Buffer->getBufferIdentifier().str(),
			                                                    std::move(Unexpected));
		if (L.Defined.size() < Promised.size())
			if (auto Err = allThere(L, orc::SymbolNameSet(L.Defined.begin(), L.Defined.end())))
				return Err;
		if (!Claims.empty())
			if (auto Err = L.R->defineMaterializing(std::move(Claims)))
				return Err;
		for (auto &Other : Others)
			if (L.R->getSymbols().count(Other.first)) {
				L.Defined.push_back(std::move(Other.first));
			} else { /* another has it */
				L.External.push_back((*Other.first).str());
				want(L, std::move(Other.first));
			}
		L.Wanted.removeDuplicates();
		return Error::success();
	}

	/* Which references must be found is known to the linker, which asks for what it needs. */
	static void want(detail::Load &L, llvm::orc::SymbolStringPtr Name)
	{
		L.Names.push_back(Name);
		L.Wanted.add(std::move(Name), llvm::orc::SymbolLookupFlags::WeaklyReferencedSymbol);
	}

	/* sections counts those of the object's file, which has been looked at. */
	static size_t sections(const detail::Load &L)
	{
		if (L.File)
			return std::distance(L.File->section_begin(), L.File->section_end());
		llvm::ELF::Elf64_Ehdr Head;
		memcpy(&Head, L.Buffer->getBufferStart(), sizeof Head);
		return Head.e_shnum;
	}

	/* allThere is an error if something was promised that the object has not. */
	llvm::Error allThere(detail::Load &L, const llvm::orc::SymbolNameSet &Has)
	{
		llvm::orc::SymbolNameVector Missing;
		for (auto &KV : L.R->getSymbols())
			if (!KV.second.hasMaterializationSideEffectsOnly() && !Has.count(KV.first))
				Missing.push_back(KV.first);
		if (Missing.empty())
			return llvm::Error::success();
		return llvm::make_error<llvm::orc::MissingSymbolDefinitions>(getExecutionSession().getSymbolStringPool(),
		                                                             L.Buffer->getBufferIdentifier().str(), std::move(Missing));
	}

	/* open makes the linker. */
	llvm::Error open()
	{
		std::lock_guard<std::mutex> Lock(Mutex);
		if (Linker)
			return llvm::Error::success();
		return detail::call([&](rtdyld_error **E) {
			rtdyld_status Status = Managers && !Options.memory ? Managers->memory(&Options.memory, E) : RTDYLD_OK;
			return Status == RTDYLD_OK ? rtdyld_linker_create(&Options, &Linker, E) : Status;
		});
	}

	/* place gives the object to the linker, which has it ready to run if all is known, and tells ORC of the addresses of its symbols. */
	llvm::Error place(detail::Load &L, bool Known)
	{
		if (auto Err = open())
			return Err;
		llvm::SmallVector<const char *, 4> External;
		for (auto &Name : L.External)
			External.push_back(Name.c_str());
		llvm::SmallVector<rtdyld_place, 4> Places;
		Places.reserve(L.Defined.size());
		for (auto &Name : L.Defined)
			Places.push_back({(*Name).data(), 0, 0}); /* ORC's strings end as C's do */
		llvm::SmallString<64> Name(L.Buffer->getBufferIdentifier());
		rtdyld_input Input;
		RTDYLD_INIT(&Input);
		Input.name = Name.c_str();
		Input.data = L.Buffer->getBufferStart();
		Input.length = L.Buffer->getBufferSize();
		if (Managers)
			L.Memory = Managers->create(sections(L));
		if (Options.memory) /* memory managers tell loads apart by it */
			Input.user = L.Memory ? static_cast<void *>(L.Memory.get()) : &L;
		detail::Managers::Scope In(L.Memory.get());
		Input.external = External.data();
		Input.external_count = External.size();
		Input.places = Places.data();
		Input.place_count = Places.size();
		const rtdyld_input *Inputs[] = {&Input};
		rtdyld_resolver Resolver;
		RTDYLD_INIT(&Resolver);
		Resolver.opaque = &L;
		Resolver.find = detail::Load::find;
		if (Known)
			L.know();
		Resolver.known = L.Known.data();
		Resolver.known_count = L.Known.size();
		auto Bad = detail::call([&](rtdyld_error **E) {
			auto *Add = Known ? rtdyld_linker_link_alone : rtdyld_linker_add_alone;
			rtdyld_status Status = Add(Linker, &Resolver, Inputs, 1, &L.Object, E);
			if (Status == RTDYLD_OK && (NotifyLoaded || listened()))
				Status = rtdyld_object_sections(L.Object, detail::Load::section, &L, E);
			return Status;
		});
		if (Bad)
			return unfound(L, std::move(Bad));
		L.Finalized = Known;
		if (auto Err = resolved(L, Places))
			return Err;
		if (!NotifyLoaded)
			return llvm::Error::success();
		if (auto Err = view(L))
			return Err;
		NotifyLoaded(*L.R, *L.File, L.Where);
		return llvm::Error::success();
	}

	/* resolved tells ORC of addresses, which are those of Defined. */
	llvm::Error resolved(detail::Load &L, llvm::ArrayRef<rtdyld_place> Places)
	{
		llvm::orc::SymbolMap Symbols(Places.size());
		auto &Promised = L.R->getSymbols();
		for (size_t I = 0; I < Places.size(); I++)
			if (Places[I].found)
				Symbols[L.Defined[I]] = detail::define(Places[I].address, Promised.find(L.Defined[I])->second);
		if (Symbols.size() < Promised.size()) {
			llvm::orc::SymbolNameSet Has;
			for (auto &KV : Symbols)
				Has.insert(KV.first);
			if (auto Err = allThere(L, Has))
				return Err;
		}
		return L.R->notifyResolved(Symbols);
	}

	/* unfound says an error in ORC's way if it is about names that the linker asked for in vain. */
	llvm::Error unfound(detail::Load &L, llvm::Error Err)
	{
		if (L.Missing.empty())
			return Err;
		llvm::orc::SymbolNameVector Names;
		for (auto &Name : L.Missing)
			Names.push_back(getExecutionSession().intern(Name));
		llvm::consumeError(std::move(Err));
		return llvm::make_error<llvm::orc::SymbolsNotFound>(getExecutionSession().getSymbolStringPool(), std::move(Names));
	}

	/* search asks ORC for what the object wants, and reports whether that has been answered already: the answer may come later, on another thread. */
	bool search(const LoadSP &L)
	{
		using namespace llvm::orc;
		JITDylibSearchOrder Order;
		L->R->getTargetJITDylib().withLinkOrderDo([&](const JITDylibSearchOrder &O) { Order = O; });
		auto *Raw = L.get(); /* dependencies come before the answer, which holds it */
		/* A Hold that is const would be copied where LLVM moves, and never go. */
		auto Answered = [this, Hold = L](llvm::Expected<SymbolMap> Found) { found(*Hold, std::move(Found)); };
		getExecutionSession().lookup(
		    LookupKind::Static, Order, std::move(L->Wanted), SymbolState::Resolved, std::move(Answered),
		    [Raw](const SymbolDependenceMap &D) {
#if LLVM_VERSION_MAJOR >= 18
			    Raw->Dependencies = D;
#else
			    std::lock_guard<std::mutex> Lock(Raw->Mutex);
			    if (!(Raw->Steps & detail::Load::Failed))
				    Raw->R->addDependenciesForAll(D);
#endif
		    });
		return L->Steps & detail::Load::Searched;
	}

	/* found takes what ORC has answered. */
	void found(detail::Load &L, llvm::Expected<llvm::orc::SymbolMap> Found)
	{
		if (Found) {
			L.Definitions = std::move(*Found);
		} else {
			L.Unfound.push_back(Found.takeError());
		}
		if (L.Steps.fetch_or(detail::Load::Searched) & detail::Load::Placed)
			emitted(L);
	}

	static llvm::Error takeUnfound(detail::Load &L)
	{
		auto Err = std::move(L.Unfound.back());
		L.Unfound.pop_back();
		return Err;
	}

	/* emitted makes the object ready to run. */
	void emitted(detail::Load &L)
	{
		detail::Managers::Scope In(L.Memory.get());
		llvm::Error Err = L.Unfound.empty() ? llvm::Error(llvm::Error::success()) : takeUnfound(L);
		if (!Err && !L.Finalized)
			if ((Err = detail::call([&](rtdyld_error **E) { return rtdyld_linker_finalize(Linker, &L.Object, 1, E); })))
				Err = unfound(L, std::move(Err));
		if (Err)
			return fail(L, std::move(Err));
		rtdyld_object *Object = L.Object;
		L.Object = nullptr;
		{
			std::lock_guard<std::mutex> Lock(Mutex);
			if (!Listeners.empty() && !L.Where.any()) /* registered since then */
				llvm::consumeError(detail::call([&](rtdyld_error **E) { return rtdyld_object_sections(Object, detail::Load::section, &L, E); }));
			if (!Listeners.empty())
				Err = view(L);
			if (!Err)
				for (auto *Listener : Listeners)
					Listener->notifyObjectLoaded(keyOf(Object), *L.File, L.Where);
		}
		if (Err)
			return fail(L, llvm::joinErrors(std::move(Err), drop({Object})));
		/* Once ORC knows that the symbols are there, others may remove the object. */
		Err = L.R->withResourceKeyDo([&](ResourceKey K) { Objects[K].push_back(Object); });
		if (Err) /* they have, before */
			return fail(L, llvm::joinErrors(std::move(Err), unload({Object})));
		if ((Err = notify(L))) {
			bool Here = false;
			auto Gone = L.R->withResourceKeyDo([&](ResourceKey K) {
				auto &All = Objects[K];
				auto I = std::find(All.begin(), All.end(), Object);
				if ((Here = I != All.end()))
					All.erase(I);
			});
			llvm::consumeError(std::move(Gone));
			return fail(L, Here ? llvm::joinErrors(std::move(Err), unload({Object})) : std::move(Err));
		}
		if (NotifyEmitted) {
			L.File.reset();
			NotifyEmitted(*L.R, std::move(L.Buffer));
		}
	}

	llvm::Error notify(detail::Load &L)
	{
#if LLVM_VERSION_MAJOR >= 18
		llvm::orc::SymbolDependenceGroup Group;
		if (L.Dependencies.empty())
			return L.R->notifyEmitted({});
		for (auto &KV : L.R->getSymbols())
			if (!KV.second.hasMaterializationSideEffectsOnly())
				Group.Symbols.insert(KV.first);
		Group.Dependencies = std::move(L.Dependencies);
		return L.R->notifyEmitted(Group);
#else
		return L.R->notifyEmitted();
#endif
	}

	/* fail gives the object up. */
	void fail(detail::Load &L, llvm::Error Err)
	{
		if (L.Object)
			Err = llvm::joinErrors(std::move(Err), drop({L.Object}));
		getExecutionSession().reportError(std::move(Err));
		L.R->failMaterialization();
	}

	bool listened()
	{
		std::lock_guard<std::mutex> Lock(Mutex);
		return !Listeners.empty();
	}

	static uint64_t keyOf(rtdyld_object *Object) { return reinterpret_cast<uintptr_t>(Object); }

	llvm::Error drop(const std::vector<rtdyld_object *> &Gone)
	{
		return detail::call([&](rtdyld_error **E) { return rtdyld_linker_unload(Linker, Gone.data(), Gone.size(), E); });
	}

	/* unload takes objects away that listeners know. */
	llvm::Error unload(const std::vector<rtdyld_object *> &Gone)
	{
		{
			std::lock_guard<std::mutex> Lock(Mutex);
			for (auto *Object : Gone)
				for (auto *Listener : Listeners)
					Listener->notifyFreeingObject(keyOf(Object));
		}
		return drop(Gone);
	}

#if LLVM_VERSION_MAJOR >= 16
	llvm::Error handleRemoveResources(llvm::orc::JITDylib &, ResourceKey K) override { return removeResources(K); }
	void handleTransferResources(llvm::orc::JITDylib &, ResourceKey To, ResourceKey From) override { transfer(To, From); }
#else
	llvm::Error handleRemoveResources(ResourceKey K) override { return removeResources(K); }
	void handleTransferResources(ResourceKey To, ResourceKey From) override { transfer(To, From); }
#endif

	llvm::Error removeResources(ResourceKey K)
	{
		std::vector<rtdyld_object *> Gone;
		getExecutionSession().runSessionLocked([&] {
			auto I = Objects.find(K);
			if (I != Objects.end()) {
				Gone = std::move(I->second);
				Objects.erase(I);
			}
		});
		if (Gone.empty())
			return llvm::Error::success();
		std::reverse(Gone.begin(), Gone.end());
		return unload(Gone);
	}

	/* ORC holds the session's lock. */
	void transfer(ResourceKey To, ResourceKey From)
	{
		auto I = Objects.find(From);
		if (I == Objects.end())
			return;
		auto Moved = std::move(I->second);
		Objects.erase(I);
		auto &All = Objects[To];
		All.insert(All.end(), Moved.begin(), Moved.end());
	}

	rtdyld_options Options;
	std::unique_ptr<detail::Managers> Managers; /* nullptr: memory is the library's or the options' */
	rtdyld_unwind Unwind;
	rtdyld_linker *Linker = nullptr;
	NotifyLoadedFunction NotifyLoaded;
	NotifyEmittedFunction NotifyEmitted;
	bool AutoClaim = false;
	std::mutex Mutex; /* of Listeners, and of Linker while it is made */
	std::vector<llvm::JITEventListener *> Listeners;
	llvm::DenseMap<ResourceKey, std::vector<rtdyld_object *>> Objects; /* under the session's lock */
};

} // namespace rtdyld

#endif /* RTDYLD_ORC_HPP */
