/* librtdyld-mcjit-N.so: what preload.c opens, for LLVM N. */
#include "rtdyld_mcjit.hpp"
#include "trace.hpp"

#define EXPORT extern "C" __attribute__((visibility("default")))

/* rtdyldx_mcjit_start returns when Go's runtime has started. */
EXPORT void rtdyldx_mcjit_start(void)
{
	rtdyld_linker_free(nullptr, nullptr); /* refused, by Go */
}

#ifdef __clang__ /* which warns of classes, of which what is passed here is a pointer to copies */
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#endif

/* rtdyldx_mcjit_create is ExecutionEngine::MCJITCtor. */
EXPORT llvm::ExecutionEngine *rtdyldx_mcjit_create(std::unique_ptr<llvm::Module> M, std::string *ErrorStr,
                                                   std::shared_ptr<llvm::MCJITMemoryManager> Memory,
                                                   std::shared_ptr<llvm::LegacyJITSymbolResolver> Resolver,
                                                   std::unique_ptr<llvm::TargetMachine> TM)
{
	static rtdyld::detail::Trace Trace("RTDYLD_MCJIT_TRACE");
	auto *Engine = rtdyld::MCJIT::createJIT(std::move(M), ErrorStr, std::move(Memory), std::move(Resolver), std::move(TM));
	if (Engine && Trace.on())
		Engine->RegisterJITEventListener(&Trace);
	return Engine;
}
