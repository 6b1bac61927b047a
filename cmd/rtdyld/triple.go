package main

import (
	"flag"

	"github.com/go-rtdyld/rtdyld/cmd/rtdyld/internal/triples"
)

// tripleCommand takes its arguments apart and prints what each target is. Its status is 0, 1 if
// one of them is wrong.
var tripleCommand = command{
	name:     triples.Command,
	operands: []string{"TRIPLE..."},
	summary:  "take target triples apart",
	examples: []example{{"rtdyld triple armv7a-linux-gnueabihf", "its architecture, system, environment and object format"}},
	setup: func(fs *flag.FlagSet) func(call) int {
		asJSON := fs.Bool("json", false, "print a JSON array, an object an argument")
		return func(c call) int {
			if *asJSON {
				return triples.Show(c.args, encode, c.stdout, c.stderr)
			}
			return triples.Show(c.args, nil, c.stdout, c.stderr)
		}
	},
}
