/* What rtdyld_mcjit.hpp shows to memory managers that want a RuntimeDyld. */
#ifndef RTDYLD_MCJIT_SHADOW_HPP
#define RTDYLD_MCJIT_SHADOW_HPP

#include "rtdyld.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/ExecutionEngine/RTDyldMemoryManager.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>
#include <string>
#include <vector>

namespace rtdyld {
namespace detail {

/*
 * A Shadow is a RuntimeDyld with the sections that the linker has placed for one object. It is there while a memory manager's notifyObjectLoaded
 * runs, which may say by its mapSectionAddress where code will run: that is all that managers do with it, those of LLVM for other
 * processes among them. It has the sections of an object that is made for it, without names and relocations, whose contents are what is in memory.
 */
class Shadow final : llvm::RuntimeDyld::MemoryManager {
public:
	struct Section {
		uint8_t *Memory;
		uint64_t Bytes, Alignment;
		bool Code;
		uint64_t Address; /* where it runs */
	};

	/* tell calls the manager, and notes addresses that it gives. Objects that are not ELF of 64 bits, little-endian, are not shown. */
	static void tell(llvm::MCJITMemoryManager &To, const llvm::object::ObjectFile &Of, std::vector<Section> &Sections)
	{
		if (!Of.isELF() || Of.getBytesInAddress() != 8 || !Of.isLittleEndian() || Sections.empty())
			return;
		auto Image = make(Of, Sections);
		auto File = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(llvm::StringRef(Image.data(), Image.size()), "shadow"));
		if (!File) {
			llvm::consumeError(File.takeError());
			return;
		}
		Shadow S(To, Of, Sections);
		llvm::RuntimeDyld Dyld(S, S.Nothing);
		Dyld.setProcessAllSections(true);
		auto Info = Dyld.loadObject(**File); /* which calls notifyObjectLoaded */
		if (!Info)
			return;
		size_t I = 0;
		for (auto &Sec : (*File)->sections())
			if (Sec.getIndex() > 0 && I < Sections.size())
				Sections[I++].Address = Info->getSectionLoadAddress(Sec);
	}

private:
	struct Resolver final : llvm::JITSymbolResolver {
		void lookup(const LookupSet &, OnResolvedFunction Done) override { Done(LookupResult()); }
		llvm::Expected<LookupSet> getResponsibilitySet(const LookupSet &) override { return LookupSet(); }
	};

	Shadow(llvm::MCJITMemoryManager &To, const llvm::object::ObjectFile &Of, std::vector<Section> &Sections) : To(To), Of(Of), Sections(Sections) {}

	/* make makes the object: its sections in their order, and a table of names with one name. */
	static std::vector<char> make(const llvm::object::ObjectFile &Of, const std::vector<Section> &Sections)
	{
		using namespace llvm::ELF;
		static const char Names[] = "\0s";
		Elf64_Ehdr Head;
		memcpy(&Head, Of.getData().data(), sizeof Head); /* it was parsed: it is there */
		std::vector<Elf64_Shdr> Table(Sections.size() + 2);
		std::vector<char> Image(sizeof Head);
		auto Append = [&](Elf64_Shdr &S, const void *Bytes, uint64_t Size) {
			S.sh_name = 1;
			S.sh_offset = Image.size();
			S.sh_size = Size;
			auto *P = static_cast<const char *>(Bytes);
			Image.insert(Image.end(), P, P + Size);
		};
		for (size_t I = 0; I < Sections.size(); I++) {
			auto &S = Table[I + 1];
			Append(S, Sections[I].Memory, Sections[I].Bytes);
			S.sh_type = SHT_PROGBITS;
			S.sh_flags = SHF_ALLOC | (Sections[I].Code ? SHF_EXECINSTR : SHF_WRITE);
			S.sh_addralign = Sections[I].Alignment;
		}
		Append(Table.back(), Names, sizeof Names);
		Table.back().sh_type = SHT_STRTAB;
		Table.back().sh_name = 0;
		Image.resize((Image.size() + 7) / 8 * 8);
		Head.e_shoff = Image.size();
		Head.e_shnum = Table.size();
		Head.e_shstrndx = Table.size() - 1;
		auto *P = reinterpret_cast<const char *>(Table.data());
		Image.insert(Image.end(), P, P + Table.size() * sizeof Table[0]);
		memcpy(Image.data(), &Head, sizeof Head);
		return Image;
	}

	/* place gives out the memory that sections have, in their order, and memory of its own for what has no name: the null section and the names. */
	uint8_t *place(uint64_t Bytes, llvm::StringRef Name)
	{
		if (!Name.empty() && Next < Sections.size())
			return Sections[Next++].Memory;
		Rest.emplace_back(Bytes);
		return Rest.back().data();
	}
	uint8_t *allocateCodeSection(uintptr_t Size, unsigned, unsigned, llvm::StringRef Name) override { return place(Size, Name); }
	uint8_t *allocateDataSection(uintptr_t Size, unsigned, unsigned, llvm::StringRef Name, bool) override { return place(Size, Name); }
	void registerEHFrames(uint8_t *, uint64_t, size_t) override {}
	void deregisterEHFrames() override {}
	bool finalizeMemory(std::string *) override { return false; }
	void notifyObjectLoaded(llvm::RuntimeDyld &Dyld, const llvm::object::ObjectFile &) override
	{
		static_cast<llvm::RuntimeDyld::MemoryManager &>(To).notifyObjectLoaded(Dyld, Of);
	}

	llvm::MCJITMemoryManager &To;
	const llvm::object::ObjectFile &Of;
	std::vector<Section> &Sections;
	size_t Next = 0;
	std::vector<std::vector<uint8_t>> Rest;
	Resolver Nothing;
};

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_MCJIT_SHADOW_HPP */
