#include "binary/module.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "binary/limits.h"

/* --- objects in the file ----------------------------------------------------- */

/* PyObject_HEAD_INIT of CPython 3.9 to 3.15: a reference count of one, or one of
 * the immortal ones (3.12 and later have at least bit 28 of the low half set).
 * Without a GIL (Include/object.h): thread id 0, flags, local count of all ones,
 * shared count 0, then the type. */
unsigned
object_head(const struct image *image, uint64_t address)
{
    unsigned word = image->word_size;
    struct pointer count = image_pointer(image, address);
    uint32_t local = 0;
    if (count.kind == POINTER_NULL && word == 8
        && image_u32(image, address + 12, &local) && local == UINT32_MAX)
    {
        return image_pointer(image, address + 16).kind == POINTER_NULL ? 4 : 0;
    }
    if (count.kind != POINTER_NUMBER) {
        return 0;
    }
    uint64_t low = word == 8 && image->is_big_endian && count.value != 1
                       ? count.value >> 32 | (count.value & UINT32_MAX)
                       : count.value & UINT32_MAX;
    return count.value == 1 || low >= (UINT32_C(1) << 28) ? 2 : 0;
}

const char *
name_string(const struct image *image, uint64_t address)
{
    enum binary_memory memory = image_memory(image, address);
    const char *name = image_string(image, address);
    if (name == NULL || !image_is_data(image, address)
        || (memory != MEMORY_CONSTANT && memory != MEMORY_RELRO
            && memory != MEMORY_DATA)
        || !(isalpha((unsigned char)name[0]) || name[0] == '_'
             || (unsigned char)name[0] >= 0x80))
    {
        return NULL;
    }
    size_t n = 0;
    for (; name[n] != '\0'; n++) {
        unsigned char c = (unsigned char)name[n];
        if (n > 255 || (c < 0x80 && !isprint(c)) || c == '%') {
            return NULL;
        }
    }
    return name;
}

/* Words of a PyModuleDef behind its PyObject head (Include/moduleobject.h). */
enum {
    DEF_INIT,
    DEF_INDEX,
    DEF_COPY,
    DEF_NAME,
    DEF_DOC,
    DEF_SIZE,
    DEF_METHODS,
    DEF_SLOTS,
    DEF_TRAVERSE,
    DEF_CLEAR,
    DEF_FREE,
    DEF_WORDS,
};

static struct pointer
definition_field(const struct image *image, uint64_t address, unsigned head,
                 unsigned field)
{
    return image_pointer(image, address + (uint64_t)(head + field) * image->word_size);
}

static bool
is_code_or_null(const struct image *image, struct pointer pointer)
{
    return pointer.kind == POINTER_NULL || pointer.kind == POINTER_IMPORT
           || (pointer.kind == POINTER_ADDRESS && image_is_code(image, pointer.value));
}

static bool
is_data_or_null(const struct image *image, struct pointer pointer)
{
    return pointer.kind == POINTER_NULL || pointer.kind == POINTER_IMPORT
           || (pointer.kind == POINTER_ADDRESS && image_is_data(image, pointer.value));
}

/* Does a PyModuleDef stand at ADDRESS?  Returns the words of its head, or 0. */
static unsigned
definition_head(const struct image *image, uint64_t address)
{
    unsigned head = object_head(image, address);
    if (head == 0) {
        return 0;
    }
    for (unsigned field = DEF_INIT; field <= DEF_COPY; field++) {
        if (definition_field(image, address, head, field).kind != POINTER_NULL) {
            return 0;
        }
    }
    struct pointer type =
        image_pointer(image, address + (uint64_t)(head - 1) * image->word_size);
    struct pointer size = definition_field(image, address, head, DEF_SIZE);
    int64_t state_size =
        image->word_size == 8 ? (int64_t)size.value : (int32_t)(uint32_t)size.value;
    bool fits = (type.kind == POINTER_NULL
                 || (type.kind == POINTER_IMPORT
                     && strcmp(type.import, "PyModuleDef_Type") == 0))
                && (size.kind == POINTER_NULL || size.kind == POINTER_NUMBER)
                && state_size >= -1 && state_size <= INT32_MAX;
    for (unsigned field = DEF_TRAVERSE; fits && field <= DEF_FREE; field++) {
        fits = is_code_or_null(image, definition_field(image, address, head, field));
    }
    return fits
                   && is_data_or_null(
                       image, definition_field(image, address, head, DEF_METHODS))
                   && is_data_or_null(image,
                                      definition_field(image, address, head, DEF_SLOTS))
               ? head
               : 0;
}

