/* The slots of types as the C API names and numbers them. */
#include "convert/facts/api_slots.h"

#include <string.h>

#include "base/macros.h"

bool
is_type_record(const char *record)
{
    return strcmp(record, "PyTypeObject") == 0 || strcmp(record, "_typeobject") == 0;
}

bool
is_teardown_slot(const char *slot)
{
    static const char *const names[] = {
        "tp_dealloc", "tp_traverse", "tp_clear", "tp_finalize",
        "tp_del",     "tp_free",     "tp_is_gc", "bf_releasebuffer",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(slot, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Include/typeslots.h: the numbers are part of the stable ABI. */
static const char *const slot_names[] = {
    NULL,
    "bf_getbuffer",
    "bf_releasebuffer",
    "mp_ass_subscript",
    "mp_length",
    "mp_subscript",
    "nb_absolute",
    "nb_add",
    "nb_and",
    "nb_bool",
    "nb_divmod",
    "nb_float",
    "nb_floor_divide",
    "nb_index",
    "nb_inplace_add",
    "nb_inplace_and",
    "nb_inplace_floor_divide",
    "nb_inplace_lshift",
    "nb_inplace_multiply",
    "nb_inplace_or",
    "nb_inplace_power",
    "nb_inplace_remainder",
    "nb_inplace_rshift",
    "nb_inplace_subtract",
    "nb_inplace_true_divide",
    "nb_inplace_xor",
    "nb_int",
    "nb_invert",
    "nb_lshift",
    "nb_multiply",
    "nb_negative",
    "nb_or",
    "nb_positive",
    "nb_power",
    "nb_remainder",
    "nb_rshift",
    "nb_subtract",
    "nb_true_divide",
    "nb_xor",
    "sq_ass_item",
    "sq_concat",
    "sq_contains",
    "sq_inplace_concat",
    "sq_inplace_repeat",
    "sq_item",
    "sq_length",
    "sq_repeat",
    "tp_alloc",
    "tp_base",
    "tp_bases",
    "tp_call",
    "tp_clear",
    "tp_dealloc",
    "tp_del",
    "tp_descr_get",
    "tp_descr_set",
    "tp_doc",
    "tp_getattr",
    "tp_getattro",
    "tp_hash",
    "tp_init",
    "tp_is_gc",
    "tp_iter",
    "tp_iternext",
    "tp_methods",
    "tp_new",
    "tp_repr",
    "tp_richcompare",
    "tp_setattr",
    "tp_setattro",
    "tp_str",
    "tp_traverse",
    "tp_members",
    "tp_getset",
    "tp_free",
    "nb_matrix_multiply",
    "nb_inplace_matrix_multiply",
    "am_await",
    "am_aiter",
    "am_anext",
    "tp_finalize",
    "am_send",
};

const char *
slot_name(int64_t number)
{
    return number > 0 && number < (int64_t)ARRAY_LENGTH(slot_names) ? slot_names[number]
                                                                    : NULL;
}
