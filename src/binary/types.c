#include "binary/types.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "binary/image.h"
#include "binary/limits.h"
#include "binary/module.h"

/* Words of a PyTypeObject behind ob_size (Include/cpython/object.h, 3.9 to 3.15:
 * fields were only added at the end). */
enum field_kind {
    FIELD_CODE,   /* NULL or a function */
    FIELD_DATA,   /* NULL or a table, a string or an object */
    FIELD_NUMBER, /* no pointer, and small */
    FIELD_FLAGS,
    FIELD_EMPTY, /* filled by PyType_Ready: 0 in the file */
};

static const uint8_t type_fields[] = {
    FIELD_DATA,   /* tp_name */
    FIELD_NUMBER, /* tp_basicsize */
    FIELD_NUMBER, /* tp_itemsize */
    FIELD_CODE,   /* tp_dealloc */
    FIELD_NUMBER, /* tp_vectorcall_offset */
    FIELD_CODE,   /* tp_getattr */
    FIELD_CODE,   /* tp_setattr */
    FIELD_DATA,   /* tp_as_async */
    FIELD_CODE,   /* tp_repr */
    FIELD_DATA,   /* tp_as_number */
    FIELD_DATA,   /* tp_as_sequence */
    FIELD_DATA,   /* tp_as_mapping */
    FIELD_CODE,   /* tp_hash */
    FIELD_CODE,   /* tp_call */
    FIELD_CODE,   /* tp_str */
    FIELD_CODE,   /* tp_getattro */
    FIELD_CODE,   /* tp_setattro */
    FIELD_DATA,   /* tp_as_buffer */
    FIELD_FLAGS,  /* tp_flags */
    FIELD_DATA,   /* tp_doc */
    FIELD_CODE,   /* tp_traverse */
    FIELD_CODE,   /* tp_clear */
    FIELD_CODE,   /* tp_richcompare */
    FIELD_NUMBER, /* tp_weaklistoffset */
    FIELD_CODE,   /* tp_iter */
    FIELD_CODE,   /* tp_iternext */
    FIELD_DATA,   /* tp_methods */
    FIELD_DATA,   /* tp_members */
    FIELD_DATA,   /* tp_getset */
    FIELD_DATA,   /* tp_base */
    FIELD_DATA,   /* tp_dict */
    FIELD_CODE,   /* tp_descr_get */
    FIELD_CODE,   /* tp_descr_set */
    FIELD_NUMBER, /* tp_dictoffset */
    FIELD_CODE,   /* tp_init */
    FIELD_CODE,   /* tp_alloc */
    FIELD_CODE,   /* tp_new */
    FIELD_CODE,   /* tp_free */
    FIELD_CODE,   /* tp_is_gc */
    FIELD_DATA,   /* tp_bases */
    FIELD_EMPTY,  /* tp_mro */
    FIELD_EMPTY,  /* tp_cache */
    FIELD_EMPTY,  /* tp_subclasses */
    FIELD_EMPTY,  /* tp_weaklist */
    FIELD_CODE,   /* tp_del */
    FIELD_NUMBER, /* tp_version_tag */
    FIELD_CODE,   /* tp_finalize */
    FIELD_CODE,   /* tp_vectorcall */
};
enum {
    N_TYPE_FIELDS = ARRAY_LENGTH(type_fields),
    TYPE_BASICSIZE = 1, /* places in that table */
    TYPE_FLAGS = 18,
};

static const uint64_t flag_heap_type = UINT64_C(1) << 9;
static const uint64_t flags_of_ready = UINT64_C(3) << 12;

/* Bytes that every version's PyTypeObject has with a head of HEAD words. */
static uint64_t
type_size(const struct image *image, unsigned head)
{
    return (uint64_t)(head + 1 + N_TYPE_FIELDS) * image->word_size;
}

static bool
field_fits(const struct image *image, uint8_t kind, struct pointer value,
           unsigned *n_filled)
{
    int64_t number =
        image->word_size == 8 ? (int64_t)value.value : (int32_t)(uint32_t)value.value;
    bool is_pointer = value.kind == POINTER_ADDRESS || value.kind == POINTER_IMPORT;
    switch ((enum field_kind)kind) {
    case FIELD_CODE:
        *n_filled += is_pointer ? 1 : 0;
        return value.kind == POINTER_NULL || value.kind == POINTER_IMPORT
               || (value.kind == POINTER_ADDRESS && image_is_code(image, value.value));
    case FIELD_DATA:
        *n_filled += is_pointer ? 1 : 0;
        return value.kind == POINTER_NULL || value.kind == POINTER_IMPORT
               || (value.kind == POINTER_ADDRESS && image_is_data(image, value.value));
    case FIELD_NUMBER:
        return !is_pointer && value.kind != POINTER_UNMAPPED && number > -(1 << 24)
               && number < (1 << 28);
    case FIELD_FLAGS:
        *n_filled += value.kind == POINTER_NUMBER ? 1 : 0;
        return !is_pointer && value.kind != POINTER_UNMAPPED
               && (value.value & (flag_heap_type | flags_of_ready)) == 0;
    case FIELD_EMPTY:
        return value.kind == POINTER_NULL;
    }
    return false;
}

