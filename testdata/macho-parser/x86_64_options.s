# What an object asks of its linker, and a system named by LC_VERSION_MIN_MACOSX.
# TRIPLE: x86_64-apple-macosx10.9
.linker_option "-lfoo"
.linker_option "-framework", "Cocoa"
.linker_option "-weak_framework", "Metal"
.linker_option "-force_load"
.macosx_version_min 10, 9
# want: triple x86_64-apple-macosx-macho
# want: flags 0x0
# want: section __TEXT,__text code  align 1 load,exec
# want: directive defaultlib "foo"
# want: directive framework "Cocoa"
# want: directive ignored "-weak_framework\x00Metal"
# want: directive ignored "-force_load"
