# LC_BUILD_VERSION names a simulator.
# TRIPLE: arm64-apple-ios14-simulator
 ret
# want: triple aarch64-apple-ios-macho-simulator
# want: flags 0x0
# want: section __TEXT,__text code  align 1 load,exec
# want: symbol ltmp0 func local default __text+0x0
