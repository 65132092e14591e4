/* Static variables and source lines from debug information, through libdw. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "binary/image_data.h"
#include "binary/limits.h"
#include "model/api_table.h"

/* What a type holds: the answer for one DWARF type entry. */
struct type_answer {
    uint64_t offset; /* of the entry in .debug_info; the key */
    enum binary_content content;
    bool is_used;
};

struct reader {
    struct image *image;
    struct binary_variable *items;
    size_t n, capacity;
    size_t n_entries;            /* looked at so far */
    struct type_answer *answers; /* open addressing, a power of two */
    size_t n_answers, answers_capacity;
};

/* --- types ----------------------------------------------------------------- */

static bool
name_is_one_of(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; name != NULL && i < n; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static const char *const lock_types[] = {
    "PyMutex",         "_PyOnceFlag",
    "pthread_mutex_t", "pthread_rwlock_t",
    "pthread_once_t",  "pthread_spinlock_t",
    "once_flag",       "atomic_flag",
    "mtx_t",           "sem_t",
    "pthread_cond_t",  "PyThread_type_lock",
};

/* Objects whose structs a header may only declare. */
static const char *const object_types[] = {
    "_object",      "PyObject",    "PyVarObject",  "_typeobject",
    "PyTypeObject", "_longobject", "PyLongObject", "_heaptypeobject",
};

static enum binary_content
content_of_name(const char *name)
{
    enum api_table table = api_table_of(name);
    if (table == API_TABLE_FIXED || table == API_TABLE_SLOTS) {
        return CONTENT_TABLE;
    }
    if (name_is_one_of(name, lock_types, ARRAY_LENGTH(lock_types))) {
        return CONTENT_LOCK;
    }
    if (name != NULL
        && (strcmp(name, "PyTypeObject") == 0 || strcmp(name, "_typeobject") == 0))
    {
        return CONTENT_TYPE;
    }
    if (name_is_one_of(name, object_types, ARRAY_LENGTH(object_types))) {
        return CONTENT_OBJECT;
    }
    return CONTENT_UNKNOWN;
}

static bool
entry_type(Dwarf_Die *entry, Dwarf_Die *out_type)
{
    Dwarf_Attribute attribute;
    return dwarf_attr_integrate(entry, DW_AT_type, &attribute) != NULL
           && dwarf_formref_die(&attribute, out_type) != NULL;
}

/* Does a struct begin with PyObject or PyVarObject, directly or through its first
 * member, as every Python object does? */
static bool
struct_is_object(Dwarf_Die *entry, unsigned depth)
{
    Dwarf_Die type = *entry;
    for (; depth < LIMIT_TYPE_DEPTH; depth++) {
        enum binary_content named = content_of_name(dwarf_diename(&type));
        if (named == CONTENT_OBJECT || named == CONTENT_TYPE) {
            return true;
        }
        int tag = dwarf_tag(&type);
        if (tag == DW_TAG_typedef || tag == DW_TAG_const_type
            || tag == DW_TAG_volatile_type)
        {
            if (!entry_type(&type, &type)) {
                return false;
            }
            continue;
        }
        if (tag != DW_TAG_structure_type && tag != DW_TAG_class_type) {
            return false;
        }
        Dwarf_Die member;
        if (dwarf_child(&type, &member) != 0) {
            return false;
        }
        for (size_t n = 0; dwarf_tag(&member) != DW_TAG_member
                           && dwarf_tag(&member) != DW_TAG_inheritance;
             n++)
        {
            if (n >= LIMIT_TYPE_MEMBERS || dwarf_siblingof(&member, &member) != 0) {
                return false;
            }
        }
        if (!entry_type(&member, &type)) {
            return false;
        }
    }
    return false;
}

static struct type_answer *
answer_slot(struct type_answer *answers, size_t capacity, uint64_t offset)
{
    size_t at = (size_t)(offset * 0x9e3779b97f4a7c15ULL) & (capacity - 1);
    while (answers[at].is_used && answers[at].offset != offset) {
        at = (at + 1) & (capacity - 1);
    }
    return &answers[at];
}

static void
answer_keep(struct reader *reader, uint64_t offset, enum binary_content content)
{
    if (reader->n_answers * 2 >= reader->answers_capacity) {
        size_t capacity =
            reader->answers_capacity > 0 ? reader->answers_capacity * 2 : 1024;
        struct type_answer *bigger =
            ARENA_ARRAY(reader->image->arena, struct type_answer, capacity);
        for (size_t i = 0; i < reader->answers_capacity; i++) {
            if (reader->answers[i].is_used) {
                *answer_slot(bigger, capacity, reader->answers[i].offset) =
                    reader->answers[i];
            }
        }
        reader->answers = bigger;
        reader->answers_capacity = capacity;
    }
    struct type_answer *slot =
        answer_slot(reader->answers, reader->answers_capacity, offset);
    reader->n_answers += slot->is_used ? 0 : 1;
    *slot = (struct type_answer){offset, content, true};
}

static enum binary_content content_of_type(struct reader *reader, Dwarf_Die *type,
                                           unsigned depth);

/* The worst of the members: an object anywhere makes the struct hold objects. */
static enum binary_content
content_of_members(struct reader *reader, Dwarf_Die *type, unsigned depth)
{
    bool only_locks = true;
    bool has_lock = false;
    Dwarf_Die member;
    if (dwarf_child(type, &member) != 0) {
        return CONTENT_DATA;
    }
    size_t n = 0;
    do {
        int tag = dwarf_tag(&member);
        Dwarf_Die member_type;
        if ((tag != DW_TAG_member && tag != DW_TAG_inheritance)
            || dwarf_hasattr(&member, DW_AT_external)
            || !entry_type(&member, &member_type))
        {
            continue;
        }
        enum binary_content inner = content_of_type(reader, &member_type, depth + 1);
        if (inner == CONTENT_OBJECT || inner == CONTENT_TYPE) {
            return CONTENT_OBJECT;
        }
        only_locks = only_locks && inner == CONTENT_LOCK;
        has_lock = has_lock || inner == CONTENT_LOCK || inner == CONTENT_GUARDED;
    } while (++n < LIMIT_TYPE_MEMBERS && dwarf_siblingof(&member, &member) == 0);
    return !has_lock ? CONTENT_DATA : only_locks ? CONTENT_LOCK : CONTENT_GUARDED;
}

static enum binary_content
content_of_pointer(Dwarf_Die *pointer)
{
    Dwarf_Die target;
    if (!entry_type(pointer, &target)) {
        return CONTENT_DATA; /* void * */
    }
    /* PyObject ** and deeper point to objects as well. */
    for (unsigned depth = 0; depth < LIMIT_TYPE_DEPTH; depth++) {
        int tag = dwarf_tag(&target);
        if (struct_is_object(&target, 0)) {
            return CONTENT_OBJECT;
        }
        if ((tag != DW_TAG_pointer_type && tag != DW_TAG_typedef
             && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type)
            || !entry_type(&target, &target))
        {
            return CONTENT_DATA;
        }
    }
    return CONTENT_DATA;
}

static enum binary_content
content_of_type_itself(struct reader *reader, Dwarf_Die *type, unsigned depth)
{
    enum binary_content named = content_of_name(dwarf_diename(type));
    if (named != CONTENT_UNKNOWN) {
        return named;
    }
    Dwarf_Die inner;
    switch (dwarf_tag(type)) {
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
    case DW_TAG_array_type:
        return entry_type(type, &inner) ? content_of_type(reader, &inner, depth + 1)
                                        : CONTENT_DATA;
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
        return content_of_pointer(type);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        if (struct_is_object(type, 0)) {
            return CONTENT_OBJECT;
        }
        return content_of_members(reader, type, depth);
    default:
        return CONTENT_DATA;
    }
}

static enum binary_content
content_of_type(struct reader *reader, Dwarf_Die *type, unsigned depth)
{
    if (depth > LIMIT_TYPE_DEPTH) {
        return CONTENT_DATA;
    }
    uint64_t offset = dwarf_dieoffset(type);
    if (reader->answers_capacity > 0) {
        struct type_answer *known =
            answer_slot(reader->answers, reader->answers_capacity, offset);
        if (known->is_used) {
            return known->content;
        }
    }
    /* Kept first, so that a type which holds itself ends. */
    answer_keep(reader, offset, CONTENT_DATA);
    enum binary_content content = content_of_type_itself(reader, type, depth);
    answer_keep(reader, offset, content);
    return content;
}

/* How C spells TYPE, as far as a reader needs it: "PyObject *", "int[4]". */
static void
type_spell(Dwarf_Die *type, struct strbuf *out, unsigned depth)
{
    const char *name = dwarf_diename(type);
    int tag = dwarf_tag(type);
    Dwarf_Die inner;
    bool has_inner = depth < LIMIT_TYPE_DEPTH && entry_type(type, &inner);
    switch (tag) {
    case DW_TAG_const_type:
        strbuf_add_string(out, "const ");
        break;
    case DW_TAG_volatile_type:
        strbuf_add_string(out, "volatile ");
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        strbuf_format(out, "struct %s", name != NULL ? name : "{…}");
        return;
    case DW_TAG_union_type:
        strbuf_format(out, "union %s", name != NULL ? name : "{…}");
        return;
    case DW_TAG_enumeration_type:
        strbuf_format(out, "enum %s", name != NULL ? name : "{…}");
        return;
    case DW_TAG_subroutine_type:
        strbuf_add_string(out, "function");
        return;
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_array_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
        break;
    default:
        strbuf_add_string(out, name != NULL ? name : "void");
        return;
    }
    if (has_inner) {
        type_spell(&inner, out, depth + 1);
    }
    else {
        strbuf_add_string(out, "void");
    }
    if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type) {
        strbuf_add_string(out, string_ends(out->text, "*") ? "*" : " *");
    }
    else if (tag == DW_TAG_array_type) {
        strbuf_add_string(out, "[]");
    }
}

