#include <ctype.h>
#include <string.h>

#include "base/strbuf.h"
#include "csource/unit.h"
#include "model/tokens.h"

/* --- strings ------------------------------------------------------------- */

char *
unit_string(struct unit *unit, CXString string)
{
    const char *text = unit->clang->getCString(string);
    char *copy = arena_string(unit->arena, text ? text : "");
    unit->clang->disposeString(string);
    return copy;
}

const char *
unit_intern_text(struct unit *unit, const char *text)
{
    struct map *strings = &unit->reader->strings;
    const char *known = map_find_string(strings, text);
    if (known == NULL) {
        char *copy = arena_string(unit->reader->arena, text);
        map_set_string(strings, text, copy);
        known = copy;
    }
    return known;
}

const char *
unit_intern(struct unit *unit, CXString string)
{
    const char *text = unit->clang->getCString(string);
    const char *known = unit_intern_text(unit, text ? text : "");
    unit->clang->disposeString(string);
    return known;
}

const char *
unit_spelling_of(struct unit *unit, CXCursor cursor)
{
    return unit_intern(unit, unit->clang->getCursorSpelling(cursor));
}

/* --- cursors of this unit ------------------------------------------------ */

static struct known_cursor *
known_slot(const struct unit *unit, CXCursor cursor)
{
    size_t i = unit->clang->hashCursor(cursor) & (unit->known_capacity - 1);
    while (unit->known[i].value != NULL
           && !unit->clang->equalCursors(unit->known[i].cursor, cursor))
    {
        i = (i + 1) & (unit->known_capacity - 1);
    }
    return &unit->known[i];
}

static void *
known_find(const struct unit *unit, CXCursor cursor)
{
    return unit->known_capacity ? known_slot(unit, cursor)->value : NULL;
}

static void
known_grow(struct unit *unit)
{
    struct known_cursor *old = unit->known;
    size_t old_capacity = unit->known_capacity;
    unit->known_capacity = old_capacity ? old_capacity * 2 : 1024;
    unit->known = ARENA_ARRAY(unit->arena, struct known_cursor, unit->known_capacity);
    for (size_t i = 0; i < old_capacity; i++) {
        if (old[i].value != NULL) {
            *known_slot(unit, old[i].cursor) = old[i];
        }
    }
}

static void
known_set(struct unit *unit, CXCursor cursor, void *value)
{
    if (unit->n_known * 2 >= unit->known_capacity) {
        known_grow(unit);
    }
    struct known_cursor *slot = known_slot(unit, cursor);
    if (slot->value == NULL) {
        unit->n_known++;
    }
    *slot = (struct known_cursor){cursor, value};
}

/* --- identity ------------------------------------------------------------ */

static const char *
place_text(struct unit *unit, struct place place)
{
    return arena_format(unit->reader->arena, "%s:%u",
                        place.entry ? place.entry->file.real_path : "", place.offset);
}

struct place_key
place_key(struct place place)
{
    return (struct place_key){(uintptr_t)place.entry, place.offset};
}

bool
unit_is_new(struct unit *unit, char kind, struct place place, const char *name)
{
    uintptr_t key[] = {(uintptr_t)place.entry, (uintptr_t)name, place.offset,
                       (unsigned char)kind};
    if (map_find(&unit->reader->seen, key, sizeof key) != NULL) {
        return false;
    }
    map_set(&unit->reader->seen, key, sizeof key, unit->reader);
    return true;
}

static struct place
name_place(struct unit *unit, CXCursor cursor)
{
    return unit_place(unit, unit->clang->getCursorLocation(cursor));
}

/* Where the unit defines the symbol CURSOR (canonical) of USR, or NULL. */
static const char *
defined_at(struct unit *unit, CXCursor cursor, const char *usr)
{
    CXCursor definition = unit->clang->getCursorDefinition(cursor);
    if (!unit->clang->Cursor_isNull(definition)) {
        return place_text(unit, name_place(unit, definition));
    }
    return map_find_string(&unit->tentative, usr);
}

