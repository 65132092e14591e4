/* A static type becomes slots and a spec ("Changing Static Types to Heap Types"),
 * with the flags that keep what Python code can see of it. */
#include "convert/conversion.h"

#include <string.h>

static const char rule[] = "type-not-converted";

/* --- the members of the type ------------------------------------------------------ */

static bool
is_slot(const char *field)
{
    static const char *const names[] = {
        "tp_call",        "tp_clear",   "tp_dealloc",  "tp_del",     "tp_descr_get",
        "tp_descr_set",   "tp_doc",     "tp_finalize", "tp_getattr", "tp_getattro",
        "tp_getset",      "tp_hash",    "tp_init",     "tp_is_gc",   "tp_iter",
        "tp_iternext",    "tp_members", "tp_methods",  "tp_new",     "tp_repr",
        "tp_richcompare", "tp_setattr", "tp_setattro", "tp_str",     "tp_traverse",
        "tp_alloc",       "tp_free",
    };
    static const char *const prefixes[] = {"nb_", "sq_", "mp_", "am_", "bf_"};
    for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++) {
        if (string_starts(field, prefixes[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(field, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The text from token FIRST to the next comma or closing bracket of its own level, in
 * the body of a macro that ends at END; line continuations become blanks. */
static const char *
text_to_comma(const struct conversion *c, const struct source_file *file, size_t first,
              uint32_t end)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t last = first;
    for (size_t i = first; i < file->n_tokens && file->tokens[i].begin < end;
         i = token_after(file, i))
    {
        if (token_is(file, i, ",") || token_is(file, i, "}") || token_is(file, i, ")"))
        {
            break;
        }
        if (token_is(file, i, "(") || token_is(file, i, "{")) {
            i = token_closing(file, i);
            if (i >= file->n_tokens) {
                break;
            }
        }
        last = i;
    }
    for (uint32_t k = file->tokens[first].begin; k < file->tokens[last].end; k++) {
        char next = file->text[k + 1];
        if (file->text[k] == '\\' && (next == '\n' || next == '\r')) {
            while (strchr("\\\r\n \t", file->text[k + 1]) != NULL) {
                k++;
            }
            continue;
        }
        strbuf_add_char(&out, file->text[k]);
    }
    return arena_copy(c->arena, out.text, out.size);
}

/* The value that the macro used at ITEM gives to its field: behind `.field =` in the
 * macro's body; NULL if it is not written so. */
static const char *
text_in_macro(const struct conversion *c, const struct initializer *item)
{
    const char *name = token_text(c, item->file, token_at(item->file, item->begin));
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        if (strcmp(macro->name, name) != 0) {
            continue;
        }
        const struct source_file *file = macro->file;
        for (size_t k = token_at(file, macro->body);
             k + 3 < file->n_tokens && file->tokens[k].begin < macro->end; k++)
        {
            if (token_is(file, k, ".") && token_is(file, k + 1, item->field)
                && token_is(file, k + 2, "="))
            {
                return text_to_comma(c, file, k + 3, macro->end);
            }
        }
    }
    return NULL;
}

static const char *
text_of_value(struct conversion *c, const struct initializer *item)
{
    const char *text = item->from_macro ? text_in_macro(c, item) : NULL;
    if (text != NULL) {
        return text;
    }
    return rendered(c, item->file, item->begin, item->end);
}

/* A slot's value without the cast that a typed field asked for. */
static const char *
text_of_slot(struct conversion *c, const struct initializer *item)
{
    const struct node *bare = node_bare(item->value);
    const struct node *referent =
        item->value != NULL ? node_referent(item->value) : NULL;
    if (referent != NULL && referent->kind == NODE_NAME && referent->function != NULL
        && !item->from_macro && referent->origin == ORIGIN_FILE)
    {
        return rendered(c, referent->file, referent->begin, referent->end);
    }
    if (bare != item->value && bare != NULL && bare->origin == ORIGIN_FILE
        && item->value->kind == NODE_CAST && !item->from_macro)
    {
        return rendered(c, bare->file, bare->begin, bare->end);
    }
    const char *text = text_of_value(c, item);
    if (referent != NULL && referent->kind == NODE_NAME && referent->function != NULL
        && text[0] == '(' && string_ends(text, referent->function->name))
    {
        return referent->function->name; /* a cast in a macro's body */
    }
    return text;
}

/* Where the slots of a type are collected. */
struct type_draft {
    const struct variable *type;
    struct strbuf slots;   /* lines of the slot table */
    struct strbuf members; /* lines of offset members */
    struct strbuf before;  /* functions and tables in front of the slots */
    const struct function *dealloc, *clear, *traverse;
    const struct initializer *member_table;
    bool has_new, has_traverse, has_clear, has_finalizer;
};

static void
add_slot(struct conversion *c, struct type_draft *draft, const char *field,
         const char *value, const struct node *node)
{
    const struct node *referent = node != NULL ? node_referent(node) : NULL;
    const struct function *function =
        referent != NULL && referent->kind == NODE_NAME ? referent->function : NULL;
    const char *name = function != NULL ? function->name : "";

    if (!slot_is_limited(c, field)) {
        refuse_at(c, rule, node, draft->type->name,
                  "'%s' has the slot %s, which the limited API has from 3.11 on",
                  draft->type->name, field);
        return;
    }
    if (strcmp(field, "tp_free") == 0) {
        if (!string_starts(name, "PyObject_")) {
            refuse_at(c, rule, node, draft->type->name,
                      "'%s' has a tp_free of its own, which a heap type may not have",
                      draft->type->name);
        }
        return; /* the default is right */
    }
    if (strcmp(field, "tp_alloc") == 0) {
        if (strcmp(name, "PyType_GenericAlloc") != 0) {
            refuse_at(c, rule, node, draft->type->name,
                      "'%s' has a tp_alloc of its own", draft->type->name);
        }
        return;
    }
    if (strcmp(field, "tp_dealloc") == 0) {
        if (string_starts(name, "PyObject_")) {
            return; /* PyObject_Del: what the default does */
        }
        if (function == NULL || function->body == NULL) {
            refuse_at(c, rule, node, draft->type->name,
                      "the dealloc function of '%s' is not in the sources of this run",
                      draft->type->name);
            return;
        }
        draft->dealloc = function;
        fix_dealloc(c, function, plan_of_variable(c, draft->type)->is_collected);
    }
    if (strcmp(field, "tp_traverse") == 0) {
        draft->has_traverse = true;
        if (function == NULL || function->body == NULL) {
            refuse_at(c, rule, node, draft->type->name,
                      "the traverse function of '%s' is not in the sources of this run",
                      draft->type->name);
            return;
        }
        draft->traverse = function;
        fix_traverse(c, function);
    }
    if (strcmp(field, "tp_clear") == 0) {
        draft->has_clear = true;
        draft->clear = function;
    }
    draft->has_new |= strcmp(field, "tp_new") == 0;
    draft->has_finalizer |=
        strcmp(field, "tp_finalize") == 0 || strcmp(field, "tp_del") == 0;
    bool is_table = strcmp(field, "tp_methods") == 0 || strcmp(field, "tp_getset") == 0
                    || strcmp(field, "tp_members") == 0;
    strbuf_format(&draft->slots, "\t{Py_%s, %s%s},\n", field,
                  strcmp(field, "tp_doc") == 0 ? "(void *)"
                  : is_table                   ? ""
                                               : slot_cast(c),
                  value);
}

static void
add_offset(struct conversion *c, struct type_draft *draft,
           const struct initializer *item, const char *name)
{
    if (item->value == NULL || (item->value->has_value && item->value->value < 0)) {
        refuse_at(c, rule, item->value, draft->type->name,
                  "'%s' keeps %s at the end of its instances", draft->type->name, name);
        return;
    }
    c->needs_structmember = true;
    strbuf_format(&draft->members, "\t{\"%s\", T_PYSSIZET, %s, READONLY, NULL},\n",
                  name, text_of_value(c, item));
}

/* Fields of PyTypeObject that the spec itself has, or that mean nothing here. */
static bool
is_of_spec(const char *field)
{
    static const char *const names[] = {"tp_name",  "tp_basicsize", "tp_itemsize",
                                        "tp_flags", "tp_base",      "tp_version_tag"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(field, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void add_table(struct conversion *c, struct type_draft *draft,
                      const struct variable *table);

static void
add_field(struct conversion *c, struct type_draft *draft,
          const struct initializer *item)
{
    const char *field = item->field;
    const struct node *referent = node_referent(item->value);

    if (string_starts(item->path, "ob_base")) {
        const struct variable *meta =
            referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
        if (strcmp(field, "ob_type") == 0 && meta != NULL
            && strcmp(meta->name, "PyType_Type") != 0)
        {
            refuse_at(c, rule, item->value, draft->type->name,
                      "'%s' has a metatype of its own", draft->type->name);
        }
        return;
    }
    if (item->is_zero || is_of_spec(field)) {
        return;
    }
    if (string_starts(field, "tp_as_")) {
        if (referent != NULL && referent->variable != NULL) {
            add_table(c, draft, referent->variable);
        }
        return; /* a compound literal's fields are initialisers of their own */
    }
    if (strcmp(field, "tp_weaklistoffset") == 0) {
        add_offset(c, draft, item, "__weaklistoffset__");
    }
    else if (strcmp(field, "tp_dictoffset") == 0) {
        add_offset(c, draft, item, "__dictoffset__");
    }
    else if (strcmp(field, "tp_vectorcall_offset") == 0) {
        add_offset(c, draft, item, "__vectorcalloffset__");
    }
    else if (is_slot(field)) {
        if (strcmp(field, "tp_members") == 0) {
            draft->member_table = item;
        }
        add_slot(c, draft, field, text_of_slot(c, item), item->value);
    }
    else {
        refuse_at(c, rule, item->value, draft->type->name,
                  "the field %s of '%s' has no slot", field, draft->type->name);
    }
}

static void
add_table(struct conversion *c, struct type_draft *draft, const struct variable *table)
{
    plan_of_variable(c, table)->is_sub_table = true;
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        if (!item->is_zero) {
            add_slot(c, draft, item->field, text_of_slot(c, item), item->value);
        }
    }
}

/* --- slots given at run time --------------------------------------------------------- */

/* The assignment `X.field = value;` that USE of X begins, as a statement. */
static const struct node *
field_assignment(const struct node *use)
{
    const struct node *member = use->parent;
    const struct node *assign = member != NULL ? member->parent : NULL;
    if (use->origin != ORIGIN_FILE || member == NULL || member->kind != NODE_MEMBER
        || assign == NULL || assign->kind != NODE_ASSIGN || assign->first != member
        || assign->op != '=' || assign->parent == NULL
        || assign->parent->kind != NODE_BLOCK)
    {
        return NULL;
    }
    return assign;
}

static void
remove_assignment(struct conversion *c, const struct node *assign)
{
    remove_text(c, assign->file, assign->begin,
                after_semicolon(assign->file, assign->end), "the spec says it");
}

static void
add_run_time_slot(struct conversion *c, struct variable_plan *plan, const char *field,
                  const struct node *value)
{
    const struct node *referent = node_referent(value);
    const char *text = referent != NULL && referent->kind == NODE_NAME
                               && referent->function != NULL
                               && referent->origin == ORIGIN_FILE
                           ? text_of(c, referent->file, referent->begin, referent->end)
                           : rendered(c, value->file, value->begin, value->end);
    ARENA_GROW(c->arena, plan->slots, plan->n_slots, plan->slots_capacity);
    plan->slots[plan->n_slots++] = (struct slot){field, text, value};
}

static void
collect_table(struct conversion *c, struct variable_plan *plan,
              const struct variable *table)
{
    plan_of_variable(c, table)->is_sub_table = true;
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        if (!item->is_zero) {
            ARENA_GROW(c->arena, plan->slots, plan->n_slots, plan->slots_capacity);
            plan->slots[plan->n_slots++] =
                (struct slot){item->field, text_of_slot(c, item), item->value};
        }
    }
    for (size_t i = 0; i < table->n_uses; i++) {
        const struct node *assign = field_assignment(table->uses[i]);
        if (assign != NULL) {
            add_run_time_slot(c, plan, assign->first->text, assign->first->next);
            remove_assignment(c, assign);
        }
    }
}

static bool
is_text(const struct node *value)
{
    const struct node *bare = node_bare(value);
    return bare != NULL && bare->kind == NODE_STRING;
}

const struct node *
type_field(const struct variable *type, const char *field)
{
    for (size_t i = type->n_uses; i-- > 0;) { /* the last one counts */
        const struct node *assign = field_assignment(type->uses[i]);
        if (assign != NULL && string_equal(assign->first->text, field)) {
            return assign->first->next;
        }
    }
    const struct initializer *item = variable_initializer(type, field);
    return item != NULL && !item->is_zero ? item->value : NULL;
}

/* The last value that FIELD is given at run time, or NULL. */
static const struct slot *
run_time_slot(const struct variable_plan *plan, const char *field)
{
    for (size_t i = plan->n_slots; i-- > 0;) {
        if (string_equal(plan->slots[i].name, field)) {
            return &plan->slots[i];
        }
    }
    return NULL;
}

/* The value of FIELD as text; NULL if it has none, or NULL or 0. */
static const char *
text_of_field(struct conversion *c, const struct variable *type, const char *field)
{
    const struct slot *slot = run_time_slot(plan_of_variable(c, type), field);
    if (slot != NULL) {
        return slot->node->has_value && slot->node->value == 0 ? NULL : slot->value;
    }
    const struct initializer *item = variable_initializer(type, field);
    return item != NULL && !item->is_zero ? text_of_value(c, item) : NULL;
}

static void
collect_assignment(struct conversion *c, struct variable_plan *plan,
                   const struct node *assign)
{
    const char *field = assign->first->text;
    const struct node *value = assign->first->next;
    const struct node *referent = node_referent(value);

    if (strcmp(field, "tp_base") == 0) {
        plan->base = value;
    }
    else if (string_starts(field, "tp_as_") && referent != NULL
             && referent->variable != NULL && variable_is_static(referent->variable))
    {
        collect_table(c, plan, referent->variable);
    }
    else if (is_slot(field)
             || (is_of_spec(field) && (value->has_value || is_text(value))))
    {
        add_run_time_slot(c, plan, field, value);
    }
    else if (strcmp(field, "tp_dict") == 0) {
        return; /* filled behind the pointer, as before */
    }
    else if (strcmp(field, "ob_type") != 0) {
        refuse_at(c, rule, assign, plan->variable->name, "'%s' gets its %s at run time",
                  plan->variable->name, field);
        return;
    }
    remove_assignment(c, assign);
}

/* Py_SET_TYPE(&X, &PyType_Type) and Py_TYPE(&X) = &PyType_Type: what a heap type has
 * anyway. */
static void
remove_set_type(struct conversion *c, const struct node *use)
{
    const struct node *statement = use;
    while (statement->parent != NULL && statement->parent->kind != NODE_BLOCK) {
        statement = statement->parent;
    }
    if (statement->parent == NULL || statement->file == NULL) {
        return;
    }
    const struct source_file *file = statement->file;
    size_t first = token_at(file, statement->begin);
    size_t open = token_after(file, first);
    if (!token_is(file, open, "(")) {
        return;
    }
    size_t close = token_closing(file, open);
    bool is_setter = token_is(file, first, "Py_SET_TYPE");
    bool is_lvalue = token_is(file, first, "Py_TYPE") && close < file->n_tokens
                     && token_is(file, token_after(file, close), "=");
    if (!is_setter && !is_lvalue) {
        return;
    }
    uint32_t end = file->tokens[close].end;
    for (size_t i = close; i < file->n_tokens && !token_is(file, i, ";");
         i = token_after(file, i))
    {
        end = file->tokens[i].end;
    }
    remove_text(c, file, statement->begin, after_semicolon(file, end),
                "a heap type has its type already");
}

static bool is_plain_name(const struct variable *type);

void
plan_types(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan == NULL || plan->kind != FIELD_TYPE || plan->is_sequence) {
            continue;
        }
        c->has_plain_names |=
            is_plain_name(plan->variable) && c->options->abi3 == 0;
        for (size_t k = 0; k < plan->variable->n_uses; k++) {
            const struct node *use = plan->variable->uses[k];
            const struct node *assign = field_assignment(use);
            if (assign != NULL) {
                collect_assignment(c, plan, assign);
            }
            else if (use->within != NULL) {
                remove_set_type(c, use);
            }
        }
    }
}

/* --- the base ------------------------------------------------------------------------ */

static const struct node *
base_of(const struct conversion *c, const struct variable *type)
{
    const struct variable_plan *plan = plan_of_variable(c, type);
    if (plan->base != NULL) {
        return plan->base;
    }
    const struct initializer *base = variable_initializer(type, "tp_base");
    return base != NULL && !base->is_zero ? base->value : NULL;
}

const struct variable *
own_base(const struct conversion *c, const struct variable *type)
{
    const struct node *base = base_of(c, type);
    const struct node *referent = base != NULL ? node_referent(base) : NULL;
    const struct variable_plan *plan = referent != NULL && referent->kind == NODE_NAME
                                           ? moving(c, referent->variable)
                                           : NULL;
    return plan != NULL ? plan->variable : NULL;
}

/* The base as an expression of type PyTypeObject *; "NULL" for object. */
static const char *
base_text(struct conversion *c, const struct variable *type)
{
    const struct variable *own = own_base(c, type);
    const struct node *base = base_of(c, type);
    if (own != NULL) {
        return field_access(c, own);
    }
    if (base == NULL) {
        return "NULL";
    }
    const struct node *referent = node_referent(base);
    if (referent != NULL && referent->kind == NODE_NAME && referent->variable != NULL
        && strcmp(referent->variable->name, "PyBaseObject_Type") == 0)
    {
        return "NULL";
    }
    return rendered(c, base->file, base->begin, base->end);
}

static bool
is_plain_name(const struct variable *type)
{
    const struct node *value = node_bare(type_field(type, "tp_name"));
    return value != NULL && value->kind == NODE_STRING && value->text != NULL
           && strchr(value->text, '.') == NULL;
}

static bool
needs_helper(const struct conversion *c)
{
    return c->options->floor < 0x030A0000 || c->has_plain_names;
}

char *
type_creation(struct conversion *c, const struct variable *type, const char *module)
{
    const char *base = base_text(c, type);
    const struct variable *own = own_base(c, type);
    const struct node *mine = plan_of_variable(c, type)->ready;
    const struct node *other = own != NULL ? plan_of_variable(c, own)->ready : NULL;

    if (own != NULL && other != NULL
        && (mine == NULL
            || (mine->within == other->within && mine->begin < other->begin)))
    {
        refuse_at(c, rule, mine != NULL ? mine : other, type->name,
                  "'%s' is made ready before its base '%s'", type->name, own->name);
    }
    if (needs_helper(c) && c->options->use_header) {
        c->uses_header = true;
        return TEXT(c, "Insulate_NewType(%s, &%s_spec, %s%s)", module, type->name,
                    strcmp(base, "NULL") == 0 ? "" : "(PyObject *)", base);
    }
    if (needs_helper(c)) {
        c->uses_new_type = true;
        return TEXT(c, "%s(%s, &%s_spec, %s)", c->new_type, module, type->name, base);
    }
    return TEXT(c, "(PyTypeObject *)PyType_FromModuleAndSpec(%s, &%s_spec, %s%s)",
                module, type->name, strcmp(base, "NULL") == 0 ? "" : "(PyObject *)",
                base);
}

/* --- functions and tables that the spec needs ----------------------------------------- */

/* "Foo" for Foo_Type, FooType, Foo_type. */
static const char *
stem_of(const struct conversion *c, const char *name)
{
    static const char *const tails[] = {"_Type", "_type", "Type"};
    for (size_t i = 0; i < ARRAY_LENGTH(tails); i++) {
        if (string_ends(name, tails[i]) && strlen(name) > strlen(tails[i])) {
            return TEXT(c, "%.*s", (int)(strlen(name) - strlen(tails[i])), name);
        }
    }
    return name;
}

static const char *
instance_struct(struct conversion *c, const struct variable *type)
{
    const char *text = text_of_field(c, type, "tp_basicsize");
    if (text == NULL) {
        return NULL;
    }
    const char *open = strchr(text, '('), *close = strrchr(text, ')');
    if (!string_starts(text, "sizeof") || open == NULL || close == NULL) {
        return NULL;
    }
    return TEXT(c, "%.*s", (int)(close - open - 1), open + 1);
}

static void
generate_traverse(struct conversion *c, struct type_draft *draft,
                  const struct source_file *file)
{
    const struct variable *type = draft->type;
    const char *name = TEXT(c, "%s_traverse", stem_of(c, type->name));
    const char *record = instance_struct(c, type);
    const char *base = base_text(c, type);
    const char *member = draft->dealloc != NULL && record != NULL
                             ? released_member(c, draft->dealloc, 0)
                             : NULL;
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;

    if (name_is_used(c, name) || string_equal(stem_of(c, type->name), c->base)) {
        name = TEXT(c, "%s_heap_traverse", stem_of(c, type->name));
    }
    if (strcmp(base, "NULL") != 0 && base_of(c, type) != NULL
        && plan_of_variable(c, type)->base != NULL)
    {
        /* The base is named where the type is made; it must mean the same here. */
        const struct node *node = plan_of_variable(c, type)->base;
        for (const struct node *n = node; n != NULL; n = node_after(n, node)) {
            if (n->kind == NODE_NAME && n->variable != NULL
                && n->variable->storage == STORAGE_AUTOMATIC)
            {
                refuse_at(c, rule, node, type->name,
                          "the base of '%s' is known to one function only", type->name);
            }
        }
    }
    bool has_members = member != NULL;
    strbuf_add_string(&body,
                      function_head(c, file, "static int",
                                    TEXT(c, "%s(%s *self, visitproc visit, void *arg)",
                                         name, has_members ? record : "PyObject")));
    strbuf_format(&body, "\tPy_VISIT(Py_TYPE(%sself));\n",
                  has_members ? object_cast(c) : "");
    for (size_t i = 0; has_members && member != NULL; i++) {
        if (strstr(body.text, TEXT(c, "self->%s)", member)) == NULL) {
            strbuf_format(&body, "\tPy_VISIT(self->%s);\n", member);
        }
        member = released_member(c, draft->dealloc, i + 1);
    }
    if (strcmp(base, "NULL") != 0) {
        const char *pointer = c->options->abi3 != 0 ? base : TEXT(c, "(%s)", base);
        strbuf_format(&body, "\ttraverseproc base_traverse = %s;\n",
                      type_function(c, pointer, "tp_traverse"));
        strbuf_format(
            &body,
            "\treturn base_traverse != NULL ? base_traverse(%sself, visit, arg) "
            ": 0;\n}\n\n",
            has_members ? "(PyObject *)" : "");
    }
    else {
        strbuf_add_string(&body, "\treturn 0;\n}\n\n");
    }
    strbuf_add_string(&draft->before, indented(c, file, body.text, ""));
    strbuf_format(&draft->slots, "\t{Py_tp_traverse, %s%s},\n", slot_cast(c), name);
    draft->has_traverse = true;
}

/* A static type inherits object's dealloc, a heap type gets one that serves any class
 * made in Python, and is slow.  Where nothing but the instance itself goes, say so. */
static void
generate_dealloc(struct conversion *c, struct type_draft *draft,
                 const struct source_file *file)
{
    const struct variable *type = draft->type;
    const struct variable_plan *plan = plan_of_variable(c, type);
    const char *name = TEXT(c, "%s_dealloc", stem_of(c, type->name));
    if (!base_owns_nothing(type) || draft->members.size > 0 || draft->has_finalizer)
    {
        return;
    }
    if (name_is_used(c, name)) {
        name = TEXT(c, "%s_heap_dealloc", stem_of(c, type->name));
    }
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;
    strbuf_add_string(&body, function_head(c, file, "static void",
                                           TEXT(c, "%s(PyObject *self)", name)));
    strbuf_format(&body,
                  "\tPyTypeObject *tp = Py_TYPE(self);\n%s\t%s(self);\n"
                  "\tPy_DECREF(%stp);\n}\n\n",
                  plan->is_collected ? "\tPyObject_GC_UnTrack(self);\n" : "",
                  type_function(c, "tp", "tp_free"), object_cast(c));
    strbuf_add_string(&draft->before, indented(c, file, body.text, ""));
    strbuf_format(&draft->slots, "\t{Py_tp_dealloc, %s%s},\n", slot_cast(c), name);
}

/* Put the offset members into the type's own table, or into a new one. */
static void
place_members(struct conversion *c, struct type_draft *draft,
              const struct source_file *file)
{
    if (draft->members.size == 0) {
        return;
    }
    const struct node *table =
        draft->member_table != NULL ? node_referent(draft->member_table->value) : NULL;
    if (table != NULL && table->variable != NULL && table->variable->initial != NULL
        && table->variable->initial->origin == ORIGIN_FILE)
    {
        const struct node *list = table->variable->initial;
        uint32_t place = list->begin + 1;
        const char *lines = indented(c, list->file, draft->members.text, "");
        change(c, list->file, place, place,
               TEXT(c, "\n%.*s", (int)strlen(lines) - 1, lines),
               "offsets that have no slot");
        return;
    }
    strbuf_format(&draft->before, "%s",
                  indented(c, file,
                           TEXT(c,
                                "static PyMemberDef %s_members[] = {\n%s\t{NULL, 0, 0, "
                                "0, NULL},\n};\n\n",
                                draft->type->name, draft->members.text),
                           ""));
    strbuf_format(&draft->slots, "\t{Py_tp_members, %s_members},\n", draft->type->name);
}

/* --- the spec --------------------------------------------------------------------------- */

enum { TPFLAGS_HAVE_GC = 1 << 14 };

static const char *
flags_text(struct conversion *c, const struct type_draft *draft, bool adds_gc)
{
    const char *old = text_of_field(c, draft->type, "tp_flags");
    const char *base = base_text(c, draft->type);
    CLEANUP(strbuf_done) struct strbuf added = STRBUF_INIT;

    if (old == NULL) {
        old = "Py_TPFLAGS_DEFAULT";
    }
    if (adds_gc) {
        strbuf_add_string(&added, "Py_TPFLAGS_HAVE_GC | ");
    }
    strbuf_add_string(&added, immutable_flag(c));
    if (!draft->has_new && strcmp(base, "NULL") == 0) {
        strbuf_format(&added, " | %s", no_instances_flag(c));
    }
    plan_of_variable(c, draft->type)->added_flags =
        arena_copy(c->arena, added.text, added.size);
    if (strchr(old, '#') != NULL) {
        return TEXT(c, "%s | %s\n", added.text, old); /* its last line may be #endif */
    }
    return TEXT(c, "%s | %s", old, added.text);
}

static const char *
spec_name(struct conversion *c, const struct variable *type)
{
    const char *text = text_of_field(c, type, "tp_name");
    if (text == NULL) {
        return "NULL";
    }
    if (!is_plain_name(type) || (c->options->use_header && c->options->abi3 == 0)) {
        return text; /* Insulate_NewType knows names without a dot */
    }
    return text[0] == '"' ? TEXT(c, "\"builtins.%s", text + 1)
                          : TEXT(c, "\"builtins.\" %s", text);
}

/* The spec of TYPE, its semicolon left out; C++ gives its fields by their places. */
static const char *
spec_text(struct conversion *c, const struct variable *type, const char *flags)
{
    const char *size = text_of_field(c, type, "tp_basicsize");
    const char *items = text_of_field(c, type, "tp_itemsize");
    const char *head =
        TEXT(c, "%sPyType_Spec %s_spec = {\n",
             type->storage == STORAGE_STATIC ? "static " : "", type->name);
    const char *name = spec_name(c, type);
    const char *basic = size != NULL ? size : "0";

    if (c->is_plus) {
        return TEXT(c, "%s\t%s,\n\t%s,\n\t%s,\n\t%s,\n\t%s_slots,\n}", head, name,
                    basic, items != NULL ? items : "0", flags, type->name);
    }
    return TEXT(c,
                "%s\t.name = %s,\n\t.basicsize = %s,\n%s\t.flags = %s,\n"
                "\t.slots = %s_slots,\n}",
                head, name, basic,
                items != NULL ? TEXT(c, "\t.itemsize = %s,\n", items) : "", flags,
                type->name);
}

/* The source text of the whole definition, its semicolon left out. */
static bool
definition_range(const struct variable *type, const struct source_file **out_file,
                 uint32_t *out_begin, uint32_t *out_end)
{
    const struct declaration *definition = variable_declaration(type);
    if (definition == NULL || !definition->is_definition || definition->from_macro
        || definition->n_declarators > 1)
    {
        return false;
    }
    *out_file = definition->file;
    *out_begin = definition->begin;
    *out_end = definition->end;
    return true;
}

static void
draft_done(struct type_draft *draft)
{
    strbuf_done(&draft->slots);
    strbuf_done(&draft->members);
    strbuf_done(&draft->before);
}

static void
edit_type(struct conversion *c, const struct variable *type)
{
    const struct variable_plan *plan = plan_of_variable(c, type);
    CLEANUP(draft_done)
    struct type_draft draft = {.type = type,
                               .slots = STRBUF_INIT,
                               .members = STRBUF_INIT,
                               .before = STRBUF_INIT};
    const struct source_file *file;
    uint32_t begin, end;

    if (!definition_range(type, &file, &begin, &end)) {
        const struct declaration *place = variable_declaration(type);
        refuse(
            c, rule, place->file, place->name, type->name,
            "the definition of '%s' is shared with another variable or made by a macro",
            type->name);
        return;
    }
    for (size_t i = 0; i < type->n_initializers; i++) {
        if (run_time_slot(plan, type->initializers[i].field) == NULL) {
            add_field(c, &draft, &type->initializers[i]);
        }
    }
    for (size_t i = 0; i < plan->n_slots; i++) {
        const struct slot *slot = &plan->slots[i];
        if (!is_null(slot->node) && !is_of_spec(slot->name)
            && slot == run_time_slot(plan, slot->name))
        {
            add_slot(c, &draft, slot->name, slot->value, slot->node);
        }
    }
    const struct node *old_flags = type_field(type, "tp_flags");
    bool had_gc = old_flags != NULL && old_flags->has_value
                  && (old_flags->value & TPFLAGS_HAVE_GC) != 0;
    /* A subtype of an own type inherits the flag, traverse and clear together. */
    bool inherits = own_base(c, type) != NULL && !draft.has_traverse && !had_gc;
    if (draft.dealloc == NULL && !inherits) {
        generate_dealloc(c, &draft, file);
    }
    if (!draft.has_traverse && !inherits && plan->is_collected) {
        generate_traverse(c, &draft, file);
    }
    const char *record = instance_struct(c, type);
    if (draft.traverse != NULL && record != NULL && draft.dealloc != NULL) {
        visit_members(c, draft.traverse, draft.dealloc, record);
    }
    if (draft.traverse != NULL && record != NULL && draft.clear != NULL) {
        visit_members(c, draft.traverse, draft.clear, record);
    }
    place_members(c, &draft, file);
    const char *getset = annotations_table(c, type, &draft.before);
    if (getset != NULL) {
        strbuf_format(&draft.slots, "\t{Py_tp_getset, %s},\n", getset);
    }
    const char *methods = reducing_table(c, type, &draft.before);
    if (methods != NULL) {
        strbuf_format(&draft.slots, "\t{Py_tp_methods, %s},\n", methods);
    }

    const char *text =
        TEXT(c, "static PyType_Slot %s_slots[] = {\n%s\t{0, NULL},\n};\n\n%s",
             type->name, draft.slots.text,
             spec_text(c, type,
                       flags_text(c, &draft,
                                  !had_gc && !inherits && plan->is_collected)));
    change_cover(c, file, begin, end,
                 TEXT(c, "%s%s", draft.before.text, indented(c, file, text, "")),
                 "a static type becomes a heap type");
}

static bool
includes_structmember(const struct source_file *file)
{
    for (size_t i = 0; i + 4 < file->n_tokens; i++) {
        if (file->tokens[i].directive != 0 && token_is(file, i, "include")
            && memmem(file->text + file->tokens[i].begin,
                      line_end(file, file->tokens[i].begin) - file->tokens[i].begin,
                      "structmember.h", strlen("structmember.h"))
                   != NULL)
        {
            return true;
        }
    }
    return false;
}

/* <structmember.h> has what offset members are made of. */
static void
include_structmember(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan == NULL || plan->kind != FIELD_TYPE) {
            continue;
        }
        const struct declaration *d = variable_declaration(plan->variable);
        if (includes_structmember(d->file)) {
            continue;
        }
        uint32_t place = include_place(d->file, d->begin);
        if (place != UINT32_MAX) {
            change(c, d->file, place, place, "#include <structmember.h>\n",
                   "for offset members");
        }
    }
}

void
edit_types(struct conversion *c)
{
    edit_reducing(c);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan != NULL && plan->kind == FIELD_TYPE && !plan->is_sequence) {
            edit_type(c, variable);
        }
    }
    if (c->needs_structmember) {
        include_structmember(c);
    }
}
