/* Traverse, clear and free of the module state: written, or extended where the module has
 * them. */
#include "convert/rewrite/init/hooks.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/facts/inactive/members.h"
#include "convert/plan/early_returns.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/hooks.h"
#include "convert/plan/linked_objects.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/own_release.h"
#include "convert/plan/resources.h"
#include "convert/plan/stages.h"
#include "convert/plan/teardown.h"
#include "convert/plan/variables.h"
#include "convert/plan/vectors.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/capsules.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/init/definition_fields.h"
#include "convert/rewrite/init/opt_out.h"
#include "convert/rewrite/state/free_lists.h"
#include "convert/rewrite/state/resources.h"
#include "convert/rewrite/state/vectors.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "extension/expression.h"

/* --- what they visit ----------------------------------------------------------------- */

/* What a hook handles already, of one variable. */
struct handled {
    const struct function *hook; /* NULL: nothing */
    const struct variable *variable;
};

/* Append lines that apply MACRO to the elements of the array that PATH is, but those that are
 * HANDLED: one by one if there are such. */
static void
add_elements(struct strbuf *out, const char *macro, const char *path,
             const struct handled *handled)
{
    for (int64_t i = 0; i < handled->variable->type->n_elements; i++) {
        if (!hook_handles_element(handled->hook, handled->variable, i)) {
            strbuf_format(out, "\t%s(%s[%lld]);\n", macro, path, (long long)i);
        }
    }
}

/* Append lines that apply MACRO to every object that PATH, of TYPE, holds; members that are
 * HANDLED are left out. */
static void
add_lines(const struct conversion *c, struct strbuf *out, const char *macro,
          const struct type *type, const char *path, const struct handled *handled,
          const char *tabs, unsigned depth)
{
    enum { MAX_NESTING = 4 };
    if (depth > MAX_NESTING) {
        return;
    }
    if (type->kind == TYPE_ARRAY && type_holds_object(type)) {
        const char *index = TEXT(c, "%c", (int)('i' + depth));
        const char *length = TEXT(
            c, c->language->is_cxx ? "sizeof(%s) / sizeof(*%s)" : "Py_ARRAY_LENGTH(%s)",
            path, path);
        strbuf_format(out, "%sfor (size_t %s = 0; %s < %s; %s++) {\n", tabs, index,
                      index, length, index);
        add_lines(c, out, macro, type->target, TEXT(c, "%s[%s]", path, index), handled,
                  TEXT(c, "%s\t", tabs), depth + 1);
        strbuf_format(out, "%s}\n", tabs);
        return;
    }
    if (type_is_object_pointer(type)) {
        strbuf_format(out, "%s%s(%s);\n", tabs, macro, path);
        return;
    }
    if (type_is_record(type, "Py_buffer") && strcmp(macro, "Py_CLEAR") == 0) {
        /* Its exporter counts who has one, and must be told. */
        strbuf_format(out, "%sPyBuffer_Release(&%s);\n", tabs, path);
        return;
    }
    if (type->kind == TYPE_RECORD && type->record != NULL && type_holds_object(type)
        && !type->record->is_union)
    {
        struct guard guard = {0};
        for (size_t i = 0; i < type->record->n_fields; i++) {
            const struct field *field = &type->record->fields[i];
            if (!hook_handles(c, handled->hook, handled->variable, field->name)) {
                CLEANUP(strbuf_done) struct strbuf lines = STRBUF_INIT;
                add_lines(c, &lines, macro, field->type, TEXT(c, "%s.%s", path, field->name),
                          handled, tabs, depth + 1);
                if (lines.size > 0) {
                    struct guard next = member_guard(c, type->record, field->name);
                    add_branches(out, guard, next);
                    strbuf_add_string(out, lines.text);
                    guard = next;
                }
            }
        }
        add_branches(out, guard, (struct guard){0});
    }
}

/* A hook that may be left before its end gets its lines in two parts: what it asks itself has
 * its old value up to the end. */
enum part { PART_ALL, PART_UNNAMED, PART_NAMED };

/* Lines that apply MACRO to the objects in the nodes of the list that VARIABLE leads to, if it
 * does.  m_free gives the nodes back, and what it finds there is an object still. */
