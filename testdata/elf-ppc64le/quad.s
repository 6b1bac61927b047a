# Displacements of instructions that leave the lowest four bits to the opcode: multiples of 16, in lxv, lq and lxvp.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 60 R_PPC64_PLT16_LO_DS
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x8000 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x4: R_PPC64_ADDR16_DS (quadword) to addr16_ds_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7fec -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x4: R_PPC64_ADDR16_DS (quadword) to addr16_ds_top: 0x7fec is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff7ff0 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x8: R_PPC64_ADDR16_DS (quadword) to addr16_ds_bottom: -0x8010 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef4 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0xc: R_PPC64_ADDR16_LO_DS (quadword) to addr16_lo_ds_far: 0x123456789abcdef4 is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456de8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x18: R_PPC64_TOC16_DS (quadword) to toc16_ds_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd4 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x18: R_PPC64_TOC16_DS (quadword) to toc16_ds_top: 0x7fec is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446dd8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x1c: R_PPC64_TOC16_DS (quadword) to toc16_ds_bottom: -0x8010 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccdc -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x20: R_PPC64_TOC16_LO_DS (quadword) to toc16_lo_ds_far: 0x123456789abcdef4 is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x8000 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x2c: R_PPC64_TPREL16_DS (quadword) to tprel16_ds_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7fec -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x2c: R_PPC64_TPREL16_DS (quadword) to tprel16_ds_top: 0x7fec is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff7ff0 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x30: R_PPC64_TPREL16_DS (quadword) to tprel16_ds_bottom: -0x8010 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef4 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x34: R_PPC64_TPREL16_LO_DS (quadword) to tprel16_lo_ds_far: 0x123456789abcdef4 is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x8000 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x40: R_PPC64_DTPREL16_DS (quadword) to dtprel16_ds_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7fec -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x40: R_PPC64_DTPREL16_DS (quadword) to dtprel16_ds_top: 0x7fec is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff7ff0 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x44: R_PPC64_DTPREL16_DS (quadword) to dtprel16_ds_bottom: -0x8010 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad.o,.text=0x10000000 -map-section=quad.o,.toc=0x323446de8 -map-section=quad.o,.got=0x323450018 -dummy-extern=addr16_ds_mid=0x1228 -dummy-extern=addr16_ds_top=0x7ff0 -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_far=0x123456789abcdef0 -dummy-extern=addr16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=toc16_ds_mid=0x323450010 -dummy-extern=toc16_ds_top=0x323456dd8 -dummy-extern=toc16_ds_bottom=0x323446de8 -dummy-extern=toc16_lo_ds_far=0x1234567bbe01ccd8 -dummy-extern=toc16_lo_ds_near=0x32344cac8 -dummy-extern=tprel16_ds_mid=0x1228 -dummy-extern=tprel16_ds_top=0x7ff0 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_far=0x123456789abcdef0 -dummy-extern=tprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=dtprel16_ds_mid=0x1228 -dummy-extern=dtprel16_ds_top=0x7ff0 -dummy-extern=dtprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=dtprel16_lo_ds_far=0x123456789abcdef4 -dummy-extern=dtprel16_lo_ds_near=0xffffffffffffdce0 -dummy-extern=ext=0x1122334455667788 %o
# ERR: .text+0x48: R_PPC64_DTPREL16_LO_DS (quadword) to dtprel16_lo_ds_far: 0x123456789abcdef4 is no multiple of 16
	.globl	addr16_ds_mid
	.globl	addr16_ds_top
	.globl	addr16_ds_bottom
	.globl	addr16_lo_ds_far
	.globl	addr16_lo_ds_near
	.globl	toc16_ds_mid
	.globl	toc16_ds_top
	.globl	toc16_ds_bottom
	.globl	toc16_lo_ds_far
	.globl	toc16_lo_ds_near
	.globl	tprel16_ds_mid
	.type	tprel16_ds_mid, @tls_object
	.globl	tprel16_ds_top
	.type	tprel16_ds_top, @tls_object
	.globl	tprel16_ds_bottom
	.type	tprel16_ds_bottom, @tls_object
	.globl	tprel16_lo_ds_far
	.type	tprel16_lo_ds_far, @tls_object
	.globl	tprel16_lo_ds_near
	.type	tprel16_lo_ds_near, @tls_object
	.globl	dtprel16_ds_mid
	.type	dtprel16_ds_mid, @tls_object
	.globl	dtprel16_ds_top
	.type	dtprel16_ds_top, @tls_object
	.globl	dtprel16_ds_bottom
	.type	dtprel16_ds_bottom, @tls_object
	.globl	dtprel16_lo_ds_far
	.type	dtprel16_lo_ds_far, @tls_object
	.globl	dtprel16_lo_ds_near
	.type	dtprel16_lo_ds_near, @tls_object
	.globl	ext
	.section .toc,"aw",@progbits
	.byte	0
	.text
addr16_ds_1:	.reloc	., R_PPC64_ADDR16_DS, addr16_ds_mid + 0x8
	.long	0xf445abc9
addr16_ds_2:	.reloc	., R_PPC64_ADDR16_DS, addr16_ds_top
	.long	0xe04aabc0
addr16_ds_3:	.reloc	., R_PPC64_ADDR16_DS, addr16_ds_bottom
	.long	0x1842abcf
addr16_lo_ds_4:	.reloc	., R_PPC64_ADDR16_LO_DS, addr16_lo_ds_far
	.long	0xf445abc9
