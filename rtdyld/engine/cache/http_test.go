package cache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// api describes the messages as build/bazel/remote/execution/v2/remote_execution.proto
// does, as far as they matter.
var api = sync.OnceValue(func() protoreflect.FileDescriptor {
	var file descriptorpb.FileDescriptorProto
	const text = `
name: "remote_execution.proto" package: "build.bazel.remote.execution.v2" syntax: "proto3"
message_type { name: "Digest"
	field { name: "hash" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
	field { name: "size_bytes" number: 2 type: TYPE_INT64 label: LABEL_OPTIONAL } }
message_type { name: "OutputFile"
	field { name: "path" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
	field { name: "digest" number: 2 type: TYPE_MESSAGE type_name: ".build.bazel.remote.execution.v2.Digest" label: LABEL_OPTIONAL }
	field { name: "is_executable" number: 4 type: TYPE_BOOL label: LABEL_OPTIONAL }
	field { name: "contents" number: 5 type: TYPE_BYTES label: LABEL_OPTIONAL } }
message_type { name: "OutputDirectory"
	field { name: "path" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
	field { name: "tree_digest" number: 3 type: TYPE_MESSAGE type_name: ".build.bazel.remote.execution.v2.Digest" label: LABEL_OPTIONAL } }
message_type { name: "ExecutedActionMetadata"
	field { name: "worker" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL } }
message_type { name: "ActionResult"
	field { name: "output_files" number: 2 type: TYPE_MESSAGE type_name: ".build.bazel.remote.execution.v2.OutputFile" label: LABEL_REPEATED }
	field { name: "output_directories" number: 3 type: TYPE_MESSAGE type_name: ".build.bazel.remote.execution.v2.OutputDirectory" label: LABEL_REPEATED }
	field { name: "exit_code" number: 4 type: TYPE_INT32 label: LABEL_OPTIONAL }
	field { name: "stdout_raw" number: 5 type: TYPE_BYTES label: LABEL_OPTIONAL }
	field { name: "stdout_digest" number: 6 type: TYPE_MESSAGE type_name: ".build.bazel.remote.execution.v2.Digest" label: LABEL_OPTIONAL }
	field { name: "execution_metadata" number: 9 type: TYPE_MESSAGE type_name: ".build.bazel.remote.execution.v2.ExecutedActionMetadata" label: LABEL_OPTIONAL } }
`
	if err := prototext.Unmarshal([]byte(text), &file); err != nil {
		panic(err)
	}
	fd, err := protodesc.NewFile(&file, nil)
	if err != nil {
		panic(err)
	}
	return fd
})

// newResult is an empty ActionResult.
func newResult() *dynamicpb.Message {
	return dynamicpb.NewMessage(api().Messages().ByName("ActionResult"))
}

// server does what bazel-remote does: it takes objects by their hash, and messages that
// are valid results; it gives results whose objects it has.
type server struct {
	*httptest.Server
	t testing.TB

	mu      sync.Mutex
	entries map[string][]byte // by path
	log     []string
	status  atomic.Int64 // answered instead, if not 0
	hang    atomic.Bool  // never answers
}

