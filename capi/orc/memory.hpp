/* Memory of rtdyld_orc.hpp by LLVM's own memory managers, RuntimeDyld::MemoryManager: one for each object. */
#ifndef RTDYLD_ORC_MEMORY_HPP
#define RTDYLD_ORC_MEMORY_HPP

#include "rtdyld.h"

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace rtdyld {
namespace detail {

/* A Manager is the memory manager of an object: its blocks lead to it, and it goes with the last of them. */
struct Manager {
	std::unique_ptr<llvm::RuntimeDyld::MemoryManager> Memory;
	size_t Sections; /* at most, of the object in its file */
	size_t Uses; /* blocks, and the object while it is on its way; under Managers::Mutex */
};

/* Managers are those of a layer, as the library calls them. */
class Managers {
public:
	using GetFunction = llvm::unique_function<std::unique_ptr<llvm::RuntimeDyld::MemoryManager>()>;
	explicit Managers(GetFunction Get) : Get(std::move(Get)) {}

	/* A Use is that of an object on its way. */
	struct Drop {
		Managers *Of;
		void operator()(Manager *M) const { Of->drop(M); }
	};
	using Use = std::unique_ptr<Manager, Drop>;

	Use create(size_t Sections)
	{
		std::lock_guard<std::mutex> Lock(Mutex);
		return Use(new Manager{Get(), Sections, 1}, Drop{this});
	}

	/* A Scope says for whom this thread calls the library: what objects could share is asked for without a name. */
	class Scope {
	public:
		explicit Scope(Manager *M) : Before(current()) { current() = M; }
		~Scope() { current() = Before; }
		Scope(const Scope &) = delete;
		Scope &operator=(const Scope &) = delete;

	private:
		Manager *Before;
	};

	/* memory makes the library's manager; it and what unwind says must be used until both are freed. */
	rtdyld_status memory(rtdyld_memory **Out, rtdyld_error **E)
	{
		rtdyld_memory_functions F;
		RTDYLD_INIT(&F);
		F.flags = RTDYLD_MEMORY_BY_SECTION;
		F.opaque = this;
		F.reserve = [](void *, const rtdyld_reserve *Need, char **) { return reserve(*Need); };
		F.allocate = [](void *P, const rtdyld_request *R, rtdyld_block *B, char **) { return self(P).allocate(*R, *B); };
		F.finalize = [](void *, const rtdyld_block *B, const rtdyld_kind *, size_t N, char **Text) { return finalize(B, N, Text); };
		F.release = [](void *P, const rtdyld_block *B, size_t N, char **) { return self(P).release(B, N); };
		return rtdyld_memory_create(&F, Out, E);
	}

	/* unwind is how call frames are registered: by the manager whose memory they are in. */
	rtdyld_unwind unwind()
	{
		rtdyld_unwind U;
		RTDYLD_INIT(&U);
		U.opaque = this;
		U.register_frames = [](void *P, const rtdyld_block *B, char **) {
			if (auto *M = self(P).owner(B->memory))
				M->Memory->registerEHFrames(static_cast<uint8_t *>(B->memory), B->address, B->size);
			return 0;
		};
		U.deregister_frames = [](void *P, const rtdyld_block *B, char **) {
			if (auto *M = self(P).owner(B->memory))
				M->Memory->deregisterEHFrames();
			return 0;
		};
		return U;
	}

private:
	static Managers &self(void *P) { return *static_cast<Managers *>(P); }

	static Manager *&current()
	{
		static thread_local Manager *M = nullptr;
		return M;
	}

	static int reserve(const rtdyld_reserve &Need)
	{
		auto *M = current();
		if (!M || !M->Memory->needsToReserveAllocationSpace())
			return 0;
#if LLVM_VERSION_MAJOR >= 16
		using Alignment = llvm::Align;
#else
		using Alignment = uint32_t;
#endif
		/* Managers may have each section end at a multiple of its alignment. The linker adds two sections of a kind. */
		auto Room = [&](uint64_t Bytes, uint64_t Align) { return Bytes ? Bytes + (M->Sections + 2) * Align : 0; };
		M->Memory->reserveAllocationSpace(
		    Room(Need.code_bytes, Need.code_alignment), Alignment(Need.code_alignment), Room(Need.read_only_bytes, Need.read_only_alignment),
		    Alignment(Need.read_only_alignment), Room(Need.writable_bytes, Need.writable_alignment), Alignment(Need.writable_alignment));
		return 0;
	}

	int allocate(const rtdyld_request &R, rtdyld_block &B)
	{
		auto *M = R.module ? static_cast<Manager *>(R.module) : current();
		if (!M)
			return 1;
		auto *P = R.kind == RTDYLD_KIND_CODE
		              ? M->Memory->allocateCodeSection(R.bytes, R.alignment, R.section_id, R.section)
		              : M->Memory->allocateDataSection(R.bytes, R.alignment, R.section_id, R.section, R.kind == RTDYLD_KIND_READ_ONLY);
		B.memory = P;
		B.address = reinterpret_cast<uintptr_t>(P);
		B.size = R.bytes;
		B.user = M;
		std::lock_guard<std::mutex> Lock(Mutex);
		M->Uses++;
		if (P)
			Blocks[P] = {B.size, M};
		return 0; /* memory that there is not is refused by the library, and released */
	}

	static int finalize(const rtdyld_block *B, size_t N, char **Text)
	{
		std::set<Manager *> All;
		for (size_t I = 0; I < N; I++)
			All.insert(static_cast<Manager *>(B[I].user));
		for (auto *M : All) {
			std::string Why;
			if (M->Memory->finalizeMemory(&Why)) {
				*Text = strdup(Why.c_str());
				return 1;
			}
		}
		return 0;
	}

	int release(const rtdyld_block *B, size_t N)
	{
		for (size_t I = 0; I < N; I++) {
			{
				std::lock_guard<std::mutex> Lock(Mutex);
				Blocks.erase(static_cast<uint8_t *>(B[I].memory));
			}
			drop(static_cast<Manager *>(B[I].user));
		}
		return 0;
	}

	void drop(Manager *M)
	{
		{
			std::lock_guard<std::mutex> Lock(Mutex);
			if (--M->Uses)
				return;
		}
		delete M;
	}

	/* owner is the manager whose memory an address is in. */
	Manager *owner(void *P)
	{
		std::lock_guard<std::mutex> Lock(Mutex);
		auto *At = static_cast<uint8_t *>(P);
		auto I = Blocks.upper_bound(At);
		if (I == Blocks.begin() || At >= (--I)->first + I->second.Size)
			return nullptr;
		return I->second.Of;
	}

	struct Block {
		uint64_t Size;
		Manager *Of;
	};
	GetFunction Get;
	std::mutex Mutex;
	std::map<uint8_t *, Block> Blocks; /* by their first byte */
};

} // namespace detail
} // namespace rtdyld

#endif /* RTDYLD_ORC_MEMORY_HPP */
