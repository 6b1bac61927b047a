/*
 * mcjit.c - a program that compiles with LLVM's MCJIT and knows nothing of rtdyld. With LD_PRELOAD=librtdyld-mcjit.so its module is linked by that.
 *
 *   cc mcjit.c $(llvm-config-14 --cflags --ldflags --libs) -o mcjit && LD_PRELOAD=DIR/librtdyld-mcjit.so ./mcjit
 */
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/Target.h>

#include <stdint.h>
#include <stdio.h>

/* sum makes a module with int sum(int, int). */
static LLVMModuleRef sum(void)
{
	LLVMModuleRef module = LLVMModuleCreateWithName("sum");
	LLVMTypeRef two[] = {LLVMInt32Type(), LLVMInt32Type()};
	LLVMValueRef function = LLVMAddFunction(module, "sum", LLVMFunctionType(LLVMInt32Type(), two, 2, 0));
	LLVMBuilderRef builder = LLVMCreateBuilder();
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlock(function, "entry"));
	LLVMBuildRet(builder, LLVMBuildAdd(builder, LLVMGetParam(function, 0), LLVMGetParam(function, 1), ""));
	LLVMDisposeBuilder(builder);
	return module;
}

int main(void)
{
	LLVMExecutionEngineRef engine;
	struct LLVMMCJITCompilerOptions options;
	char *error = NULL;
	LLVMLinkInMCJIT();
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeMCJITCompilerOptions(&options, sizeof options);
	if (LLVMCreateMCJITCompilerForModule(&engine, sum(), &options, sizeof options, &error)) {
		fprintf(stderr, "%s\n", error);
		LLVMDisposeMessage(error);
		return 1;
	}
	uint64_t address = LLVMGetFunctionAddress(engine, "sum");
	if (!address)
		return 1;
	printf("sum: %d\n", ((int (*)(int, int))(uintptr_t)address)(40, 2));
	LLVMDisposeExecutionEngine(engine);
	return 0;
}