/* The key of the symbol CURSOR (canonical) in the run's table.  A USR of a
 * static names the file without its folder; an external symbol may be defined
 * anew by another module of the run: then DEFINITION is part of the key. */
static const char *
symbol_key(struct unit *unit, CXCursor cursor, const char *usr, const char *definition)
{
    enum CXLinkageKind linkage = unit->clang->getCursorLinkage(cursor);
    if (usr[0] == '\0' || linkage == CXLinkage_Internal
        || linkage == CXLinkage_NoLinkage)
    {
        return arena_format(unit->arena, "%s@%s", usr,
                            place_text(unit, name_place(unit, cursor)));
    }
    return definition ? arena_format(unit->arena, "%s@%s", usr, definition) : usr;
}

/* --- templates ----------------------------------------------------------- */

enum { MAX_CLASS_DEPTH = 16 };

/* Is the class that CURSOR is a member of a template, or inside of one? */
static bool
is_of_template(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    for (unsigned i = 0; i < MAX_CLASS_DEPTH; i++) {
        cursor = clang->getCursorSemanticParent(cursor);
        switch (clang->getCursorKind(cursor)) {
        case CXCursor_ClassTemplate:
        case CXCursor_ClassTemplatePartialSpecialization:
            return true;
        case CXCursor_StructDecl:
        case CXCursor_UnionDecl:
        case CXCursor_ClassDecl:
            break;
        default:
            return false;
        }
    }
    return true;
}

bool
unit_is_instance(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    return clang->getCursorKind(cursor) == CXCursor_UnexposedDecl
           && clang->Cursor_hasVarDeclGlobalStorage(cursor) > 0;
}

/* --- variables ----------------------------------------------------------- */

static struct variable_entry *
new_variable(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    struct variable_entry *entry =
        ARENA_NEW(unit->reader->arena, struct variable_entry);
    struct variable *variable = &entry->variable;
    variable->name = unit_spelling_of(unit, cursor);
    variable->type = unit_type(unit, clang->getCursorType(cursor));
    variable->is_parameter = clang->getCursorKind(cursor) == CXCursor_ParmDecl;
    bool is_global =
        !variable->is_parameter && clang->Cursor_hasVarDeclGlobalStorage(cursor) > 0;
    variable->storage = is_global ? STORAGE_EXTERN : STORAGE_AUTOMATIC;
    variable->is_of_template =
        is_global && unit->is_cxx
        && (unit_is_instance(unit, cursor) || is_of_template(unit, cursor));
    variable->is_thread_local = clang->getCursorTLSKind(cursor) != CXTLS_None;
    if (!is_global && !variable->is_parameter) {
        unit_read_attributes_of_variable(unit, variable, cursor);
    }
    if (unit->within != NULL
        && (!is_global || clang->Cursor_getStorageClass(cursor) == CX_SC_Static))
    {
        variable->owner = &unit->within->function;
    }
    struct place place = name_place(unit, cursor);
    variable->in_project = place.entry != NULL && place.entry->file.is_project;
    if (variable->in_project) {
        variable->id = (uint32_t)unit->reader->variables.n_items;
        LIST_ADD(unit->reader->arena, unit->reader->variables, variable);
    }
    else {
        LIST_ADD(unit->reader->arena, unit->reader->foreign_variables, variable);
    }
    return entry;
}

/* The entry of the symbol CURSOR (canonical), made by MAKE if it is new to the
 * run.  DEFINITIONS_OF gives the entry's field of that name. */
