set -e
cd /work/main/testdata/elf-arm
for s in "$@"; do llvm-mc-14 -triple=armv7-linux-gnueabihf -filetype=obj -o ${s%.s}.o $s; done
