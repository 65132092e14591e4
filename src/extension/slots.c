#include "extension/slots.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "extension/expression.h"
#include "model/tokens.h"

enum {
    SUBSLOTS_DEPTH = 4,
    LAST_OLD_NUMBER = 83, /* Py_tp_token: above it 3.15's numbers mean one slot */
};

/* --- names --------------------------------------------------------------- */

static const struct slot_kind slot_kinds[] = {
#define SLOT(name, old, new, since, parameters, result, receiver)                      \
    {#name, old, new, since, parameters, SLOT_RESULT_##result, RECEIVER_##receiver},
#include "extension/slots.inc"
#undef SLOT
};

const struct slot_kind *
slot_kind_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(slot_kinds); i++) {
        if (strcmp(slot_kinds[i].name, name) == 0) {
            return &slot_kinds[i];
        }
    }
    return NULL;
}

bool
record_is_type(const char *record)
{
    return strcmp(record, "PyTypeObject") == 0 || strcmp(record, "_typeobject") == 0;
}

const struct slot_kind *
slot_kind_of_field(const char *field)
{
    for (size_t i = 0; i < ARRAY_LENGTH(slot_kinds); i++) {
        const char *name = slot_kinds[i].name;
        if (strcmp(name + strlen("Py_"), field) == 0 && !string_starts(name, "Py_mod_")
            && !string_starts(name, "Py_slot_"))
        {
            return &slot_kinds[i];
        }
    }
    return NULL;
}

/* Before 3.15 the numbers of modules, types and buffers overlap: which are meant is
 * the caller's to know. */
static const char *
name_of_number(int64_t number, bool is_module)
{
    for (size_t i = 0; i < ARRAY_LENGTH(slot_kinds); i++) {
        const struct slot_kind *kind = &slot_kinds[i];
        bool is_module_slot = string_starts(kind->name, "Py_mod_");
        if ((is_module == is_module_slot && kind->old_number == number)
            || (number > LAST_OLD_NUMBER && kind->new_number == number))
        {
            return kind->name;
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

const char *
slot_name(struct arena *arena, const struct initializer *id, bool is_module)
{
    const char *name = name_in_text(arena, id);
    if (name != NULL || !id->value->has_value) {
        return name ? name : "";
    }
    return name_of_number(id->value->value, is_module);
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
    const struct initializer *first = id, *value = NULL;
    const struct initializer *end = table->initializers + table->n_initializers;
    while (first > table->initializers && first[-1].element == id->element) {
        first--;
    }
    for (const struct initializer *at = first; at < end && at->element == id->element;
         at++)
    {
        if (at != id && strcmp(at->field, "sl_flags") != 0
            && strcmp(at->field, "sl_reserved") != 0)
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
    bool is_known = table != NULL && table->n_initializers != 0;
    return (struct slots){reading.items, reading.n_items, is_known};
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

bool
slot_is_repeated(const struct slots *slots, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (strcmp(slots->items[k].name, slots->items[i].name) == 0) {
            return true;
        }
    }
    return false;
}
