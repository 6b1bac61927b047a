package command

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// tempPrefix begins the names of temporary folders.
const tempPrefix = "rtdyld-command-"

// abandoned is how old a temporary folder is that nobody uses any more.
const abandoned = 24 * time.Hour

// temp makes a folder for the files of one run.
func (c *Compiler) temp() (string, error) { return os.MkdirTemp(c.cfg.TempDir, tempPrefix) }

// removeAll removes a folder. Processes that have been killed may take a moment to go.
func removeAll(dir string) {
	for wait := time.Millisecond; ; wait *= 2 {
		if err := os.RemoveAll(dir); err == nil || wait > time.Second {
			return
		}
		time.Sleep(wait)
	}
}

// sweep removes folders that processes of long ago left when they were killed.
func (c *Compiler) sweep() {
	entries, err := os.ReadDir(c.cfg.TempDir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), tempPrefix) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			os.RemoveAll(filepath.Join(c.cfg.TempDir, e.Name()))
		}
	}
}
