//go:build linux && amd64

package host

import (
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// What is known of functions of the C library that code for Windows calls on another
// system: their names there, and what abi.Crossing has to know. All others are taken
// for functions of integers and pointers alone, or of floating point numbers alone.

// rule says how to cross to a name, or why that cannot be.
type rule struct {
	name     string // here
	crossing abi.Crossing
	why      string
}

// The letters of crossingRules.
var kindLetters = map[byte]abi.Kind{'i': abi.Uint64, 'l': abi.Long, 'd': abi.Float64}

// crossingRules has the parameters of functions that mix floating point numbers (d)
// with others (i), or have a C long (l); a digit is the number of parameters in front
// of the list of a function of such a list, and the name of the one that takes a
// va_list, with a v before it unless that name has one already.
var crossingRules = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"frexp": "di", "frexpf": "di", "modf": "di", "modff": "di", "ldexp": "di", "ldexpf": "di",
		"scalbn": "di", "scalbnf": "di", "scalbln": "dl", "scalblnf": "dl", "jn": "id", "jnf": "id", "yn": "id", "ynf": "id",
		"remquo": "ddi", "remquof": "ddi", "lgamma_r": "di", "lgammaf_r": "di", "sincos": "dii", "sincosf": "dii",
		"labs": "l", "fseek": "ili", "srand48": "l", "l64a": "l",

		"printf": "1", "fprintf": "2", "dprintf": "2", "sprintf": "2", "snprintf": "3", "asprintf": "2",
		"scanf": "1", "fscanf": "2", "sscanf": "2",
		"vprintf": "1", "vfprintf": "2", "vdprintf": "2", "vsprintf": "2", "vsnprintf": "3", "vasprintf": "2",
		"vscanf": "1", "vfscanf": "2", "vsscanf": "2",
	}
})

// crossingNames has functions that have another name here.
var crossingNames = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"__mingw_printf": "printf", "__mingw_fprintf": "fprintf", "__mingw_sprintf": "sprintf", "__mingw_snprintf": "snprintf",
		"__mingw_vprintf": "vprintf", "__mingw_vfprintf": "vfprintf", "__mingw_vsprintf": "vsprintf", "__mingw_vsnprintf": "vsnprintf",
		"__mingw_scanf": "scanf", "__mingw_fscanf": "fscanf", "__mingw_sscanf": "sscanf",
		"__mingw_vscanf": "vscanf", "__mingw_vfscanf": "vfscanf", "__mingw_vsscanf": "vsscanf",
		"__mingw_strtod": "strtod", "__mingw_strtof": "strtof",
		"_errno": "__errno_location", "_exit": "_exit", "_strdup": "strdup", "_stricmp": "strcasecmp", "_strnicmp": "strncasecmp",
	}
})

// Why functions cannot be crossed to.
const (
	whyFunction = "takes a function, which is of the other convention"
	whyFrames   = "looks at or leaves stack frames"
	whyWide     = "takes wide characters, which have two bytes on Windows and four here"
	whyWords    = "takes or returns a long double, a structure or a complex number"
)

// longDouble and complexFunctions are the names in <math.h> and <complex.h> that have
// a variant for long double (a last l), or for complex numbers (a first c).
const (
	longDouble       = " acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb j0 j1 jn ldexp lgamma lgamma_r llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round scalb scalbln scalbn sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn "
	complexFunctions = " cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog clog10 conj cpow cproj creal csin csinh csqrt ctan ctanh "
)

// refusals has functions that cannot be crossed to, and why.
var refusals = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for why, names := range map[string][]string{
		whyFunction: {"qsort", "qsort_r", "bsearch", "lfind", "lsearch", "tsearch", "tfind", "tdelete", "twalk", "tdestroy", "signal",
			"bsd_signal", "sysv_signal", "sigaction", "sigset", "pthread_create", "pthread_once", "pthread_key_create", "pthread_atfork",
			"call_once", "thrd_create", "tss_create", "on_exit", "at_quick_exit", "__cxa_atexit", "__cxa_thread_atexit",
			"__cxa_at_quick_exit", "ftw", "nftw", "scandir", "glob", "fts_open", "makecontext", "fopencookie", "dl_iterate_phdr",
			"timer_create", "clone", "error_print_progname"},
		whyFrames: {"setjmp", "_setjmp", "_setjmpex", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk",
			"vfork", "getcontext", "setcontext", "swapcontext", "backtrace", "__cxa_throw", "__cxa_rethrow", "__cxa_begin_catch",
			"__cxa_end_catch", "__gxx_personality_v0", "__gcc_personality_v0"},
		whyWide: {"mbstowcs", "wcstombs", "mbsrtowcs", "wcsrtombs", "mbtowc", "wctomb", "mbrtowc", "wcrtomb", "fputws", "fgetws"},
		whyWords: {"ldiv", "lldiv", "imaxdiv", "strtold", "nexttoward", "nexttowardf", "wcstold", "strfroml", "qecvt", "qfcvt", "qgcvt",
			"mallinfo", "mallinfo2", "inet_ntoa", "inet_makeaddr", "inet_lnaof", "inet_netof"},
	} {
		for _, n := range names {
			m[n] = why
		}
	}
	return m
})

// crossingRule says how to cross to a function of the C library.
func crossingRule(name string) rule {
	r := rule{name: name}
	if other, ok := crossingNames()[name]; ok {
		r.name = other
	}
	if r.why = refused(name); r.why != "" {
		return r
	}
	text := crossingRules()[r.name]
	switch {
	case text == "":
	case text[0] <= '9':
		r.crossing.Fixed = int(text[0] - '0')
		if r.crossing.List = r.name[0] == 'v'; !r.crossing.List {
			r.name = "v" + r.name
		}
	default:
		for _, c := range []byte(text) {
			r.crossing.Params = append(r.crossing.Params, kindLetters[c])
		}
	}
	return r
}

// refused says why a function cannot be crossed to, "" if it can.
func refused(name string) string {
	if why, ok := refusals()[name]; ok {
		return why
	}
	in := func(list, name string) bool { return strings.Contains(list, " "+name+" ") }
	switch {
	case strings.HasPrefix(name, "_Unwind_"):
		return whyFrames
	case strings.HasPrefix(name, "wcs"), strings.HasPrefix(name, "wmem"), strings.HasSuffix(name, "wprintf"), strings.HasSuffix(name, "wscanf"):
		return whyWide
	case strings.HasSuffix(name, "l") && in(longDouble, name[:len(name)-1]),
		in(complexFunctions, name), len(name) > 1 && (strings.HasSuffix(name, "f") || strings.HasSuffix(name, "l")) && in(complexFunctions, name[:len(name)-1]):
		return whyWords
	}
	return ""
}