static void
add_list_lines(const struct conversion *c, struct strbuf *out, const char *macro,
               const char *state, const struct variable *variable)
{
    struct linked_objects list;
    if (!is_linked_list(c, variable, &list)) {
        return;
    }
    const char *tabs = "\t", *path = TEXT(c, "%s->%s", state, moving(c, variable)->field);
    bool is_array = variable->type->kind == TYPE_ARRAY;
    if (is_array) {
        strbuf_format(out, "\tfor (size_t i = 0; i < sizeof(%s) / sizeof(*%s); i++) {\n",
                      path, path);
        path = TEXT(c, "%s[i]", path);
        tabs = "\t\t";
    }
    strbuf_format(out, "%sfor (%s%snode = %s; node != NULL; node = node->%s) {\n", tabs,
                  list.to->spelling, string_ends(list.to->spelling, "*") ? "" : " ", path,
                  list.next);
    for (size_t i = 0; i < list.node->n_fields; i++) {
        const struct field *field = &list.node->fields[i];
        if (!type_is_object_pointer(field->type)) {
            continue;
        }
        if (strcmp(macro, "Py_VISIT") == 0) {
            strbuf_format(out, "%s\tPy_VISIT(node->%s);\n", tabs, field->name);
            continue;
        }
        strbuf_format(out,
                      "%s\tif (node->%s != NULL) {\n%s\t\tPy_INCREF(Py_None);\n"
                      "%s\t\tPy_SETREF(node->%s, Py_None);\n%s\t}\n",
                      tabs, field->name, tabs, tabs, field->name, tabs);
    }
    strbuf_format(out, "%s}\n%s", tabs, is_array ? "\t}\n" : "");
}

/* Lines that apply MACRO to all objects of the state of MODULE that m_clear releases and that
 * are of PART; those that DONE (NULL: none) handles already are left out. */
static void
add_hook_lines(const struct conversion *c, struct strbuf *out, const char *macro,
               const char *state, const char *module, const struct function *done,
               enum part part)
{
    if (part != PART_NAMED) {
        add_capsule_lines(c, out, macro, state, module);
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->stages->fields[i];
        const struct variable_plan *plan = moving(c, variable);
        const struct handled handled = {done, variable};
        if (plan == NULL
            || (plan->kind == FIELD_DATA && done != NULL && hook_names(done, variable))
            || (strcmp(macro, "Py_CLEAR") == 0 && outlives_clear(c, variable))
            || (part != PART_ALL && hook_names(done, variable) != (part == PART_NAMED)))
        {
            continue;
        }
        if (plan->kind == FIELD_DATA) {
            add_list_lines(c, out, macro, state, variable);
            continue;
        }
        const char *path = TEXT(c, "%s->%s", state, plan->field);
        /* A hook that names a static type releases none: the heap type is new to it. */
        if (plan->kind != FIELD_RECORD && plan->kind != FIELD_TYPE
            && hook_handles(c, done, variable, NULL))
        {
            if (plan->kind == FIELD_OBJECT && variable->type->kind == TYPE_ARRAY
                && type_is_object_pointer(variable->type->target))
            {
                add_elements(out, macro, path, &handled);
            }
        }
        else if (plan->kind == FIELD_TYPE) {
            strbuf_format(out, "\t%s(%s);\n", macro, path);
        }
        else if (plan->is_free_list) {
            if (strcmp(macro, "Py_CLEAR") == 0) {
                add_drain(c, out, state, plan);
            }
        }
        else if (plan->kind == FIELD_VECTOR) {
            add_vector_lines(c, out, macro, state, plan);
        }
        else {
            add_lines(c, out, macro, variable->type, path, &handled, "\t", 0);
        }
    }
}

/* Lines with which m_free releases what functions that deallocate an instance use, which
 * may run behind m_clear. */
static void
add_last_releases(const struct conversion *c, struct strbuf *out, const char *state)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->stages->fields[i];
        if (moving(c, variable) != NULL && outlives_clear(c, variable)) {
            strbuf_format(out, "\tPy_CLEAR(%s->%s);\n", state,
                          moving(c, variable)->field);
        }
    }
}

/* --- the functions ------------------------------------------------------------------- */

/* New lines of PART in HOOK, before the statement PLACE. */
static void
extend_hook_at(struct rewriter *r, const struct function *hook, const char *macro,
               const struct node *place, enum part part)
{
    CLEANUP(strbuf_done) struct strbuf lines = STRBUF_INIT;
    const char *module = hook->parameters[0]->name;
    const char *state = r->plan->names->state;
    const struct variable *own = own_state(r->plan, hook);
    const struct node *value = own != NULL ? variable_only_value(own) : NULL;
    bool has_it = plan_of_function(r->plan, hook)->needs_state
                  || (own != NULL && (value == NULL || value->begin < place->begin));
    if (!has_it) {
        state = TEXT(r, "%s(%s)", r->plan->names->get, module);
        require(r, REQUIRES_GET);
    }
    add_hook_lines(r->plan, &lines, macro, state, module, hook, part);
    if (lines.size > 0) {
        insert_lines(r, place->file, place->begin,
                     indented(r->plan, place->file, lines.text, ""),
                     "objects that moved to the state");
    }
}

