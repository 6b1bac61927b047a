package perf

import (
	"strconv"
	"testing"
)

// For tests that are not of this package.
const Helper = helper

var Programs = programs

// LinesOf lists the lines of the last function with any in a dump, as offset=line.
func LinesOf(t testing.TB, path string) (rows []string) {
	for _, r := range readDump(t, path).records {
		if r.id == 2 {
			rows = rows[:0]
			for _, l := range r.lines {
				rows = append(rows, strconv.FormatUint(l.addr-r.addr, 16)+"="+strconv.Itoa(int(l.line)))
			}
		}
	}
	return rows
}
