#!/bin/sh
# Runs a Windows program under Wine: wine.sh PROGRAM ARG...
#
#     GOOS=windows GOARCH=amd64 go test -exec "$PWD/internal/wine/wine.sh" PACKAGE...
#
# The first run makes a prefix, a Windows of its own, in $RTDYLD_WINEPREFIX or else in
# a folder for temporary files; that takes 15 s and 700 MB. It stays for later runs.
# What Debian 12 needs: wine64 and gcc-mingw-w64-x86-64.
set -eu
export WINEPREFIX="${RTDYLD_WINEPREFIX:-${TMPDIR:-/tmp}/rtdyld-wine.$(id -u)}"
export WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
server=$(command -v wineserver || echo /usr/lib/wine/wineserver64)

prepare() {
	"$wine" wineboot -i >/dev/null 2>&1 </dev/null
	dll="$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
	# Go's runtime takes its random numbers from this one, which Wine has since 8.10.
	[ -e "$dll" ] || x86_64-w64-mingw32-gcc -O2 -shared -s -o "$dll" -x c - -ladvapi32 <<-'END'
		int __stdcall SystemFunction036(void *, unsigned); /* RtlGenRandom */
		__declspec(dllexport) int __stdcall ProcessPrng(void *p, unsigned long long n)
		{
			return SystemFunction036(p, (unsigned)n);
		}
	END
	: >"$WINEPREFIX/ready"
}

if [ ! -e "$WINEPREFIX/ready" ]; then
	mkdir -p "$WINEPREFIX"
	(
		flock 9
		[ -e "$WINEPREFIX/ready" ] || prepare
	) 9>"$WINEPREFIX/lock"
fi
# Without the services of a desktop a program starts in a fifth of the time, and what
# fails there is not mixed into what it prints.
for service in services explorer winemenubuilder plugplay rpcss winedbg; do
	WINEDLLOVERRIDES="$WINEDLLOVERRIDES;$service.exe=d"
done
# The server outlives a program whose others run on, and would hold the output of the one that starts it.
"$server" >/dev/null 2>&1 </dev/null || : # there is one
exec "$wine" "$@"
