//go:build rtdyld_test_callback

package static_test

// All tests of package static hold in programs whose C can call Go, too: go test -tags rtdyld_test_callback.
import _ "github.com/go-rtdyld/rtdyld/rtdyld/static/callback"
