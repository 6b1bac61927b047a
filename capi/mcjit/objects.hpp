/* The objects of rtdyld_mcjit.hpp: what is linked, and the names that there are. */
#ifndef RTDYLD_MCJIT_OBJECTS_HPP
#define RTDYLD_MCJIT_OBJECTS_HPP

#include "call.hpp"
#include "child.hpp"
#include "forward.hpp"
#include "loaded.hpp"
#include "memory.hpp"
#include "shadow.hpp"
#include "symbols.hpp"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace rtdyld {
namespace detail {

/* Linked is an object that the engine has. */
struct Linked {
	std::unique_ptr<llvm::MemoryBuffer> Buffer; /* of File, or nullptr: that is the caller's matter */
	std::unique_ptr<llvm::object::ObjectFile> File;
	rtdyld_object *Object = nullptr; /* nullptr: LLVM's RuntimeDyld has it, see child.hpp */
	Managers::Use Memory{nullptr, {nullptr}};
	LoadedObject Where;
	std::vector<std::string> Defined;   /* for others, in the order of the symbol table */
	std::vector<std::string> External;  /* weak definitions that do not count */
	std::vector<std::string> Undefined; /* External among them */
	bool OwnHandle = false;             /* __dso_handle is wanted, and its own if nobody has it */
	llvm::StringMap<uint64_t> Answers;  /* of Undefined, while it is finalized */
	llvm::StringMap<uint64_t> Locals;   /* if Listed */
	bool Listed = false;

	/* A Copy is what a memory manager gets of a section that is not for run time: the linker keeps such contents for itself. */
	struct Copy {
		uint8_t *To;
		uint32_t Section;
		uint64_t Bytes;
	};
	std::vector<Copy> Copies;
	std::vector<bool> Seen; /* by the sections' numbers: the linker has them */

	uint64_t key() const { return reinterpret_cast<uintptr_t>(File->getData().data()); }
};

/* Objects are those of an engine. What they are asked, and tell, is under the engine's lock. */
class Objects {
public:
	/* The address of a name that an object wants; 0: there is none. It may load other objects. */
	using Find = llvm::function_ref<uint64_t(const std::string &)>;

	/* Memory is the client's memory manager, or nullptr: the library's own. Triple is that of the code, "" for this process's. */
	Objects(std::shared_ptr<llvm::MCJITMemoryManager> Memory, std::string Triple) : Memory(std::move(Memory)), Triple(std::move(Triple))
	{
		if (this->Memory)
			Each = std::make_unique<Managers>([M = this->Memory] { return std::make_unique<Forward>(M); });
	}

	~Objects()
	{
		if (Memory && !All.empty())
			Memory->deregisterEHFrames();
		Child.reset();
		if (Linker)
			llvm::consumeError(call([&](rtdyld_error **E) { return rtdyld_linker_free(Linker, E); }));
		All.clear();
		if (Manager)
			llvm::consumeError(call([&](rtdyld_error **E) { return rtdyld_memory_free(Manager, E); }));
	}
	Objects(const Objects &) = delete;
	Objects &operator=(const Objects &) = delete;

	/* Before the first object. */
	void setProcessAllSections(bool To) { AllSections = To; }

	/* load gives an object its place. */
	llvm::Expected<Linked *> load(std::unique_ptr<llvm::object::ObjectFile> File, std::unique_ptr<llvm::MemoryBuffer> Buffer)
	{
		auto New = std::make_unique<Linked>();
		auto &L = *New;
		L.File = std::move(File);
		L.Buffer = std::move(Buffer);
		if (auto Err = read(L))
			return Err;
		if (auto Err = place(L)) {
			if (L.Object)
				llvm::consumeError(call([&](rtdyld_error **E) { return rtdyld_linker_unload(Linker, &L.Object, 1, E); }));
			return Err;
		}
		All.push_back(std::move(New));
		Waiting.push_back(&L);
		return &L;
	}

	/* find is the address of a name that an object defines for others; 0: there is none, or with Ready none that may run. */
	uint64_t find(llvm::StringRef Name, bool Ready = false)
	{
		if (Moved)
			review();
		auto I = Names.find(Name);
		return I == Names.end() || (Ready && waits(I->second.Of)) ? 0 : I->second.Address;
	}