static void *
shared_entry(struct unit *unit, CXCursor cursor,
             void *(*make)(struct unit *unit, CXCursor cursor),
             struct definitions *(*definitions_of)(void *entry))
{
    const char *usr = unit_string(unit, unit->clang->getCursorUSR(cursor));
    const char *definition = defined_at(unit, cursor, usr);
    const char *common = map_find_string(&unit->tentative, usr);
    const char *key = symbol_key(unit, cursor, usr, NULL);
    void *entry = map_find_string(&unit->reader->symbols, key);
    const struct definitions *known = entry != NULL ? definitions_of(entry) : NULL;
    bool is_common = known != NULL && common != NULL && known->common != NULL
                     && strcmp(common, known->common) == 0;
    if (known != NULL && definition != NULL && known->place != NULL
        && strcmp(definition, known->place) != 0 && !is_common)
    {
        key = symbol_key(unit, cursor, usr, common != NULL ? common : definition);
        entry = map_find_string(&unit->reader->symbols, key);
    }
    if (entry == NULL) {
        entry = make(unit, cursor);
        map_set_string(&unit->reader->symbols, key, entry);
    }
    if (definition != NULL && definitions_of(entry)->place == NULL) {
        *definitions_of(entry) = (struct definitions){definition, common};
    }
    return entry;
}

static void *
make_variable(struct unit *unit, CXCursor cursor)
{
    return new_variable(unit, cursor);
}

static struct definitions *
variable_definitions(void *entry)
{
    return &((struct variable_entry *)entry)->defined;
}

struct variable_entry *
unit_variable(struct unit *unit, CXCursor cursor)
{
    struct variable_entry *entry = known_find(unit, cursor);
    if (entry != NULL) {
        return entry;
    }
    const struct libclang *clang = unit->clang;
    CXCursor pattern = clang->getSpecializedCursorTemplate(cursor);
    if (!clang->Cursor_isNull(pattern)) {
        entry = unit_variable(unit, pattern);
        known_set(unit, cursor, entry);
        return entry;
    }
    CXCursor canonical = clang->getCanonicalCursor(cursor);
    entry = known_find(unit, canonical);
    if (entry == NULL) {
        bool is_local = clang->getCursorKind(cursor) == CXCursor_ParmDecl
                        || clang->Cursor_hasVarDeclGlobalStorage(cursor) <= 0;
        entry = is_local
                    ? new_variable(unit, cursor)
                    : shared_entry(unit, canonical, make_variable, variable_definitions);
        known_set(unit, canonical, entry);
    }
    if (!clang->equalCursors(cursor, canonical)) {
        known_set(unit, cursor, entry);
    }
    return entry;
}

/* BEGIN of a declaration in FILE, or `extern "C"` right in front of it, with no directive in
 * between: clang has that as a declaration around this one. */
static uint32_t
linkage_begin(const struct source_file *file, uint32_t begin)
{
    size_t i = source_token(file, begin);
    size_t language = i < file->n_tokens ? token_before(file, i) : file->n_tokens;
    if (language >= file->n_tokens || file->tokens[language].kind != TOKEN_STRING) {
        return begin;
    }
    for (size_t k = language; k < i; k++) {
        if (file->tokens[k].directive != 0 || file->tokens[k].inactive) {
            return begin;
        }
    }
    size_t word = token_before(file, language);
    return word < file->n_tokens && token_is(file, word, "extern")
               ? file->tokens[word].begin
               : begin;
}

/* The declaration that CURSOR is. */
static struct declaration
declaration_of(struct unit *unit, CXCursor cursor, const char *name)
{
    struct extent extent =
        unit_extent(unit, unit->clang->getCursorExtent(cursor), NULL);
    struct place place = name_place(unit, cursor);
    struct declaration declaration = {
        .file = extent.entry ? &extent.entry->file : NULL,
        .begin = extent.entry != NULL
                     ? linkage_begin(&extent.entry->file, extent.begin)
                     : extent.begin,
        .end = extent.end,
        .name = place.offset,
        .n_declarators = 1,
        .within = unit->within ? &unit->within->function : NULL,
    };
    size_t size = strlen(name);
    const struct source_file *file = declaration.file;
    if (file == NULL || place.offset + size > file->size) {
        declaration.from_macro = true;
    }
    else if (unit->is_cxx && strcmp(name, "operator()") == 0
             && file->text[place.offset] == '[')
    { /* a lambda: its parameters stand behind the captures */
        size_t close = token_closing(file, source_token(file, place.offset));
        declaration.from_macro = close >= file->n_tokens;
        declaration.name = declaration.from_macro ? place.offset : file->tokens[close].begin;
    }
    else {
        declaration.from_macro = memcmp(file->text + place.offset, name, size) != 0;
    }
    return declaration;
}