static const char *
definition_name(const struct image *image, uint64_t address, unsigned head)
{
    struct pointer name = definition_field(image, address, head, DEF_NAME);
    return name.kind == POINTER_ADDRESS ? name_string(image, name.value) : NULL;
}

/* All definitions with a name: each has a relocation for it. */
static void
find_definitions(const struct image *image, struct modules *modules)
{
    for (size_t i = 0; i < image->n_relocations; i++) {
        const struct relocation *relocation = &image->relocations[i];
        if (relocation->import != NULL
            || image_memory(image, relocation->address) != MEMORY_DATA)
        {
            continue;
        }
        for (unsigned head = 2; head <= 4; head += 2) {
            uint64_t before = (uint64_t)(head + DEF_NAME) * image->word_size;
            uint64_t address = relocation->address - before;
            if (relocation->address < before || modules->n_definitions >= LIMIT_MODULES
                || definition_head(image, address) != head
                || definition_name(image, address, head) == NULL)
            {
                continue;
            }
            ARENA_GROW(image->arena, modules->definitions, modules->n_definitions,
                       modules->definitions_capacity);
            modules->definitions[modules->n_definitions++] = (struct definition){
                address, (uint64_t)(head + DEF_WORDS) * image->word_size, head};
        }
    }
}

/* --- words that the entry point writes ---------------------------------------- */

/* What the code on the way from an entry point stores into writable memory: C++ and
 * Rust fill tables that C has as initial values. */
struct stores {
    struct store {
        uint64_t address;
        struct value value;
    } *items; /* arena; in the order of discovery */
    size_t n, capacity;
};

static bool
store_is_at(const struct stores *stores, uint64_t address)
{
    for (size_t i = 0; i < stores->n; i++) {
        if (stores->items[i].address == address) {
            return true;
        }
    }
    return false;
}

/* The word at ADDRESS once the entry point ran.  POINTER_UNMAPPED: not known, or
 * stored to with different values. */
static struct pointer
made_pointer(const struct image *image, const struct stores *stores, uint64_t address)
{
    struct pointer result = image_pointer(image, address);
    bool is_first = true;
    for (size_t i = 0; i < stores->n; i++) {
        const struct value *value = &stores->items[i].value;
        if (stores->items[i].address != address) {
            continue;
        }
        struct pointer stored = {POINTER_UNMAPPED, value->number, value->import};
        if (value->kind == VALUE_NUMBER) {
            stored.kind = value->number == 0 ? POINTER_NULL : POINTER_NUMBER;
        }
        else if (value->kind == VALUE_ADDRESS) {
            stored.kind = POINTER_ADDRESS;
        }
        else if (value->kind == VALUE_IMPORT) {
            stored.kind = POINTER_IMPORT;
        }
        if (!is_first && (stored.kind != result.kind || stored.value != result.value)) {
            stored.kind = POINTER_UNMAPPED;
        }
        result = stored;
        is_first = false;
        if (result.kind == POINTER_UNMAPPED) {
            break;
        }
    }
    return result;
}

/* --- slots ------------------------------------------------------------------- */

/* Slot numbers: those of 3.9 to 3.14, and those of 3.15 (slots_generated.h). */
static void read_slot(const struct image *image, const struct stores *stores,
                      struct binary_module *module, uint16_t id, uint64_t at,
                      unsigned depth);

static enum slot_value
slot_value(struct pointer value)
{
    if (value.kind == POINTER_NULL) {
        return SLOT_ZERO;
    }
    return value.kind == POINTER_NUMBER && value.value == 1   ? SLOT_ONE
           : value.kind == POINTER_NUMBER && value.value == 2 ? SLOT_TWO
                                                              : SLOT_UNREADABLE;
}

