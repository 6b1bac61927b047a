// Command libc says for which target code is to be that this process loads, or why there is none.
package main

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

func main() {
	cfg, err := host.LinkerConfig()
	fmt.Println(cfg.Triple, err)
}