/* --- variables ------------------------------------------------------------- */

/* An address that is the value of a variable, not the place of one: a local pointer to a
 * static that the compiler has taken away. */
static bool
is_address_itself(const Dwarf_Op *operations, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (operations[i].atom == DW_OP_deref || operations[i].atom == DW_OP_deref_size)
        {
            return false;
        }
    }
    return operations[n - 1].atom == DW_OP_stack_value;
}

/* Where a static variable stands.  Returns false for automatic and register
 * variables, for declarations and for what was optimised away. */
static bool
variable_address(Dwarf_Die *entry, uint64_t *out_address, bool *out_is_thread)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *operations = NULL;
    size_t n = 0;
    if (dwarf_attr(entry, DW_AT_location, &attribute) == NULL
        || dwarf_getlocation(&attribute, &operations, &n) != 0 || n == 0)
    {
        return false;
    }
    if (is_address_itself(operations, n)) {
        return false;
    }
    Dwarf_Op *first = &operations[0];
    bool is_thread = n == 2
                     && (operations[1].atom == DW_OP_GNU_push_tls_address
                         || operations[1].atom == DW_OP_form_tls_address);
    if (is_thread) {
        bool is_number = first->atom == DW_OP_const8u || first->atom == DW_OP_const4u
                         || first->atom == DW_OP_constu || first->atom == DW_OP_addr;
        *out_address = first->number;
        *out_is_thread = true;
        return is_number;
    }
    /* More may follow where the compiler keeps the value in another form (clang makes
     * a flag of an int): the memory is the same. */
    *out_is_thread = false;
    if (first->atom == DW_OP_addr) {
        *out_address = first->number;
        return true;
    }
    if (first->atom == DW_OP_addrx || first->atom == DW_OP_GNU_addr_index) {
        Dwarf_Attribute result;
        Dwarf_Addr address = 0;
        if (dwarf_getlocation_attr(&attribute, first, &result) == 0
            && dwarf_formaddr(&result, &address) == 0)
        {
            *out_address = address;
            return true;
        }
    }
    return false;
}

