//go:build linux && !s390x

package host

// tlsFunction is the C library's function that finds thread-locals.
const tlsFunction = "__tls_get_addr"

// tlsGetAddr returns a C function of a tls_index that returns the thread-local's address.
func tlsGetAddr(function uintptr) uintptr { return function }
