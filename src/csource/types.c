#include <string.h>

#include "base/strbuf.h"
#include "csource/unit.h"

/* Pointers to pointers, arrays of arrays, functions that return functions: each level is
 * spelled whole, so that their time grows with the square. */
enum { TYPE_LEVELS_MOST = 64 };

/* --- kinds --------------------------------------------------------------- */

static enum type_kind
kind_of(enum CXTypeKind kind)
{
    if (kind >= CXType_FirstBuiltin && kind <= CXType_LastBuiltin) {
        switch (kind) {
        case CXType_Void:
            return TYPE_VOID;
        case CXType_Float:
        case CXType_Double:
        case CXType_LongDouble:
        case CXType_Float128:
        case CXType_Half:
        case CXType_Float16:
            return TYPE_FLOAT;
        case CXType_NullPtr:
            return TYPE_POINTER;
        case CXType_Overload:
        case CXType_Dependent:
            return TYPE_OTHER;
        default:
            return kind <= CXType_Int128 ? TYPE_INTEGER : TYPE_OTHER;
        }
    }
    switch (kind) {
    case CXType_Enum:
        return TYPE_INTEGER;
    case CXType_Pointer:
    case CXType_BlockPointer:
    case CXType_MemberPointer:
    case CXType_LValueReference:
    case CXType_RValueReference:
        return TYPE_POINTER;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
    case CXType_DependentSizedArray:
        return TYPE_ARRAY;
    case CXType_Record:
        return TYPE_RECORD;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return TYPE_FUNCTION;
    default:
        return TYPE_OTHER;
    }
}

static bool
is_reference(enum CXTypeKind kind)
{
    return kind == CXType_LValueReference || kind == CXType_RValueReference;
}

/* --- records ------------------------------------------------------------- */

struct field_visit {
    struct unit *unit;
    const struct source_file *file; /* of the project, or NULL: places are not told */
    LIST(struct field) fields;
};

static enum CXVisitorResult
visit_field(CXCursor cursor, CXClientData data)
{
    struct field_visit *visit = data;
    struct unit *unit = visit->unit;
    const char *name = unit_spelling_of(unit, cursor);
    struct field field = {
        .name = strchr(name, '(') != NULL ? "" : name,
        .type = unit_type(unit, unit->clang->getCursorType(cursor)),
    };
    if (visit->file != NULL) {
        struct place place = unit_place(unit, unit->clang->getCursorLocation(cursor));
        size_t size = strlen(field.name);
        bool is_spelled = place.entry != NULL && &place.entry->file == visit->file
                          && size > 0 && place.offset + size <= visit->file->size
                          && memcmp(visit->file->text + place.offset, name, size) == 0;
        field.place = is_spelled ? place.offset : 0;
    }
    LIST_ADD(unit->reader->arena, visit->fields, field);
    return CXVisit_Continue;
}

/* What a C++ class derives from is a part of it as a member without a name is. */
static enum CXChildVisitResult
visit_base(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct field_visit *visit = data;
    struct unit *unit = visit->unit;
    if (unit->clang->getCursorKind(cursor) != CXCursor_CXXBaseSpecifier) {
        return CXChildVisit_Continue;
    }
    struct field base = {
        .name = "",
        .type = unit_type(unit, unit->clang->getCursorType(cursor)),
    };
    LIST_ADD(unit->reader->arena, visit->fields, base);
    return CXChildVisit_Continue;
}

/* "struct foo" -> "foo"; "" for what clang made up for a record without name. */
static const char *
bare_name(const char *spelling)
{
    static const char *const words[] = {"const ", "volatile ", "struct ", "union ", "class "};
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        if (string_starts(spelling, words[i])) {
            spelling += strlen(words[i]);
        }
    }
    return strchr(spelling, '(') != NULL ? "" : spelling;
}

/* The types that a C++ template was given; a number leaves out its place. */
static void
fill_arguments(struct unit *unit, struct record *record, CXType canonical)
{
    const int n = unit->clang->Type_getNumTemplateArguments(canonical);
    LIST(const struct type *) arguments = {0};
    for (int i = 0; i < n; i++) {
        CXType argument =
            unit->clang->Type_getTemplateArgumentAsType(canonical, (unsigned)i);
        if (argument.kind != CXType_Invalid) {
            LIST_ADD(unit->reader->arena, arguments, unit_type(unit, argument));
        }
    }
    record->arguments = arguments.items;
    record->n_arguments = arguments.n_items;
}