	/* findIn is the address of any name of one object, of all in their order if it is nullptr, local ones too. */
	uint64_t findIn(Linked *Of, llvm::StringRef Name, bool Ready = false)
	{
		if (Moved)
			review();
		if (Of)
			return local(*Of, Name);
		for (auto &L : All)
			if (!Ready || !waits(L.get()))
				if (uint64_t Address = local(*L, Name))
					return Address;
		return 0;
	}

	/* map gives a section another address, that of code. */
	llvm::Error map(const void *Local, uint64_t Address)
	{
		if (Child)
			return Child->map(Local, Address), llvm::Error::success();
		Moved = true;
		return call([&](rtdyld_error **E) { return rtdyld_linker_map_local(Linker, Local, Address, E); });
	}

	/*
	 * finalize makes ready to run all objects that wait, with those that are loaded meanwhile because of their names. Done is told of each. The
	 * error is that of those for which it failed: they wait on.
	 */
	llvm::Error finalize(Find F, llvm::function_ref<void(Linked &)> Done)
	{
		if (Busy) /* a look-up's callback asks for an address: what it needs is finalized with the rest */
			return llvm::Error::success();
		Busy = true;
		auto Err = finalizeWaiting(F, Done);
		Busy = false;
		return Err;
	}

	/* waits reports whether an object is not ready to run, and will not be when what calls has returned. */
	bool waits(const Linked *L) const { return !Busy && std::find(Waiting.begin(), Waiting.end(), L) != Waiting.end(); }

	/* each calls F with all objects, in the order in which they were loaded. */
	void each(llvm::function_ref<void(Linked &)> F)
	{
		for (auto &L : All)
			F(*L);
	}

private:
	llvm::Error finalizeWaiting(Find F, llvm::function_ref<void(Linked &)> Done)
	{
		if (Moved)
			review();
		for (auto *L : Waiting) /* of the last time */
			L->Answers.clear();
		for (size_t I = 0; I < Waiting.size(); I++) /* they may become more */
			answer(*Waiting[I], F);
		auto Err = Waiting.empty() ? llvm::Error(llvm::Error::success()) : Child ? Child->finalize(F) : link(F);
		bool Bad = bool(Err);
		std::vector<Linked *> Failed;
		for (auto *L : Waiting)
			if (Bad && L->Object && !finalized(*L)) {
				Failed.push_back(L);
			} else {
				L->Answers.clear();
				Err = llvm::joinErrors(std::move(Err), copy(*L));
				Done(*L);
			}
		Waiting = std::move(Failed);
		std::string Text;
		if (Memory && Memory->finalizeMemory(&Text))
			Err = llvm::joinErrors(std::move(Err), llvm::createStringError(llvm::inconvertibleErrorCode(), Text.c_str()));
		return Err;
	}

	/* read finds out what the object defines, and what it wants from elsewhere. */
	llvm::Error read(Linked &L)
	{
		auto Take = [&](const Global &G, const llvm::object::SymbolRef *) -> llvm::Error {
			bool Handle = G.Undefined && G.Name == "__dso_handle"; /* the linker's, too, if it is not told so */
			L.OwnHandle |= Handle;
			if (Handle || (G.Weak && !G.Undefined && Names.count(G.Name)))
				L.External.push_back(G.Name.str());
			else if (!G.Undefined)
				return L.Defined.push_back(G.Name.str()), llvm::Error::success();
			if (G.Name != "_GLOBAL_OFFSET_TABLE_") /* the linker's */
				L.Undefined.push_back(G.Name.str());
			return llvm::Error::success();
		};
		auto Object = L.File->getMemoryBufferRef();
		if (!isELF64LE(Object))
			return eachSymbol(*L.File, Take);
		auto ELF = llvm::object::ELFFile<llvm::object::ELF64LE>::create(Object.getBuffer());
		return ELF ? eachELFSymbol(*ELF, Take) : ELF.takeError();
	}

