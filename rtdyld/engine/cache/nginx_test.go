package cache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// nginx starts the server with its dav module on a socket and returns a client, the folder
// with what is stored, and what stops it.
func nginx(t *testing.T) (client *http.Client, data string, stop func()) {
	t.Helper()
	const program = "/usr/sbin/nginx"
	citest.Need(t, program)
	dir, err := os.MkdirTemp("", "ngx") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	data = filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	conf := strings.ReplaceAll(`
daemon off; master_process off; pid DIR/pid; error_log DIR/error.log;
events { }
http {
	access_log off; client_max_body_size 0; client_body_temp_path DIR/body; proxy_temp_path DIR/proxy;
	fastcgi_temp_path DIR/fastcgi; uwsgi_temp_path DIR/uwsgi; scgi_temp_path DIR/scgi;
	server {
		listen unix:DIR/socket;
		root DIR/data;
		location / { dav_methods PUT; create_full_put_path on; dav_access user:rw; }
	}
}`, "DIR", dir)
	file := filepath.Join(dir, "conf")
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-e", filepath.Join(dir, "error.log"), "-p", dir, "-c", file)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	t.Cleanup(stop)
	socket := filepath.Join(dir, "socket")
	for i := 0; ; i++ {
		c, err := net.Dial("unix", socket)
		if err == nil {
			c.Close()
			break
		}
		if i == 4000 {
			log, _ := os.ReadFile(filepath.Join(dir, "error.log"))
			t.Fatalf("nginx does not answer: %v\n%s\n%s", err, out.String(), log)
		}
		time.Sleep(25 * time.Millisecond)
	}
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}}}, data, stop
}

// TestNginx: a plain web server that stores what is put serves a fleet.
func TestNginx(t *testing.T) {
	client, data, stop := nginx(t)
	one := newHTTP(t, "http://cache/fleet", HTTPConfig{Client: client})
	two := newHTTP(t, "http://cache/fleet", HTTPConfig{Client: client})
	if get(t, one, keyOf("a")) != nil {
		t.Fatal("an object before there is one")
	}
	for _, n := range []int{0, 1, 1000, 3 << 20} {
		obj := object(fmt.Sprint(n), n)
		put(t, one, keyOf("a"), obj)
		if got := get(t, two, keyOf("a")); !bytes.Equal(got, obj.Bytes()) {
			t.Fatalf("%d bytes became %d", n, len(got))
		}
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			obj := object(fmt.Sprint(i%3), 5000)
			if err := one.Put(t.Context(), entryOf(keyOf(fmt.Sprint(i%3))), obj); err != nil {
				t.Error(err)
			}
			got, ok, err := two.Get(t.Context(), entryOf(keyOf(fmt.Sprint(i%3))))
			if err != nil || !ok || !bytes.Equal(got.Bytes(), obj.Bytes()) {
				t.Errorf("%v %v", ok, err)
			}
		})
	}
	wg.Wait()

	// What lies on the server's disk, and what comes of it when that is damaged.
	obj := object("d", 777)
	put(t, one, keyOf("d"), obj)
	sum := sha256.Sum256(obj.Bytes())
	file := filepath.Join(data, "fleet", "cas", hex.EncodeToString(sum[:]))
	if b, err := os.ReadFile(file); err != nil || !bytes.Equal(b, obj.Bytes()) {
		t.Fatalf("%v", err)
	}
	message, err := os.ReadFile(filepath.Join(data, "fleet", "ac", keyOf("d").String()))
	if err == nil {
		err = validate(message)
	}
	if err != nil {
		t.Error(err)
	}
	if err := os.Truncate(file, 100); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := two.Get(t.Context(), entryOf(keyOf("d"))); ok || !errors.Is(err, ErrDamaged) {
		t.Errorf("%v %v", ok, err)
	}
	put(t, two, keyOf("d"), obj)
	if got := get(t, one, keyOf("d")); !bytes.Equal(got, obj.Bytes()) {
		t.Error("not mended")
	}

	stop()
	if _, ok, err := one.Get(t.Context(), entryOf(keyOf("d"))); ok || err == nil {
		t.Errorf("%v %v of a server that is gone", ok, err)
	}
	if _, ok, err := one.Get(t.Context(), entryOf(keyOf("d"))); ok || err != nil {
		t.Errorf("%v %v, asked again", ok, err)
	}
}