/* Where a symbol begins at ADDRESS or covers it, the size must be one of a type,
 * or of several; where no symbol is, anything goes. */
static bool
symbol_fits(const struct image *image, uint64_t address, uint64_t size)
{
    const struct symbol *symbol = image_symbol(image, address);
    if (symbol == NULL || symbol->size == 0) {
        return true;
    }
    return symbol->size - (address - symbol->address) >= size;
}

/* Does a PyTypeObject with a tp_name stand at ADDRESS, with HEAD words before
 * ob_size?  Its fields must all be what that field can be in a file. */
static bool
type_has_layout(const struct image *image, uint64_t address, unsigned head)
{
    unsigned word = image->word_size;
    uint64_t size = type_size(image, head);
    if (address % word != 0 || image_memory(image, address) != MEMORY_DATA
        || object_head(image, address) != head || image_bytes(image, address, 1) == NULL
        || !symbol_fits(image, address, size))
    {
        return false;
    }
    struct pointer type = image_pointer(image, address + (uint64_t)(head - 1) * word);
    if (type.kind == POINTER_NUMBER || type.kind == POINTER_UNMAPPED
        || image_pointer(image, address + (uint64_t)head * word).kind != POINTER_NULL)
    {
        return false;
    }
    uint64_t fields = address + (uint64_t)(head + 1) * word;
    unsigned n_filled = 0;
    for (unsigned i = 0; i < N_TYPE_FIELDS; i++) {
        struct pointer value = image_pointer(image, fields + (uint64_t)i * word);
        if (!field_fits(image, type_fields[i], value, &n_filled)) {
            return false;
        }
    }
    struct pointer name = image_pointer(image, fields);
    struct pointer basic =
        image_pointer(image, fields + (uint64_t)TYPE_BASICSIZE * word);
    bool has_size = basic.kind == POINTER_NUMBER && basic.value >= 2ULL * word;
    return name.kind == POINTER_ADDRESS && name_string(image, name.value) != NULL
           && (n_filled >= 4
               || (has_size
                   && (n_filled >= 2 || image_imports(image, "PyType_Ready"))));
}

/* tp_name of the type at ADDRESS, or NULL. */
static const char *
type_name(const struct image *image, uint64_t address)
{
    unsigned head = object_head(image, address);
    if (head == 0) {
        return NULL;
    }
    struct pointer name =
        image_pointer(image, address + (uint64_t)(head + 1) * image->word_size);
    return name.kind == POINTER_ADDRESS ? name_string(image, name.value) : NULL;
}

/* tp_flags of the type at ADDRESS, as the file has them.  Returns false if they are set
 * at run time. */
static bool
type_flags(const struct image *image, uint64_t address, uint64_t *out_flags)
{
    unsigned head = object_head(image, address);
    if (head == 0) {
        return false;
    }
    uint64_t at = address + (uint64_t)(head + 1 + TYPE_FLAGS) * image->word_size;
    struct pointer flags = image_pointer(image, at);
    *out_flags = flags.value;
    return flags.kind == POINTER_NUMBER;
}

/* --- collecting -------------------------------------------------------------- */

static void
type_add(struct image *image, struct types *types, struct binary_type type,
         uint64_t size)
{
    size_t sizes_capacity = types->capacity;
    ARENA_GROW(image->arena, types->items, types->n, types->capacity);
    ARENA_GROW(image->arena, types->sizes, types->n, sizes_capacity);
    type.has_flags = type_flags(image, type.address, &type.flags);
    types->items[types->n] = type;
    types->sizes[types->n++] = size;
}

/* Functions that take a static type, and as which argument. */
static const struct {
    const char *api;
    uint8_t argument;
} type_takers[] = {
    {"PyModule_AddType", 1},
    {"PyStructSequence_InitType", 0},
    {"PyStructSequence_InitType2", 0},
    {"PyStructSequence_New", 0},
    {"PyType_GenericAlloc", 0},
    {"PyType_Ready", 0},
    {"_PyObject_GC_New", 0},
    {"_PyObject_GC_NewVar", 0},
    {"_PyObject_New", 0},
    {"_PyObject_NewVar", 0},
};