	/* open makes the linker. */
	rtdyld_status open(rtdyld_error **E)
	{
		rtdyld_options Options;
		RTDYLD_INIT(&Options);
		Options.flags = RTDYLD_NO_PROCESS_NAMES | RTDYLD_NO_CONSTRUCTORS | (AllSections ? RTDYLD_ALL_SECTIONS : 0);
		if (!Triple.empty()) {
			Options.flags |= RTDYLD_FOREIGN;
			Options.triple = Triple.c_str();
		}
		if (Each) {
			Unwind = Each->unwind();
			Options.unwind = &Unwind;
			Options.permissions = RTDYLD_PERMISSIONS_CALLER;
			rtdyld_status Status = Manager ? RTDYLD_OK : Each->memory(&Manager, E);
			if (Status != RTDYLD_OK)
				return Status;
			Options.memory = Manager;
		}
		return rtdyld_linker_create(&Options, &Linker, E);
	}

	/* place gives the object to the linker, and enters its names. */
	llvm::Error place(Linked &L)
	{
		if (Child)
			return placeInChild(L);
		llvm::SmallVector<const char *, 4> External;
		for (auto &Name : L.External)
			External.push_back(Name.c_str());
		llvm::SmallVector<rtdyld_place, 8> Places;
		for (auto &Name : L.Defined)
			Places.push_back({Name.c_str(), 0, 0});
		llvm::SmallString<64> Name(L.File->getFileName());
		rtdyld_input Input;
		RTDYLD_INIT(&Input);
		Input.name = Name.c_str();
		Input.data = L.File->getData().data();
		Input.length = L.File->getData().size();
		Input.flags = L.Buffer ? RTDYLD_INPUT_BORROW : 0; /* what is the caller's may go once it is linked */
		if (Each)
			L.Memory = Each->create(std::distance(L.File->section_begin(), L.File->section_end()));
		Input.user = L.Memory.get(); /* the manager tells objects apart by it */
		Managers::Scope In(L.Memory.get());
		Input.external = External.data();
		Input.external_count = External.size();
		Input.places = Places.data();
		Input.place_count = Places.size();
		const rtdyld_input *Inputs[] = {&Input};
		rtdyld_resolver Resolver;
		RTDYLD_INIT(&Resolver);
		Resolver.opaque = &L;
		Resolver.find = answered;
		std::string Text;
		auto Status = attempt(
		    [&](rtdyld_error **E) {
			    rtdyld_status Status = Linker ? RTDYLD_OK : open(E);
			    if (Status == RTDYLD_OK)
				    Status = rtdyld_linker_add_alone(Linker, &Resolver, Inputs, 1, &L.Object, E);
			    return Status == RTDYLD_OK ? rtdyld_object_sections(L.Object, section, &L, E) : Status;
		    },
		    Text);
		if (Status == RTDYLD_ERROR_FORKED) {
			if (auto Err = becomeChild(Text))
				return Err;
			return placeInChild(L);
		}
		if (Status != RTDYLD_OK)
			return llvm::createStringError(llvm::inconvertibleErrorCode(), Text.c_str());
		for (size_t I = 0; I < Places.size(); I++)
			if (Places[I].found)
				Names[L.Defined[I]] = {Places[I].address, &L};
		if (Memory)
			if (auto Err = tell(L))
				return Err;
		return copy(L);
	}

	/* tell tells the memory manager of an object, and maps sections as it says. */
	llvm::Error tell(Linked &L)
	{
		std::vector<Shadow::Section> Sections;
		auto Add = [](void *P, const rtdyld_section *S) {
			if (S->memory && S->bytes)
				static_cast<std::vector<Shadow::Section> *>(P)->push_back({static_cast<uint8_t *>(const_cast<void *>(S->memory)), S->bytes, S->alignment,
				                                                          S->kind == RTDYLD_KIND_CODE, S->address});
			return 0;
		};
		if (auto Err = call([&](rtdyld_error **E) { return rtdyld_object_sections(L.Object, Add, &Sections, E); }))
			return Err;
		auto Before = Sections;
		Shadow::tell(*Memory, *L.File, Sections);
		bool Mapped = false;
		for (size_t I = 0; I < Sections.size(); I++) {
			if (Sections[I].Address == Before[I].Address)
				continue;
			Mapped = true;
			if (auto Err = map(Sections[I].Memory, Sections[I].Address))
				return Err;
		}
		if (!Mapped)
			return llvm::Error::success();
		L.Where.clear();
		return call([&](rtdyld_error **E) { return rtdyld_object_sections(L.Object, section, &L, E); });
	}

