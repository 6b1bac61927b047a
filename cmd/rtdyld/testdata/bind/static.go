//go:build ignore

// This program uses packages that `rtdyld bind` has written: linked statically it has the C library in it.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"log"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/library/world"
	_ "github.com/go-rtdyld/rtdyld/rtdyld/static/callback" // C calls Go

	"example.com/bound/zlib"
	"example.com/bound/zoo"
)

//go:embed libc.a
var libc []byte

func main() {
	if err := zoo.LoadLibrary(context.Background()); err == nil || !strings.Contains(err.Error(), "libc") {
		log.Fatal("without a C library: ", err)
	}
	world.Libc("libc.a", libc)
	data := []byte(strings.Repeat("all that is needed ", 1000))
	packed, out := make([]byte, zlib.CompressBound(uint(len(data)))), make([]byte, len(data))
	n, m := uint(len(packed)), uint(len(out))
	fmt.Print("zlib ", zlib.Compress(&packed[0], &n, &data[0], uint(len(data))), " ", zlib.Uncompress(&out[0], &m, &packed[0], n))
	fmt.Println("", int(n) < len(data)/4, bytes.Equal(out[:m], data))
	a := zoo.New('a', zoo.FISH, 1.25, 40, 1<<40)
	var text [100]byte
	k := zoo.Text(a, zoo.Name(a.Kind), text[:])
	p := zoo.Move(zoo.Point{X: 1.5, Y: -2.5}, zoo.Pair{A: 7, B: 0.25})
	fmt.Println(string(text[:k]), *zoo.Count(), zoo.Older(a, 2), p)
	weigh, err := zoo.NewCallback(zoo.Weigh(func(p zoo.Pair, id int64) float64 { return 2*float64(p.A) + p.B + float64(id) }))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("callback", zoo.Callback(weigh.Ptr(), zoo.Pair{A: 3, B: 0.5}), weigh.Close())
	for _, shared := range []string{"libz.so.1", "libstdc++.so.6", "libgcc_s.so.1"} {
		_, err = world.Here.Load(context.Background(), nil, nil, []string{"libm.so.6", shared})
		fmt.Println(err)
	}
}