static void
fill_record(struct unit *unit, struct record_entry *entry, CXType canonical,
            CXCursor definition)
{
    struct record *record = &entry->record;
    record->is_complete = true;
    long long size = unit->clang->Type_getSizeOf(canonical);
    record->size = size > 0 ? size : 0;
    record->is_plain = !unit->is_cxx || unit->clang->isPODType(canonical) != 0;
    struct extent extent =
        unit_extent(unit, unit->clang->getCursorExtent(definition), NULL);
    if (extent.entry != NULL) {
        record->file = &extent.entry->file;
        record->begin = extent.begin;
        record->end = extent.end;
        if (extent.entry->file.is_project) {
            LIST_ADD(unit->reader->arena, unit->reader->record_list, record);
        }
    }
    struct field_visit visit = {
        .unit = unit,
        .file = record->file != NULL && record->file->is_project ? record->file : NULL};
    unit->clang->visitChildren(definition, visit_base, &visit);
    unit->clang->Type_visitFields(canonical, visit_field, &visit);
    record->fields = visit.fields.items;
    record->n_fields = visit.fields.n_items;
    fill_arguments(unit, record, canonical);
}

/* What stands for the declaration at CURSOR, and for no other: of a hash, two may have the
 * same. */
struct declaration_key {
    uintptr_t kind, declaration;
};

static struct declaration_key
declaration_key(struct unit *unit, CXCursor cursor)
{
    CXCursor canonical = unit->clang->getCanonicalCursor(cursor);
    return (struct declaration_key){(uintptr_t)canonical.kind, (uintptr_t)canonical.data[0]};
}

struct record_entry *
unit_record(struct unit *unit, CXType canonical)
{
    const struct libclang *clang = unit->clang;
    CXCursor cursor = clang->getTypeDeclaration(canonical);
    CXCursor definition = clang->getCursorDefinition(cursor);
    bool is_defined = !clang->Cursor_isNull(definition);
    char *usr = unit_string(unit, clang->getCursorUSR(cursor));
    const char *key = usr;
    if (is_defined) {
        /* Two files may give one tag two meanings. */
        struct place place = unit_place(unit, clang->getCursorLocation(definition));
        key =
            arena_format(unit->arena, "%s@%s:%u", usr,
                         place.entry ? place.entry->file.real_path : "", place.offset);
    }
    struct record_entry *entry = map_find_string(&unit->reader->records, key);
    if (entry != NULL) {
        return entry;
    }
    entry = ARENA_NEW(unit->reader->arena, struct record_entry);
    map_set_string(&unit->reader->records, key, entry);
    struct record *record = &entry->record;
    const char *tag = unit_spelling_of(unit, cursor);
    record->tag = strchr(tag, '(') != NULL ? "" : tag;
    struct declaration_key declared = declaration_key(unit, cursor);
    const char *typedef_name = map_find(&unit->typedefs, &declared, sizeof declared);
    const char *spelling = unit_string(unit, clang->getTypeSpelling(canonical));
    record->name = arena_string(unit->reader->arena,
                                typedef_name ? typedef_name : bare_name(spelling));
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    record->is_union = kind == CXCursor_UnionDecl;
    if (strcmp(record->name, record->tag) == 0 && typedef_name != NULL
        && kind != CXCursor_ClassDecl)
    {
        /* typedef struct foo {…} foo: the tag is there all the same. */
        record->name = record->tag;
    }
    if (is_defined) {
        fill_record(unit, entry, canonical, definition);
    }
    return entry;
}

void
unit_note_typedef(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    CXType type = clang->getCanonicalType(clang->getTypedefDeclUnderlyingType(cursor));
    if (type.kind != CXType_Record) {
        return;
    }
    struct declaration_key record = declaration_key(unit, clang->getTypeDeclaration(type));
    if (map_find(&unit->typedefs, &record, sizeof record) == NULL) {
        map_set(&unit->typedefs, &record, sizeof record,
                unit_string(unit, clang->getCursorSpelling(cursor)));
    }
}