addr16_lo_ds_5:	.reloc	., R_PPC64_ADDR16_LO_DS, addr16_lo_ds_near - 0x20
	.long	0xe04aabc0
toc16_ds_6:	.reloc	., R_PPC64_TOC16_DS, toc16_ds_mid + 0x8
	.long	0x1842abcf
toc16_ds_7:	.reloc	., R_PPC64_TOC16_DS, toc16_ds_top
	.long	0xf445abc9
toc16_ds_8:	.reloc	., R_PPC64_TOC16_DS, toc16_ds_bottom
	.long	0xe04aabc0
toc16_lo_ds_9:	.reloc	., R_PPC64_TOC16_LO_DS, toc16_lo_ds_far
	.long	0x1842abcf
toc16_lo_ds_10:	.reloc	., R_PPC64_TOC16_LO_DS, toc16_lo_ds_near - 0x20
	.long	0xf445abc9
tprel16_ds_11:	.reloc	., R_PPC64_TPREL16_DS, tprel16_ds_mid + 0x8
	.long	0xe04aabc0
tprel16_ds_12:	.reloc	., R_PPC64_TPREL16_DS, tprel16_ds_top
	.long	0x1842abcf
tprel16_ds_13:	.reloc	., R_PPC64_TPREL16_DS, tprel16_ds_bottom
	.long	0xf445abc9
tprel16_lo_ds_14:	.reloc	., R_PPC64_TPREL16_LO_DS, tprel16_lo_ds_far
	.long	0xe04aabc0
tprel16_lo_ds_15:	.reloc	., R_PPC64_TPREL16_LO_DS, tprel16_lo_ds_near - 0x20
	.long	0x1842abcf
dtprel16_ds_16:	.reloc	., R_PPC64_DTPREL16_DS, dtprel16_ds_mid + 0x8008
	.long	0xf445abc9
dtprel16_ds_17:	.reloc	., R_PPC64_DTPREL16_DS, dtprel16_ds_top + 0x8000
	.long	0xe04aabc0
dtprel16_ds_18:	.reloc	., R_PPC64_DTPREL16_DS, dtprel16_ds_bottom + 0x8000
	.long	0x1842abcf
dtprel16_lo_ds_19:	.reloc	., R_PPC64_DTPREL16_LO_DS, dtprel16_lo_ds_far + 0x8000
	.long	0xf445abc9
dtprel16_lo_ds_20:	.reloc	., R_PPC64_DTPREL16_LO_DS, dtprel16_lo_ds_near + 0x7fe0
	.long	0xe04aabc0
got16_ds_21:	.reloc	., R_PPC64_GOT16_DS, ext + 0x20
	.long	0x1842abcf
got16_lo_ds_22:	.reloc	., R_PPC64_GOT16_LO_DS, ext + 0x20
	.long	0xf445abc9
plt16_lo_ds_23:	.reloc	., R_PPC64_COPY, ext + 0x20
	.long	0xe04aabc0
	.reloc	., R_PPC64_GOT16_LO, ext + 0x40
	.long	0
got_tprel16_ds_24:	.reloc	., R_PPC64_GOT_TPREL16_DS, tprel16_ds_mid + 0x18
	.long	0x1842abcf
	.long	0x5a5a5a5a

# rtdyld-check: *{4}addr16_ds_1 = 0xf4451239
# rtdyld-check: *{4}addr16_ds_2 = 0xe04a7ff0
# rtdyld-check: *{4}addr16_ds_3 = 0x1842800f
# rtdyld-check: *{4}addr16_lo_ds_4 = 0xf445def9
# rtdyld-check: *{4}addr16_lo_ds_5 = 0xe04adcc0
# rtdyld-check: *{4}toc16_ds_6 = 0x1842123f
# rtdyld-check: *{4}toc16_ds_7 = 0xf4457ff9
# rtdyld-check: *{4}toc16_ds_8 = 0xe04a8000
# rtdyld-check: *{4}toc16_lo_ds_9 = 0x1842deff
# rtdyld-check: *{4}toc16_lo_ds_10 = 0xf445dcc9
# rtdyld-check: *{4}tprel16_ds_11 = 0xe04a1230
# rtdyld-check: *{4}tprel16_ds_12 = 0x18427fff
# rtdyld-check: *{4}tprel16_ds_13 = 0xf4458009
# rtdyld-check: *{4}tprel16_lo_ds_14 = 0xe04adef0
# rtdyld-check: *{4}tprel16_lo_ds_15 = 0x1842dccf
# rtdyld-check: *{4}dtprel16_ds_16 = 0xf4451239
# rtdyld-check: *{4}dtprel16_ds_17 = 0xe04a7ff0
# rtdyld-check: *{4}dtprel16_ds_18 = 0x1842800f
# rtdyld-check: *{4}dtprel16_lo_ds_19 = 0xf445def9
# rtdyld-check: *{4}dtprel16_lo_ds_20 = 0xe04adcc0
# rtdyld-check: *{4}got16_ds_21 = 0x1842123f
# rtdyld-check: *{4}got16_lo_ds_22 = 0xf4451239
# rtdyld-check: *{4}plt16_lo_ds_23 = 0xe04a1230
# rtdyld-check: *{4}got_tprel16_ds_24 = 0x1842124f
# rtdyld-check: *{8}(section_addr(quad.o, .got)) = ext + 32
# rtdyld-check: *{8}(section_addr(quad.o, .got) + 16) = 0x1240