/* Returns false if the number of the slot at AT is not known. */
static bool
slot_id(const struct image *image, const struct stores *stores, uint64_t at,
        uint16_t *out_id)
{
    uint32_t number = 0;
    if (store_is_at(stores, at)) {
        struct pointer made = made_pointer(image, stores, at);
        if (made.kind != POINTER_NULL && made.kind != POINTER_NUMBER) {
            return false;
        }
        number = (uint32_t)made.value;
    }
    else if (!image_u32(image, at, &number)) {
        return false;
    }
    /* PySlot has 16 bits of number and 16 of flags; PyModuleDef_Slot an int of less
     * than 16 bits. */
    *out_id = (uint16_t)(image->is_big_endian && (number >> 16) != 0 ? number >> 16
                                                                     : number & 0xffff);
    return true;
}

/* The two kinds of arrays: PyModuleDef_Slot, an int and a pointer; PySlot of 3.15, two
 * numbers of 16 bits and one of 32 before a value of 64. */
enum slot_layout { LAYOUT_OLD, LAYOUT_NEW };

/* Returns false if the array does not end where it can be read. */
static bool
read_slots(const struct image *image, const struct stores *stores,
           struct binary_module *module, enum slot_layout layout, uint64_t address,
           unsigned depth)
{
    uint64_t value_at = layout == LAYOUT_NEW ? 8 : image->word_size;
    uint64_t entry = 2 * value_at;
    for (unsigned i = 0; i < LIMIT_SLOTS && depth < 6; i++) {
        uint64_t at = address + i * entry;
        uint16_t id = 0;
        if (depth == 0) {
            module->slots = address;
            module->slots_size = (i + 1) * entry;
        }
        if (!slot_id(image, stores, at, &id)) {
            return false;
        }
        if (id == 0) {
            return true;
        }
        read_slot(image, stores, module, id, at + value_at, depth);
    }
    return false;
}

static void
read_slot(const struct image *image, const struct stores *stores,
          struct binary_module *module, uint16_t id, uint64_t at, unsigned depth)
{
    struct pointer value = made_pointer(image, stores, at);
    switch (id) {
    case 1:
    case 84:
        module->has_create = true;
        break;
    case 2:
    case 85:
        if (module->n_exec < ARRAY_LENGTH(module->exec)
            && value.kind == POINTER_ADDRESS)
        {
            module->exec[module->n_exec] = value.value;
        }
        module->n_exec++;
        break;
    case 3:
    case 86:
        module->interpreters = slot_value(value);
        break;
    case 4:
    case 87:
        module->gil = slot_value(value);
        break;
    case 92: /* Py_slot_subslots */
    case 94: /* Py_mod_slots */
        module->slots_are_known =
            value.kind == POINTER_ADDRESS
            && read_slots(image, stores, module, id == 92 ? LAYOUT_NEW : LAYOUT_OLD,
                          value.value, depth + 1);
        break;
    case 102:
        module->has_state_size =
            value.kind == POINTER_NUMBER || value.kind == POINTER_NULL;
        module->state_size = (int64_t)value.value;
        break;
    case 104:
        module->hooks[0] = value.kind == POINTER_ADDRESS ? value.value : 0;
        module->has_traverse = true;
        break;
    case 105:
        module->hooks[1] = value.kind == POINTER_ADDRESS ? value.value : 0;
        module->has_clear = true;
        break;
    case 106:
        module->hooks[2] = value.kind == POINTER_ADDRESS ? value.value : 0;
        module->has_free = true;
        break;
    default:
        break; /* names, docs, methods, tokens: nothing to look up */
    }
}

/* --- reading a definition ---------------------------------------------------- */

/* Does code store to the SIZE bytes at ADDRESS that the way from the entry point does
 * not pass?  Then what they hold is not known. */
static bool
is_stored_elsewhere(const struct code_facts *facts, const struct stores *stores,
                    uint64_t address, uint64_t size)
{
    for (size_t i = code_facts_at(facts, address);
         i < facts->n && facts->items[i].address - address < size; i++)
    {
        if (facts->items[i].kind == FACT_STORED
            && !store_is_at(stores, facts->items[i].address))
        {
            return true;
        }
    }
    return false;
}

static bool
is_touched(const struct code_facts *facts, uint64_t address)
{
    size_t i = code_facts_at(facts, address);
    return i < facts->n && facts->items[i].address == address;
}

/* The module's own head may be zero where the code fills it in (Rust). */
static unsigned
head_of_known_definition(const struct image *image, uint64_t address)
{
    unsigned head = object_head(image, address);
    return head != 0 ? head : 2;
}

