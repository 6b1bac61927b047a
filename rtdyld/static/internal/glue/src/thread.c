/* Threads of Go's that call C, and threads of C's. */
#include "glue.h"

int making;

/* Strong, so that musl's own is not taken: Go finds the goroutine next to the thread pointer, in a word which at the new
   place must hold it before the pointer moves. A signal in between finds it at the old place, and leaves it as it was. */
int set_thread_pointer(word *p)
{
#ifdef __aarch64__
	char *old;
	__asm__ volatile("mrs %0, tpidr_el0" : "=r"(old));
	SLOT(p, SLOT_G) = old ? SLOT(old, SLOT_G) : 0;
	__asm__ volatile("msr tpidr_el0, %0" : : "r"(p) : "memory");
	return 0;
#else
	word g;
	__asm__ volatile("mov %%fs:-8, %0" : "=r"(g));
	SLOT(p, SLOT_G) = g;
	return system4(SYS_ARCH_PRCTL, 0x1002 /* ARCH_SET_FS */, (word)p, 0, 0);
#endif
}

__attribute__((visibility("hidden"))) void renew(struct thread *t);

/* All adopted threads are in musl's list of threads for good, their memory serves one after the other. Who made it is in
   front, and C's threads come behind those that made them. */
static struct thread *list;

/* The state of a thread that has just begun, but for what the next one inherits: links, what is found through the thread
   pointer, key values. */
static void prepare(struct thread *t, struct adopted *a)
{
	t->canary = stack_canary;
	t->stack = (void *)a->stack_top;
	t->stack_size = a->stack_size;
	t->guard_size = a->guard_size;
	SLOT(POINTER(t), SLOT_STACK) = a->stack_top;
	SLOT(POINTER(t), SLOT_C) = SLOT(POINTER(t), SLOT_BLOCKED) = 0;
	SLOT(POINTER(t), SLOT_ADOPTED) = (word)a;
}

static void clear(struct thread *t)
{
	t->errno_value = t->cancel = 0;
	t->cancel_disable = t->cancel_async = t->flags = 0;
	t->map_base = t->result = t->cancel_buffer = 0;
	t->map_size = 0;
	t->robust.offset = 0;
	t->robust.pending = 0;
	t->h_errno_value = t->timer = 0;
	t->kill_lock = 0;
	t->dl_error = t->stdio_locks = 0;
}

/* Gives the calling thread what C expects of one. It is on its C stack already; its goroutine is locked to it. */
void adopt(struct adopted *a)
{
	struct thread *t = a->thread;
	__atomic_store_n(&a->alive, 1, __ATOMIC_RELAXED);
	if (!t) {
		unsigned char *memory = (unsigned char *)(a + 1);
		take(&making);
		t = copy_tls(memory + ((-(word)memory) & 15));
		t->specific = (void **)(memory + libc.tls_size + 16);
		prepare(t, a);
		init_thread_pointer(t);
		a->tid = system4(SYS_SET_TID_ADDRESS, (word)&a->alive, 0, 0, 0);
		if (!list) {
			list = t;
		} else {
			lock_threads();
			t->next = list->next;
			t->prev = list;
			t->next->prev = t;
			list->next = t;
			unlock_threads();
		}
		a->thread = t;
		give(&making);
		return;
	}
	/* The memory of a thread that has ended, whose key values and C++ thread-locals nobody has destroyed. */
	set_thread_pointer((word *)POINTER(t));
	t->tid = a->tid = system4(SYS_SET_TID_ADDRESS, (word)&a->alive, 0, 0, 0);
	if (t->flags & 1)
		run_specific_destructors();
	take(&making);
	renew(t);
	clear(t);
	prepare(t, a);
	t->locale = libc.global_locale;
	t->robust.head = &t->robust.head;
	give(&making);
}

void rtdyld_adopt(struct adopted *a) { adopt(a); }
