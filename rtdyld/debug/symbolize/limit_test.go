package symbolize

import "github.com/go-rtdyld/rtdyld/rtdyld"

// readAll reads the debug information of a file that has nothing else.
func readAll(secs []rtdyld.DebugSection, big bool, code []span) *debugInfo {
	size := 0
	for _, s := range secs {
		size += len(s.Data)
	}
	return readDWARF(secs, big, code, size, hurry{})
}
