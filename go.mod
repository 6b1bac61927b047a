module github.com/go-rtdyld/rtdyld

go 1.26.0

require (
	github.com/ebitengine/purego v0.11.3
	github.com/google/go-cmp v0.7.0
	github.com/klauspost/compress v1.20.3
	github.com/rogpeppe/go-internal v1.16.0
	golang.org/x/arch v0.32.0
	golang.org/x/sys v0.49.0
)

require golang.org/x/tools v0.26.0 // indirect