/* The number of a file counts in the unit that holds the number: the declaration may
 * stand in another one (with -flto, after dwz). */
static const char *
declared_path(struct reader *reader, Dwarf_Die *entry)
{
    Dwarf_Attribute attribute;
    Dwarf_Word index = 0;
    Dwarf_Die unit;
    Dwarf_Files *files = NULL;
    size_t n_files = 0;
    if (dwarf_attr_integrate(entry, DW_AT_decl_file, &attribute) == NULL
        || dwarf_formudata(&attribute, &index) != 0
        || dwarf_cu_die(attribute.cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL) == NULL
        || dwarf_getsrcfiles(&unit, &files, &n_files) != 0 || index >= n_files)
    {
        return NULL;
    }
    const char *path = dwarf_filesrc(files, (size_t)index, NULL, NULL);
    return path != NULL ? arena_string(reader->image->arena, path) : NULL;
}

/* An attribute that counts from 1; 0: there is none. */
static unsigned
read_number(Dwarf_Die *entry, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    return dwarf_attr_integrate(entry, name, &attribute) != NULL
                   && dwarf_formudata(&attribute, &value) == 0 && value <= INT32_MAX
               ? (unsigned)value
               : 0;
}

static void
read_variable(struct reader *reader, Dwarf_Die *entry, const char *function)
{
    uint64_t address = 0;
    bool is_thread = false;
    const char *name = NULL;
    Dwarf_Attribute attribute;
    if (!variable_address(entry, &address, &is_thread)
        || (!is_thread && image_memory(reader->image, address) < MEMORY_RELRO))
    {
        return;
    }
    if (dwarf_attr_integrate(entry, DW_AT_name, &attribute) != NULL) {
        name = dwarf_formstring(&attribute);
    }
    if (reader->n >= LIMIT_DWARF_VARIABLES) {
        reader->image->is_cut = true;
        return;
    }
    struct arena *arena = reader->image->arena;
    struct binary_variable variable = {
        .name = name != NULL ? arena_string(arena, name) : NULL,
        .function = function != NULL ? arena_string(arena, function) : NULL,
        .address = address,
        .memory = is_thread ? MEMORY_THREAD : MEMORY_UNKNOWN,
        .evidence = EVIDENCE_DWARF,
        .path = declared_path(reader, entry),
    };
    variable.line = read_number(entry, DW_AT_decl_line);
    variable.column = read_number(entry, DW_AT_decl_column);
    Dwarf_Die type;
    if (entry_type(entry, &type)) {
        variable.content = content_of_type(reader, &type, 0);
        CLEANUP(strbuf_done) struct strbuf spelled = STRBUF_INIT;
        type_spell(&type, &spelled, 0);
        variable.type = arena_string(arena, spelled.text);
        Dwarf_Word size = 0;
        if (dwarf_aggregate_size(&type, &size) == 0) {
            variable.size = size;
        }
    }
    if (variable.name == NULL) {
        return;
    }
    ARENA_GROW(arena, reader->items, reader->n, reader->capacity);
    reader->items[reader->n++] = variable;
}

