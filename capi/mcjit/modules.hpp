/* The modules of rtdyld_mcjit.hpp, by how far they have come. */
#ifndef RTDYLD_MCJIT_MODULES_HPP
#define RTDYLD_MCJIT_MODULES_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

#include <array>
#include <list>
#include <memory>
#include <vector>

namespace rtdyld {
namespace detail {

struct Linked;

/* State is how far a module has come. */
enum class State : unsigned {
	Added,    /* nothing is done */
	Loaded,   /* its object has its place */
	Finalized /* and may run */
};

/* Modules are those that an engine owns, in each state in the order in which they came to it. */
class Modules {
public:
	struct Owned {
		std::unique_ptr<llvm::Module> M;
		State Is;
		Linked *Object; /* once it is loaded */
	};

	void add(std::unique_ptr<llvm::Module> M)
	{
		auto *P = M.get();
		auto &Added = in(State::Added);
		Added.push_back({std::move(M), State::Added, nullptr});
		All[P] = std::prev(Added.end());
	}

	/* find is nullptr for a module that is not there. */
	const Owned *find(const llvm::Module *M) const
	{
		auto I = All.find(M);
		return I == All.end() ? nullptr : &*I->second;
	}

	/* release gives a module back to the caller, whose it is then; false: there is no such module. */
	bool release(const llvm::Module *M)
	{
		auto I = All.find(M);
		if (I == All.end())
			return false;
		I->second->M.release();
		in(I->second->Is).erase(I->second);
		All.erase(I);
		return true;
	}

	void loaded(const llvm::Module *M, Linked *Object)
	{
		auto I = All.find(M);
		if (I == All.end())
			return;
		I->second->Object = Object;
		move(I->second, State::Loaded);
	}

	/* finalized is told of an object that may run; of a module or not. */
	void finalized(const Linked *Object)
	{
		auto &Loaded = in(State::Loaded);
		for (auto I = Loaded.begin(); I != Loaded.end(); ++I)
			if (I->Object == Object)
				return move(I, State::Finalized);
	}

	/* added has those of which nothing is done; generating code takes them away. */
	std::vector<llvm::Module *> added() const
	{
		std::vector<llvm::Module *> Found;
		for (auto &O : in(State::Added))
			Found.push_back(O.M.get());
		return Found;
	}

	/* first is the first module, of those in the states up to Last, for which F is not null, and that. */
	template <typename Func> auto first(State Last, Func &&F) const -> decltype(F(std::declval<const Owned &>()))
	{
		for (unsigned S = 0; S <= unsigned(Last); S++)
			for (auto &O : Lists[S])
				if (auto Found = F(O))
					return Found;
		return nullptr;
	}

	/* all are all modules, for a loop in which some may come, go or change. */
	std::vector<llvm::Module *> all() const
	{
		std::vector<llvm::Module *> Found;
		for (auto &L : Lists)
			for (auto &O : L)
				Found.push_back(O.M.get());
		return Found;
	}

private:
	using List = std::list<Owned>;

	List &in(State S) { return Lists[unsigned(S)]; }
	const List &in(State S) const { return Lists[unsigned(S)]; }

	void move(List::iterator I, State To)
	{
		auto &From = in(I->Is), &List = in(To);
		I->Is = To;
		List.splice(List.end(), From, I);
	}

	std::array<List, 3> Lists;
	llvm::DenseMap<const llvm::Module *, List::iterator> All;
};

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_MCJIT_MODULES_HPP */