func newServer(t testing.TB) *server {
	s := &server{t: t, entries: map[string][]byte{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

var pathPattern = regexp.MustCompile(`^/?(.*/)?(ac|cas)/([a-f0-9]{64})$`)

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for s.hang.Load() {
		time.Sleep(5 * time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, r.Method+" "+r.URL.Path)
	if st := s.status.Load(); st != 0 {
		http.Error(w, "so it is", int(st))
		return
	}
	m := pathPattern.FindStringSubmatch(r.URL.Path)
	if m == nil {
		http.Error(w, "resource name must be a SHA256 hash in hex", http.StatusBadRequest)
		return
	}
	switch r.Method {
	case http.MethodGet:
		b, ok := s.entries[r.URL.Path]
		if ok && m[2] == "ac" {
			ok = s.complete(m[1], b)
		}
		if !ok {
			http.Error(w, "Not found", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(b)))
		w.Write(b)
	case http.MethodPut:
		b, err := io.ReadAll(r.Body)
		if r.ContentLength < 0 || err != nil || int64(len(b)) != r.ContentLength {
			http.Error(w, "sizes don't match", http.StatusBadRequest)
			return
		}
		if sum := sha256.Sum256(b); m[2] == "cas" && hex.EncodeToString(sum[:]) != m[3] {
			http.Error(w, "hash doesn't match", http.StatusBadRequest)
			return
		}
		if m[2] == "ac" {
			if err := validate(b); err != nil {
				s.t.Errorf("PUT %s: %v", r.URL.Path, err)
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
		}
		s.entries[r.URL.Path] = b
	default:
		http.Error(w, "Method not supported", http.StatusMethodNotAllowed)
	}
}

// complete reports whether the objects of a result are there.
func (s *server) complete(prefix string, b []byte) bool {
	m := newResult()
	if proto.Unmarshal(b, m) != nil {
		return true // to be noticed by who reads it
	}
	files := m.Get(m.Descriptor().Fields().ByName("output_files")).List()
	for i := range files.Len() {
		f := files.Get(i).Message()
		d := f.Get(f.Descriptor().Fields().ByName("digest")).Message()
		hash := d.Get(d.Descriptor().Fields().ByName("hash")).String()
		if _, ok := s.entries["/"+prefix+"cas/"+hash]; !ok && validate(b) == nil {
			return false
		}
	}
	return true
}

// validate holds a message to bazel-remote's rules for /ac (its package validate).
func validate(b []byte) error {
	m := newResult()
	if err := proto.Unmarshal(b, m); err != nil {
		return err
	}
	if len(m.GetUnknown()) != 0 || len(b) == 0 {
		return errors.New("unknown fields, or nothing")
	}
	files := m.Get(m.Descriptor().Fields().ByName("output_files")).List()
	for i := range files.Len() {
		f := files.Get(i).Message()
		fields := f.Descriptor().Fields()
		path := f.Get(fields.ByName("path")).String()
		switch {
		case path == "":
			return errors.New("empty path")
		case strings.HasPrefix(path, "/"):
			return fmt.Errorf("absolute path in output file: %q", path)
		case !f.Has(fields.ByName("digest")):
			return fmt.Errorf("nil Digest for path %q", path)
		}
		d := f.Get(fields.ByName("digest")).Message()
		if d.Get(d.Descriptor().Fields().ByName("size_bytes")).Int() < 0 {
			return errors.New("Digest has negative SizeBytes")
		}
		if hash := d.Get(d.Descriptor().Fields().ByName("hash")).String(); !regexp.MustCompile("^[a-f0-9]{64}$").MatchString(hash) {
			return fmt.Errorf("Invalid hash: %q", hash)
		}
	}
	return nil
}

func newHTTP(t testing.TB, address string, cfg HTTPConfig) *HTTP {
	t.Helper()
	h, err := NewHTTP(address, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// TestHTTPConvention: the requests and the message are those of Bazel's remote cache, as
// protobuf's own decoder and bazel-remote's rules see them.
func TestHTTPConvention(t *testing.T) {
	s := newServer(t)
	h := newHTTP(t, s.URL+"/instance/", HTTPConfig{})
	obj := object("/lib/a b.o", 1234)
	key := keyOf("k")
	put(t, h, key, obj)
	sum := sha256.Sum256(obj.Bytes())
	cas, ac := "/instance/cas/"+hex.EncodeToString(sum[:]), "/instance/ac/"+key.String()
	if !bytes.Equal(s.entries[cas], obj.Bytes()) || len(s.entries) != 2 {
		t.Fatalf("entries %v", s.log)
	}
	m := newResult()
	if err := proto.Unmarshal(s.entries[ac], m); err != nil {
		t.Fatal(err)
	}
	text := protojson.MarshalOptions{}.Format(m)
	want := fmt.Sprintf(`{"outputFiles":[{"path":"lib/a b.o","digest":{"hash":"%x","sizeBytes":"1234"}}],"executionMetadata":{"worker":"rtdyld"}}`, sum)
	if strings.ReplaceAll(strings.ReplaceAll(text, ": ", ":"), ", ", ",") != want {
		t.Errorf("%s\nwant %s", text, want)
	}
	if again, err := (proto.MarshalOptions{Deterministic: true}).Marshal(m); err != nil || !bytes.Equal(again, s.entries[ac]) {
		t.Errorf("protobuf encodes it as %x, we as %x", again, s.entries[ac])
	}
	got, ok, err := h.Get(t.Context(), entryOf(key))
	if err != nil || !ok || got.Name() != "lib/a b.o" || !bytes.Equal(got.Bytes(), obj.Bytes()) {
		t.Errorf("%v %v", ok, err)
	}
	if want := []string{"PUT " + cas, "PUT " + ac, "GET " + ac, "GET " + cas}; strings.Join(s.log, "\n") != strings.Join(want, "\n") {
		t.Errorf("requests %q", s.log)
	}
	delete(s.entries, cas) // as servers do when they are full
	if get(t, h, key) != nil {
		t.Error("an object that is gone")
	}
}

// TestHTTPResults: what another tool has written, more fields than we know, in any order.
func TestHTTPResults(t *testing.T) {
	s := newServer(t)
	h := newHTTP(t, s.URL, HTTPConfig{})
	obj := object("x", 100)
	sum := sha256.Sum256(obj.Bytes())
	hash := hex.EncodeToString(sum[:])
	s.entries["/cas/"+hash] = obj.Bytes()
	file := `output_files { digest { size_bytes: 100 hash: "` + hash + `" } path: "bazel-out/x.o" is_executable: true contents: "zz" }`
	bad := func(from, to string) string { return strings.Replace(file, from, to, 1) }
	for _, c := range []struct {
		name, text string
		ok         bool
	}{
		{"one file", file, true},
		{"with output", file + ` stdout_raw: "hello" stdout_digest { hash: "x" } exit_code: 0 execution_metadata { worker: "w" }`, true},
		{"failed", file + ` exit_code: 1`, false},
		{"two files", file + file, false},
		{"none", `stdout_raw: "x"`, false},
		{"absolute path", bad("bazel-out", "/bazel-out"), false},
		{"no path", bad(`path: "bazel-out/x.o"`, ""), false},
		{"wrong size", bad("100", "99"), false},
		{"larger", bad("100", "101"), false},
		{"negative", bad("100", "-1"), false},
		{"huge", bad("100", "4611686018427387904"), false},
		{"capitals", bad(hash, strings.ToUpper(hash)), false},
		{"short hash", bad(hash, hash[:62]), false},
		{"path for hash", bad(hash, "../ac/"+hash[6:]), false},
	} {
		m := newResult()
		if err := prototext.Unmarshal([]byte(c.text), m); err != nil {
			t.Fatal(err)
		}
		b, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		s.entries["/ac/"+keyOf("k").String()] = b
		if c.ok { // what we take, the server takes
			if err := validate(b); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		got, ok, err := h.Get(t.Context(), entryOf(keyOf("k")))
		if ok != c.ok || ok && !bytes.Equal(got.Bytes(), obj.Bytes()) || ok == errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v, error %v", c.name, ok, err)
		}
	}
	if err := h.Down(); err != nil {
		t.Errorf("for damaged entries the server is not asked any more: %v", err)
	}
	for name, b := range map[string]string{"text": "<html>it works</html>", "nothing": "", "large": strings.Repeat("x", 2*maxResult)} {
		s.entries["/ac/"+keyOf("k").String()] = []byte(b)
		if _, ok, err := h.Get(t.Context(), entryOf(keyOf("k"))); ok || !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v %v", name, ok, err)
		}
	}
	// The object itself.
	put(t, h, keyOf("k"), obj)
	for name, b := range map[string][]byte{"cut": obj.Bytes()[:50], "changed": bytes.Repeat([]byte("x"), 100), "long": append(bytes.Clone(obj.Bytes()), 0)} {
		s.entries["/cas/"+hash] = b
		if _, ok, err := h.Get(t.Context(), entryOf(keyOf("k"))); ok || !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v %v", name, ok, err)
		}
	}
}

// TestHTTPConfig: what is sent with requests.
func TestHTTPConfig(t *testing.T) {
	var seen http.Header
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header
		w.WriteHeader(http.StatusNotFound)
	}))
	defer s.Close()
	h := newHTTP(t, strings.Replace(s.URL, "http://", "http://user:secret@", 1), HTTPConfig{Header: http.Header{"X-A": {"b"}}, ReadOnly: true})
	if get(t, h, keyOf("k")) != nil {
		t.Error("an object")
	}
	req := &http.Request{Header: seen}
	if u, p, ok := req.BasicAuth(); !ok || u != "user" || p != "secret" || seen.Get("X-A") != "b" {
		t.Errorf("%v", seen)
	}
	seen = nil
	put(t, h, keyOf("k"), object("a", 1))
	if seen != nil {
		t.Error("something was sent though it must not")
	}
	h = newHTTP(t, s.URL, HTTPConfig{MaxObject: 10})
	put(t, h, keyOf("k"), object("a", 11))
	if seen != nil {
		t.Error("something was sent that is too large")
	}
	for _, bad := range []string{"", "x", "ftp://a", "http://", "http://a/?b", "http://a/#b", "http://a b/", ":"} {
		if _, err := NewHTTP(bad, HTTPConfig{}); err == nil || !strings.HasPrefix(err.Error(), "cache: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestHTTPDown: a server that fails is not asked for a while, whichever way it fails, and
// then by one request at a time.
func TestHTTPDown(t *testing.T) {
	s := newServer(t)
	const pause = 200 * time.Millisecond
	const short, long = 100 * time.Millisecond, 10 * time.Minute // what is answered takes as long as it takes
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for _, c := range []struct {
		name    string
		address string
		timeout time.Duration
		begin   func()
	}{
		{"status", s.URL, long, func() { s.status.Store(503) }},
		{"forbidden", s.URL, long, func() { s.status.Store(403) }},
		{"silent", s.URL, short, func() { s.status.Store(0); s.hang.Store(true) }},
		{"nobody listens", closed.URL, long, func() {}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHTTP(t, c.address, HTTPConfig{Timeout: c.timeout, Pause: long})
			c.begin()
			defer func() { s.status.Store(0); s.hang.Store(false) }()
			begin := time.Now()
			if _, ok, err := h.Get(t.Context(), entryOf(keyOf("k"))); ok || err == nil {
				t.Fatalf("%v %v", ok, err)
			}
			if d := time.Since(begin); d > time.Minute {
				t.Errorf("that took %v", d)
			}
			if h.Down() == nil {
				t.Error("the server is asked")
			}
			var st *StatusError
			if want := s.status.Load(); want != 0 && (!errors.As(h.Down(), &st) || int64(st.Status) != want) {
				t.Errorf("%v", h.Down())
			}
			for range 1000 { // none of which waits
				if _, ok, err := h.Get(t.Context(), entryOf(keyOf("k"))); ok || err != nil {
					t.Fatalf("%v %v", ok, err)
				}
			}
			if err := h.Put(t.Context(), entryOf(keyOf("k")), object("a", 1)); err == nil {
				t.Error("put without an error") // what is sent fails by itself
			}
			if err := h.Put(t.Context(), entryOf(keyOf("k")), object("a", 1)); err != nil {
				t.Error(err)
			}
		})
	}
	h := newHTTP(t, s.URL, HTTPConfig{Timeout: long, Pause: pause})
	s.status.Store(500)
	h.Get(t.Context(), entryOf(keyOf("k")))
	h.Put(t.Context(), entryOf(keyOf("k")), object("a", 1))
	s.status.Store(0)
	time.Sleep(pause + 10*time.Millisecond)
	put(t, h, keyOf("k"), object("a", 1))
	if get(t, h, keyOf("k")) == nil || h.Down() != nil {
		t.Errorf("the server is well again, but %v", h.Down())
	}
}

// TestCircuit: pauses grow, one request tries, a context that ends says nothing.
func TestCircuit(t *testing.T) {
	now := time.Unix(1000, 0)
	c := circuit{pause: time.Second, probe: time.Second}
	bad := errors.New("bad")
	for i, want := range []time.Duration{1, 2, 4, 8, 16, 16, 16} {
		if !c.allow(now) {
			t.Fatal("not asked")
		}
		if i > 0 && c.allow(now) {
			t.Fatal("two try")
		}
		c.failure(now, bad)
		if now = now.Add(want*time.Second - 1); c.allow(now) || c.down(now) != bad {
			t.Fatalf("asked again after %d failures", i+1)
		}
		now = now.Add(1)
	}
	if !c.allow(now) {
		t.Fatal("not asked")
	}
	c.pass()
	if !c.allow(now) {
		t.Fatal("a try that said nothing was the last")
	}
	c.success()
	for range 2 {
		if !c.allow(now) || c.down(now) != nil {
			t.Fatal("not asked after a success")
		}
	}
}

// TestHTTPCancelled: a caller that gives up is no fault of the server's.
func TestHTTPCancelled(t *testing.T) {
	s := newServer(t)
	s.hang.Store(true)
	defer s.hang.Store(false)
	h := newHTTP(t, s.URL, HTTPConfig{Timeout: time.Hour})
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
	if _, _, err := h.Get(ctx, entryOf(keyOf("k"))); !errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
	if h.Down() != nil {
		t.Error(h.Down())
	}
}

func TestOutputPath(t *testing.T) {
	for name, want := range map[string]string{
		"a.o": "a.o", "": "object", "/": "object", "..": "object", "/a/../../b": "b", "c:\\x\\y.o": "c:/x/y.o", "a\x00b\xff": "a_b_", "x(y.o)": "x(y.o)",
	} {
		if got := outputPath(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// FuzzActionResult: our reader never takes what protobuf's refuses, nor reads it
// differently; what it takes, written again, is the same for both.
func FuzzActionResult(f *testing.F) {
	sum := sha256.Sum256(nil)
	good := result{"a.o", hex.EncodeToString(sum[:]), 300}
	f.Add(good.encode())
	for _, text := range []string{`stdout_raw: "x" exit_code: 1`, `output_files { path: "a" digest { size_bytes: -1 } }`} {
		m := newResult()
		prototext.Unmarshal([]byte(text), m)
		b, _ := proto.Marshal(m)
		f.Add(b)
	}
	f.Add([]byte{0x12, 0x05, 0x0a, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, b []byte) {
		var r result
		if err := r.decode(b); err != nil {
			return
		}
		m := newResult()
		if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(b, m); err != nil {
			// Fields that we do not use may be wrong, such as text that is not UTF-8.
			return
		}
		if err := validate(r.encode()); err != nil {
			t.Fatalf("%+v of %x: %v", r, b, err)
		}
		files := m.Get(m.Descriptor().Fields().ByName("output_files")).List()
		if files.Len() != 1 {
			t.Fatalf("%d files in %x", files.Len(), b)
		}
		file := files.Get(0).Message()
		d := file.Get(file.Descriptor().Fields().ByName("digest")).Message()
		got := result{
			file.Get(file.Descriptor().Fields().ByName("path")).String(),
			d.Get(d.Descriptor().Fields().ByName("hash")).String(),
			d.Get(d.Descriptor().Fields().ByName("size_bytes")).Int(),
		}
		if got != r {
			t.Fatalf("%x is %+v to protobuf, %+v to us", b, got, r)
		}
		var again result
		if err := again.decode(r.encode()); err != nil || again != r {
			t.Fatalf("%+v written and read is %+v, %v", r, again, err)
		}
	})
}

// FuzzDirEntry: no bytes of a file make more of an object than was put.
func FuzzDirEntry(f *testing.F) {
	key := keyOf("k")
	f.Add(append(new(Dir).entryHead(key, "a.o", []byte("object")), "object"...))
	f.Add([]byte(dirMagic))
	f.Fuzz(func(t *testing.T, b []byte) {
		name, obj, what := new(Dir).openEntry(key, b)
		if what == "" && !bytes.Equal(append(new(Dir).entryHead(key, name, obj), obj...), b) {
			t.Fatalf("%q is taken for %q, %q", b, name, obj)
		}
	})
}

var (
	_ compiler.ObjectCache = (*Memory)(nil)
	_ compiler.ObjectCache = (*Dir)(nil)
	_ compiler.ObjectCache = (*HTTP)(nil)
	_ compiler.ObjectCache = (*Chain)(nil)
)
