#include "checks/slots.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "checks/extension.h"

enum { SUBSLOTS_DEPTH = 4 };

/* --- names --------------------------------------------------------------- */

struct slot_number {
    int64_t number;
    const char *name;
};

/* For slots whose name is not in the text.  Numbers of the stable ABI:
 * Include/typeslots.h, Include/moduleobject.h, Include/slots_generated.h. */
static const struct slot_number type_slots[] = {
    {48, "Py_tp_base"},     {49, "Py_tp_bases"},    {51, "Py_tp_clear"},
    {52, "Py_tp_dealloc"},  {64, "Py_tp_methods"},  {65, "Py_tp_new"},
    {71, "Py_tp_traverse"}, {72, "Py_tp_members"},  {73, "Py_tp_getset"},
    {74, "Py_tp_free"},     {80, "Py_tp_finalize"}, {92, "Py_slot_subslots"},
    {93, "Py_tp_slots"},    {99, "Py_tp_flags"},
};
static const struct slot_number module_slots[] = {
    {1, "Py_mod_create"},
    {2, "Py_mod_exec"},
    {3, "Py_mod_multiple_interpreters"},
    {4, "Py_mod_gil"},
    {84, "Py_mod_create"},
    {85, "Py_mod_exec"},
    {86, "Py_mod_multiple_interpreters"},
    {87, "Py_mod_gil"},
    {92, "Py_slot_subslots"},
    {94, "Py_mod_slots"},
    {102, "Py_mod_state_size"},
    {104, "Py_mod_state_traverse"},
    {105, "Py_mod_state_clear"},
    {106, "Py_mod_state_free"},
};

static const char *
name_of_number(const struct slot_number *known, size_t n_known, int64_t number)
{
    for (size_t i = 0; i < n_known; i++) {
        if (known[i].number == number) {
            return known[i].name;
        }
    }
    return "";
}

/* The name as it is written: `{Py_tp_new, f}`, `PySlot_FUNC(Py_tp_new, f)`; NULL
 * if there is none. */
static const char *
name_in_text(struct arena *arena, const struct initializer *id)
{
    const struct source_file *file = id->file;
    if (file == NULL || !file->is_project) {
        return NULL;
    }
    size_t i = source_token(file, id->begin);
    if (id->from_macro && i < file->n_tokens) {
        i = token_after(file, i); /* the macro's name, then its bracket */
        i = token_is(file, i, "(") ? token_after(file, i) : file->n_tokens;
    }
    if (i >= file->n_tokens || file->tokens[i].begin >= id->end) {
        return NULL;
    }
    const struct token *token = &file->tokens[i];
    const char *text =
        arena_copy(arena, file->text + token->begin, token->end - token->begin);
    return string_starts(text, "Py_") ? text : NULL;
}

static const char *
slot_name(struct arena *arena, const struct initializer *id, bool is_module)
{
    const char *name = name_in_text(arena, id);
    if (name != NULL || !id->value->has_value) {
        return name ? name : "";
    }
    return is_module
               ? name_of_number(module_slots, ARRAY_LENGTH(module_slots),
                                id->value->value)
               : name_of_number(type_slots, ARRAY_LENGTH(type_slots), id->value->value);
}

/* --- tables -------------------------------------------------------------- */

static bool
is_slot_number(const struct initializer *initializer)
{
    return strcmp(initializer->field, "slot") == 0
           || strcmp(initializer->field, "sl_id") == 0;
}

/* The value that belongs to the number ID: the last of its element that is no
 * flag. */
static const struct initializer *
value_of(const struct variable *table, const struct initializer *id)
{
    const struct initializer *end = table->initializers + table->n_initializers;
    const struct initializer *value = NULL;
    for (const struct initializer *at = id + 1; at < end && at->element == id->element;
         at++)
    {
        if (strcmp(at->field, "sl_flags") != 0 && strcmp(at->field, "sl_reserved") != 0)
        {
            value = at;
        }
    }
    return value;
}

struct reading {
    struct arena *arena;
    bool is_module;
    struct slot *items;
    size_t n_items, capacity;
};

static void
read_table(struct reading *reading, const struct variable *table, int depth)
{
    static const char *const tables[] = {"Py_slot_subslots", "Py_tp_slots",
                                         "Py_mod_slots"};
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *id = &table->initializers[i];
        const struct initializer *value =
            is_slot_number(id) ? value_of(table, id) : NULL;
        if (value == NULL || id->is_zero) {
            continue;
        }
        struct slot slot = {
            .name = slot_name(reading->arena, id, reading->is_module),
            .value = value->value,
            .initializer = value,
            .function = node_function(value->value),
        };
        ARENA_GROW(reading->arena, reading->items, reading->n_items, reading->capacity);
        reading->items[reading->n_items++] = slot;
        for (size_t k = 0; k < ARRAY_LENGTH(tables); k++) {
            if (depth > 0 && strcmp(slot.name, tables[k]) == 0) {
                read_table(reading, node_variable(slot.value), depth - 1);
            }
        }
    }
}

struct slots
slots_read(struct arena *arena, const struct variable *table, bool is_module)
{
    struct reading reading = {.arena = arena, .is_module = is_module};
    read_table(&reading, table, SUBSLOTS_DEPTH);
    return (struct slots){reading.items, reading.n_items};
}

const struct slot *
slots_find(const struct slots *slots, const char *name)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        if (strcmp(slots->items[i].name, name) == 0) {
            return &slots->items[i];
        }
    }
    return NULL;
}

const struct function *
slots_function(const struct slots *slots, const char *name)
{
    const struct slot *slot = slots_find(slots, name);
    return slot ? slot->function : NULL;
}

bool
slots_have(const struct slots *slots, const char *name)
{
    return slots_find(slots, name) != NULL;
}
