/* A memory manager for each object, of rtdyld_mcjit.hpp, that leads to the one of an engine. */
#ifndef RTDYLD_MCJIT_FORWARD_HPP
#define RTDYLD_MCJIT_FORWARD_HPP

#include "llvm/Config/llvm-config.h"
#include "llvm/ExecutionEngine/RTDyldMemoryManager.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"

#include <memory>

namespace rtdyld {
namespace detail {

/*
 * Forward is what the linker sees of the memory manager of an engine, once for each object. finalizeMemory and deregisterEHFrames are
 * about all that the manager has given, so that the engine calls them when all objects that wait are relocated, and when it ends.
 */
class Forward final : public llvm::RuntimeDyld::MemoryManager {
public:
	explicit Forward(std::shared_ptr<llvm::MCJITMemoryManager> To) : To(std::move(To)) {}

	uint8_t *allocateCodeSection(uintptr_t Size, unsigned Alignment, unsigned ID, llvm::StringRef Name) override
	{
		return To->allocateCodeSection(Size, Alignment, ID, Name);
	}
	uint8_t *allocateDataSection(uintptr_t Size, unsigned Alignment, unsigned ID, llvm::StringRef Name, bool IsReadOnly) override
	{
		return To->allocateDataSection(Size, Alignment, ID, Name, IsReadOnly);
	}
#if LLVM_VERSION_MAJOR >= 16
	using Alignment = llvm::Align;
#else
	using Alignment = uint32_t;
#endif
	void reserveAllocationSpace(uintptr_t Code, Alignment CodeAlign, uintptr_t Constants, Alignment ConstantsAlign, uintptr_t Data,
	                            Alignment DataAlign) override
	{
		To->reserveAllocationSpace(Code, CodeAlign, Constants, ConstantsAlign, Data, DataAlign);
	}
	bool needsToReserveAllocationSpace() override { return To->needsToReserveAllocationSpace(); }
	void registerEHFrames(uint8_t *Addr, uint64_t LoadAddr, size_t Size) override { To->registerEHFrames(Addr, LoadAddr, Size); }
	void deregisterEHFrames() override {}
	bool finalizeMemory(std::string *) override { return false; }

private:
	std::shared_ptr<llvm::MCJITMemoryManager> To;
};

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_MCJIT_FORWARD_HPP */
