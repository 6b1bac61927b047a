//go:build !cgo

package main

import "errors"

func measured() ([]row, error) { return nil, errors.New("needs cgo: CGO_ENABLED=1 and a C compiler") }

func allocations(func()) float64 { return 0 }
