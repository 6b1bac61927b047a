# One more or one less than fits, and no multiple of what must be one. limit_N.o is this object with line N of the list.
# llvm: no it has no relocations of SPARC
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_1.o,.text=0x20000 -map-section=limit_1.o,.text.own=0x30000 %S/limit_1.o
# ERR: .text+0x4: R_SPARC_8 to ext: 0x100 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_2.o,.text=0x20000 -map-section=limit_2.o,.text.own=0x30000 %S/limit_2.o
# ERR: .text+0x4: R_SPARC_8 to ext: -0x81 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_3.o,.text=0x20000 -map-section=limit_3.o,.text.own=0x30000 %S/limit_3.o
# ERR: .text+0x4: R_SPARC_16 to ext: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_4.o,.text=0x20000 -map-section=limit_4.o,.text.own=0x30000 %S/limit_4.o
# ERR: .text+0x4: R_SPARC_16 to ext: -0x8001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_5.o,.text=0x20000 -map-section=limit_5.o,.text.own=0x30000 %S/limit_5.o
# ERR: .text+0x4: R_SPARC_UA16 to ext: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_6.o,.text=0x20000 -map-section=limit_6.o,.text.own=0x30000 %S/limit_6.o
# ERR: .text+0x4: R_SPARC_UA16 to ext: -0x8001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_7.o,.text=0x20000 -map-section=limit_7.o,.text.own=0x30000 %S/limit_7.o
# ERR: .text+0x4: R_SPARC_32 to ext: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_8.o,.text=0x20000 -map-section=limit_8.o,.text.own=0x30000 %S/limit_8.o
# ERR: .text+0x4: R_SPARC_32 to ext: -0x80000001 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_9.o,.text=0x20000 -map-section=limit_9.o,.text.own=0x30000 %S/limit_9.o
# ERR: .text+0x4: R_SPARC_UA32 to ext: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_10.o,.text=0x20000 -map-section=limit_10.o,.text.own=0x30000 %S/limit_10.o
# ERR: .text+0x4: R_SPARC_UA32 to ext: -0x80000001 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_11.o,.text=0x20000 -map-section=limit_11.o,.text.own=0x30000 %S/limit_11.o
# ERR: .text+0x4: R_SPARC_PLT32 to ext: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_12.o,.text=0x20000 -map-section=limit_12.o,.text.own=0x30000 %S/limit_12.o
# ERR: .text+0x4: R_SPARC_PLT32 to ext: -0x80000001 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_13.o,.text=0x20000 -map-section=limit_13.o,.text.own=0x30000 %S/limit_13.o
# ERR: .text+0x4: R_SPARC_HI22 to ext: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_14.o,.text=0x20000 -map-section=limit_14.o,.text.own=0x30000 %S/limit_14.o
# ERR: .text+0x4: R_SPARC_HI22 to ext: -0x1 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_15.o,.text=0x20000 -map-section=limit_15.o,.text.own=0x30000 %S/limit_15.o
# ERR: .text+0x4: R_SPARC_HIPLT22 to ext: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_16.o,.text=0x20000 -map-section=limit_16.o,.text.own=0x30000 %S/limit_16.o
# ERR: .text+0x4: R_SPARC_HIPLT22 to ext: -0x1 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_17.o,.text=0x20000 -map-section=limit_17.o,.text.own=0x30000 %S/limit_17.o
# ERR: .text+0x4: R_SPARC_H44 to ext: 0x100000000000 does not fit unsigned 44
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_18.o,.text=0x20000 -map-section=limit_18.o,.text.own=0x30000 %S/limit_18.o
# ERR: .text+0x4: R_SPARC_H44 to ext: -0x1 does not fit unsigned 44
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_19.o,.text=0x20000 -map-section=limit_19.o,.text.own=0x30000 %S/limit_19.o
# ERR: .text+0x4: R_SPARC_HIX22 to ext: 0x0 does not fit negative 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_20.o,.text=0x20000 -map-section=limit_20.o,.text.own=0x30000 %S/limit_20.o
# ERR: .text+0x4: R_SPARC_HIX22 to ext: -0x100000001 does not fit negative 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_21.o,.text=0x20000 -map-section=limit_21.o,.text.own=0x30000 %S/limit_21.o
# ERR: .text+0x4: R_SPARC_22 to ext: 0x400000 does not fit 22 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_22.o,.text=0x20000 -map-section=limit_22.o,.text.own=0x30000 %S/limit_22.o
# ERR: .text+0x4: R_SPARC_22 to ext: -0x200001 does not fit 22 bits
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_23.o,.text=0x20000 -map-section=limit_23.o,.text.own=0x30000 %S/limit_23.o
# ERR: .text+0x4: R_SPARC_13 to ext: 0x1000 does not fit signed 13
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_24.o,.text=0x20000 -map-section=limit_24.o,.text.own=0x30000 %S/limit_24.o
# ERR: .text+0x4: R_SPARC_13 to ext: -0x1001 does not fit signed 13
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_25.o,.text=0x20000 -map-section=limit_25.o,.text.own=0x30000 %S/limit_25.o
# ERR: .text+0x4: R_SPARC_11 to ext: 0x400 does not fit signed 11
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_26.o,.text=0x20000 -map-section=limit_26.o,.text.own=0x30000 %S/limit_26.o
# ERR: .text+0x4: R_SPARC_11 to ext: -0x401 does not fit signed 11
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_27.o,.text=0x20000 -map-section=limit_27.o,.text.own=0x30000 %S/limit_27.o
# ERR: .text+0x4: R_SPARC_10 to ext: 0x200 does not fit signed 10
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_28.o,.text=0x20000 -map-section=limit_28.o,.text.own=0x30000 %S/limit_28.o
# ERR: .text+0x4: R_SPARC_10 to ext: -0x201 does not fit signed 10
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_29.o,.text=0x20000 -map-section=limit_29.o,.text.own=0x30000 %S/limit_29.o
# ERR: .text+0x4: R_SPARC_7 to ext: 0x80 does not fit unsigned 7
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_30.o,.text=0x20000 -map-section=limit_30.o,.text.own=0x30000 %S/limit_30.o
# ERR: .text+0x4: R_SPARC_7 to ext: -0x1 does not fit unsigned 7
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_31.o,.text=0x20000 -map-section=limit_31.o,.text.own=0x30000 %S/limit_31.o
# ERR: .text+0x4: R_SPARC_6 to ext: 0x40 does not fit unsigned 6
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_32.o,.text=0x20000 -map-section=limit_32.o,.text.own=0x30000 %S/limit_32.o
# ERR: .text+0x4: R_SPARC_6 to ext: -0x1 does not fit unsigned 6
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_33.o,.text=0x20000 -map-section=limit_33.o,.text.own=0x30000 %S/limit_33.o
# ERR: .text+0x4: R_SPARC_5 to ext: 0x20 does not fit unsigned 5
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_34.o,.text=0x20000 -map-section=limit_34.o,.text.own=0x30000 %S/limit_34.o
# ERR: .text+0x4: R_SPARC_5 to ext: -0x1 does not fit unsigned 5
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_35.o,.text=0x20000 -map-section=limit_35.o,.text.own=0x30000 %S/limit_35.o
# ERR: .text+0x4: R_SPARC_DISP8 to own: 0x80 does not fit signed 8
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_36.o,.text=0x20000 -map-section=limit_36.o,.text.own=0x30000 %S/limit_36.o
# ERR: .text+0x4: R_SPARC_DISP8 to own: -0x81 does not fit signed 8
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_37.o,.text=0x20000 -map-section=limit_37.o,.text.own=0x30000 %S/limit_37.o
# ERR: .text+0x4: R_SPARC_DISP16 to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_38.o,.text=0x20000 -map-section=limit_38.o,.text.own=0x30000 %S/limit_38.o
# ERR: .text+0x4: R_SPARC_DISP16 to own: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_39.o,.text=0x20000 -map-section=limit_39.o,.text.own=0x30000 %S/limit_39.o
# ERR: .text+0x4: R_SPARC_DISP32 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_40.o,.text=0x20000 -map-section=limit_40.o,.text.own=0x30000 %S/limit_40.o
# ERR: .text+0x4: R_SPARC_DISP32 to own: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_41.o,.text=0x20000 -map-section=limit_41.o,.text.own=0x30000 %S/limit_41.o
# ERR: .text+0x4: R_SPARC_PCPLT32 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_42.o,.text=0x20000 -map-section=limit_42.o,.text.own=0x30000 %S/limit_42.o
# ERR: .text+0x4: R_SPARC_PCPLT32 to own: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_43.o,.text=0x20000 -map-section=limit_43.o,.text.own=0x30000 %S/limit_43.o
# ERR: .text+0x4: R_SPARC_PC22 to own: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_44.o,.text=0x20000 -map-section=limit_44.o,.text.own=0x30000 %S/limit_44.o
# ERR: .text+0x4: R_SPARC_PC22 to own: -0x1 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_45.o,.text=0x20000 -map-section=limit_45.o,.text.own=0x30000 %S/limit_45.o
# ERR: .text+0x4: R_SPARC_PCPLT22 to own: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_46.o,.text=0x20000 -map-section=limit_46.o,.text.own=0x30000 %S/limit_46.o
# ERR: .text+0x4: R_SPARC_PCPLT22 to own: -0x1 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_47.o,.text=0x20000 -map-section=limit_47.o,.text.own=0x30000 %S/limit_47.o
# ERR: .text+0x4: R_SPARC_WDISP30 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_48.o,.text=0x20000 -map-section=limit_48.o,.text.own=0x30000 %S/limit_48.o
# ERR: .text+0x4: R_SPARC_WDISP30 to own: -0x80000004 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_49.o,.text=0x20000 -map-section=limit_49.o,.text.own=0x30000 %S/limit_49.o
# ERR: .text+0x4: R_SPARC_WDISP30 to own: 0x1 is no multiple of 4
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_50.o,.text=0x20000 -map-section=limit_50.o,.text.own=0x30000 %S/limit_50.o
# ERR: .text+0x4: R_SPARC_WPLT30 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_51.o,.text=0x20000 -map-section=limit_51.o,.text.own=0x30000 %S/limit_51.o
# ERR: .text+0x4: R_SPARC_WPLT30 to own: -0x80000004 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_52.o,.text=0x20000 -map-section=limit_52.o,.text.own=0x30000 %S/limit_52.o
# ERR: .text+0x4: R_SPARC_WPLT30 to own: 0x1 is no multiple of 4
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_53.o,.text=0x20000 -map-section=limit_53.o,.text.own=0x30000 %S/limit_53.o
# ERR: .text+0x4: R_SPARC_WDISP22 to own: 0x800000 does not fit signed 24
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_54.o,.text=0x20000 -map-section=limit_54.o,.text.own=0x30000 %S/limit_54.o
# ERR: .text+0x4: R_SPARC_WDISP22 to own: -0x800004 does not fit signed 24
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_55.o,.text=0x20000 -map-section=limit_55.o,.text.own=0x30000 %S/limit_55.o
# ERR: .text+0x4: R_SPARC_WDISP22 to own: 0x1 is no multiple of 4
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_56.o,.text=0x20000 -map-section=limit_56.o,.text.own=0x30000 %S/limit_56.o
# ERR: .text+0x4: R_SPARC_WDISP19 to own: 0x100000 does not fit signed 21
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_57.o,.text=0x20000 -map-section=limit_57.o,.text.own=0x30000 %S/limit_57.o
# ERR: .text+0x4: R_SPARC_WDISP19 to own: -0x100004 does not fit signed 21
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_58.o,.text=0x20000 -map-section=limit_58.o,.text.own=0x30000 %S/limit_58.o
# ERR: .text+0x4: R_SPARC_WDISP19 to own: 0x1 is no multiple of 4
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_59.o,.text=0x20000 -map-section=limit_59.o,.text.own=0x30000 %S/limit_59.o
# ERR: .text+0x4: R_SPARC_WDISP16 to own: 0x20000 does not fit signed 18
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_60.o,.text=0x20000 -map-section=limit_60.o,.text.own=0x30000 %S/limit_60.o
# ERR: .text+0x4: R_SPARC_WDISP16 to own: -0x20004 does not fit signed 18
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_61.o,.text=0x20000 -map-section=limit_61.o,.text.own=0x30000 %S/limit_61.o
# ERR: .text+0x4: R_SPARC_WDISP16 to own: 0x1 is no multiple of 4
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_62.o,.text=0x20000 -map-section=limit_62.o,.text.own=0x30000 -map-section=limit_62.o,.got=0x28000 %S/limit_62.o
# ERR: .text+0x4: R_SPARC_GOTDATA_HIX22 to ext: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_63.o,.text=0x20000 -map-section=limit_63.o,.text.own=0x30000 -map-section=limit_63.o,.got=0x28000 %S/limit_63.o
# ERR: .text+0x4: R_SPARC_GOTDATA_HIX22 to ext: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_64.o,.text=0x20000 -map-section=limit_64.o,.text.own=0x30000 -map-section=limit_64.o,.got=0x28000 %S/limit_64.o
# ERR: .text+0x4: R_SPARC_TLS_GD_HI22 to tls: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_65.o,.text=0x20000 -map-section=limit_65.o,.text.own=0x30000 -map-section=limit_65.o,.got=0x28000 %S/limit_65.o
# ERR: .text+0x4: R_SPARC_TLS_GD_HI22 to tls: -0x1 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_66.o,.text=0x20000 -map-section=limit_66.o,.text.own=0x30000 -map-section=limit_66.o,.got=0x28000 %S/limit_66.o
# ERR: .text+0x4: R_SPARC_TLS_LDM_HI22 to tls: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_67.o,.text=0x20000 -map-section=limit_67.o,.text.own=0x30000 -map-section=limit_67.o,.got=0x28000 %S/limit_67.o
# ERR: .text+0x4: R_SPARC_TLS_LDM_HI22 to tls: -0x1 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_68.o,.text=0x20000 -map-section=limit_68.o,.text.own=0x30000 -map-section=limit_68.o,.got=0x28000 %S/limit_68.o
# ERR: .text+0x4: R_SPARC_TLS_IE_HI22 to tls: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_69.o,.text=0x20000 -map-section=limit_69.o,.text.own=0x30000 -map-section=limit_69.o,.got=0x28000 %S/limit_69.o
# ERR: .text+0x4: R_SPARC_TLS_IE_HI22 to tls: -0x1 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_70.o,.text=0x20000 -map-section=limit_70.o,.text.own=0x30000 %S/limit_70.o
# ERR: .text+0x4: R_SPARC_TLS_LE_HIX22 to tls: 0x0 does not fit negative 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_71.o,.text=0x20000 -map-section=limit_71.o,.text.own=0x30000 %S/limit_71.o
# ERR: .text+0x4: R_SPARC_TLS_LE_HIX22 to tls: -0x100000001 does not fit negative 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_72.o,.text=0x20000 -map-section=limit_72.o,.text.own=0x30000 %S/limit_72.o
# ERR: .text+0x4: R_SPARC_TLS_LDO_HIX22 to tls: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_73.o,.text=0x20000 -map-section=limit_73.o,.text.own=0x30000 %S/limit_73.o
# ERR: .text+0x4: R_SPARC_TLS_LDO_HIX22 to tls: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_74.o,.text=0x20000 -map-section=limit_74.o,.text.own=0x30000 %S/limit_74.o
# ERR: .text+0x4: R_SPARC_TLS_DTPOFF32 to tls: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x10000 -map-section=limit_75.o,.text=0x20000 -map-section=limit_75.o,.text.own=0x30000 %S/limit_75.o
# ERR: .text+0x4: R_SPARC_TLS_DTPOFF32 to tls: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x7fff00000000 -map-section=limit_76.o,.text=0x20000 %S/limit_76.o
# ERR: .text+0x4: R_SPARC_DISP32 to ext: 0x7ffefffdfffc does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x7fff00000000 -map-section=limit_77.o,.text=0x20000 %S/limit_77.o
# ERR: .text+0x4: R_SPARC_WDISP16 to ext: 0x7ffefffdfffc does not fit signed 18
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x100 -map-section=limit_78.o,.text=0x20000 %S/limit_78.o
# ERR: .text+0x4: R_SPARC_PC22 to ext: -0x1ff04 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x100 -map-section=limit_79.o,.text=0x20000 %S/limit_79.o
# ERR: .text+0x4: R_SPARC_PCPLT22 to ext: -0x1ff04 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x7fff00000000 -map-section=limit_80.o,.text=0x20000 -map-section=limit_80.o,.got=0x28000 %S/limit_80.o
# ERR: .text+0x4: R_SPARC_GOTDATA_HIX22 to ext: 0x7ffefffd8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x5 -map-section=limit_81.o,.text=0x20000 %S/limit_81.o
# ERR: .text+0x4: R_SPARC_HIX22 to ext: 0x5 does not fit negative 32
	.globl	ext
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	tls
	.type	tls, @object
	.size	tls, 8
