// Package first begins before most packages of a program are initialized, and is the keeper where the program was started as its own executor.
//
// Law: it imports the keeper's package alone. Nothing but package executor imports it.
package first

import (
	"os"

	"github.com/go-rtdyld/rtdyld/internal/executor/keeper"
)

// Word is the first argument of a program that is its own executor. What follows are arguments of rtdyld-executor.
const Word = "rtdyld-executor-within"

// Asked says that this process was started as an executor, Args how, and Err why it is none. They do not change.
var (
	Asked bool
	Args  []string
	Err   error
)

func init() {
	if len(os.Args) < 2 || os.Args[1] != Word {
		return
	}
	Asked, Args = true, append(Args, os.Args[2:]...) // whatever the program does to its arguments
	o, err := keeper.Parse(Args)
	if err == nil {
		err = o.Ours()
	}
	if Err = err; err == nil {
		keeper.First([]string{Word}, Args)
	}
}
