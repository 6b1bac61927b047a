package nested

import "errors"

// Each makes all of calls in order, the others also if one panics or ends its goroutine, and joins their errors. Callbacks are called so
// where something goes.
func Each(calls ...func() error) error {
	n := 0
	var errs []error
	defer func() {
		if n < len(calls) {
			_ = Each(calls[n:]...)
		}
	}()
	for n < len(calls) {
		n++
		if err := calls[n-1](); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
