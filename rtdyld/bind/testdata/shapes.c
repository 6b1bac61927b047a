#include "shapes.h"
__typeof__(shape_new) *rtdyld_type_0;
__typeof__(shape_area) *rtdyld_type_1;
__typeof__(shape_visit) *rtdyld_type_2;
__typeof__(shape_color) *rtdyld_type_3;
__typeof__(shape_hook) *rtdyld_type_4;
__typeof__(shape_log) *rtdyld_type_5;
__typeof__(shape_names) *rtdyld_type_6;
__typeof__(SHAPES_LIMIT) rtdyld_value_SHAPES_LIMIT = SHAPES_LIMIT;
__typeof__(SHAPES_VERSION) rtdyld_value_SHAPES_VERSION = SHAPES_VERSION;
__typeof__(SHAPES_HALF) rtdyld_value_SHAPES_HALF = SHAPES_HALF;
__typeof__(SHAPES_NONE) rtdyld_value_SHAPES_NONE = SHAPES_NONE;