/* Learn from one declaration, CURSOR, where the variable lives. */
static void
set_storage(struct unit *unit, struct variable *variable, CXCursor cursor,
            bool has_value)
{
    if (variable->storage == STORAGE_AUTOMATIC) {
        return;
    }
    enum CX_StorageClass class = unit->clang->Cursor_getStorageClass(cursor);
    enum CXLinkageKind linkage = unit->clang->getCursorLinkage(cursor);
    if (class == CX_SC_Static || linkage == CXLinkage_Internal
        || linkage == CXLinkage_NoLinkage)
    {
        variable->storage = STORAGE_STATIC;
    }
    else if (class != CX_SC_Extern || has_value) {
        variable->storage = STORAGE_GLOBAL;
    }
}

/* Read what initialises VARIABLE, declared by CURSOR outside functions. */
static void
read_initial(struct unit *unit, struct variable_entry *entry, CXCursor value)
{
    struct variable_entry *holder = unit->holder;
    unit->holder = entry;
    entry->variable.initial = unit_syntax(unit, value);
    unit->holder = holder;
}

CXCursor
unit_initializer(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    CXCursor value = clang->Cursor_getVarDeclInitializer(cursor);
    if (!unit->is_cxx || clang->Cursor_isNull(value)
        || clang->getCursorKind(value) != CXCursor_CallExpr
        || clang->isPODType(clang->getCanonicalType(clang->getCursorType(cursor))) == 0)
    {
        return value;
    }
    struct place name = name_place(unit, cursor), place = name_place(unit, value);
    bool is_implicit = place.entry == name.entry && place.offset == name.offset;
    return is_implicit ? clang->getNullCursor() : value;
}

/* Is what CURSOR declares, a KIND, not known from its place?  One use of a macro may declare a
 * symbol and then define it. */
static bool
is_new_declaration(struct unit *unit, char kind, bool is_definition, CXCursor cursor,
                   const char *name)
{
    struct place place = name_place(unit, cursor);
    bool is_new = unit_is_new(unit, kind, place, name);
    return is_definition ? unit_is_new(unit, (char)toupper(kind), place, name) : is_new;
}

/* Add DECLARATION to LIST, or put it in place of what the same text declares. */
static void
add_declaration(struct unit *unit, struct declarations *list, struct declaration declaration)
{
    for (size_t i = 0; i < list->n_items; i++) {
        struct declaration *other = &list->items[i];
        if (other->file == declaration.file && other->begin == declaration.begin
            && other->name == declaration.name)
        {
            *other = declaration;
            return;
        }
    }
    LIST_ADD(unit->reader->arena, *list, declaration);
}