static void
read_definition(const struct image *image, const struct code_facts *facts,
                const struct stores *stores, uint64_t address,
                struct binary_module *module)
{
    unsigned head = head_of_known_definition(image, address);
    uint64_t field = (uint64_t)image->word_size;
    uint64_t size_at = address + (head + DEF_SIZE) * field;
    uint64_t slots_at = address + (head + DEF_SLOTS) * field;
    module->has_definition = true;
    module->definition = address;
    struct pointer size = made_pointer(image, stores, size_at);
    module->has_state_size = (size.kind == POINTER_NULL || size.kind == POINTER_NUMBER)
                             && !is_stored_elsewhere(facts, stores, size_at, field);
    module->state_size =
        image->word_size == 8 ? (int64_t)size.value : (int32_t)(uint32_t)size.value;
    module->has_traverse =
        definition_field(image, address, head, DEF_TRAVERSE).kind != POINTER_NULL;
    module->has_clear =
        definition_field(image, address, head, DEF_CLEAR).kind != POINTER_NULL;
    module->has_free =
        definition_field(image, address, head, DEF_FREE).kind != POINTER_NULL;
    for (unsigned i = 0; i < ARRAY_LENGTH(module->hooks); i++) {
        struct pointer hook = definition_field(image, address, head, DEF_TRAVERSE + i);
        module->hooks[i] = hook.kind == POINTER_ADDRESS ? hook.value : 0;
    }
    struct pointer slots = made_pointer(image, stores, slots_at);
    if (is_stored_elsewhere(facts, stores, slots_at, field)) {
        module->slots_are_known = false;
    }
    else if (slots.kind == POINTER_NULL) {
        module->slots_are_known = true;
    }
    else if (slots.kind == POINTER_ADDRESS) {
        module->slots_are_known = true;
        /* An array without initial values is empty, or filled by the code: by stores
         * that were seen, or through a pointer. */
        bool is_filled = image_memory(image, slots.value) == MEMORY_ZERO
                         && is_touched(facts, slots.value)
                         && !store_is_at(stores, slots.value);
        bool ends = read_slots(image, stores, module, LAYOUT_OLD, slots.value, 0);
        module->slots_are_known =
            module->slots_are_known && ends && !is_filled
            && !is_stored_elsewhere(facts, stores, slots.value, module->slots_size);
    }
}

/* --- following the entry point ----------------------------------------------- */

enum outcome_kind { OUT_MULTI, OUT_SINGLE, OUT_OTHER };

struct visit {
    uint64_t address;
    struct value arguments[MAX_ARGUMENTS];
    unsigned depth;
};

struct search {
    const struct image *image;
    struct visit *queue; /* arena; in the order of discovery */
    size_t n, capacity, next;
    unsigned depth; /* of the function being read */
    bool found[3];  /* enum outcome_kind, at `found_depth` */
    unsigned found_depth;
    struct value definition; /* of the first one found */
    struct value result;     /* of the entry point itself */
    bool is_complete;
    struct stores stores;
    size_t *n_followed; /* functions, of the whole file */
};

static void
search_push(struct search *search, uint64_t address,
            const struct value arguments[MAX_ARGUMENTS], unsigned depth)
{
    for (size_t i = 0; i < search->n; i++) {
        if (search->queue[i].address == address) {
            return;
        }
    }
    if (search->n >= LIMIT_FOLLOWED_CALLS || depth > LIMIT_FOLLOWED_DEPTH) {
        search->is_complete = false;
        return;
    }
    ARENA_GROW(search->image->arena, search->queue, search->n, search->capacity);
    struct visit *visit = &search->queue[search->n++];
    visit->address = address;
    visit->depth = depth;
    for (unsigned i = 0; i < MAX_ARGUMENTS; i++) {
        visit->arguments[i] = arguments[i];
    }
}

static void
search_found(struct search *search, enum outcome_kind kind, const struct value *value)
{
    bool is_first = !search->found[OUT_MULTI] && !search->found[OUT_SINGLE]
                    && !search->found[OUT_OTHER];
    if (!is_first && search->depth > search->found_depth) {
        return;
    }
    if (is_first) {
        search->found_depth = search->depth;
        search->definition = *value;
    }
    search->found[kind] = true;
}

static bool
is_creator(const char *import)
{
    return strcmp(import, "PyModule_Create2") == 0
           || strcmp(import, "PyModule_Create2TraceRefs") == 0;
}

