/* The symbols of an object that other objects see, for rtdyld_orc.hpp. */
#ifndef RTDYLD_ORC_SYMBOLS_HPP
#define RTDYLD_ORC_SYMBOLS_HPP

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cstring>

namespace rtdyld {
namespace detail {

/* Global is a symbol with a name that is not local. */
struct Global {
	llvm::StringRef Name;
	bool Undefined, Weak /* or common */, Hidden;
};

/* eachSymbol calls F with the globals of any object, and with LLVM's reference to each. */
template <typename Func> llvm::Error eachSymbol(const llvm::object::ObjectFile &File, Func &&F)
{
	using llvm::object::SymbolRef;
	for (auto &Sym : File.symbols()) {
		auto Flags = Sym.getFlags();
		if (!Flags)
			return Flags.takeError();
		if (!(*Flags & (SymbolRef::SF_Undefined | SymbolRef::SF_Global)))
			continue;
		auto Name = Sym.getName();
		if (!Name)
			return Name.takeError();
		if (Name->empty())
			continue;
		auto Is = [&](uint32_t Which) { return (*Flags & Which) != 0; };
		Global G{*Name, Is(SymbolRef::SF_Undefined), Is(SymbolRef::SF_Weak | SymbolRef::SF_Common), Is(SymbolRef::SF_Hidden)};
		if (auto Err = F(G, &Sym))
			return Err;
	}
	return llvm::Error::success();
}

/*
 * eachELFSymbol is eachSymbol of ELF, without references: LLVM's iterator finds the symbol table and its strings anew for each question about a
 * symbol.
 */
template <typename ELFT, typename Func> llvm::Error eachELFSymbol(const llvm::object::ELFFile<ELFT> &ELF, Func &&F)
{
	using namespace llvm;
	auto Sections = ELF.sections();
	if (!Sections)
		return Sections.takeError();
	auto Table = std::find_if(Sections->begin(), Sections->end(), [](auto &S) { return S.sh_type == llvm::ELF::SHT_SYMTAB; });
	if (Table == Sections->end())
		return Error::success();
	auto Symbols = ELF.symbols(&*Table);
	if (!Symbols)
		return Symbols.takeError();
	auto Names = ELF.getStringTableForSymtab(*Table, *Sections);
	if (!Names)
		return Names.takeError();
	for (auto &Sym : *Symbols) {
		if (Sym.getBinding() == llvm::ELF::STB_LOCAL)
			continue;
		auto Name = Sym.getName(*Names);
		if (!Name)
			return Name.takeError();
		if (Name->empty())
			continue;
		auto Visibility = Sym.getVisibility();
		bool Weak = Sym.getBinding() == llvm::ELF::STB_WEAK || Sym.isCommon();
		bool Hidden = Visibility == llvm::ELF::STV_HIDDEN || Visibility == llvm::ELF::STV_INTERNAL;
		if (auto Err = F(Global{*Name, Sym.isUndefined(), Weak, Hidden}, nullptr))
			return Err;
	}
	return Error::success();
}

/* isELF64LE reports whether an object is 64-bit ELF, little-endian. */
inline bool isELF64LE(llvm::MemoryBufferRef Object)
{
	static const char Ident[] = {0x7f, 'E', 'L', 'F', llvm::ELF::ELFCLASS64, llvm::ELF::ELFDATA2LSB};
	return Object.getBufferSize() >= sizeof Ident && memcmp(Object.getBufferStart(), Ident, sizeof Ident) == 0;
}

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_ORC_SYMBOLS_HPP */