/* Entries that may hold static variables. */
static bool
entry_is_scope(int tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block
           || tag == DW_TAG_namespace || tag == DW_TAG_inlined_subroutine;
}

static void
read_entries(struct reader *reader, Dwarf_Die *parent, const char *function,
             unsigned depth)
{
    Dwarf_Die entry;
    if (depth > LIMIT_DWARF_DEPTH || dwarf_child(parent, &entry) != 0) {
        return;
    }
    do {
        if (++reader->n_entries > LIMIT_DWARF_ENTRIES) {
            reader->image->is_cut = true;
            return;
        }
        int tag = dwarf_tag(&entry);
        if (tag == DW_TAG_variable) {
            read_variable(reader, &entry, function);
        }
        else if (entry_is_scope(tag)) {
            const char *inner = tag == DW_TAG_subprogram ? dwarf_diename(&entry) : NULL;
            read_entries(reader, &entry, inner != NULL ? inner : function, depth + 1);
        }
    } while (dwarf_siblingof(&entry, &entry) == 0);
}

void
dwarf_read_variables(struct image *image, struct binary_variable **out_variables,
                     size_t *out_n_variables)
{
    *out_variables = NULL;
    *out_n_variables = 0;
    Dwarf *dwarf = image_dwarf(image);
    if (dwarf == NULL) {
        return;
    }
    struct reader reader = {.image = image};
    Dwarf_Off offset = 0;
    Dwarf_Off next = 0;
    size_t header_size = 0;
    while (dwarf_nextcu(dwarf, offset, &next, &header_size, NULL, NULL, NULL) == 0
           && next > offset)
    {
        Dwarf_Die unit;
        if (dwarf_offdie(dwarf, offset + header_size, &unit) != NULL) {
            read_entries(&reader, &unit, NULL, 0);
        }
        offset = next;
    }
    *out_variables = reader.items;
    *out_n_variables = reader.n;
}

/* --- lines ----------------------------------------------------------------- */

/* One stretch of code of a compile unit. */
struct unit {
    uint64_t begin, end;
    uint64_t entry; /* offset of the unit's entry */
};

