package abi_test

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// A Go struct says how it is passed; a plan shows where it goes.
func ExampleConvention_Plan() {
	type point struct {
		X, Y float64
		Tag  int32
		_    [4]byte // padding that C has, too
	}
	conv := abi.AAPCS64()
	fn, err := conv.FuncOf(reflect.TypeFor[func(p point, scale float32) complex64]())
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := conv.Plan(fn)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fn.Params[0].Type, "by address:", plan.Params[0].Indirect)
	fmt.Println("scale in vector register", plan.Params[1].Moves[0].Reg)
	for _, m := range plan.Result.Moves {
		fmt.Printf("%d bytes at %d of the result in vector register %d\n", m.Size, m.Offset, m.Reg)
	}
	// Output:
	// struct point by address: true
	// scale in vector register 0
	// 4 bytes at 0 of the result in vector register 0
	// 4 bytes at 4 of the result in vector register 1
}

// A field that C has elsewhere is named before anything is called.
func ExampleConvention_FuncOf() {
	type wrong struct {
		N int32
		V ctype.Float32x4 // C has it at a multiple of 16
	}
	_, err := abi.SystemV().FuncOf(reflect.TypeFor[func(wrong)]())
	var differ *ctype.LayoutError
	fmt.Println(errors.As(err, &differ), differ.Field, differ.What, differ.C, differ.Go)
	// Output: true V offset 16 4
}