void
unit_declare_variable(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    struct variable_entry *entry = unit_variable(unit, cursor);
    struct variable *variable = &entry->variable;
    bool is_instance = unit_is_instance(unit, cursor);
    CXCursor value = clang->getCursorKind(cursor) == CXCursor_VarDecl || is_instance
                         ? unit_initializer(unit, cursor)
                         : cursor;
    bool has_value =
        !clang->equalCursors(value, cursor) && !clang->Cursor_isNull(value);
    bool may_define = has_value || clang->Cursor_getStorageClass(cursor) != CX_SC_Extern;
    const char *name = /* all instances have one place */
        is_instance ? unit_string(unit, clang->getCursorUSR(cursor)) : variable->name;
    if (!is_new_declaration(unit, 'v', may_define, cursor, name)) {
        return;
    }
    struct declaration declaration = declaration_of(unit, cursor, variable->name);
    declaration.is_definition = has_value || variable->storage == STORAGE_AUTOMATIC;
    set_storage(unit, variable, cursor, has_value);
    if (clang->getCursorLinkage(cursor) == CXLinkage_External) {
        unit_read_attributes_of_variable(unit, variable, cursor);
    }
    if (!declaration.is_definition && entry->tentative == 0
        && clang->Cursor_getStorageClass(cursor) != CX_SC_Extern)
    {
        entry->tentative = entry->declarations.n_items + 1;
    }
    if (declaration.is_definition || variable->n_declarations == 0) {
        /* `int a[]; int a[3];`: the definition knows more. */
        variable->type = unit_type(unit, clang->getCursorType(cursor));
    }
    add_declaration(unit, &entry->declarations, declaration);
    variable->n_declarations = entry->declarations.n_items;
    if (has_value && variable->storage != STORAGE_AUTOMATIC && unit->within == NULL) {
        read_initial(unit, entry, value);
    }
}

/* --- functions ----------------------------------------------------------- */

struct parameter_list {
    struct unit *unit;
    LIST(CXCursor) cursors;
};

static enum CXChildVisitResult
collect_parameter(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct parameter_list *list = data;
    if (list->unit->clang->getCursorKind(cursor) == CXCursor_ParmDecl) {
        LIST_ADD(list->unit->arena, list->cursors, cursor);
    }
    return CXChildVisit_Continue;
}

static void
read_parameters(struct unit *unit, struct function *function, CXCursor cursor)
{
    int n = unit->clang->Cursor_getNumArguments(cursor);
    size_t n_parameters = n > 0 ? (size_t)n : 0;
    struct parameter_list list = {.unit = unit};
    if (function->is_template) {
        /* libclang does not count those of a template. */
        unit->clang->visitChildren(cursor, collect_parameter, &list);
        n_parameters = list.cursors.n_items;
    }
    const struct variable **parameters =
        ARENA_ARRAY(unit->reader->arena, const struct variable *, n_parameters);
    for (size_t i = 0; i < n_parameters; i++) {
        CXCursor parameter =
            function->is_template
                ? list.cursors.items[i]
                : unit->clang->Cursor_getArgument(cursor, (unsigned)i);
        struct variable_entry *entry = unit_variable(unit, parameter);
        entry->variable.owner = function;
        if (entry->variable.in_project) {
            unit_declare_variable(unit, parameter);
        }
        parameters[i] = &entry->variable;
    }
    function->parameters = parameters;
    function->n_parameters = n_parameters;
}

/* NAME as the documentation of the C API has it: with PY_SSIZE_T_CLEAN, headers before 3.13
 * call `_PyArg_ParseTuple_SizeT`. */
static const char *
documented_name(struct unit *unit, const char *name)
{
    static const char tail[] = "_SizeT";
    if (!string_starts(name, "_Py") || !string_ends(name, tail)) {
        return name;
    }
    CLEANUP(strbuf_done) struct strbuf documented = STRBUF_INIT;
    strbuf_add(&documented, name + 1, strlen(name) - 1 - strlen(tail));
    return unit_intern_text(unit, documented.text);
}

static enum fixed_head
fixed_head_of(struct unit *unit, CXCursor cursor, const char *name)
{
    switch (unit->clang->getCursorKind(cursor)) {
    case CXCursor_Constructor:
        return FIXED_CONSTRUCTOR;
    case CXCursor_Destructor:
        return FIXED_DESTRUCTOR;
    case CXCursor_ConversionFunction:
        return FIXED_OPERATOR;
    case CXCursor_CXXMethod:
        if (unit->clang->CXXMethod_isVirtual(cursor)) {
            return FIXED_VIRTUAL;
        }
        if (is_of_template(unit, cursor)) {
            return FIXED_OF_TEMPLATE;
        }
        if (!unit->clang->CXXMethod_isStatic(cursor) && !name_is_operator(name)) {
            return FIXED_METHOD;
        }
        break;
    default:
        break;
    }
    return unit->is_cxx && name_is_operator(name) ? FIXED_OPERATOR : FIXED_NOT;
}

