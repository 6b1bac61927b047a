package absent_test

import (
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/absent"
)

// TestWhy: reasons are found by name and by family, and no plain name has one.
func TestWhy(t *testing.T) {
	for name, part := range map[string]string{
		"dlmopen": "dynamic loader", "__nss_configure_lookup": "name service switch", "__malloc_hook": "hooks", "__exp_finite": "_finite", "_ZGVbN2v_sin": "libmvec",
		"argp_parse": "argp", "sinf128": "__float128", "__pthread_register_cancel": "cancel", "_IO_2_1_stdout_": "glibc's own", "backtrace": "_Unwind_Backtrace",
	} {
		if why := absent.Why(name); !strings.Contains(why, part) {
			t.Errorf("%s: %q", name, why)
		}
	}
	for _, name := range []string{"", "main", "strlen", "_IO_", "finite", "__finite", "__nss_", "f128", "sqlite3_open"} {
		if why := absent.Why(name); why != "" {
			t.Errorf("%s: %q", name, why)
		}
	}
}
