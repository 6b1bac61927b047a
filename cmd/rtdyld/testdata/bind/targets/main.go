//go:build ignore

// This program does what native.c does, by a package that `rtdyld bind` has written for many targets.
package main

import (
	"fmt"
	"log"
	"unsafe"

	"example.com/bound/zoo"
)

func visit(a *zoo.Animal, total float64, arg unsafe.Pointer) int32 {
	fmt.Printf("%c %d %.3f %d %d %d %d %d\n", a.Tag, a.Kind, total, a.Age, a.Id, a.Few(), a.More(), a.Sign)
	a.SetMore(511)
	a.SetFew(2)
	if byte(a.Tag) == *(*byte)(arg) {
		return 77
	}
	return 0
}

func check[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// structures does what not all targets can.
var structures = func() {}

func main() {
	big := 0
	if zoo.BIG != 0 {
		big = 1
	}
	fmt.Println(zoo.WORD, zoo.LONG, big, zoo.LOWEST, zoo.SYSTEM)
	var a zoo.Animal
	fmt.Println(unsafe.Sizeof(a), unsafe.Offsetof(a.Weight), unsafe.Offsetof(a.Id), unsafe.Offsetof(a.Kind), unsafe.Offsetof(a.Sign), unsafe.Sizeof(zoo.Pair{}))
	zoo.New('a', zoo.FISH, 1.25, 40, 1<<40)
	all := zoo.New('b', zoo.BIRD, 0.5, -3, -5)
	each := check(zoo.NewCallback(zoo.Visit(visit)))
	stop := byte('a')
	n := zoo.Each(all, each.Ptr(), unsafe.Pointer(&stop))
	fmt.Println(n, *zoo.Count(), all.More(), all.Few())
	var text [100]byte
	n = zoo.Text(all.Next, zoo.Name(all.Next.Kind), text[:])
	fmt.Println(n, string(text[:n]), zoo.Older(all, 4))
	fmt.Printf("%.3f\n", zoo.Mix(1.5, 2.25, -3, 1<<33, 200, -300))
	structures()
	zoo.Free(all)
	fmt.Println(*zoo.Count())
}
