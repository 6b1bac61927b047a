// Package absent knows names of glibc's that static programs cannot have, and why.
//
// Law: it has no objects, so that programs that want the reasons have nothing else.
package absent

import "strings"

// Reasons why names of glibc's cannot be had, in the words of errors.
const (
	noLoader   = "there is no dynamic loader in a static program"
	noNSS      = "musl has no name service switch: users and hosts come from files and DNS"
	noCancel   = "threads cannot be cancelled: Go has the signal that musl cancels with"
	noHooks    = "musl's malloc has no hooks"
	noFormats  = "musl's printf cannot be extended"
	noQuad     = "musl has no functions of __float128"
	noInternal = "it is glibc's own, and no part of its interface"
	noVector   = "glibc's vector mathematics (libmvec) need glibc: compile without -ffast-math, or with -fno-tree-vectorize"
	noRPC      = "glibc has had no RPC since 2.32; libtirpc has it"
	noArgp     = "musl has no argp: the package argp-standalone has it"
	noFinite   = "glibc has had no __*_finite for new programs since 2.31: compile the source again"
	noTrace    = "musl has no backtrace(3): _Unwind_Backtrace of libgcc_eh does the same"
	noContext  = "asynchronous lookups of glibc's libanl are not in musl"
)

// names has what cannot be had by why.
var names = byName(map[string]string{
	noLoader:   "dlmopen dlvsym dlinfo dladdr1 _dl_sym _dl_addr __libc_dlopen_mode __libc_dlsym __libc_dlclose _dl_open_hook _r_debug _dl_mcount_wrapper_check _dl_relocate_static_pie",
	noInternal: "__tunable_get_val __libc_csu_init __libc_csu_fini",
	"a static Go program has started already, and has a main of its own": "__libc_start_main",
	noCancel:                          "__pthread_register_cancel __pthread_unregister_cancel __pthread_register_cancel_defer __pthread_unregister_cancel_restore __pthread_unwind_next _pthread_cleanup_push_defer _pthread_cleanup_pop_restore",
	noHooks:                           "__malloc_hook __realloc_hook __free_hook __memalign_hook __after_morecore_hook __morecore mcheck mcheck_pedantic mcheck_check_all mprobe mtrace muntrace",
	"musl's malloc does not count":    "mallinfo mallinfo2 malloc_info malloc_stats",
	"musl's malloc has no parameters": "mallopt",
	"musl's malloc gives memory back by itself": "malloc_trim",
	noFormats:              "register_printf_function register_printf_specifier register_printf_modifier register_printf_type parse_printf_format printf_size printf_size_info",
	noTrace:                "backtrace backtrace_symbols backtrace_symbols_fd",
	noContext:              "getaddrinfo_a gai_cancel gai_error gai_suspend",
	noRPC:                  "svc_run clnt_create xdrmem_create",
	noNSS:                  "innetgr setnetgrent getnetgrent endnetgrent getnetgrent_r getaliasbyname yp_match yp_get_default_domain",
	"musl has no rpmatch":  "rpmatch",
	"musl has no profil":   "profil",
	"musl has no profiler": "monstartup",
	"the object is compiled with -pg, for a profiler that musl does not have":    "mcount _mcount __fentry__",
	"musl's resolver has no state of the caller's: res_query has the process's":  "res_nquery",
	"musl's resolver has no state of the caller's: res_search has the process's": "res_nsearch",
	"musl's resolver has no state of the caller's":                               "__res_ninit __res_nclose res_nsend res_nmkquery",
	"the list of messages is no part of glibc since 2.32: strerror has them":     "sys_errlist _sys_errlist sys_nerr",
	"the list of names is no part of glibc since 2.32: strsignal has them":       "sys_siglist _sys_siglist",
})

// byName turns lists of names by reason round.
func byName(lists map[string]string) map[string]string {
	out := map[string]string{}
	for why, list := range lists {
		for name := range strings.FieldsSeq(list) {
			out[name] = why
		}
	}
	return out
}

// families are beginnings and ends of such names.
var families = []struct{ begins, ends, why string }{
	{"__nss_", "", noNSS},
	{"_nss_", "", noNSS},
	{"argp_", "", noArgp},
	{"_ZGV", "", noVector},
	{"_IO_", "", noInternal},
	{"_dl_", "", noLoader},
	{"_nl_", "", noInternal},
	{"__", "_finite", noFinite},
	{"", "f128", noQuad},
}

// Why says why a name that code refers to is in no C library here, "" if nothing is known of it.
func Why(name string) string {
	if why := names[name]; why != "" || name == "_dl_find_object" { // which compat has
		return why
	}
	for _, f := range families {
		if len(name) > len(f.begins)+len(f.ends) && strings.HasPrefix(name, f.begins) && strings.HasSuffix(name, f.ends) {
			return f.why
		}
	}
	return ""
}