static void *
make_function(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    struct function_entry *entry =
        ARENA_NEW(unit->reader->arena, struct function_entry);
    struct function *function = &entry->function;
    function->answers = &entry->answers;
    function->name = unit_spelling_of(unit, cursor);
    function->type = unit_type(unit, clang->getCursorType(cursor));
    function->is_static = clang->getCursorLinkage(cursor) == CXLinkage_Internal;
    function->is_external = clang->getCursorLinkage(cursor) == CXLinkage_External;
    function->is_variadic = clang->Cursor_isVariadic(cursor) != 0;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    function->is_member = kind == CXCursor_CXXMethod || kind == CXCursor_Constructor
                          || kind == CXCursor_Destructor
                          || kind == CXCursor_ConversionFunction;
    function->is_const =
        kind == CXCursor_CXXMethod && clang->CXXMethod_isConst(cursor) != 0;
    function->is_template = kind == CXCursor_FunctionTemplate;
    function->fixed = fixed_head_of(unit, cursor, function->name);
    function->is_inline = clang->Cursor_isFunctionInlined(cursor) != 0;
    struct place place = name_place(unit, cursor);
    function->in_project = place.entry != NULL && place.entry->file.is_project;
    if (!function->in_project) {
        function->name = documented_name(unit, function->name);
    }
    if (place.entry != NULL && !function->in_project) {
        function->header = place.entry->file.real_path;
    }
    struct function_entry *within = unit->within;
    unit->within = NULL;
    read_parameters(unit, function, cursor);
    unit->within = within;
    if (function->in_project) {
        function->id = (uint32_t)unit->reader->functions.n_items;
        LIST_ADD(unit->reader->arena, unit->reader->functions, function);
    }
    else {
        LIST_ADD(unit->reader->arena, unit->reader->foreign_functions, function);
    }
    return entry;
}

static struct definitions *
function_definitions(void *entry)
{
    return &((struct function_entry *)entry)->defined;
}

struct function_entry *
unit_function(struct unit *unit, CXCursor cursor)
{
    struct function_entry *entry = known_find(unit, cursor);
    if (entry != NULL) {
        return entry;
    }
    /* What a template makes has no text of its own. */
    CXCursor pattern = unit->clang->getSpecializedCursorTemplate(cursor);
    if (!unit->clang->Cursor_isNull(pattern)) {
        entry = unit_function(unit, pattern);
        known_set(unit, cursor, entry);
        return entry;
    }
    CXCursor canonical = unit->clang->getCanonicalCursor(cursor);
    entry = known_find(unit, canonical);
    if (entry == NULL) {
        entry = shared_entry(unit, canonical, make_function, function_definitions);
        known_set(unit, canonical, entry);
    }
    if (!unit->clang->equalCursors(cursor, canonical)) {
        known_set(unit, cursor, entry);
    }
    return entry;
}

static enum CXChildVisitResult
visit_default(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = data;
    if (unit->clang->isExpression(unit->clang->getCursorKind(cursor))) {
        (void)unit_syntax(unit, cursor);
    }
    return CXChildVisit_Continue;
}

void
unit_read_default(struct unit *unit, CXCursor cursor)
{
    struct function_entry *within = unit->within;
    struct variable_entry *holder = unit->holder;
    unit->within = NULL;
    unit->holder = NULL;
    unit->clang->visitChildren(cursor, visit_default, unit);
    unit->within = within;
    unit->holder = holder;
}