/* TYPE's spelling; of a type without a name without the place where it stands. */
static const char *
spelling_of(struct unit *unit, CXType type)
{
    char *text = unit_string(unit, unit->clang->getTypeSpelling(type));
    for (char *open = strchr(text, '('); open != NULL; open = strchr(open + 1, '(')) {
        size_t size = strcspn(open, ")");
        char *at = strstr(open, " at ");
        bool is_unnamed = strncmp(open, "(unnamed", 8) == 0
                          || strncmp(open, "(anonymous", 10) == 0
                          || strncmp(open, "(lambda", 7) == 0;
        if (is_unnamed && at != NULL && open[size] == ')' && at < open + size) {
            memmove(at, open + size, strlen(open + size) + 1);
        }
    }
    return unit_intern_text(unit, text);
}

/* --- types --------------------------------------------------------------- */

/* The types one step below CANONICAL; TYPE, as written, where it tells more. */
static void
fill_target(struct unit *unit, struct type *made, CXType type, CXType canonical)
{
    const struct libclang *clang = unit->clang;
    CXType target = {.kind = CXType_Invalid};
    const unsigned outer = unit->type_levels;
    if (outer >= TYPE_LEVELS_MOST) {
        made->kind = TYPE_OTHER;
        return;
    }
    unit->type_levels = made->kind == TYPE_RECORD ? 0 : outer + 1;
    switch (made->kind) {
    case TYPE_POINTER:
        target = clang->getPointeeType(type.kind == CXType_Pointer ? type : canonical);
        break;
    case TYPE_ARRAY:
        /* Of `typedef T a[2]; a x;` only the canonical type has elements. */
        target = clang->getArrayElementType(
            type.kind >= CXType_ConstantArray && type.kind <= CXType_DependentSizedArray
                ? type
                : canonical);
        made->n_elements = canonical.kind == CXType_ConstantArray
                               ? clang->getArraySize(canonical)
                               : -1;
        break;
    case TYPE_FUNCTION: {
        target = clang->getResultType(canonical);
        int n = clang->getNumArgTypes(canonical);
        size_t n_parameters = n > 0 ? (size_t)n : 0;
        const struct type **parameters =
            ARENA_ARRAY(unit->reader->arena, const struct type *, n_parameters);
        for (size_t i = 0; i < n_parameters; i++) {
            parameters[i] = unit_type(unit, clang->getArgType(canonical, (unsigned)i));
        }
        made->parameters = parameters;
        made->n_parameters = n_parameters;
        break;
    }
    case TYPE_RECORD:
        made->record = &unit_record(unit, canonical)->record;
        break;
    default:
        break;
    }
    if (target.kind != CXType_Invalid) {
        made->target = unit_type(unit, target);
    }
    unit->type_levels = outer;
}

const struct type *
unit_type(struct unit *unit, CXType type)
{
    if (type.kind == CXType_Invalid) {
        return NULL;
    }
    /* Not the struct itself as key: it has padding. */
    uintptr_t key[] = {(uintptr_t)type.kind, (uintptr_t)type.data[0],
                       (uintptr_t)type.data[1]};
    struct type *known = map_find(&unit->types, key, sizeof key);
    if (known != NULL) {
        return known;
    }
    const struct libclang *clang = unit->clang;
    struct arena *arena = unit->reader->arena;
    CXType canonical = clang->getCanonicalType(type);
    struct type *made = ARENA_NEW(arena, struct type);
    /* Entered before its parts: a struct may hold pointers to itself. */
    map_set(&unit->types, key, sizeof key, made);
    made->is_const = clang->isConstQualifiedType(canonical) != 0;
    made->is_volatile = clang->isVolatileQualifiedType(canonical) != 0;
    if (canonical.kind == CXType_Atomic) {
        made->is_atomic = true;
        canonical = clang->getCanonicalType(clang->Type_getValueType(canonical));
    }
    made->kind = (uint8_t)kind_of(canonical.kind);
    made->is_reference = is_reference(canonical.kind);
    made->spelling = spelling_of(unit, type);
    made->canonical = spelling_of(unit, canonical);
    fill_target(unit, made, type, canonical);
    return made;
}