static void
on_entry_call(void *data, const char *import, uint64_t local_target,
              const struct value arguments[MAX_ARGUMENTS], uint64_t at)
{
    struct search *search = data;
    (void)at;
    static const struct value unknown = {VALUE_UNKNOWN, 0, NULL};
    if (import == NULL) {
        if (local_target != 0) {
            search_push(search, local_target, arguments, search->depth + 1);
        }
        else {
            search->is_complete = false; /* through a pointer that is not known */
        }
    }
    else if (strcmp(import, "PyModuleDef_Init") == 0) {
        search_found(search, OUT_MULTI, &arguments[0]);
    }
    else if (is_creator(import)) {
        search_found(search, OUT_SINGLE, &arguments[0]);
    }
    else if (strcmp(import, "PyModule_New") == 0
             || strcmp(import, "PyModule_NewObject") == 0
             || strcmp(import, "PyImport_AddModule") == 0)
    {
        search_found(search, OUT_OTHER, &unknown);
    }
}

static void
on_entry_store(void *data, uint64_t address, bool is_indexed, bool is_word,
               const struct value *value, uint64_t at)
{
    struct search *search = data;
    struct stores *stores = &search->stores;
    static const struct value unknown = {VALUE_UNKNOWN, 0, NULL};
    (void)is_word;
    (void)at;
    if (stores->n < LIMIT_FOLLOWED) {
        ARENA_GROW(search->image->arena, stores->items, stores->n, stores->capacity);
        stores->items[stores->n++] =
            (struct store){address, is_indexed ? unknown : *value};
    }
}

static void
on_entry_result(void *data, const struct value *value)
{
    struct search *search = data;
    if (search->depth == 0 && value->kind == VALUE_ADDRESS) {
        search->result = *value;
    }
}

static void
search_entry(struct search *search, uint64_t entry)
{
    const struct code_visitor visitor = {
        .data = search,
        .call = on_entry_call,
        .store = on_entry_store,
        .result = on_entry_result,
    };
    static const struct value nothing[MAX_ARGUMENTS];
    search->is_complete = true;
    search_push(search, entry, nothing, 0);
    bool found = false;
    while (search->next < search->n) {
        /* The queue may move while it grows. */
        struct visit visit = search->queue[search->next++];
        if (found && visit.depth > search->found_depth) {
            break;
        }
        if (++*search->n_followed > LIMIT_FOLLOWED_IN_FILE) {
            search->is_complete = false;
            break;
        }
        search->depth = visit.depth;
        if (!code_follow(search->image, visit.address, visit.arguments, &visitor)) {
            search->is_complete = false;
        }
        found = search->found[OUT_MULTI] || search->found[OUT_SINGLE]
                || search->found[OUT_OTHER];
    }
}

/* --- one entry point --------------------------------------------------------- */

static const struct definition *
definition_for(const struct image *image, const struct modules *modules,
               const char *name)
{
    for (size_t i = 0; i < modules->n_definitions; i++) {
        const struct definition *definition = &modules->definitions[i];
        const char *own = definition_name(image, definition->address, definition->head);
        const char *last = own != NULL ? strrchr(own, '.') : NULL;
        if (own != NULL && strcmp(last != NULL ? last + 1 : own, name) == 0) {
            return definition;
        }
    }
    return modules->n_definitions == 1 ? &modules->definitions[0] : NULL;
}

/* The entry point did not tell (its processor is not known, or it goes a way that
 * cannot be followed): what the file imports at all may still decide. */
static void
conclude_from_imports(const struct image *image, struct binary_module *module)
{
    bool multi = image_imports(image, "PyModuleDef_Init");
    bool single = image_imports(image, "PyModule_Create2")
                  || image_imports(image, "PyModule_Create2TraceRefs");
    if (multi != single) {
        module->init = multi ? INIT_MULTI : INIT_SINGLE;
        module->doubt = multi ? "the file imports PyModuleDef_Init and no function of "
                                "single-phase initialisation"
                              : "the file imports PyModule_Create and not "
                                "PyModuleDef_Init";
    }
    else if (multi) {
        module->doubt = "it imports both PyModule_Create and PyModuleDef_Init, and the "
                        "analysis of its init function reached neither";
    }
    else {
        module->doubt = "the analysis of its init function reached neither "
                        "PyModule_Create nor PyModuleDef_Init, and it imports neither";
    }
}

