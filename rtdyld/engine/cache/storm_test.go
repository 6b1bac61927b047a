package cache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// stormVariable has this program use a folder without end.
const stormVariable = "RTDYLD_TEST_STORM"

func TestMain(m *testing.M) {
	if dir := os.Getenv(stormVariable); dir != "" {
		go func() { // the end of the input is that of the test
			io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}()
		fmt.Println(storm(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// stormLimit is the size of the folder, room for about 60 of 200 objects.
const stormLimit = 1 << 20

// storm puts and gets until it is killed, or something is wrong.
func storm(dir string) error {
	d, err := OpenDir(dir, stormLimit)
	if err != nil {
		return err
	}
	for {
		name := fmt.Sprint(rand.IntN(200))
		want := object(name, 10_000+rand.IntN(2)*20_000)
		if rand.IntN(2) == 0 {
			if err := d.Put(context.Background(), entryOf(keyOf(name)), want); err != nil {
				return fmt.Errorf("put: %w", err)
			}
			continue
		}
		got, ok, err := d.Get(context.Background(), entryOf(keyOf(name)))
		if err != nil {
			return fmt.Errorf("get: %w", err)
		}
		if ok && !bytes.Equal(got.Bytes(), object(name, len(got.Bytes())).Bytes()) {
			return errors.New("another object")
		}
	}
}

// TestDirStorm: processes use one folder and are killed at any time. None ever sees half
// an object or an error, the limit holds, and what the dead leave goes.
func TestDirStorm(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	const processes = 3
	type child struct {
		cmd  *exec.Cmd
		done chan error
		out  *strings.Builder
	}
	start := func() *child {
		c := &child{exec.Command(self), make(chan error, 1), new(strings.Builder)}
		c.cmd.Env = append(os.Environ(), stormVariable+"="+dir)
		c.cmd.Stdout, c.cmd.Stderr = c.out, c.out
		in, err := c.cmd.StdinPipe()
		if err == nil {
			err = c.cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { in.Close() })
		go func() { c.done <- c.cmd.Wait() }()
		return c
	}
	children := make([]*child, processes)
	for i := range children {
		children[i] = start()
	}
	length := 4 * time.Second
	if citest.Sample() {
		length = 1500 * time.Millisecond
	}
	kills := 0
	for end := time.Now().Add(length); ; kills++ {
		pause := time.Duration(10+rand.IntN(40)) * time.Millisecond
		if time.Now().After(end) {
			if entries, _, _ := usage(t, dir); entries >= 10 && kills >= 10 {
				break
			}
			pause *= 10 // a slow machine: it goes on until it was a storm
		}
		time.Sleep(pause)
		i := rand.IntN(processes)
		select {
		case <-children[i].done:
			t.Fatalf("a process ended: %s", children[i].out)
		default:
		}
		children[i].cmd.Process.Kill()
		<-children[i].done
		if s := children[i].out.String(); s != "" {
			t.Fatalf("a process said %s", s)
		}
		// The folder may be too large by what the processes have not looked at.
		if _, size, _ := usage(t, dir); size > 2*stormLimit {
			t.Fatalf("%d bytes, the limit is %d", size, stormLimit)
		}
		children[i] = start()
	}
	for _, c := range children {
		select {
		case <-c.done:
			t.Fatalf("a process ended: %s", c.out)
		default:
		}
		c.cmd.Process.Kill()
		<-c.done
	}
	entries, size, others := usage(t, dir)
	t.Logf("%d kills, %d entries of %d bytes, %d temporary files", kills, entries, size, others)
	// A file that a process was killed over, certainly.
	if err := os.WriteFile(filepath.Join(dir, ownFolder, tempFolder, tempPrefix+strings.Repeat("0f", tempRandom)), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := openDir(t, dir, stormLimit)
	if _, _, left := usage(t, dir); left == 0 {
		t.Error("temporary files that may be in use were removed")
	}
	d.stale = -time.Second
	if _, err := d.trim(); err != nil {
		t.Fatal(err)
	}
	if _, size, left := usage(t, dir); left != 0 || size > stormLimit {
		t.Errorf("%d temporary files, %d bytes", left, size)
	}
	for i := range 200 {
		get(t, d, keyOf(fmt.Sprint(i))) // fails if it is damaged
	}
}
