/*
 * Code in a process of its own, which may crash. argv: crash.o sum.o
 */
#include "test.h"

#include <pthread.h>

static rtdyld_executor *executor;
static rtdyld_linker *linker;

static void begin(char **argv, uint32_t flags)
{
	rtdyld_executor_options how;
	RTDYLD_INIT(&how);
	how.flags = flags | RTDYLD_EXECUTOR_SILENT;
	OK(rtdyld_executor_create(&how, &executor, &error));
	OK(rtdyld_executor_create_linker(executor, NULL, &linker, &error));
	OK(rtdyld_linker_add_object_file(linker, argv[1], NULL, &error));
	OK(rtdyld_linker_finalize(linker, NULL, 0, &error));
}

static void end(void)
{
	OK(rtdyld_executor_free(executor, &error));
	rtdyld_linker_free(linker, NULL); /* which may tell that the executor is gone */
}

static uint64_t at(const char *name)
{
	uint64_t address = 0;
	OK(rtdyld_linker_address(linker, name, &address, &error));
	return address;
}

/* call1 calls a function of one pointer, or integer, that returns an int. */
static rtdyld_status call1(const char *name, uint64_t argument, int64_t timeout, uint64_t *result, rtdyld_error **error)
{
	static const rtdyld_type types[] = {RTDYLD_TYPE_POINTER};
	rtdyld_signature s;
	RTDYLD_INIT(&s);
	s.result = RTDYLD_TYPE_INT32;
	s.parameters = types, s.parameter_count = 1;
	return rtdyld_executor_call(executor, at(name), &s, &argument, timeout, result, error);
}