static bool
fact_names_type(const struct code_fact *fact)
{
    for (size_t i = 0; fact->kind == FACT_HANDED && i < ARRAY_LENGTH(type_takers); i++)
    {
        if (fact->argument == type_takers[i].argument
            && strcmp(fact->api, type_takers[i].api) == 0)
        {
            return true;
        }
    }
    return false;
}

static void
add_declared(struct image *image, struct types *types)
{
    size_t n = 0;
    const struct binary_variable *variables = image_variables(image, &n);
    for (size_t i = 0; i < n; i++) {
        const struct binary_variable *variable = &variables[i];
        if (variable->content != CONTENT_TYPE || variable->memory < MEMORY_DATA
            || variable->memory == MEMORY_THREAD)
        {
            continue;
        }
        unsigned head = object_head(image, variable->address) == 4 ? 4 : 2;
        uint64_t one = type_size(image, head);
        /* 408 bytes until 3.11, 416 since: an array has twice that or more. */
        size_t n_elements = variable->size >= 2 * one
                                ? (size_t)(variable->size / (one + image->word_size))
                                : 1;
        n_elements = n_elements > 0 ? n_elements : 1;
        type_add(image, types,
                 (struct binary_type){
                     .name = type_name(image, variable->address),
                     .symbol = variable->name,
                     .address = variable->address,
                     .place = variable->name,
                     .n_elements = n_elements,
                     .evidence = EVIDENCE_DWARF,
                     .path = variable->path,
                     .line = variable->line,
                     .column = variable->column,
                 },
                 variable->size > one ? variable->size : one);
    }
}

static void
add_found(struct image *image, struct types *types, uint64_t address,
          enum binary_evidence evidence, const char *receiver)
{
    const struct symbol *symbol = image_symbol(image, address);
    unsigned head = object_head(image, address) == 4 ? 4 : 2;
    struct binary_place place;
    image_place(image, address, &place);
    type_add(image, types,
             (struct binary_type){
                 .name = type_name(image, address),
                 .symbol =
                     symbol != NULL && symbol->address == address ? symbol->name : NULL,
                 .address = address,
                 .place = place.text,
                 .n_elements = 1,
                 .evidence = evidence,
                 .receiver = receiver,
                 .path = place.path,
                 .line = place.line,
                 .column = place.column,
             },
             type_size(image, head));
}

static int
compare_types(const void *a, const void *b)
{
    const struct binary_type *x = a;
    const struct binary_type *y = b;
    if (x->address != y->address) {
        return x->address < y->address ? -1 : 1;
    }
    return (int)y->evidence - (int)x->evidence;
}

/* Sort by address and keep the best evidence for each place. */
static void
types_settle(const struct image *image, struct types *types)
{
    if (types->n == 0) {
        return;
    }
    struct entry {
        struct binary_type type;
        uint64_t size;
    } *entries = ARENA_ARRAY(image->arena, struct entry, types->n);
    for (size_t i = 0; i < types->n; i++) {
        entries[i] = (struct entry){types->items[i], types->sizes[i]};
    }
    qsort(entries, types->n, sizeof(*entries), compare_types);
    size_t n = 0;
    for (size_t i = 0; i < types->n; i++) {
        if (n > 0
            && entries[i].type.address - types->items[n - 1].address
                   < types->sizes[n - 1])
        {
            continue;
        }
        types->items[n] = entries[i].type;
        types->sizes[n++] = entries[i].size;
    }
    types->n = n;
}

void
types_read(struct image *image, const struct code_facts *facts, struct types *out_types)
{
    *out_types = (struct types){0};
    if (image_dwarf(image) != NULL) {
        add_declared(image, out_types);
    }
    for (size_t i = 0; i < facts->n; i++) {
        const struct code_fact *fact = &facts->items[i];
        bool is_new = i == 0 || facts->items[i - 1].address != fact->address
                      || !fact_names_type(&facts->items[i - 1]);
        if (is_new && fact_names_type(fact)) {
            add_found(image, out_types, fact->address, EVIDENCE_CODE, fact->api);
        }
    }
    for (size_t i = 0; i < image->n_relocations; i++) {
        const struct relocation *relocation = &image->relocations[i];
        for (unsigned head = 2; head <= 4 && relocation->import == NULL; head += 2) {
            uint64_t before = (uint64_t)(head + 1) * image->word_size;
            if (relocation->address >= before
                && type_has_layout(image, relocation->address - before, head))
            {
                add_found(image, out_types, relocation->address - before,
                          EVIDENCE_LAYOUT, NULL);
            }
        }
    }
    types_settle(image, out_types);
}

const struct binary_type *
types_at(const struct types *types, uint64_t address)
{
    size_t low = 0;
    size_t high = types->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (types->items[middle].address <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low > 0 && address - types->items[low - 1].address < types->sizes[low - 1]
               ? &types->items[low - 1]
               : NULL;
}
