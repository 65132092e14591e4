#include "csource/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "model/tokens.h"

/* --- macros -------------------------------------------------------------- */

/* Does a macro named at OFFSET take arguments: does a parenthesis follow at once?
 * libclang says no of each macro that is undefined in the end. */
static bool
is_function_like(const struct source_file *file, uint32_t offset)
{
    size_t i = source_token(file, offset);
    return i + 1 < file->n_tokens && token_is(file, i + 1, "(")
           && file->tokens[i].end == file->tokens[i + 1].begin;
}

/* Where the body of the macro named at OFFSET begins; END if it has none. */
static uint32_t
macro_body(const struct source_file *file, uint32_t offset, uint32_t end,
           bool function_like)
{
    size_t i = source_token(file, offset);
    if (i < file->n_tokens) {
        i = token_after(file, i);
    }
    if (function_like && token_is(file, i, "(")) {
        while (i < file->n_tokens && !token_is(file, i, ")")) {
            i = token_after(file, i);
        }
        i = i < file->n_tokens ? token_after(file, i) : i;
    }
    return i < file->n_tokens && file->tokens[i].begin < end ? file->tokens[i].begin
                                                             : end;
}

static const char *
offset_key(struct unit *unit, struct place place)
{
    return arena_format(unit->arena, "%s:%u", place.entry->file.real_path,
                        place.offset);
}

static void
read_macro(struct unit *unit, CXCursor cursor, struct place place)
{
    struct reader *reader = unit->reader;
    struct place_key key = place_key(place);
    if (map_find(&reader->macros_at, &key, sizeof key) != NULL) {
        return;
    }
    CXSourceRange range = unit->clang->getCursorExtent(cursor);
    struct macro *macro = ARENA_NEW(reader->arena, struct macro);
    macro->id = (uint32_t)reader->macros.n_items;
    macro->name = unit_spelling_of(unit, cursor);
    macro->file = &place.entry->file;
    macro->begin = place.offset;
    macro->end = unit_place(unit, unit->clang->getRangeEnd(range)).offset;
    macro->function_like = is_function_like(macro->file, macro->begin);
    macro->body =
        macro_body(macro->file, macro->begin, macro->end, macro->function_like);
    map_set(&reader->macros_at, &key, sizeof key, macro);
    LIST_ADD(reader->arena, reader->macros, macro);
}

static void
read_expansion(struct unit *unit, CXCursor cursor, struct place place)
{
    struct reader *reader = unit->reader;
    struct file_entry *entry = place.entry;
    const char *name = unit_spelling_of(unit, cursor);
    if (!unit_is_new(unit, 'x', place, name)) {
        return;
    }
    struct expansion expansion = {
        .name = name, .file = &entry->file, .begin = place.offset};
    CXSourceRange range = unit->clang->getCursorExtent(cursor);
    expansion.end = unit_place(unit, unit->clang->getRangeEnd(range)).offset;
    CXCursor macro = unit->clang->getCursorReferenced(cursor);
    if (!unit->clang->Cursor_isNull(macro)) {
        struct place from = unit_place(unit, unit->clang->getCursorLocation(macro));
        if (from.entry != NULL && from.entry->file.is_project) {
            struct place_key key = place_key(from);
            expansion.macro = map_find(&reader->macros_at, &key, sizeof key);
        }
    }
    ARENA_GROW(reader->arena, entry->expansions, entry->n_expansions,
               entry->expansions_capacity);
    entry->expansions[entry->n_expansions++] = expansion;
    entry->is_sorted = false;
}

/* The number that the macro CURSOR of a header stands for, or 0. */
static unsigned
macro_number(struct unit *unit, CXCursor cursor)
{
    CXFile handle = NULL;
    unsigned end = 0;
    CXSourceRange range = unit->clang->getCursorExtent(cursor);
    unit->clang->getFileLocation(unit->clang->getRangeEnd(range), &handle, NULL, NULL,
                                 &end);
    size_t size = 0;
    const char *text = unit->clang->getFileContents(unit->tu, handle, &size);
    unsigned number = 0, scale = 1;
    while (text != NULL && end > 0 && end <= size && text[end - 1] >= '0'
           && text[end - 1] <= '9')
    {
        number += (unsigned)(text[--end] - '0') * scale;
        scale *= 10;
    }
    return number;
}

/* PY_VERSION_HEX is an expression over these: patchlevel.h.  pyconfig.h says whether
 * there is a GIL. */