/* New lines in a hook the module already has: before its last return, or before it may be
 * left. */
static void
extend_hook(struct rewriter *r, const struct function *hook, const char *macro)
{
    const struct node *early = early_return(hook);
    const struct node *last = last_statement(hook);
    if (early != NULL) {
        extend_hook_at(r, hook, macro, early, PART_UNNAMED);
    }
    if (last != NULL) { /* otherwise it is defined elsewhere */
        extend_hook_at(r, hook, macro, last, early != NULL ? PART_NAMED : PART_ALL);
    }
}

/* The pointer to the state in RELEASE: one that it has, or a new local. */
static const char *
state_in_release(struct rewriter *r, const struct function *release)
{
    const char *state = r->plan->names->state;
    const struct node *body = release->body;
    if (own_state(r->plan, release) != NULL
        || plan_of_function(r->plan, release)->needs_state)
    {
        return state;
    }
    require(r, REQUIRES_GET);
    const char *value = TEXT(r, "%s((PyObject *)%s)", r->plan->names->get,
                             parameter_name(r, release, 0, "module"));
    uint32_t first = line_end(body->file, body->begin);
    if (first > (body->first != NULL ? body->first->begin : body->end - 1)) {
        return value;
    }
    change(r, body->file, first, first,
           indented(r->plan, body->file,
                    TEXT(r, "\t%s *%s = %s;\n", r->plan->names->state_type, state, value),
                    ""),
           "objects that moved to the state");
    return state;
}

/* The module's own m_free frees, last of all, what moved and it does not know. */
static void
extend_release(struct rewriter *r, const struct function *release)
{
    CLEANUP(strbuf_done) struct strbuf frees = STRBUF_INIT;
    bool drops_objects = release_drops_objects(r->plan);
    if (release->body == NULL
        || (!has_vectors(r->plan) && !has_resources(r->plan) && !drops_objects
            && r->plan->module_holders->n_items == 0))
    {
        return;
    }
    const char *state = state_in_release(r, release);
    if (drops_objects) {
        add_hook_lines(r->plan, &frees, "Py_CLEAR", state, NULL, release, PART_ALL);
    }
    add_last_releases(r->plan, &frees, state);
    add_vector_frees(r->plan, &frees, state);
    add_resource_releases(r->plan, &frees, state);
    const struct node *last = last_statement(release);
    const struct source_file *file = release->body->file;
    uint32_t place = last != NULL && last->kind == NODE_RETURN ? last->begin
                                                               : release->body->end - 1;
    insert_lines(r, file, place, indented(r->plan, file, frees.text, ""),
                 "objects that moved to the state");
}

/* Lines with MACRO for what the state held before. */
static void
add_old_fields(const struct conversion *c, struct strbuf *out, const char *macro)
{
    const struct record *record = c->existing->record;
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (visits_old_field(c, field)) {
            add_lines(c, out, macro, field->type,
                      TEXT(c, "%s->%s", c->names->state, field->name),
                      &(struct handled){0}, "\t", 0);
        }
    }
}

static void
add_hook(const struct conversion *c, struct strbuf *out, const struct source_file *file,
         const char *result, const char *declarator, const char *macro)
{
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;
    strbuf_add_string(&body, function_head(c, file, result, declarator));
    strbuf_format(&body, "\t%s *%s = %s(module);\n", c->names->state_type,
                  c->names->state, c->names->get);
    add_hook_lines(c, &body, macro, c->names->state, "module", NULL, PART_ALL);
    if (strcmp(macro, "Py_VISIT") == 0 ? visits_old_state(c) : clears_old_state(c)) {
        add_old_fields(c, &body, macro);
    }
    strbuf_add_string(&body, "\treturn 0;\n}\n\n");
    strbuf_add_string(out, indented(c, file, body.text, ""));
}

/* Take `.m_free = …,` out of the initialiser, if it is written so. */
static bool
drop_release(struct rewriter *r)
{
    const struct source_file *file =
        variable_initializer(r->plan->module->variable, "m_free")->file;
    struct range entry;
    if (!release_entry(r->plan, &entry)) {
        return false;
    }
    remove_text(r, file, entry.begin, entry.end, "nothing is shared");
    return true;
}

/* m_free is the function NAME now.  A cast stays: what one stage wraps, the last one
 * unwraps. */