static void
read_default_arguments(struct unit *unit, CXCursor cursor)
{
    struct parameter_list list = {.unit = unit};
    unit->clang->visitChildren(cursor, collect_parameter, &list);
    for (size_t i = 0; i < list.cursors.n_items; i++) {
        unit_read_default(unit, list.cursors.items[i]);
    }
}

/* The parts of a definition that run. */
struct running_code {
    struct unit *unit;
    CXCursor body;
    LIST(CXCursor) initials; /* of a C++ constructor */
};

static enum CXChildVisitResult
find_running_code(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct running_code *code = data;
    const struct libclang *clang = code->unit->clang;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    if (kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt) {
        code->body = cursor;
        return CXChildVisit_Break;
    }
    if (clang->isExpression(kind)) {
        LIST_ADD(code->unit->reader->arena, code->initials, cursor);
    }
    return CXChildVisit_Continue;
}

static void
read_initials(struct unit *unit, struct function *function,
              const struct running_code *code)
{
    LIST(const struct node *) initials = {0};
    for (size_t i = 0; i < code->initials.n_items; i++) {
        const struct node *root = unit_syntax(unit, code->initials.items[i]);
        if (root != NULL) {
            LIST_ADD(unit->reader->arena, initials, root);
        }
    }
    function->initials = initials.items;
    function->n_initials = initials.n_items;
}

static void
read_body(struct unit *unit, struct function_entry *entry, CXCursor cursor,
          const struct declaration *declaration)
{
    struct function *function = &entry->function;
    struct running_code code = {.unit = unit, .body = cursor};
    unit->clang->visitChildren(cursor, find_running_code, &code);
    if (unit->clang->equalCursors(code.body, cursor)) {
        return;
    }
    struct function_entry *within = unit->within;
    struct variable_entry *holder = unit->holder;
    unit->within = entry;
    unit->holder = NULL;
    read_parameters(unit, function, cursor);
    function->file = declaration->file;
    read_initials(unit, function, &code);
    struct node *root = unit_syntax(unit, code.body);
    function->body = root;
    unit->within = within;
    unit->holder = holder;
    if (root != NULL && root->origin == ORIGIN_MACRO && declaration->file != NULL) {
        /* struct file_entry begins with the file. */
        const struct file_entry *file =
            (const struct file_entry *)(const void *)declaration->file;
        const struct expansion *use = expansion_at(file, declaration->begin);
        function->made_by = use && use->begin == root->begin ? use->macro : NULL;
    }
}

void
unit_declare_function(struct unit *unit, CXCursor cursor)
{
    struct function_entry *entry = unit_function(unit, cursor);
    struct function *function = &entry->function;
    bool is_definition = unit->clang->isCursorDefinition(cursor) != 0;
    if (!is_new_declaration(unit, 'f', is_definition, cursor, function->name)) {
        return;
    }
    if (!function->in_project) {
        function->in_project = true;
        function->id = (uint32_t)unit->reader->functions.n_items;
        LIST_ADD(unit->reader->arena, unit->reader->functions, function);
    }
    struct declaration declaration = declaration_of(unit, cursor, function->name);
    declaration.is_definition = is_definition;
    add_declaration(unit, &entry->declarations, declaration);
    if (unit->clang->Cursor_getStorageClass(cursor) == CX_SC_Static) {
        function->is_static = true;
    }
    unit_read_attributes(unit, function, cursor);
    if (unit->is_cxx) {
        read_default_arguments(unit, cursor);
    }
    if (declaration.is_definition && function->body == NULL) {
        read_body(unit, entry, cursor, &declaration);
    }
}

/* --- typedefs ------------------------------------------------------------ */

void
unit_declare_alias(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    struct place place = name_place(unit, cursor);
    if (place.entry == NULL || !place.entry->file.is_project) {
        return;
    }
    const char *name = unit_spelling_of(unit, cursor);
    if (!unit_is_new(unit, 't', place, name)) {
        return;
    }
    struct declaration declaration = declaration_of(unit, cursor, name);
    struct type_alias alias = {
        .name = name,
        .type = unit_type(unit, clang->getTypedefDeclUnderlyingType(cursor)),
        .file = declaration.file,
        .begin = declaration.begin,
        .end = declaration.end,
        .place = declaration.name,
        .from_macro = declaration.from_macro,
    };
    LIST_ADD(unit->reader->arena, unit->reader->aliases, alias);
}