static void
read_version(struct unit *unit, CXCursor cursor)
{
    const char *name = unit_spelling_of(unit, cursor);
    struct reader *reader = unit->reader;
    if (strcmp(name, "PY_MAJOR_VERSION") == 0) {
        reader->python_major = macro_number(unit, cursor);
        unit->main_file->file.includes_python = true;
    }
    else if (strcmp(name, "PY_MINOR_VERSION") == 0) {
        reader->python_minor = macro_number(unit, cursor);
    }
    else if (strcmp(name, "PY_MICRO_VERSION") == 0) {
        reader->python_micro = macro_number(unit, cursor);
    }
    else if (strcmp(name, "Py_GIL_DISABLED") == 0) {
        reader->is_free_threaded = macro_number(unit, cursor) == 1;
    }
}

/* --- first pass: what stands outside functions --------------------------- */

static enum CXChildVisitResult
visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = data;
    const struct libclang *clang = unit->clang;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    switch (kind) {
    case CXCursor_TypedefDecl:
    case CXCursor_TypeAliasDecl:
        unit_note_typedef(unit, cursor);
        LIST_ADD(unit->arena, unit->aliases, cursor);
        return CXChildVisit_Continue;
    case CXCursor_UnexposedDecl: /* a linkage specification before clang 16 */
        if (unit_is_instance(unit, cursor)) {
            break;
        }
        return CXChildVisit_Recurse;
    case CXCursor_LinkageSpec:
    case CXCursor_Namespace:
        return CXChildVisit_Recurse;
    case CXCursor_InclusionDirective:
        return CXChildVisit_Continue;
    default:
        break;
    }
    struct place place = unit_place(unit, clang->getCursorLocation(cursor));
    if (place.entry == NULL) {
        return CXChildVisit_Continue;
    }
    if (!place.entry->file.is_project) {
        if (kind == CXCursor_MacroDefinition
            && (string_ends(place.entry->file.real_path, "/patchlevel.h")
                || string_ends(place.entry->file.real_path, "/pyconfig.h")))
        {
            read_version(unit, cursor);
        }
        return CXChildVisit_Continue;
    }
    if (kind == CXCursor_MacroDefinition) {
        read_macro(unit, cursor, place);
    }
    else if (kind == CXCursor_MacroExpansion) {
        read_expansion(unit, cursor, place);
    }
    else {
        LIST_ADD(unit->arena, unit->tops, cursor);
    }
    return CXChildVisit_Continue;
}

/* `static int x;` and `int x;` define x if nothing else in the unit does. */
static void
note_tentative(struct unit *unit)
{
    const struct libclang *clang = unit->clang;
    for (size_t i = 0; i < unit->tops.n_items; i++) {
        CXCursor cursor = unit->tops.items[i];
        if (clang->getCursorKind(cursor) != CXCursor_VarDecl
            || clang->Cursor_getStorageClass(cursor) == CX_SC_Extern)
        {
            continue;
        }
        char *usr =
            unit_string(unit, clang->getCursorUSR(clang->getCanonicalCursor(cursor)));
        if (map_find_string(&unit->tentative, usr) == NULL) {
            struct place place = unit_place(unit, clang->getCursorLocation(cursor));
            map_set_string(&unit->tentative, usr,
                           arena_string(unit->reader->arena, offset_key(unit, place)));
        }
    }
}

/* --- second pass --------------------------------------------------------- */

static void read_top(struct unit *unit, CXCursor cursor);

/* The function of CURSOR cannot get a parameter, if nothing else is in the way. */
static void
fix_head(struct unit *unit, CXCursor cursor, enum fixed_head fixed)
{
    struct function *function = &unit_function(unit, cursor)->function;
    function->fixed = (uint8_t)(function->fixed == FIXED_NOT ? fixed : function->fixed);
}

