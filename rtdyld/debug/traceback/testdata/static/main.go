// Command static asks for the hook in a program whose runtime knows no C.
package main

import (
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/debug/traceback"
)

func main() {
	_, err := traceback.New(traceback.Config{})
	fmt.Println(err)
	fmt.Println(errors.Is(err, errors.ErrUnsupported))
}
