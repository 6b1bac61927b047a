//go:build cgo && (linux || windows)

#define _GNU_SOURCE // dladdr
#include "copy.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

int rtdyldx_copy_save(rtdyld_save_options *to, const rtdyld_save_options *from)
{
#define E(field) END(rtdyld_save_options, field)
	COPY(to, from, E(size), E(flags), E(reserved), E(base), E(name));
#undef E
}

int rtdyldx_copy_template(rtdyld_template_options *to, const rtdyld_template_options *from)
{
#define E(field) END(rtdyld_template_options, field)
	COPY(to, from, E(size), E(flags), E(reserved), E(holes), E(hole_count), E(resolver));
#undef E
}

int rtdyldx_copy_executor(rtdyld_executor_options *to, const rtdyld_executor_options *from)
{
#define E(field) END(rtdyld_executor_options, field)
	COPY(to, from, E(size), E(flags), E(reserved), E(path), E(arguments), E(argument_count), E(libraries), E(library_count),
	     E(memory), E(cpu_seconds));
#undef E
}

int rtdyldx_copy_signature(rtdyld_signature *to, const rtdyld_signature *from)
{
#define E(field) END(rtdyld_signature, field)
	COPY(to, from, E(size), E(result), E(parameters), E(parameter_count));
#undef E
}

// rtdyldx_fit_executor copies as much of a state as the caller has room for.
void rtdyldx_fit_executor(rtdyld_executor_state *to, const rtdyld_executor_state *from)
{
	memcpy(to, from, to->size < sizeof *to ? to->size : sizeof *to);
}

#ifdef _WIN32
const char *rtdyldx_library(void) { return NULL; }
#else
const char *rtdyldx_library(void)
{
	Dl_info info;
	return dladdr((const void *)rtdyldx_library, &info) ? info.dli_fname : NULL;
}
#endif