	static int section(void *P, const rtdyld_section *S) { return static_cast<Linked *>(P)->Where.add(*S), 0; }

	/* copy gives the memory manager the sections that are not for run time, if it wants all, as they are now. */
	llvm::Error copy(Linked &L)
	{
		if (!AllSections || !Memory || !L.Object)
			return llvm::Error::success();
		if (L.Seen.empty())
			if (auto Err = room(L))
				return Err;
		for (auto &C : L.Copies)
			if (auto Err = call([&](rtdyld_error **E) { return rtdyld_object_read(L.Object, C.Section, 0, C.To, C.Bytes, E); }))
				return Err;
		return llvm::Error::success();
	}

	/* room asks for memory for them, and copies what the linker does not look at, as there is nothing in it to relocate. */
	llvm::Error room(Linked &L)
	{
		struct Visit {
			Linked &L;
			llvm::MCJITMemoryManager &To;
		} V{L, *Memory};
		auto Allocate = [](void *P, const rtdyld_section *S) {
			auto &V = *static_cast<Visit *>(P);
			if (S->number == RTDYLD_SECTION_NONE)
				return 0;
			V.L.Seen.resize(std::max<size_t>(V.L.Seen.size(), S->number + 1));
			V.L.Seen[S->number] = true;
			if (!S->memory && S->bytes)
				if (auto *To = V.To.allocateDataSection(S->bytes, S->alignment ? S->alignment : 1, S->id, S->name, true))
					V.L.Copies.push_back({To, S->id, S->bytes});
			return 0;
		};
		L.Seen.resize(1);
		if (auto Err = call([&](rtdyld_error **E) { return rtdyld_object_sections(L.Object, Allocate, &V, E); }))
			return Err;
		for (auto &S : L.File->sections()) {
			if (S.isVirtual() || (S.getIndex() < L.Seen.size() && L.Seen[S.getIndex()]))
				continue;
			auto Name = S.getName();
			if (!Name)
				return Name.takeError();
			auto Contents = S.getContents();
			if (!Contents)
				return Contents.takeError();
			if (Contents->empty())
				continue;
			if (auto *To = Memory->allocateDataSection(Contents->size(), 16, S.getIndex(), *Name, true))
				std::copy(Contents->begin(), Contents->end(), To);
		}
		return llvm::Error::success();
	}

	/* answer looks up what an object wants, before the linker is entered. */
	void answer(Linked &L, Find F)
	{
		for (size_t I = 0; I < L.Undefined.size(); I++) {
			auto &Name = L.Undefined[I];
			if (!L.Answers.count(Name))
				if (uint64_t Address = F(Name))
					L.Answers[Name] = Address;
		}
		if (L.OwnHandle && !L.Answers.count("__dso_handle"))
			L.Answers["__dso_handle"] = L.Where.any();
	}

	/* answered is the resolver of an object: the linker asks for what it needs of that. */
	static int answered(void *Opaque, const rtdyld_reference *Ref, rtdyld_definition *Out, char **)
	{
		auto &L = *static_cast<Linked *>(Opaque);
		auto I = L.Answers.find(Ref->name);
		if (I == L.Answers.end())
			return 0;
		Out->address = I->second;
		if (Ref->tls)
			Out->kind = RTDYLD_SYMBOL_TLS;
		return 1;
	}

	/* link finalizes those that wait, one by one if not all can be. */
	llvm::Error link(Find F)
	{
		llvm::SmallVector<rtdyld_object *, 8> Objects;
		for (auto *L : Waiting)
			Objects.push_back(L->Object);
		std::string Text;
		auto Finalize = [&](rtdyld_object **First, size_t Count) {
			return attempt([&](rtdyld_error **E) { return rtdyld_linker_finalize(Linker, First, Count, E); }, Text);
		};
		auto Status = Finalize(Objects.data(), Objects.size());
		if (Status == RTDYLD_OK)
			return llvm::Error::success();
		if (Status == RTDYLD_ERROR_FORKED) {
			if (auto Err = becomeChild(Text))
				return Err;
			return Child->finalize(F);
		}
		llvm::Error Err = llvm::Error::success();
		for (auto *O : Objects)
			if (Finalize(&O, 1) != RTDYLD_OK)
				Err = llvm::joinErrors(std::move(Err), llvm::createStringError(llvm::inconvertibleErrorCode(), Text.c_str()));
		return Err;
	}

