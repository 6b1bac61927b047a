package main_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

const postgresBin = "/usr/lib/postgresql/15/bin/"

// server is a PostgreSQL server, of Debian's package as it is, with librtdyld-orc.so preloaded.
type server struct {
	t    *testing.T
	dir  string // its data, its socket, and the trace of what was linked
	user *syscall.Credential
}

// postgres starts a server, which ends with the test.
func postgres(t *testing.T) *server {
	orcBuilt(t, "14")
	citest.Need(t, postgresBin+"postgres", postgresBin+"initdb", postgresBin+"psql", "/usr/lib/postgresql/15/lib/llvmjit.so")
	dir, err := os.MkdirTemp(folder, "pg")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, dir: dir}
	if os.Getuid() == 0 { // a server refuses to be root
		const nobody = 65534
		s.user = &syscall.Credential{Uid: nobody, Gid: nobody}
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := s.command("initdb", "-D", dir+"/data", "-A", "trust", "-U", "test", "-N", "--no-instructions", "-E", "UTF8", "--locale=C").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	cmd := s.command("postgres", "-D", dir+"/data", "-k", dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "autovacuum=off", "-c", "jit=on", "-c", "jit_above_cost=0",
		"-c", "jit_debugging_support=on", "-c", "max_parallel_workers_per_gather=0", "-c", "max_connections=30", "-c", "log_min_messages=panic")
	cmd.Env = append(cmd.Env, "LD_PRELOAD="+object("librtdyld-orc.so"), "RTDYLD_ORC_TRACE="+s.trace())
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGINT) // fast shutdown
		if err := cmd.Wait(); err != nil || t.Failed() {
			t.Errorf("postgres: %v\n%s", err, log.Bytes())
		}
	})
	for range 600 {
		if _, err := s.try("select 1"); err == nil {
			return s
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server does not answer")
	return nil
}

func (s *server) trace() string { return filepath.Join(s.dir, "trace") }

// command is one of PostgreSQL's, as the server's user.
func (s *server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(postgresBin+name, args...)
	cmd.Dir = s.dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "PGTZ=UTC", "HOME=" + s.dir}
	if s.user != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.user}
	}
	return cmd
}

// try runs a script in one backend and returns what psql prints of answers and errors.
func (s *server) try(script string) (string, error) {
	cmd := s.command("psql", "-X", "-q", "-At", "-h", s.dir, "-U", "test", "-d", "postgres", "-f", "-")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (s *server) run(script string) string {
	s.t.Helper()
	out, err := s.try(script)
	if err != nil {
		s.t.Fatalf("psql: %v\n%s", err, out)
	}
	return out
}

// linked counts objects that were loaded and removed, by process.
func (s *server) linked() (loaded, removed map[int]int) {
	s.t.Helper()
	b, err := os.ReadFile(s.trace())
	if err != nil {
		s.t.Fatal(err)
	}
	loaded, removed = map[int]int{}, map[int]int{}
	for line := range strings.Lines(string(b)) {
		var pid int
		var what string
		if n, err := fmt.Sscanf(line, "%d %s ", &pid, &what); n != 2 {
			s.t.Fatalf("%q: %v", line, err)
		}
		switch what {
		case "loaded":
			loaded[pid]++
		case "removed":
			removed[pid]++
		}
	}
	return loaded, removed
}

// statements are those of statements.txt in their three forms, and those of more.sql.
func statements(t *testing.T) (all []string) {
	t.Helper()
	lines, err := os.ReadFile("orc/testdata/statements.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		e := strings.TrimSpace(line)
		if strings.HasPrefix(e, "#") {
			continue
		}
		all = append(all,
			fmt.Sprintf("select id, (%s) from t order by id;", e),
			fmt.Sprintf("select count(%s), min((%s)::text), max((%s)::text) from t where (%s) is not null or id < 50;", e, e, e, e),
			fmt.Sprintf("select (%s)::text, count(*), sum(id) from t group by 1 order by 1;", e))
	}
	more, err := os.ReadFile("orc/testdata/more.sql")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(more)) {
		all = append(all, strings.TrimSpace(line))
	}
	return all
}

// tables makes the tables that the statements are about.
func (s *server) tables() {
	s.t.Helper()
	b, err := os.ReadFile("orc/testdata/tables.sql")
	if err != nil {
		s.t.Fatal(err)
	}
	if out := s.run("set jit=off;\n" + string(b)); strings.Contains(out, "ERROR") {
		s.t.Fatal(out)
	}
}

// functions is how EXPLAIN (ANALYZE) says how much was compiled.
var functions = regexp.MustCompile(`(?m)^JIT:\n  Functions: [1-9]`)

