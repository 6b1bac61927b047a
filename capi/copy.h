//go:build cgo && (linux || windows)

// Copies of the structs that callers fill, field by field.
#ifndef RTDYLD_COPY_H
#define RTDYLD_COPY_H

#include "bridge.h"

#define END(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))
#define COPY(to, from, ...)                                                                                            \
	do {                                                                                                               \
		static const size_t ends[] = {__VA_ARGS__};                                                                    \
		return rtdyldx_copy(to, sizeof *(to), from, ends, sizeof ends / sizeof *ends);                                  \
	} while (0)

#endif
