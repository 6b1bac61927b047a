/*
 * LLVM's ORC from C, with no word of rtdyld: run with LD_PRELOAD=librtdyld-orc.so, its objects are linked by rtdyld. It
 * prints "sum: 42". cc orc.c $(llvm-config-14 --cflags --ldflags --libs)
 */
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/OrcEE.h>
#include <llvm-c/Target.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void check(LLVMErrorRef error)
{
	if (error) {
		fprintf(stderr, "orc: %s\n", LLVMGetErrorMessage(error));
		exit(1);
	}
}

/* module makes int sum(int a, int b) { return abs(a) + b; }. */
static LLVMOrcThreadSafeModuleRef module(void)
{
	LLVMOrcThreadSafeContextRef context = LLVMOrcCreateNewThreadSafeContext();
	LLVMContextRef c = LLVMOrcThreadSafeContextGetContext(context);
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("example", c);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	LLVMTypeRef i32 = LLVMInt32TypeInContext(c), two[] = {i32, i32};
	LLVMTypeRef absolute = LLVMFunctionType(i32, &i32, 1, 0);
	LLVMValueRef abs = LLVMAddFunction(m, "abs", absolute);
	LLVMValueRef sum = LLVMAddFunction(m, "sum", LLVMFunctionType(i32, two, 2, 0)), a = LLVMGetParam(sum, 0);
	LLVMOrcThreadSafeModuleRef out;
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, sum, "entry"));
	a = LLVMBuildCall2(b, absolute, abs, &a, 1, "");
	LLVMBuildRet(b, LLVMBuildAdd(b, a, LLVMGetParam(sum, 1), ""));
	LLVMDisposeBuilder(b);
	out = LLVMOrcCreateNewThreadSafeModule(m, context);
	LLVMOrcDisposeThreadSafeContext(context);
	return out;
}

/* layer makes the layer that links: here is where rtdyld takes LLVM's place. */
static LLVMOrcObjectLayerRef layer(void *opaque, LLVMOrcExecutionSessionRef session, const char *triple)
{
	LLVMOrcObjectLayerRef l = LLVMOrcCreateRTDyldObjectLinkingLayerWithSectionMemoryManager(session);
	(void)opaque, (void)triple;
	LLVMOrcRTDyldObjectLinkingLayerRegisterJITEventListener(l, LLVMCreateGDBRegistrationListener());
	return l;
}

int main(void)
{
	LLVMOrcLLJITBuilderRef builder;
	LLVMOrcLLJITRef jit;
	LLVMOrcDefinitionGeneratorRef process;
	LLVMOrcExecutorAddress address;
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	builder = LLVMOrcCreateLLJITBuilder();
	LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator(builder, layer, NULL);
	check(LLVMOrcCreateLLJIT(&jit, builder));
	check(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL));
	LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(jit), process);
	check(LLVMOrcLLJITAddLLVMIRModule(jit, LLVMOrcLLJITGetMainJITDylib(jit), module()));
	check(LLVMOrcLLJITLookup(jit, &address, "sum"));
	printf("sum: %d\n", ((int (*)(int, int))(uintptr_t)address)(-40, 2));
	check(LLVMOrcDisposeLLJIT(jit));
	return 0;
}