static int
compare_units(const void *a, const void *b)
{
    const struct unit *x = a;
    const struct unit *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Not every compiler writes .debug_aranges: collect the ranges of the units. */
static void
read_units(struct image *image, Dwarf *dwarf)
{
    image->units_are_read = true;
    size_t capacity = 0;
    Dwarf_Off offset = 0;
    Dwarf_Off next = 0;
    size_t header_size = 0;
    while (dwarf_nextcu(dwarf, offset, &next, &header_size, NULL, NULL, NULL) == 0
           && next > offset)
    {
        Dwarf_Die unit;
        Dwarf_Addr base = 0;
        Dwarf_Addr begin = 0;
        Dwarf_Addr end = 0;
        if (dwarf_offdie(dwarf, offset + header_size, &unit) != NULL) {
            ptrdiff_t at = 0;
            while ((at = dwarf_ranges(&unit, at, &base, &begin, &end)) > 0
                   && image->n_units < LIMIT_DWARF_VARIABLES)
            {
                ARENA_GROW(image->arena, image->units, image->n_units, capacity);
                image->units[image->n_units++] =
                    (struct unit){begin, end, offset + header_size};
            }
        }
        offset = next;
    }
    if (image->n_units > 1) {
        qsort(image->units, image->n_units, sizeof(struct unit), compare_units);
    }
}

/* Where an inlined function was called, if SCOPE is one and says it. */
static bool
read_call(Dwarf_Die *scope, Dwarf_Files *files, size_t n_files,
          struct source_place *place)
{
    Dwarf_Attribute attribute;
    Dwarf_Word file;
    if (dwarf_tag(scope) != DW_TAG_inlined_subroutine
        || dwarf_attr(scope, DW_AT_call_file, &attribute) == NULL
        || dwarf_formudata(&attribute, &file) != 0 || file >= n_files)
    {
        return false;
    }
    const char *caller = dwarf_filesrc(files, (size_t)file, NULL, NULL);
    unsigned line = read_number(scope, DW_AT_call_line);
    if (caller == NULL || line == 0) {
        return false;
    }
    *place = (struct source_place){caller, line, read_number(scope, DW_AT_call_column)};
    return true;
}

/* From inline functions of headers to their calls: Py_INCREF(x) stands in the module's
 * source, its text in CPython's.  Leaves PLACE where the scopes do not say. */
static void
leave_headers(Dwarf_Die *unit, Dwarf_Addr address, struct source_place *place)
{
    Dwarf_Die *scopes = NULL;
    Dwarf_Die *nest = NULL; /* as the entries stand in the file, all callers in it */
    Dwarf_Files *files;
    size_t n_files;
    if (string_ends(place->path, ".h") && dwarf_getscopes(unit, address, &scopes) > 0
        && dwarf_getsrcfiles(unit, &files, &n_files) == 0)
    {
        int n = dwarf_getscopes_die(&scopes[0], &nest);
        for (int i = 0; i < n && string_ends(place->path, ".h"); i++) {
            (void)read_call(&nest[i], files, n_files, place);
        }
    }
    free(nest);
    free(scopes);
}

bool
dwarf_line(struct image *image, uint64_t address, struct source_place *out_place)
{
    Dwarf *dwarf = image_dwarf(image);
    if (dwarf == NULL) {
        return false;
    }
    if (!image->units_are_read) {
        read_units(image, dwarf);
    }
    size_t low = 0;
    size_t high = image->n_units;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->units[middle].begin <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    if (low == 0 || address >= image->units[low - 1].end) {
        return false;
    }
    Dwarf_Die unit;
    int line = 0;
    if (dwarf_offdie(dwarf, image->units[low - 1].entry, &unit) == NULL) {
        return false;
    }
    Dwarf_Line *found = dwarf_getsrc_die(&unit, address);
    if (found == NULL || dwarf_lineno(found, &line) != 0 || line <= 0) {
        return false;
    }
    int column = 0;
    (void)dwarf_linecol(found, &column);
    struct source_place place = {dwarf_linesrc(found, NULL, NULL), (unsigned)line,
                                 column > 0 ? (unsigned)column : 0};
    if (place.path == NULL) {
        return false;
    }
    leave_headers(&unit, address, &place);
    place.path = arena_string(image->arena, place.path);
    *out_place = place;
    return true;
}
