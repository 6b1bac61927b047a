/* A JavaScript interpreter: duk SCRIPT. */
#include <stdio.h>
#include <stdlib.h>
#include "duktape.h"

static duk_ret_t print(duk_context *ctx)
{
	duk_push_string(ctx, " ");
	duk_insert(ctx, 0);
	duk_join(ctx, duk_get_top(ctx) - 1);
	printf("%s\n", duk_safe_to_string(ctx, -1));
	return 0;
}

int main(int argc, char **argv)
{
	static char text[1 << 16];
	FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
	if (!f)
		return 2;
	size_t n = fread(text, 1, sizeof text, f);
	fclose(f);
	duk_context *ctx = duk_create_heap_default();
	duk_push_c_function(ctx, print, DUK_VARARGS);
	duk_put_global_string(ctx, "print");
	int status = duk_peval_lstring(ctx, text, n) != 0;
	if (status)
		printf("%s\n", duk_safe_to_string(ctx, -1));
	duk_destroy_heap(ctx);
	return status;
}