static void calls(char **argv)
{
	static const rtdyld_type types[] = {RTDYLD_TYPE_DOUBLE, RTDYLD_TYPE_FLOAT};
	const char *args[2];
	rtdyld_signature s;
	rtdyld_executor_state state;
	rtdyld_error *reason = NULL;
	double d = 5;
	float f = 0.25f;
	uint64_t words[2] = {0}, r = 0, memory;
	rtdyld_executor *gone;
	int32_t status = 0;
	char text[8] = "";
	begin(argv, 0);
	OK(call1("is_ready", 2, -1, &r, &error));
	CHECK((int32_t)r == 42);
	CHECK(*permissions((void *)(uintptr_t)at("is_ready")) == 0 || strncmp(permissions((void *)(uintptr_t)at("is_ready")), "r-x", 3)); /* not here */
	memcpy(&words[0], &d, 8);
	memcpy(&words[1], &f, 4);
	RTDYLD_INIT(&s);
	s.result = RTDYLD_TYPE_DOUBLE;
	s.parameters = types, s.parameter_count = 2;
	OK(rtdyld_executor_call(executor, at("half"), &s, words, 10000, &r, &error));
	memcpy(&d, &r, 8);
	CHECK(d == 2.75);
	memory = at("memory");
	OK(rtdyld_executor_write(executor, memory, "four", 5, &error));
	OK(call1("length", memory, -1, &r, &error));
	CHECK(r == 4);
	OK(rtdyld_executor_read(executor, memory, text, 5, &error));
	CHECK(strcmp(text, "four") == 0);
	FAILS(rtdyld_executor_read(executor, 8, text, 5, &error), RTDYLD_ERROR_ARGUMENT, "bad address");
	FAILS(rtdyld_executor_write(executor, at("is_ready"), text, 5, &error), RTDYLD_ERROR_ARGUMENT, "bad address");
	args[0] = "program", args[1] = "seven77";
	OK(rtdyld_executor_main(executor, at("program"), args, 2, -1, &status, &error));
	CHECK(status == 7);
	RTDYLD_INIT(&state);
	OK(rtdyld_executor_ended(executor, &state, &reason, &error));
	CHECK(!state.ended && state.pid > 1 && state.pid != getpid() && reason == NULL && state.exit_status == -1);

	/* What makes no sense. */
	FAILS(rtdyld_executor_call(executor, at("half"), NULL, words, -1, &r, &error), RTDYLD_ERROR_ARGUMENT, "signature is NULL");
	FAILS(rtdyld_executor_call(executor, at("half"), &s, NULL, -1, &r, &error), RTDYLD_ERROR_ARGUMENT, "arguments is NULL");
	s.parameters = NULL;
	FAILS(rtdyld_executor_call(executor, at("half"), &s, words, -1, &r, &error), RTDYLD_ERROR_ARGUMENT, "parameters is NULL");
	s.parameter_count = 0, s.result = (rtdyld_type)99;
	FAILS(rtdyld_executor_call(executor, at("half"), &s, words, -1, &r, &error), RTDYLD_ERROR_ARGUMENT, "no type 99");
	FAILS(rtdyld_executor_read(executor, memory, NULL, 5, &error), RTDYLD_ERROR_ARGUMENT, "buffer is NULL");
	FAILS(rtdyld_executor_ended(executor, NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "state is NULL");
	FAILS(rtdyld_executor_create(NULL, NULL, &error), RTDYLD_ERROR_ARGUMENT, "executor is NULL");
	gone = executor;
	end();
	FAILS(rtdyld_executor_read(gone, memory, text, 5, &error), RTDYLD_ERROR_HANDLE, "not in use");
}

/* ended checks what is known of an executor's end. */
static void ended(int signal, int status, const char *words)
{
	rtdyld_executor_state state;
	rtdyld_error *reason = NULL;
	RTDYLD_INIT(&state);
	OK(rtdyld_executor_ended(executor, &state, &reason, &error));
	CHECK(state.ended && state.signal == signal && state.exit_status == status);
	if (!strstr(rtdyld_error_message(reason), words))
		fprintf(stderr, "%s\n", rtdyld_error_message(reason)), failures++;
	if (signal)
		CHECK(state.address_known && state.address == 0x10 && state.pc != 0);
	rtdyld_error_free(reason);
}

static void ends(char **argv)
{
	rtdyld_error *error = NULL;
	uint64_t r = 7;
	begin(argv, 0);
	CHECK(call1("crash", 0x10, -1, &r, &error) == RTDYLD_ERROR_CRASHED && r == 0);
	CHECK(strstr(rtdyld_error_message(error), "SIGSEGV") && strcmp(rtdyld_error_symbol(error), "crash") == 0);
	CHECK(strstr(rtdyld_error_object(error), "crash.o") && strcmp(rtdyld_error_section(error), ".text") == 0);
	rtdyld_error_free(error);
	ended(11, -1, "address 0x10, in crash+0x0");
	/* Nothing of it happened here, and everything says so from now on. */
	FAILS(call1("is_ready", 2, -1, &r, &error), RTDYLD_ERROR_CRASHED, "SIGSEGV");
	OK(rtdyld_linker_add_object_file(linker, argv[2], NULL, &error)); /* as nothing is sent yet */
	FAILS(rtdyld_linker_finalize(linker, NULL, 0, &error), RTDYLD_ERROR_CRASHED, "SIGSEGV");
	end();

	begin(argv, 0);
	FAILS(call1("leave", 3, -1, &r, &error), RTDYLD_ERROR_ENDED, "3");
	ended(0, 3, "3");
	end();

	begin(argv, RTDYLD_EXECUTOR_SANDBOX | RTDYLD_EXECUTOR_NO_WX | RTDYLD_EXECUTOR_EMPTY_ENVIRONMENT);
	OK(call1("is_ready", 2, -1, &r, &error));
	FAILS(call1("spin", 0, 50, &r, &error), RTDYLD_ERROR_CANCELLED, "executor");
	ended(0, -1, "");
	end();
}

static void *spin(void *opaque)
{
	FAILS(call1("spin", 0, -1, NULL, &error), RTDYLD_ERROR_ENDED, "");
	return opaque;
}

/* An executor is freed while a call is in it; an engine is in another. */
static void together(char **argv)
{
	rtdyld_engine *e = NULL;
	rtdyld_executor *other = NULL;
	rtdyld_executor_state state;
	rtdyld_options options;
	rtdyld_signature s;
	static const rtdyld_type types[] = {RTDYLD_TYPE_INT32, RTDYLD_TYPE_INT32};
	uint64_t f = 0, r = 0, words[2] = {20, 22};
	pthread_t thread;
	begin(argv, 0);
	CHECK(pthread_create(&thread, NULL, spin, NULL) == 0);
	OK(rtdyld_executor_create(NULL, &other, &error));
	RTDYLD_INIT(&options);
	options.flags = RTDYLD_FOREIGN;
	FAILS(rtdyld_executor_create_engine(other, &options, &e, &error), RTDYLD_ERROR_ARGUMENT, "not for what runs in an executor");
	FAILS(rtdyld_executor_create_engine((rtdyld_executor *)linker, NULL, &e, &error), RTDYLD_ERROR_HANDLE, "not of an executor");
	OK(rtdyld_executor_create_engine(other, NULL, &e, &error));
	OK(rtdyld_engine_add_object_file(e, argv[2], NULL, &error));
	OK(rtdyld_engine_lookup(e, "sum", &f, &error));
	RTDYLD_INIT(&s);
	s.result = RTDYLD_TYPE_INT32;
	s.parameters = types, s.parameter_count = 2;
	OK(rtdyld_executor_call(other, f, &s, words, -1, &r, &error));
	CHECK((int32_t)r == 42);
	OK(rtdyld_engine_free(e, &error));
	OK(rtdyld_executor_free(other, &error));
	FAILS(rtdyld_executor_free(other, &error), RTDYLD_ERROR_HANDLE, "not in use");
	RTDYLD_INIT(&state);
	OK(rtdyld_executor_ended(executor, &state, NULL, &error));
	CHECK(!state.ended);
	usleep(20000); /* so that the call is there, as a rule */
	OK(rtdyld_executor_free(executor, &error));
	CHECK(pthread_join(thread, NULL) == 0);
	rtdyld_linker_free(linker, NULL);
}

static void refused(void)
{
	rtdyld_executor_options how;
	const char *none[1] = {NULL};
	RTDYLD_INIT(&how);
	how.path = "/nosuch/executor";
	FAILS(rtdyld_executor_create(&how, &executor, &error), RTDYLD_ERROR_IO, "/nosuch/executor");
	CHECK(executor == NULL);
	how.path = "/bin/false";
	FAILS(rtdyld_executor_create(&how, &executor, &error), RTDYLD_ERROR_ENDED, "/bin/false");
	how.arguments = none, how.argument_count = 1;
	FAILS(rtdyld_executor_create(&how, &executor, &error), RTDYLD_ERROR_ARGUMENT, "arguments[0] is NULL");
	how.flags = 0x100;
	FAILS(rtdyld_executor_create(&how, &executor, &error), RTDYLD_ERROR_VERSION, "flags 0x100");
	how.size = 0;
	FAILS(rtdyld_executor_create(&how, &executor, &error), RTDYLD_ERROR_ARGUMENT, "size is not set");
}

int main(int argc, char **argv)
{
	use_heap();
	if (argc < 3)
		return 2;
	calls(argv);
	ends(argv);
	together(argv);
	refused();
	return done("executor");
}
