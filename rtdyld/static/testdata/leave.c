/* Destructors of thread-locals, as C++ registers them. */
int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);
int puts(const char *);
char *strdup(const char *);
extern void *__dso_handle;
static _Thread_local int count = 40; /* which the C library's thread-locals must not overwrite */
static void gone(void *name)
{
	puts(name);
	puts(count == 42 ? "gone" : "gone, with another's count");
}
void enter(const char *name)
{
	count += 2;
	__cxa_thread_atexit_impl(gone, strdup(name), &__dso_handle);
}
