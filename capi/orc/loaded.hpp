/* What JITEventListeners are told of an object, by rtdyld_orc.hpp. */
#ifndef RTDYLD_ORC_LOADED_HPP
#define RTDYLD_ORC_LOADED_HPP

#include "rtdyld.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace rtdyld {
namespace detail {

/* LoadedObject tells listeners where sections are. */
class LoadedObject final : public llvm::RuntimeDyld::LoadedObjectInfo {
public:
	/* There is no RuntimeDyldImpl: what would ask it is answered here. */
	LoadedObject() : LoadedObjectInfo(*reinterpret_cast<llvm::RuntimeDyldImpl *>(this), ObjSectionToIDMap()) {}
	LoadedObject(const LoadedObject &From) : LoadedObject() { Addresses = From.Addresses; }

	void add(const rtdyld_section &S)
	{
		if (S.number == RTDYLD_SECTION_NONE)
			return;
		if (S.number >= Addresses.size())
			Addresses.resize(S.number + 1);
		Addresses[S.number] = S.address;
	}
	void clear() { Addresses.clear(); }

	/* The address of a section, 0 if it is not in memory. */
	uint64_t address(uint64_t Index) const { return Index < Addresses.size() ? Addresses[Index] : 0; }

	/* Some address in the object, which no other has. */
	uint64_t any() const
	{
		auto I = std::find_if(Addresses.begin(), Addresses.end(), [](uint64_t A) { return A != 0; });
		return I == Addresses.end() ? 0 : *I;
	}

	uint64_t getSectionLoadAddress(const llvm::object::SectionRef &S) const override { return address(S.getIndex()); }
	std::unique_ptr<llvm::LoadedObjectInfo> clone() const override { return std::make_unique<LoadedObject>(*this); }

	/* The object with the sections' addresses in its headers, for debuggers: of 64-bit ELF of this host's byte order, else none. */
	llvm::object::OwningBinary<llvm::object::ObjectFile> getObjectForDebug(const llvm::object::ObjectFile &Obj) const override
	{
		using namespace llvm;
		StringRef Data = Obj.getData();
		if (!Obj.isELF() || Obj.getBytesInAddress() != 8 || Obj.isLittleEndian() != sys::IsLittleEndianHost)
			return {};
		auto Copy = WritableMemoryBuffer::getNewUninitMemBuffer(Data.size(), Obj.getFileName());
		if (!Copy)
			return {};
		std::copy(Data.begin(), Data.end(), Copy->getBufferStart());
		ELF::Elf64_Ehdr Head;
		memcpy(&Head, Data.data(), sizeof Head); /* it was parsed: it is there */
		for (size_t I = 0; I < Addresses.size(); I++) {
			uint64_t At = Head.e_shoff + I * Head.e_shentsize;
			if (Addresses[I] && Head.e_shentsize >= sizeof(ELF::Elf64_Shdr) && At + sizeof(ELF::Elf64_Shdr) <= Data.size())
				memcpy(Copy->getBufferStart() + At + offsetof(ELF::Elf64_Shdr, sh_addr), &Addresses[I], sizeof Addresses[I]);
		}
		auto Debug = object::ObjectFile::createObjectFile(Copy->getMemBufferRef());
		if (!Debug)
			return consumeError(Debug.takeError()), object::OwningBinary<object::ObjectFile>();
		return {std::move(*Debug), std::move(Copy)};
	}

private:
	std::vector<uint64_t> Addresses; /* by the sections' numbers in the file */
};

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_ORC_LOADED_HPP */
