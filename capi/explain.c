//go:build cgo && (linux || windows)

#include "bridge.h"
#include "_cgo_export.h"

// SHOW gets an explanation of Go and shows it.
#define SHOW(get)                                                             \
	do {                                                                      \
		if (rtdyldx_forked)                                                   \
			return rtdyldx_refuse(error);                                     \
		struct rtdyldx_shown shown = {NULL, 0};                               \
		rtdyld_status status = get;                                           \
		if (status)                                                           \
			return status;                                                    \
		show(opaque, shown.pieces[0]);                                        \
		for (size_t i = 0; i < shown.count; i++)                              \
			free(shown.pieces[i]);                                            \
		free(shown.pieces);                                                   \
		return RTDYLD_OK;                                                     \
	} while (0)

rtdyld_status rtdyld_image_show(const rtdyld_input *input, rtdyld_show_image_fn show, void *opaque, rtdyld_error **error)
{
	SHOW(rtdyldx_show_image((rtdyldx_cinput *)input, !show, &shown, error));
}

rtdyld_status rtdyld_linker_explain(rtdyld_linker *linker, const char *name, rtdyld_show_explanation_fn show, void *opaque,
                                    rtdyld_error **error)
{
	SHOW(rtdyldx_explain_linker(linker, name, !show, &shown, error));
}

rtdyld_status rtdyld_object_explain(rtdyld_object *object, const char *name, rtdyld_show_explanation_fn show, void *opaque,
                                    rtdyld_error **error)
{
	SHOW(rtdyldx_explain_object(object, name, !show, &shown, error));
}

rtdyld_status rtdyld_engine_explain(rtdyld_engine *engine, const char *name, rtdyld_show_explanation_fn show, void *opaque,
                                    rtdyld_error **error)
{
	SHOW(rtdyldx_explain_engine(engine, name, !show, &shown, error));
}