// TestORCPostgres: an unchanged PostgreSQL server gives the same answers with code that we have linked as with none.
func TestORCPostgres(t *testing.T) {
	s := postgres(t)
	s.tables()
	all := statements(t)
	if len(all) < 300 {
		t.Fatalf("%d statements", len(all))
	}
	s.same(all, "set jit_inline_above_cost=-1; set jit_optimize_above_cost=-1;")
	// Inlined and optimized each takes a tenth of a second.
	some := all[:0:0]
	for i := 0; i < len(all); i += 1 + len(all)/12 {
		some = append(some, all[i])
	}
	s.same(some, "set jit_inline_above_cost=0; set jit_optimize_above_cost=0;")
	plan := s.run("set jit_inline_above_cost=0; set jit_optimize_above_cost=0; explain (analyze) select sum(i * a), avg(n) from t where s > 0;")
	if !functions.MatchString(plan) || !strings.Contains(plan, "Inlining true, Optimization true") {
		t.Errorf("no functions were compiled:\n%s", plan)
	}
}

// same runs statements with and without compilation, and compares answers and errors.
func (s *server) same(all []string, how string) {
	s.t.Helper()
	var script strings.Builder
	for i, q := range all {
		fmt.Fprintf(&script, "\\echo # %d\n%s\n", i, q)
	}
	before, _ := s.linked0()
	want := strings.Split(s.run("set jit=off;\n"+script.String()), "# ")
	between, _ := s.linked0()
	got := strings.Split(s.run(how+"\n"+script.String()), "# ")
	after, _ := s.linked0()
	if between != before {
		s.t.Errorf("%d objects were linked with jit=off", between-before)
	}
	// Some statements have nothing to compile, or fail before.
	if after-between < len(all)*8/10 {
		s.t.Errorf("%d objects were linked for %d statements", after-between, len(all))
	}
	if len(got) != len(all)+1 || len(want) != len(got) {
		s.t.Fatalf("%d answers and %d, of %d statements", len(want), len(got), len(all))
	}
	failed := 0
	for i := range all {
		if want, got := want[i+1], got[i+1]; want != got {
			s.t.Errorf("%s\nwith jit=off:\n%swith jit=on:\n%s", all[i], want, got)
		}
		if strings.Contains(want[i+1], "ERROR: ") {
			failed++
		}
	}
	if failed > len(all)/20 {
		s.t.Errorf("%d of %d statements fail", failed, len(all))
	}
}

// linked0 counts objects in all processes.
func (s *server) linked0() (loaded, removed int) {
	s.t.Helper()
	if _, err := os.Stat(s.trace()); err != nil {
		return 0, 0
	}
	l, r := s.linked()
	for _, n := range l {
		loaded += n
	}
	for _, n := range r {
		removed += n
	}
	return loaded, removed
}

// TestORCBackends: 100 backends in turn and 8 at once compile, 10,000 statements in one of them take no more memory and mappings than the first ones did.
func TestORCBackends(t *testing.T) {
	s := postgres(t)
	s.tables()
	const query = "set jit_inline_above_cost=0; set jit_optimize_above_cost=0; select sum(i * a), round(avg(n), 3), count(x) from t where s > 0 or f;"
	want := s.run("set jit=off; " + query)
	before, _ := s.linked()
	for range 100 {
		if got := s.run(query); got != want {
			t.Fatalf("%s, not %s", got, want)
		}
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				if got, err := s.try(query); err != nil || got != want {
					t.Errorf("%s, not %s: %v", got, want, err)
				}
			}
		})
	}
	all.Wait()
	loaded, removed := s.linked()
	if n := len(loaded) - len(before); n != 140 {
		t.Errorf("%d backends have linked, not 140", n)
	}
	for pid, n := range loaded {
		if n != removed[pid] {
			t.Errorf("backend %d has linked %d objects and removed %d", pid, n, removed[pid])
		}
	}
	s.flat()
}

