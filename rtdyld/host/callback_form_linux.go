//go:build !ppc64le

package host

// callbackForm is the function that purego is given for one.
func callbackForm(fn any) any { return fn }
