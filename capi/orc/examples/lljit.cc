/*
 * LLJIT with rtdyld's layer: a module of IR is compiled, linked by rtdyld and called; what it calls is the program's.
 * It prints "sum: 42".
 */
#include "rtdyld_orc.hpp"

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"

#include <cstdio>

using namespace llvm;
using namespace llvm::orc;

static ExitOnError orExit("lljit: ");

static const char Source[] = R"(
declare i32 @abs(i32)
define i32 @sum(i32 %a, i32 %b) {
  %p = call i32 @abs(i32 %a)
  %s = add i32 %p, %b
  ret i32 %s
}
)";

int main()
{
	InitializeNativeTarget();
	InitializeNativeTargetAsmPrinter();
	auto JIT = orExit(LLJITBuilder()
	                      .setObjectLinkingLayerCreator([](ExecutionSession &ES, const Triple &) {
		                      return std::make_unique<rtdyld::ObjectLinkingLayer>(ES);
	                      })
	                      .create());
	JIT->getMainJITDylib().addGenerator(
	    orExit(DynamicLibrarySearchGenerator::GetForCurrentProcess(JIT->getDataLayout().getGlobalPrefix())));

	auto Context = std::make_unique<LLVMContext>();
	SMDiagnostic Wrong;
	auto Module = parseAssemblyString(Source, Wrong, *Context);
	if (!Module)
		return Wrong.print("lljit", errs()), 1;
	orExit(JIT->addIRModule(ThreadSafeModule(std::move(Module), std::move(Context))));

	auto Sum = orExit(JIT->lookup("sum"));
#if LLVM_VERSION_MAJOR >= 15
	auto *F = Sum.toPtr<int (*)(int, int)>();
#else
	auto *F = jitTargetAddressToFunction<int (*)(int, int)>(Sum.getAddress());
#endif
	printf("sum: %d\n", F(-40, 2));
	return 0;
}