tls:	.xword	0x1122334455667788
	.section .text.own,"ax",@progbits
	.globl	own
own:	retl
	nop
	.text
	.long	0
	.if TYPE == 1
	.reloc	., R_SPARC_8, ext - 0xff00
	.elseif TYPE == 2
	.reloc	., R_SPARC_8, ext - 0x10081
	.elseif TYPE == 3
	.reloc	., R_SPARC_16, ext + 0x0
	.elseif TYPE == 4
	.reloc	., R_SPARC_16, ext - 0x18001
	.elseif TYPE == 5
	.reloc	., R_SPARC_UA16, ext + 0x0
	.elseif TYPE == 6
	.reloc	., R_SPARC_UA16, ext - 0x18001
	.elseif TYPE == 7
	.reloc	., R_SPARC_32, ext + 0xffff0000
	.elseif TYPE == 8
	.reloc	., R_SPARC_32, ext - 0x80010001
	.elseif TYPE == 9
	.reloc	., R_SPARC_UA32, ext + 0xffff0000
	.elseif TYPE == 10
	.reloc	., R_SPARC_UA32, ext - 0x80010001
	.elseif TYPE == 11
	.reloc	., R_SPARC_PLT32, ext + 0xffff0000
	.elseif TYPE == 12
	.reloc	., R_SPARC_PLT32, ext - 0x80010001
	.elseif TYPE == 13
	.reloc	., R_SPARC_HI22, ext + 0xffff0000
	.elseif TYPE == 14
	.reloc	., R_SPARC_HI22, ext - 0x10001
	.elseif TYPE == 15
	.reloc	., R_SPARC_HIPLT22, ext + 0xffff0000
	.elseif TYPE == 16
	.reloc	., R_SPARC_HIPLT22, ext - 0x10001
	.elseif TYPE == 17
	.reloc	., R_SPARC_H44, ext + 0xfffffff0000
	.elseif TYPE == 18
	.reloc	., R_SPARC_H44, ext - 0x10001
	.elseif TYPE == 19
	.reloc	., R_SPARC_HIX22, ext - 0x10000
	.elseif TYPE == 20
	.reloc	., R_SPARC_HIX22, ext - 0x100010001
	.elseif TYPE == 21
	.reloc	., R_SPARC_22, ext + 0x3f0000
	.elseif TYPE == 22
	.reloc	., R_SPARC_22, ext - 0x210001
	.elseif TYPE == 23
	.reloc	., R_SPARC_13, ext - 0xf000
	.elseif TYPE == 24
	.reloc	., R_SPARC_13, ext - 0x11001
	.elseif TYPE == 25
	.reloc	., R_SPARC_11, ext - 0xfc00
	.elseif TYPE == 26
	.reloc	., R_SPARC_11, ext - 0x10401
	.elseif TYPE == 27
	.reloc	., R_SPARC_10, ext - 0xfe00
	.elseif TYPE == 28
	.reloc	., R_SPARC_10, ext - 0x10201
	.elseif TYPE == 29
	.reloc	., R_SPARC_7, ext - 0xff80
	.elseif TYPE == 30
	.reloc	., R_SPARC_7, ext - 0x10001
	.elseif TYPE == 31
	.reloc	., R_SPARC_6, ext - 0xffc0
	.elseif TYPE == 32
	.reloc	., R_SPARC_6, ext - 0x10001
	.elseif TYPE == 33
	.reloc	., R_SPARC_5, ext - 0xffe0
	.elseif TYPE == 34
	.reloc	., R_SPARC_5, ext - 0x10001
	.elseif TYPE == 35
	.reloc	., R_SPARC_DISP8, own - 0xff7c
	.elseif TYPE == 36
	.reloc	., R_SPARC_DISP8, own - 0x1007d
	.elseif TYPE == 37
	.reloc	., R_SPARC_DISP16, own - 0x7ffc
	.elseif TYPE == 38
	.reloc	., R_SPARC_DISP16, own - 0x17ffd
	.elseif TYPE == 39
	.reloc	., R_SPARC_DISP32, own + 0x7fff0004
	.elseif TYPE == 40
	.reloc	., R_SPARC_DISP32, own - 0x8000fffd
	.elseif TYPE == 41
	.reloc	., R_SPARC_PCPLT32, own + 0x7fff0004
	.elseif TYPE == 42
	.reloc	., R_SPARC_PCPLT32, own - 0x8000fffd
	.elseif TYPE == 43
	.reloc	., R_SPARC_PC22, own + 0xffff0004
	.elseif TYPE == 44
	.reloc	., R_SPARC_PC22, own - 0xfffd
	.elseif TYPE == 45
	.reloc	., R_SPARC_PCPLT22, own + 0xffff0004
	.elseif TYPE == 46
	.reloc	., R_SPARC_PCPLT22, own - 0xfffd
	.elseif TYPE == 47
	.reloc	., R_SPARC_WDISP30, own + 0x7fff0004
	.elseif TYPE == 48
	.reloc	., R_SPARC_WDISP30, own - 0x80010000
	.elseif TYPE == 49
	.reloc	., R_SPARC_WDISP30, own - 0xfffb
	.elseif TYPE == 50
	.reloc	., R_SPARC_WPLT30, own + 0x7fff0004
	.elseif TYPE == 51
	.reloc	., R_SPARC_WPLT30, own - 0x80010000
	.elseif TYPE == 52
	.reloc	., R_SPARC_WPLT30, own - 0xfffb
	.elseif TYPE == 53
	.reloc	., R_SPARC_WDISP22, own + 0x7f0004
	.elseif TYPE == 54
	.reloc	., R_SPARC_WDISP22, own - 0x810000
	.elseif TYPE == 55
	.reloc	., R_SPARC_WDISP22, own - 0xfffb
	.elseif TYPE == 56
	.reloc	., R_SPARC_WDISP19, own + 0xf0004
	.elseif TYPE == 57
	.reloc	., R_SPARC_WDISP19, own - 0x110000
	.elseif TYPE == 58
	.reloc	., R_SPARC_WDISP19, own - 0xfffb
	.elseif TYPE == 59
	.reloc	., R_SPARC_WDISP16, own + 0x10004
	.elseif TYPE == 60
	.reloc	., R_SPARC_WDISP16, own - 0x30000
	.elseif TYPE == 61
	.reloc	., R_SPARC_WDISP16, own - 0xfffb
	.elseif TYPE == 62
	.reloc	., R_SPARC_GOTDATA_HIX22, ext + 0x80018000
	.elseif TYPE == 63
	.reloc	., R_SPARC_GOTDATA_HIX22, ext - 0x7ffe8001
	.elseif TYPE == 64
	.reloc	., R_SPARC_TLS_GD_HI22, tls + 0x100000000
	.elseif TYPE == 65
	.reloc	., R_SPARC_TLS_GD_HI22, tls - 0x1
	.elseif TYPE == 66
	.reloc	., R_SPARC_TLS_LDM_HI22, tls + 0x100000000
	.elseif TYPE == 67
	.reloc	., R_SPARC_TLS_LDM_HI22, tls - 0x1
	.elseif TYPE == 68
	.reloc	., R_SPARC_TLS_IE_HI22, tls + 0x100000000
	.elseif TYPE == 69
	.reloc	., R_SPARC_TLS_IE_HI22, tls - 0x1
	.elseif TYPE == 70
	.reloc	., R_SPARC_TLS_LE_HIX22, tls + 0x8
	.elseif TYPE == 71
	.reloc	., R_SPARC_TLS_LE_HIX22, tls - 0xfffffff9
	.elseif TYPE == 72
	.reloc	., R_SPARC_TLS_LDO_HIX22, tls + 0x7ffffff8
	.elseif TYPE == 73
	.reloc	., R_SPARC_TLS_LDO_HIX22, tls - 0x80000009
	.elseif TYPE == 74
	.reloc	., R_SPARC_TLS_DTPOFF32, tls + 0x7ffffff8
	.elseif TYPE == 75
	.reloc	., R_SPARC_TLS_DTPOFF32, tls - 0x80000009
	.elseif TYPE == 76
	.reloc	., R_SPARC_DISP32, ext
	.elseif TYPE == 77
	.reloc	., R_SPARC_WDISP16, ext
	.elseif TYPE == 78
	.reloc	., R_SPARC_PC22, ext
	.elseif TYPE == 79
	.reloc	., R_SPARC_PCPLT22, ext
	.elseif TYPE == 80
	.reloc	., R_SPARC_GOTDATA_HIX22, ext
	.elseif TYPE == 81
	.reloc	., R_SPARC_HIX22, ext
	.endif
	.xword	0
