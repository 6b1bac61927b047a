#!/bin/sh
# Runs a Windows program under Wine: wine.sh PROGRAM ARG...
#
#     GOOS=windows GOARCH=amd64 go test -exec "$PWD/internal/wine/wine.sh" PACKAGE...
#
# The first run makes a prefix in $RTDYLD_WINEPREFIX, else in a folder of its own
# in the folder for temporary files; that takes 15 s and 700 MB. It stays. What
# Debian 12 needs: wine64 and gcc-mingw-w64-x86-64.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
export WINEPREFIX="${RTDYLD_WINEPREFIX:-${TMPDIR:-/tmp}/rtdyld-wine.$(id -u)}"
export WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
if [ ! -e "$WINEPREFIX/ready" ]; then
	mkdir -p "$WINEPREFIX"
	(
		flock 9
		if [ ! -e "$WINEPREFIX/ready" ]; then
			"$wine" wineboot -i >/dev/null 2>&1 </dev/null
			dll="$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
			[ -e "$dll" ] || x86_64-w64-mingw32-gcc -O2 -shared -s -o "$dll" "$here/prng.c" -ladvapi32
			: >"$WINEPREFIX/ready"
		fi
	) 9>"$WINEPREFIX/lock"
fi
exec "$wine" "$@"