static void
set_release(struct rewriter *r, struct field_values *values, const char *name)
{
    const struct initializer *item =
        variable_initializer(r->plan->module->variable, "m_free");
    const struct node *old = item != NULL ? node_referent(item->value) : NULL;
    if (old != NULL && old->kind == NODE_NAME && old->function != NULL
        && !item->from_macro && old->origin == ORIGIN_FILE)
    {
        change_cover(r, old->file, old->begin, old->end, name,
                     "the module's definition");
        return;
    }
    set_field(r, values, "m_free", name);
}

/* m_free: WAS its function, the opt-out's left out; NOW it is to call NAME. */
void
edit_release(struct rewriter *r, struct field_values *values, const struct function *was,
             const char *now)
{
    bool is_new = was == NULL && now != NULL;
    if (r->plan->opt_out->release == NULL) {
        if (opt_out_has_release(r->plan) && r->plan->opt_out->exec == NULL) {
            set_release(r, values, opt_out_release_name(r->plan));
        }
        else if (is_new) {
            set_field(r, values, "m_free", now);
        }
        return;
    }
    if (r->plan->stages->is_once) {
        if (is_new) {
            extend_opt_out(r, now);
            if (drop_release(r)) {
                add_new_field(values, "m_free", r->plan->opt_out->release->name);
            }
        }
        return;
    }
    if (was != NULL && now != NULL) {
        set_release(r, values, now);
    }
    else if (was != NULL || !drop_release(r)) {
        set_field(r, values, "m_free", now);
    }
    else if (now != NULL) {
        add_new_field(values, "m_free", now);
    }
}

/* Returns the function that m_free is to call: RELEASE, extended, or a new one that
 * first calls CLEAR, if there is one. */
const char *
edit_free(struct rewriter *r, struct strbuf *before, const struct function *release,
          const char *clear)
{
    const struct source_file *file =
        variable_declaration(r->plan->module->variable)->file;
    CLEANUP(strbuf_done) struct strbuf frees = STRBUF_INIT;
    if (release != NULL) {
        extend_release(r, release);
        return release->name;
    }
    add_last_releases(r->plan, &frees, r->plan->names->state);
    add_vector_frees(r->plan, &frees, r->plan->names->state);
    add_resource_releases(r->plan, &frees, r->plan->names->state);
    if (frees.size > 0) {
        require(r, REQUIRES_GET);
    }
    const char *body =
        TEXT(r, "%s%s%s%s}\n\n",
             function_head(r->plan, file, "static void",
                           TEXT(r, "%s_free(void *module)", r->plan->names->base)),
             frees.size > 0 ? TEXT(r, "\t%s *%s = %s((PyObject *)module);\n",
                                   r->plan->names->state_type, r->plan->names->state,
                                   r->plan->names->get)
                            : "",
             clear != NULL ? TEXT(r, "\t(void)%s((PyObject *)module);\n", clear) : "",
             frees.size > 0 ? frees.text : "");
    strbuf_add_string(before, indented(r->plan, file, body, ""));
    return TEXT(r, "%s_free", r->plan->names->base);
}

/* Traverse, clear and free of the state: written, or extended where there are some.
 * Returns the function that m_free is to call, or NULL. */
const char *
edit_hooks(struct rewriter *r, struct strbuf *before, struct field_values *values,
           const struct function *release)
{
    const struct source_file *file =
        variable_declaration(r->plan->module->variable)->file;
    const struct function *traverse = hook_function(r->plan, "m_traverse");
    const struct function *clear = hook_function(r->plan, "m_clear");

    if (traverse != NULL) {
        extend_hook(r, traverse, "Py_VISIT");
    }
    else {
        add_hook(r->plan, before, file, "static int",
                 TEXT(r, "%s_traverse(PyObject *module, visitproc visit, void *arg)",
                      r->plan->names->base),
                 "Py_VISIT");
        set_field(r, values, "m_traverse",
                  TEXT(r, "%s_traverse", r->plan->names->base));
    }
    require(r, REQUIRES_GET);
    if (!holds_objects(r->plan) && !clears_old_state(r->plan)) {
        return release != NULL ? release->name : NULL;
    }
    if (clear != NULL) {
        extend_hook(r, clear, "Py_CLEAR");
    }
    else {
        add_hook(r->plan, before, file, "static int",
                 TEXT(r, "%s_clear(PyObject *module)", r->plan->names->base),
                 "Py_CLEAR");
        set_field(r, values, "m_clear", TEXT(r, "%s_clear", r->plan->names->base));
    }
    return edit_free(r, before, release,
                     clear != NULL ? clear->name
                                   : TEXT(r, "%s_clear", r->plan->names->base));
}