	static bool finalized(const Linked &L)
	{
		rtdyld_state State = RTDYLD_STATE_LOADED;
		llvm::consumeError(call([&](rtdyld_error **E) { return rtdyld_object_state(L.Object, &State, E); }));
		return State == RTDYLD_STATE_FINALIZED;
	}

	/* symbols calls F with the symbols of an object that the linker has. */
	static void symbols(Linked &L, llvm::function_ref<void(const rtdyld_symbol &)> F)
	{
		auto Visit = [](void *P, const rtdyld_symbol *S) { return (*static_cast<decltype(F) *>(P))(*S), 0; };
		llvm::consumeError(call([&](rtdyld_error **E) { return rtdyld_object_symbols(L.Object, Visit, &F, E); }));
	}

	static uint64_t addressOf(const rtdyld_symbol &S) { return S.kind == RTDYLD_SYMBOL_TLS ? uint64_t(S.thread_offset) : S.address; }

	/* local is the address of any name of an object. */
	uint64_t local(Linked &L, llvm::StringRef Name)
	{
		if (!L.Listed)
			list(L);
		auto I = L.Locals.find(Name);
		return I == L.Locals.end() ? 0 : I->second;
	}

	/* list notes the names that an object has, the local ones, too. */
	void list(Linked &L)
	{
		auto Enter = [&](const rtdyld_symbol &S) { L.Locals.try_emplace(S.name, addressOf(S)); };
		if (L.Object)
			symbols(L, Enter);
		else
			Child->symbols(*L.File, [&](llvm::StringRef Name, uint64_t Address) { L.Locals.try_emplace(Name, Address); });
		L.Listed = true;
	}

	/* review notes addresses anew, of objects whose sections may have been mapped. */
	void review()
	{
		Moved = false;
		for (auto *L : Waiting) {
			auto Enter = [&](const rtdyld_symbol &S) {
				auto I = Names.find(S.name);
				if (I != Names.end() && I->second.Of == L && S.binding != RTDYLD_BINDING_LOCAL)
					I->second.Address = addressOf(S);
			};
			if (L->Object)
				symbols(*L, Enter);
			L->Listed = false;
			L->Locals.clear();
		}
	}

	/* becomeChild gives what waits to LLVM's RuntimeDyld: see child.hpp. */
	llvm::Error becomeChild(const std::string &Why)
	{
		Child = std::make_unique<InChild>(Memory, AllSections, Why, [this](llvm::StringRef Name) { return find(Name); });
		for (auto *L : Waiting)
			for (auto &Name : L->Defined) {
				auto I = Names.find(Name);
				if (I != Names.end() && I->second.Of == L)
					Names.erase(I);
			}
		for (auto *L : Waiting)
			if (auto Err = placeInChild(*L))
				return Err;
		return llvm::Error::success();
	}

	llvm::Error placeInChild(Linked &L)
	{
		L.Object = nullptr;
		L.Where.clear();
		if (auto Err = Child->load(*L.File, L.Where))
			return Err;
		for (auto &Name : L.Defined)
			if (uint64_t Address = Child->address(Name))
				Names[Name] = {Address, &L};
		return llvm::Error::success();
	}

	struct Definition {
		uint64_t Address;
		Linked *Of;
	};
	std::shared_ptr<llvm::MCJITMemoryManager> Memory; /* nullptr: the library's */
	std::string Triple;
	bool AllSections = false;
	bool Busy = false;
	bool Moved = false; /* sections were mapped since names were entered */
	std::unique_ptr<Managers> Each;
	rtdyld_memory *Manager = nullptr;
	rtdyld_unwind Unwind;
	rtdyld_linker *Linker = nullptr;
	std::unique_ptr<InChild> Child;
	std::vector<std::unique_ptr<Linked>> All;
	std::vector<Linked *> Waiting; /* loaded, and not ready to run */
	llvm::StringMap<Definition> Names;
};

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_MCJIT_OBJECTS_HPP */
