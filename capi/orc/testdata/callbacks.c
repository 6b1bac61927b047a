/*
 * A program whose memory manager is six functions of LLVM's C API: run with LD_PRELOAD, LLVM 16 or later. argv: an object that
 * defines int sum(int, int). Each object has a context, which is destroyed with it.
 */
#include "test.h"

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/OrcEE.h>
#include <llvm-c/Target.h>

/* An arena is the memory of one object: the pages of its sections. */
struct arena {
	int n, code[20];
	void *at[20];
	size_t size[20];
};

static int created, destroyed, finalized, terminated, refuse;

static void *create(void *p)
{
	CHECK(p == &created);
	created++;
	return calloc(1, sizeof(struct arena));
}

static void terminate(void *p)
{
	CHECK(p == &created && created == destroyed);
	terminated++;
}

static uint8_t *section(struct arena *a, size_t size, unsigned align, int code, const char *name)
{
	CHECK(align <= 4096 && a->n < 20 && name[0]);
	if (refuse)
		return NULL;
	a->code[a->n] = code;
	a->size[a->n] = size;
	return a->at[a->n++] = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static uint8_t *code(void *p, uintptr_t size, unsigned align, unsigned id, const char *name)
{
	(void)id;
	return section(p, size, align, 1, name);
}

static uint8_t *data(void *p, uintptr_t size, unsigned align, unsigned id, const char *name, LLVMBool read_only)
{
	(void)id, (void)read_only;
	return section(p, size, align, 0, name);
}

static LLVMBool finalize(void *p, char **text)
{
	struct arena *a = p;
	(void)text;
	for (int i = 0; i < a->n; i++)
		if (a->code[i])
			CHECK(mprotect(a->at[i], a->size[i], PROT_READ | PROT_EXEC) == 0);
	finalized++;
	return 0;
}

static void destroy(void *p)
{
	struct arena *a = p;
	for (int i = 0; i < a->n; i++)
		munmap(a->at[i], a->size[i]);
	free(a);
	destroyed++;
}

static LLVMOrcObjectLayerRef layer(void *opaque, LLVMOrcExecutionSessionRef session, const char *triple)
{
	(void)opaque, (void)triple;
	return LLVMOrcCreateRTDyldObjectLinkingLayerWithMCJITMemoryManagerLikeCallbacks(session, &created, create, terminate, code,
	                                                                                 data, finalize, destroy);
}

static void report(void *opaque, LLVMErrorRef e)
{
	char *m = LLVMGetErrorMessage(e);
	(void)opaque;
	CHECK(strstr(m, "gave no memory"));
	LLVMDisposeErrorMessage(m);
}

/* link_object links the object and calls it, or not if its memory is refused. */
static LLVMOrcResourceTrackerRef link_object(LLVMOrcLLJITRef jit, const char *path, int want)
{
	LLVMMemoryBufferRef object;
	char *wrong;
	LLVMOrcExecutorAddress address = 0;
	LLVMOrcResourceTrackerRef tracker = LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(jit));
	LLVMErrorRef e;
	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &object, &wrong))
		exit(2);
	CHECK(!LLVMOrcLLJITAddObjectFileWithRT(jit, tracker, object));
	e = LLVMOrcLLJITLookup(jit, &address, "sum");
	CHECK((e == NULL) == want);
	if (e)
		LLVMConsumeError(e);
	else
		CHECK(FUNCTION(int2_fn, address)(40, 2) == 42);
	return tracker;
}

static void drop(LLVMOrcResourceTrackerRef tracker)
{
	CHECK(!LLVMOrcResourceTrackerRemove(tracker));
	LLVMOrcReleaseResourceTracker(tracker);
}

int main(int argc, char **argv)
{
	LLVMOrcLLJITBuilderRef builder;
	LLVMOrcLLJITRef jit;
	LLVMOrcResourceTrackerRef tracker;
	use_heap();
	if (argc < 2)
		return 2;
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	builder = LLVMOrcCreateLLJITBuilder();
	LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator(builder, layer, NULL);
	CHECK(!LLVMOrcCreateLLJIT(&jit, builder));
	for (int i = 1; i <= 3; i++) {
		tracker = link_object(jit, argv[1], 1);
		CHECK(created == i && finalized == i && destroyed == i - 1);
		drop(tracker);
		CHECK(destroyed == i);
	}
	LLVMOrcExecutionSessionSetErrorReporter(LLVMOrcLLJITGetExecutionSession(jit), report, NULL);
	refuse = 1;
	drop(link_object(jit, argv[1], 0));
	CHECK(created == destroyed && finalized == 3);
	refuse = 0;
	LLVMOrcReleaseResourceTracker(link_object(jit, argv[1], 1));
	CHECK(!LLVMOrcDisposeLLJIT(jit));
	CHECK(created == destroyed && terminated == 1);
	return done("callbacks");
}
