// The program refused says why it has no callbacks.
package main

import (
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/static"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/callback"
)

func main() {
	for _, f := range []func() error{
		func() error { _, err := callback.New(func() {}, callback.Config{}); return err },
		func() error { _, err := static.NewCallback(func() {}); return err },
	} {
		err := f()
		if !errors.Is(err, static.ErrUnsupported) {
			err = fmt.Errorf("not typed: %v", err)
		}
		fmt.Println(err)
	}
}