// flat runs 10,000 statements in one backend.
func (s *server) flat() {
	s.t.Helper()
	cmd := s.command("psql", "-X", "-q", "-At", "-h", s.dir, "-U", "test", "-d", "postgres", "-f", "-")
	in, err := cmd.StdinPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	fmt.Fprintln(in, "set jit=off; select pg_backend_pid();")
	lines := bufio.NewScanner(out)
	lines.Scan()
	pid, err := strconv.Atoi(lines.Text())
	if err != nil {
		s.t.Fatal(err)
	}
	without := usageOf(s.t, pid)
	fmt.Fprintln(in, "set jit=on; set jit_inline_above_cost=-1; set jit_optimize_above_cost=-1;")
	var first usage
	const steps, each = 20, 500
	for step := range steps {
		for i := range each {
			fmt.Fprintf(in, "select sum(i * a + %d) from t where s > 0;\n", i)
		}
		for range each {
			if !lines.Scan() || lines.Text() == "" {
				s.t.Fatal("no answer")
			}
		}
		now := usageOf(s.t, pid)
		s.t.Logf("after %d statements: %+v", (step+1)*each, now)
		if step == 0 {
			first = now
		}
		if now.mappings > first.mappings+8 || now.private >= without.private+64 || now.rss > first.rss+8<<10 {
			s.t.Errorf("after %d statements: %+v, after %d: %+v, with jit=off: %+v", (step+1)*each, now, each, first, without)
		}
	}
}

// usage is what a process has: memory in kB, mappings, and those of them that are nobody's by name.
type usage struct{ rss, mappings, private int }

func usageOf(t *testing.T, pid int) (u usage) {
	t.Helper()
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(maps)) {
		u.mappings++
		if len(strings.Fields(line)) == 5 {
			u.private++
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(status))[1])
	if err != nil {
		t.Fatal(err)
	}
	u.rss = pages * os.Getpagesize() >> 10
	return u
}

// TestORCRegress: PostgreSQL's own tests, of its source, give the same results with every expression compiled and linked by us as with
// none, also where all of them are inlined and optimized. The source's test folder, with regress.so beside its Makefile, is where
// RTDYLD_POSTGRES_REGRESS says.
func TestORCRegress(t *testing.T) {
	source := os.Getenv("RTDYLD_POSTGRES_REGRESS")
	if source == "" {
		t.Skip("long: it wants PostgreSQL's source, see check_postgres of .ci/run")
	}
	citest.Need(t, regressDriver, filepath.Join(source, "parallel_schedule"), filepath.Join(source, "regress.so"))
	s := postgres(t)
	off := s.regress(source, "off", "-c jit=off")
	for _, run := range []struct {
		name, options string
		objects       int // that are linked at least
	}{
		{"on", "-c jit_inline_above_cost=-1 -c jit_optimize_above_cost=-1", 10000},
		{"optimized", "-c jit_inline_above_cost=0 -c jit_optimize_above_cost=0", 10000},
	} {
		loadedBefore, removedBefore := s.linked0()
		on := s.regress(source, run.name, run.options)
		loaded, removed := s.linked0()
		loaded, removed = loaded-loadedBefore, removed-removedBefore
		if loaded != removed || loaded < run.objects {
			t.Errorf("%s: %d objects were linked, %d removed", run.name, loaded, removed)
		}
		t.Logf("%s: %d objects were linked", run.name, loaded)
		files, err := filepath.Glob(filepath.Join(off, "*.out"))
		if err != nil || len(files) < 200 {
			t.Fatalf("%d results: %v", len(files), err)
		}
		for _, f := range files {
			if out, err := exec.Command("diff", "-U2", f, filepath.Join(on, filepath.Base(f))).CombinedOutput(); err != nil {
				t.Errorf("%s: %s:\n%.2000s", run.name, filepath.Base(f), out)
			}
		}
	}
}

const regressDriver = "/usr/lib/postgresql/15/lib/pgxs/src/test/regress/pg_regress"

// regress runs PostgreSQL's own tests, in backends with options, and returns the folder of what they have printed.
func (s *server) regress(source, name, options string) (results string) {
	s.t.Helper()
	dir := filepath.Join(s.dir, "results-"+name)
	cmd := s.command("psql", "--host="+s.dir, "--user=test", "--bindir="+postgresBin, "--inputdir="+source, "--outputdir="+dir, "--dlpath="+source,
		"--schedule="+filepath.Join(source, "parallel_schedule"), "--max-connections=8", "--dbname=regression")
	cmd.Path, cmd.Args[0] = regressDriver, regressDriver
	cmd.Env = append(cmd.Env, "PGOPTIONS="+options)
	if out, err := exec.Command("install", "-d", "-m", "777", dir).CombinedOutput(); err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
	out, err := cmd.CombinedOutput()
	// Some tests fail with another minor version, or as another user: the same with and without us.
	if status := cmd.ProcessState.ExitCode(); status != 0 && status != 1 {
		s.t.Fatalf("pg_regress: %v\n%s", err, out)
	}
	s.t.Logf("%s: %s", name, regexp.MustCompile(`.* (tests passed|tests failed)`).Find(out))
	return filepath.Join(dir, "results")
}
