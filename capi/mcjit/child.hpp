/* What rtdyld_mcjit.hpp does in a process that was forked off one in which the library was started. */
#ifndef RTDYLD_MCJIT_CHILD_HPP
#define RTDYLD_MCJIT_CHILD_HPP

#include "loaded.hpp"

#include "llvm/ExecutionEngine/RTDyldMemoryManager.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"
#include "llvm/Object/ObjectFile.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace rtdyld {
namespace detail {

/*
 * InChild links by LLVM's RuntimeDyld: the library is refused in such a process, which has none of its threads, and programs fork that
 * have an engine, as Python's multiprocessing does. Code that was linked before the fork is there, and stays.
 */
class InChild {
public:
	using Known = std::function<uint64_t(llvm::StringRef)>;

	/* Has knows what objects that were linked before define. Why is what the library says. */
	InChild(std::shared_ptr<llvm::MCJITMemoryManager> M, bool AllSections, const std::string &Why, Known Has)
	    : Memory(M ? std::move(M) : std::make_shared<llvm::SectionMemoryManager>()), Names(std::move(Has)), Dyld(*Memory, Names)
	{
		Dyld.setProcessAllSections(AllSections);
		static std::once_flag Said; /* of the process: children have said it if this one has */
		std::call_once(Said, [&] { fprintf(stderr, "rtdyld: LLVM links by itself in this process: %s\n", Why.c_str()); });
	}
	~InChild() { Dyld.deregisterEHFrames(); }

	llvm::Error load(const llvm::object::ObjectFile &File, LoadedObject &Where)
	{
		auto Info = Dyld.loadObject(File);
		if (!Info)
			return error();
		for (auto &S : File.sections()) {
			rtdyld_section To = {};
			To.number = S.getIndex();
			if ((To.address = Info->getSectionLoadAddress(S)))
				Where.add(To);
		}
		return llvm::Error::success();
	}

	uint64_t address(llvm::StringRef Name) const { return Dyld.getSymbol(Name).getAddress(); }
	void map(const void *Local, uint64_t Address) { Dyld.mapSectionAddress(Local, Address); }

	/* symbols calls F with the names and addresses of what an object defines. */
	template <typename Func> void symbols(const llvm::object::ObjectFile &File, Func &&F) const
	{
		for (auto &S : File.symbols()) {
			auto Name = S.getName();
			if (!Name)
				llvm::consumeError(Name.takeError());
			else if (uint64_t Address = address(*Name))
				F(*Name, Address);
		}
	}

	llvm::Error finalize(llvm::function_ref<uint64_t(const std::string &)> Find)
	{
		Names.Find = &Find;
		Dyld.resolveRelocations();
		Dyld.registerEHFrames();
		std::string Text;
		Names.Find = nullptr;
		if (Dyld.hasError())
			return error();
		if (Memory->finalizeMemory(&Text))
			return llvm::createStringError(llvm::inconvertibleErrorCode(), Text.c_str());
		return llvm::Error::success();
	}

private:
	llvm::Error error()
	{
		return llvm::createStringError(llvm::inconvertibleErrorCode(), Dyld.getErrorString().str().c_str());
	}

	/* Resolver is how RuntimeDyld asks. */
	struct Resolver final : llvm::JITSymbolResolver {
		explicit Resolver(Known Has) : Has(std::move(Has)) {}
		void lookup(const LookupSet &Symbols, OnResolvedFunction Done) override
		{
			LookupResult Result;
			for (auto &Name : Symbols) {
				uint64_t Address = Find ? (*Find)(Name.str()) : 0;
				if (!Address)
					return Done(llvm::createStringError(llvm::inconvertibleErrorCode(), "Symbol not found: %s", Name.str().c_str()));
				Result[Name] = {Address, llvm::JITSymbolFlags::Exported};
			}
			Done(std::move(Result));
		}
		llvm::Expected<LookupSet> getResponsibilitySet(const LookupSet &Symbols) override
		{
			LookupSet Result;
			for (auto &Name : Symbols)
				if (!Has(Name))
					Result.insert(Name);
			return Result;
		}
		Known Has;
		llvm::function_ref<uint64_t(const std::string &)> *Find = nullptr;
	};

	std::shared_ptr<llvm::MCJITMemoryManager> Memory;
	Resolver Names;
	llvm::RuntimeDyld Dyld;
};

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_MCJIT_CHILD_HPP */
