//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

package host

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/ebitengine/purego"
)

// callbackNew has purego make a callback. What purego panics with is an error.
func callbackNew(fn any) (addr uint64, err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		msg := fmt.Sprint(r)
		if strings.Contains(msg, "maximum number of callbacks") {
			err = ErrCallbacksUsed
			return
		}
		err = &CallbackError{reflect.TypeOf(fn).String(), msg}
	}()
	return callbackEntry(uint64(purego.NewCallback(callbackForm(fn))), reflect.TypeOf(fn).NumIn()), nil
}
