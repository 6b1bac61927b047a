#!/bin/sh
# Compiles scene.o anew, as Debian 12's gcc does by default: position independent
# enough for an executable. With a folder as argument it goes there.
set -e
cd "$(dirname "$0")"
${CC:-gcc} -O2 -Wall -Wextra -c -o "${1:-.}/scene.o" scene.c