static enum CXChildVisitResult
visit_class_member(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    read_top(data, cursor);
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult
visit_friend(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = data;
    read_top(unit, cursor);
    if (unit->clang->getCursorKind(cursor) == CXCursor_FunctionDecl
        && unit->clang->isCursorDefinition(cursor) != 0)
    {
        fix_head(unit, cursor, FIXED_FRIEND);
    }
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult
visit_local_member(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = data;
    read_top(unit, cursor);
    if (unit->clang->getCursorKind(cursor) == CXCursor_CXXMethod) {
        fix_head(unit, cursor, FIXED_LOCAL);
    }
    return CXChildVisit_Continue;
}

void
unit_read_local_class(struct unit *unit, CXCursor cursor)
{
    unit->clang->visitChildren(cursor, visit_local_member, unit);
}

static void
read_top(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    switch (clang->getCursorKind(cursor)) {
    case CXCursor_FriendDecl:
        clang->visitChildren(cursor, visit_friend, unit);
        break;
    case CXCursor_FieldDecl:
        if (unit->is_cxx) {
            unit_read_default(unit, cursor);
        }
        break;
    case CXCursor_UnexposedDecl:
        if (unit_is_instance(unit, cursor)) {
            unit_declare_variable(unit, cursor);
        }
        break;
    case CXCursor_VarDecl:
        unit_declare_variable(unit, cursor);
        break;
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
    case CXCursor_FunctionTemplate:
        unit_declare_function(unit, cursor);
        break;
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassDecl:
        (void)unit_type(unit, clang->getCursorType(cursor));
        clang->visitChildren(cursor, visit_class_member, unit);
        break;
    case CXCursor_ClassTemplate:
        clang->visitChildren(cursor, visit_class_member, unit);
        break;
    default:
        break;
    }
}

/* --- diagnostics --------------------------------------------------------- */

static void
mark_broken(CXFile handle, CXSourceLocation *stack, unsigned n_stack, CXClientData data)
{
    (void)stack;
    (void)n_stack;
    struct unit *unit = data;
    struct file_entry *entry =
        unit_file(unit, handle, unit->clang->getLocationForOffset(unit->tu, handle, 0));
    if (entry != NULL) {
        entry->file.is_broken = true;
    }
}

/* The file of a module says nothing, but includes what only its generator does. */
static void
mark_generated(CXFile handle, CXSourceLocation *stack, unsigned n_stack,
               CXClientData data)
{
    (void)stack;
    struct unit *unit = data;
    if (n_stack != 1) {
        return;
    }
    const struct file_entry *entry =
        unit_file(unit, handle, unit->clang->getLocationForOffset(unit->tu, handle, 0));
    if (entry != NULL && entry->file.generator != NULL) {
        unit->main_file->file.generator = entry->file.generator;
        unit->main_file->file.is_generated = true;
    }
}

/* Is there anything for mark_generated to find?  To ask libclang takes its time. */
static bool
includes_generated(const struct unit *unit)
{
    for (size_t i = 0; i < unit->handles.capacity; i++) {
        const struct file_entry *entry = unit->handles.entries[i].value;
        if (entry != NULL && entry->file.generator != NULL) {
            return true;
        }
    }
    return false;
}

/* May the words at LOCATION be told?  Those of a macro count, too. */
static bool
may_quote(struct unit *unit, CXSourceLocation location)
{
    const struct place places[] = {unit_place(unit, location),
                                   unit_spelling(unit, location),
                                   unit_expansion(unit, location)};
    for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
        const struct file_entry *entry = places[i].entry;
        if (entry != NULL && !plan_may_quote(unit->reader->plan, entry->file.real_path)
            && entry != unit->main_file)
        {
            return false;
        }
    }
    return true;
}

/* Does DIAGNOSTIC tell of what ISO C forbids, but compilers accepted for long?  Pragmas may
 * turn on any other warning. */
static bool
is_lapse(const struct libclang *clang, CXDiagnostic diagnostic)
{
    static const char *const options[] = {
        "-Wimplicit-function-declaration", "-Wint-conversion",
        "-Wincompatible-pointer-types", "-Wincompatible-function-pointer-types",
    };
    CXString option = clang->getDiagnosticOption(diagnostic, NULL);
    bool is_such = false;
    for (size_t i = 0; i < ARRAY_LENGTH(options); i++) {
        const char *text = clang->getCString(option);
        is_such |= text != NULL && strcmp(text, options[i]) == 0;
    }
    clang->disposeString(option);
    return is_such;
}

static void
add_problem(struct unit *unit, CXDiagnostic diagnostic, bool is_error)
{
    static const char not_told[] =
        "an included file outside the project does not parse; its text is not shown";
    struct reader *reader = unit->reader;
    const struct libclang *clang = unit->clang;
    CXSourceLocation location = clang->getDiagnosticLocation(diagnostic);
    struct place place = unit_place(unit, location);
    struct source_problem problem = {
        .file = place.entry ? &place.entry->file : &unit->main_file->file,
        .line = 1,
        .column = 1,
        .message = may_quote(unit, location)
                       ? unit_intern(unit, clang->getDiagnosticSpelling(diagnostic))
                       : not_told,
    };
    CXFile handle;
    if (place.entry != NULL) {
        clang->getFileLocation(clang->getDiagnosticLocation(diagnostic), &handle,
                               &problem.line, &problem.column, NULL);
    }
    problem.path = problem.file->path;
    if (!unit_is_new(unit, 'd', place, problem.message)) {
        return;
    }
    if (is_error) {
        LIST_ADD(reader->arena, reader->problems, problem);
    }
    else {
        LIST_ADD(reader->arena, reader->warnings, problem);
    }
}

static void
unit_problem(struct unit *unit, const char *message)
{
    struct source_problem problem = {.file = &unit->main_file->file,
                                     .path = unit->main_file->file.path,
                                     .line = 1,
                                     .column = 1,
                                     .message = message,
                                     .is_unread = true};
    LIST_ADD(unit->reader->arena, unit->reader->problems, problem);
    unit->main_file->file.is_broken = true;
}

/* What the compiler says when a header is missing; all that follows is its
 * consequence. */
static bool
is_missing_header(const struct libclang *clang, CXDiagnostic diagnostic)
{
    CXString text = clang->getDiagnosticSpelling(diagnostic);
    bool is_missing = strstr(clang->getCString(text), "file not found") != NULL;
    clang->disposeString(text);
    return is_missing;
}

/* Tell the unit's errors: the missing headers if there are any, else the first
 * few.  Returns true if there is none. */
static bool
read_diagnostics(struct unit *unit)
{
    enum { MOST = 5 };
    const struct libclang *clang = unit->clang;
    unsigned n = clang->getNumDiagnostics(unit->tu);
    unsigned n_errors = 0, n_missing = 0;
    for (int pass = 0; pass < 2; pass++) {
        unsigned n_told = 0;
        for (unsigned i = 0; i < n && (pass == 0 || n_errors != 0); i++) {
            CXDiagnostic diagnostic = clang->getDiagnostic(unit->tu, i);
            bool is_error =
                clang->getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
            bool is_missing = is_error && is_missing_header(clang, diagnostic);
            if (pass == 0) {
                n_errors += is_error;
                n_missing += is_missing;
                if (!is_error && is_lapse(clang, diagnostic)) {
                    add_problem(unit, diagnostic, false);
                }
            }
            else if (is_error && (n_missing == 0 || is_missing) && n_told < MOST) {
                add_problem(unit, diagnostic, true);
                n_told++;
            }
            clang->disposeDiagnostic(diagnostic);
        }
    }
    if (n_errors != 0) {
        clang->getInclusions(unit->tu, mark_broken, unit);
        unit->main_file->file.is_broken = true;
    }
    return n_errors == 0;
}

/* --- the unit ------------------------------------------------------------ */

/* Why the compiler did not even begin: the file may be gone since it was listed. */
static const char *
refusal_of(struct unit *unit, const struct unit_plan *plan)
{
    struct error error = ERROR_INIT;
    char *text;
    size_t size;
    if (file_read(unit->arena, plan->path, LIMIT_SOURCE_SIZE, &text, &size, NULL,
                  &error)
        == 0)
    {
        return "libclang cannot parse this file with these arguments";
    }
    return arena_string(unit->reader->arena, error.message);
}

void
unit_read(struct reader *reader, CXTranslationUnit tu, const struct unit_plan *plan)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct unit unit = {
        .reader = reader, .clang = reader->clang, .tu = tu, .arena = arena};
    unit.is_cxx = unit_plan_is_cxx(plan);
    map_init(&unit.handles, arena);
    map_init(&unit.types, arena);
    map_init(&unit.typedefs, arena);
    map_init(&unit.tentative, arena);
    reader->unit_number++;
    unit.main_file = file_of_path(reader, plan->real_path, plan->path, true);
    unit.main_file->file.is_main = true;
    unit.main_file->file.is_project = true;
    unit.main_file->file.is_pedantic |= plan->is_pedantic;
    if (tu == NULL) {
        unit_problem(&unit, plan->refusal ? plan->refusal : refusal_of(&unit, plan));
        return;
    }
    if (!read_diagnostics(&unit)) {
        return;
    }
    /* A file that #if leaves out whole has no cursor to be met by. */
    CXFile main_handle = unit.clang->getFile(tu, plan->real_path);
    (void)unit_file(&unit, main_handle,
                    unit.clang->getLocationForOffset(tu, main_handle, 0));
    CXCursor top = unit.clang->getTranslationUnitCursor(tu);
    unit.clang->visitChildren(top, visit_top, &unit);
    expansions_sort(reader);
    note_tentative(&unit);
    for (size_t i = 0; i < unit.tops.n_items; i++) {
        read_top(&unit, unit.tops.items[i]);
    }
    /* Behind them, so that records are met in their own order. */
    for (size_t i = 0; i < unit.aliases.n_items; i++) {
        unit_declare_alias(&unit, unit.aliases.items[i]);
    }
    if (includes_generated(&unit)) {
        unit.clang->getInclusions(tu, mark_generated, &unit);
    }
    files_read_skipped(&unit);
    if (unit.is_too_deep) {
        unit_problem(&unit, "the code is nested too deeply");
    }
}