/* --- the end ------------------------------------------------------------- */

/* Count, for each declaration, those that begin where it begins. */
static void
count_declarators(struct map *counts, struct arena *scratch, struct declarations *list,
                  bool is_counting)
{
    for (size_t i = 0; i < list->n_items; i++) {
        struct declaration *declaration = &list->items[i];
        uintptr_t key[] = {(uintptr_t)declaration->file, declaration->begin};
        uint32_t *count = map_find(counts, key, sizeof key);
        if (count == NULL) {
            count = ARENA_NEW(scratch, uint32_t);
            map_set(counts, key, sizeof key, count);
        }
        if (is_counting) {
            ++*count;
        }
        else {
            declaration->n_declarators = *count;
        }
    }
}

static void
finish_variable(struct variable_entry *entry)
{
    struct variable *variable = &entry->variable;
    bool is_defined = false;
    for (size_t i = 0; i < entry->declarations.n_items; i++) {
        is_defined = is_defined || entry->declarations.items[i].is_definition;
    }
    if (!is_defined && entry->tentative != 0) {
        entry->declarations.items[entry->tentative - 1].is_definition = true;
    }
    variable->declarations = entry->declarations.items;
    variable->n_declarations = entry->declarations.n_items;
}

/* All that stand in no file of the project have one number, behind the last. */
static void
number_foreign(struct reader *reader)
{
    for (size_t i = 0; i < reader->foreign_variables.n_items; i++) {
        struct variable *variable = reader->foreign_variables.items[i];
        if (!variable->in_project) {
            variable->id = (uint32_t)reader->variables.n_items;
        }
    }
    for (size_t i = 0; i < reader->foreign_functions.n_items; i++) {
        struct function *function = reader->foreign_functions.items[i];
        if (!function->in_project) {
            function->id = (uint32_t)reader->functions.n_items;
        }
    }
}

void
symbols_finish(struct reader *reader, struct source *source)
{
    CLEANUP(arena_cleanup) struct arena *scratch = arena_new();
    struct map counts;
    map_init(&counts, scratch);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < reader->variables.n_items; i++) {
            /* The variable is its entry's first member. */
            struct variable_entry *entry = (void *)reader->variables.items[i];
            if (!entry->variable.is_parameter) {
                count_declarators(&counts, scratch, &entry->declarations, pass == 0);
            }
        }
        for (size_t i = 0; i < reader->functions.n_items; i++) {
            struct function_entry *entry = (void *)reader->functions.items[i];
            count_declarators(&counts, scratch, &entry->declarations, pass == 0);
        }
    }
    for (size_t i = 0; i < reader->variables.n_items; i++) {
        finish_variable((void *)reader->variables.items[i]);
        variable_read_initializers(reader->arena, reader->variables.items[i]);
    }
    for (size_t i = 0; i < reader->functions.n_items; i++) {
        struct function_entry *entry = (void *)reader->functions.items[i];
        entry->function.declarations = entry->declarations.items;
        entry->function.n_declarations = entry->declarations.n_items;
    }
    number_foreign(reader);
    source->variables = reader->variables.items;
    source->n_variables = reader->variables.n_items;
    source->functions = reader->functions.items;
    source->n_functions = reader->functions.n_items;
    source->macros = (const struct macro *const *)reader->macros.items;
    source->n_macros = reader->macros.n_items;
    source->records = (const struct record *const *)reader->record_list.items;
    source->n_records = reader->record_list.n_items;
    source->aliases = reader->aliases.items;
    source->n_aliases = reader->aliases.n_items;
}