static void
read_entry(const struct image *image, const struct code_facts *facts,
           struct modules *modules, bool is_export, struct binary_module *module)
{
    struct search search = {.image = image, .n_followed = &modules->n_followed};
    search_entry(&search, module->entry_address);
    if (is_export) {
        module->init = INIT_EXPORT;
        module->slots_are_known = search.result.kind == VALUE_ADDRESS;
        if (module->slots_are_known) {
            module->has_definition = true;
            module->definition = search.result.number;
            bool ends = read_slots(image, &search.stores, module, LAYOUT_NEW,
                                   search.result.number, 0);
            module->slots_are_known = module->slots_are_known && ends;
        }
        return;
    }
    if (search.found[OUT_MULTI]
        && (search.found[OUT_SINGLE] || search.found[OUT_OTHER]))
    {
        module->doubt = "its init function calls both PyModuleDef_Init and a function "
                        "of single-phase initialisation";
    }
    else if (search.found[OUT_MULTI]) {
        module->init = INIT_MULTI;
    }
    else if (search.found[OUT_SINGLE] || search.found[OUT_OTHER]) {
        module->init = INIT_SINGLE;
    }
    else if (search.is_complete) {
        module->doubt = "its init function calls neither PyModuleDef_Init nor a "
                        "function that creates a module";
    }
    else {
        conclude_from_imports(image, module);
    }
    const struct definition *by_name = definition_for(image, modules, module->name);
    if (search.definition.kind == VALUE_ADDRESS
        && image_memory(image, search.definition.number) >= MEMORY_DATA)
    {
        read_definition(image, facts, &search.stores, search.definition.number, module);
    }
    else if (by_name != NULL) {
        read_definition(image, facts, &search.stores, by_name->address, module);
    }
}

/* By name; of one name, the entry point that a newer Python prefers comes first. */
static int
compare_modules(const void *a, const void *b)
{
    const struct binary_module *x = a;
    const struct binary_module *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (int)y->init - (int)x->init;
}

/* How the names of entry points begin; the U forms are for names beyond ASCII. */
static const struct {
    const char *prefix;
    bool is_export;
} entries[] = {
    {"PyInit_", false},
    {"PyInitU_", false},
    {"PyModExport_", true},
    {"PyModExportU_", true},
};

/* The kind of entry point that SYMBOL is, or -1. */
static int
entry_kind(const struct image *image, const struct symbol *symbol)
{
    for (size_t i = 0; i < ARRAY_LENGTH(entries); i++) {
        /* A function may be a descriptor in data (64-bit PowerPC, ELF v1). */
        if (string_starts(symbol->name, entries[i].prefix)
            && (symbol->type == STT_FUNC || image_is_code(image, symbol->address)))
        {
            return (int)i;
        }
    }
    return -1;
}

bool
module_is_entry(const struct image *image, const struct symbol *symbol)
{
    return entry_kind(image, symbol) >= 0;
}

bool
modules_are_there(const struct image *image)
{
    for (size_t i = 0; i < image->n_exports; i++) {
        if (entry_kind(image, &image->exports[i]) >= 0) {
            return true;
        }
    }
    return false;
}

void
modules_read(const struct image *image, const struct code_facts *facts,
             struct modules *out_modules)
{
    *out_modules = (struct modules){0};
    find_definitions(image, out_modules);
    for (size_t i = 0; i < image->n_exports; i++) {
        const struct symbol *symbol = &image->exports[i];
        int kind = entry_kind(image, symbol);
        if (kind < 0) {
            continue;
        }
        if (out_modules->n >= LIMIT_MODULES) {
            out_modules->is_cut = true;
            break;
        }
        struct binary_module module = {
            .name = symbol->name + strlen(entries[kind].prefix),
            .entry = symbol->name,
            .entry_address = symbol->address,
        };
        read_entry(image, facts, out_modules, entries[kind].is_export, &module);
        ARENA_GROW(image->arena, out_modules->items, out_modules->n,
                   out_modules->capacity);
        out_modules->items[out_modules->n++] = module;
    }
    if (out_modules->n > 1) {
        qsort(out_modules->items, out_modules->n, sizeof(*out_modules->items),
              compare_modules);
    }
}
