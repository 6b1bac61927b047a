package perf_test

import (
	"log"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// A program that is profiled by
//
//	perf record -k mono ./program
//	perf inject -j -i perf.data -o jit.data
//	perf report -i jit.data -s sym,srcline
func ExampleNewDump() {
	var cfg rtdyld.Config // of host.Config, for one
	lines := symbolize.New()
	dump, err := perf.NewDump(perf.Config{
		Lines:   lines,
		OnError: func(err error) { log.Print(err) }, // the program goes on
	})
	if err != nil {
		log.Print(err)
		return
	}
	defer dump.Close()
	cfg.Listeners = append(cfg.Listeners, lines, dump) // in this order
}

// A program that is profiled by
//
//	perf record ./program
//	perf report
func ExampleNewMap() {
	var cfg rtdyld.Config // of host.Config, for one
	m, err := perf.NewMap(perf.Config{})
	if err != nil {
		log.Print(err)
		return
	}
	defer m.Close()
	cfg.Listeners = append(cfg.Listeners, m)
}
