package perf

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// helper has the test binary be another program: a word, and its arguments.
const helper = "RTDYLD_PERF_TEST"

// programs are what the test binary may be.
var programs = map[string]func(args []string) error{"tmpfs": onSmallDisk}

func TestMain(m *testing.M) {
	if words := strings.Fields(os.Getenv(helper)); len(words) > 0 {
		if err := programs[words[0]](words[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestSmallDisk runs onSmallDisk where it may mount a file system for itself.
func TestSmallDisk(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, mount := range []string{"full", "noexec"} {
		t.Run(mount, func(t *testing.T) {
			if mount == "noexec" && os.Getenv(citest.Emulator) != "" {
				t.Skip("an emulator maps nothing that the processor executes")
			}
			cmd := citest.Command(self)
			cmd.Env = append(os.Environ(), helper+"=tmpfs "+mount+" "+t.TempDir())
			cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
			out, err := cmd.CombinedOutput()
			if errors.Is(err, os.ErrPermission) || strings.HasPrefix(string(out), "mount: ") {
				t.Skipf("may not mount: %v %s", err, out)
			}
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// failures is a testing.TB that ends the program.
type failures struct{ testing.TB }

func (failures) Helper()               {}
func (failures) Fatal(args ...any)     { panic(fmt.Sprint(args...)) }
func (failures) Errorf(string, ...any) {}
func (failures) Fatalf(f string, args ...any) {
	panic(fmt.Sprintf(f, args...))
}

// onSmallDisk writes to a disk that becomes full, or that nothing is executed from.
func onSmallDisk(args []string) error {
	kind, dir := args[0], args[1]
	flags := uintptr(0)
	if kind == "noexec" {
		flags = unix.MS_NOEXEC
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", flags, "size=64k"); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	if kind == "noexec" {
		_, err := NewDump(Config{Dir: dir})
		var fe *FileError
		if !errors.As(err, &fe) || fe.Op != "map" || !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), "noexec") {
			return fmt.Errorf("not refused: %v", err)
		}
		if names, _ := filepath.Glob(dir + "/*"); len(names) > 0 {
			return fmt.Errorf("left behind: %v", names)
		}
		m, err := NewMap(Config{Dir: dir})
		if err != nil {
			return err
		}
		return m.Close()
	}
	var t failures
	var told []error
	o := Config{Dir: dir, OnError: func(err error) { told = append(told, err) }}
	m, err := NewMap(o)
	if err != nil {
		return err
	}
	d, err := NewDump(o)
	if err != nil {
		return err
	}
	r := newRig(t, m, d)
	// Loading goes on whatever happens to the files.
	long := strings.Repeat("n", 500)
	for i := range 100 {
		o := r.load("x.o", object(many(long+strconv.Itoa(i)+"_", 5)...), 0x10000+uint64(i)<<12)
		if i == 0 {
			defer r.unload(o)
		}
	}
	before, _ := readMap(t, m.Path())
	loads := len(readDumpLoads(t, d.Path()))
	if len(told) == 0 || len(before) == 0 || len(before) >= 500 || loads == 0 || loads >= 500 {
		return fmt.Errorf("%d errors, %d and %d functions", len(told), len(before), loads)
	}
	for _, err := range told {
		var fe *FileError
		if !errors.As(err, &fe) || fe.Op != "append" || !errors.Is(err, unix.ENOSPC) {
			return err
		}
	}
	if !errors.Is(m.Err(), unix.ENOSPC) || !errors.Is(d.Err(), unix.ENOSPC) {
		return fmt.Errorf("%v, %v", m.Err(), d.Err())
	}
	if fmt.Sprint(m.Err()) != "perf: append "+m.Path()+": no space left on device" {
		return m.Err()
	}
	// With room again they go on.
	if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT, "size=1m"); err != nil {
		return err
	}
	r.load("y.o", object("after"), 0x900000)
	after, _ := readMap(t, m.Path())
	if !slices.Equal(after, append(before, row{0x900000, 16, "after"})) {
		return fmt.Errorf("%d functions, then %d", len(before), len(after))
	}
	names := readDumpLoads(t, d.Path())
	if len(names) != loads+1 || names[loads] != "after" {
		return fmt.Errorf("%d functions, then %d", loads, len(names))
	}
	return nil
}

func readDumpLoads(t testing.TB, path string) (names []string) {
	d := readDump(t, path)
	for _, r := range d.loads() {
		names = append(names, r.name)
	}
	return names
}
