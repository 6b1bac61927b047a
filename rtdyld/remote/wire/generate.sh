#!/bin/sh
# Makes executor.pb.go and executor_grpc.pb.go. It needs protoc (Debian: protobuf-compiler)
# and Go; the generators' versions are those below.
set -eu
cd "$(dirname "$0")"
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
GOBIN="$bin" go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12
GOBIN="$bin" go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
PATH="$bin:$PATH" protoc --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative executor.proto
# Which protoc it was makes no difference.
sed -i '/^\/\/ .*protoc  *v/d' executor.pb.go executor_grpc.pb.go
