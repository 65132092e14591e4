/* What the slots of the heap types are, and which functions they need that the static
 * types did not. */
#include "convert/plan/type_specs.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/facts/type_fields.h"
#include "convert/facts/used_names.h"
#include "convert/findings.h"
#include "convert/plan/collector.h"
#include "convert/plan/derived_members.h"
#include "convert/plan/early_types.h"
#include "convert/plan/gc_functions.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/lost_attributes.h"
#include "convert/plan/names.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/slot_guards.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"
#include "convert/text/places.h"

static const char rule[] = "type-not-converted";

/* --- slots ----------------------------------------------------------------------- */

/* A spec in the making. */
struct spec_draft {
    struct type_spec spec;
    struct gc_functions *functions; /* of all types */
    struct inactive_slots inactive;
};

static void
add_line(struct conversion *c, struct spec_draft *draft, struct spec_slot slot)
{
    ARENA_ADD(c->arena, draft->spec.slots, draft->spec.n_slots, draft->spec.capacity,
              &slot);
}

/* The dealloc function FUNCTION (NULL: something else), called NAME; false: no slot. */
static bool
take_dealloc(struct conversion *c, struct spec_draft *draft, const struct node *node,
             const struct function *function, const char *name)
{
    if (string_starts(name, "PyObject_")) {
        return false; /* PyObject_Del: what the default does */
    }
    if (function == NULL || function->body == NULL) {
        refuse_at(c, rule, node, draft->spec.type->name,
                  "the dealloc function of '%s' is not in the sources of this run",
                  draft->spec.type->name);
        return false;
    }
    draft->spec.dealloc = function;
    plan_dealloc(c, draft->functions, function,
                 plan_of_variable(c, draft->spec.type)->is_collected);
    return true;
}

static bool
take_traverse(struct conversion *c, struct spec_draft *draft, const struct node *node,
              const struct function *function)
{
    draft->spec.has_traverse = true;
    if (function == NULL || function->body == NULL) {
        refuse_at(c, rule, node, draft->spec.type->name,
                  "the traverse function of '%s' is not in the sources of this run",
                  draft->spec.type->name);
        return false;
    }
    draft->spec.traverse = function;
    plan_traverse(c, draft->functions, function);
    return true;
}

/* The slot SLOT, whose value is NODE. */
static void
add_slot(struct conversion *c, struct spec_draft *draft, struct spec_slot slot,
         const struct node *node)
{
    const struct variable *type = draft->spec.type;
    const struct node *referent = node != NULL ? node_referent(node) : NULL;
    const struct function *function =
        referent != NULL && referent->kind == NODE_NAME ? referent->function : NULL;
    const char *name = function != NULL ? function->name : "";
    const char *field = slot.field;

    if (!slot_is_limited(c, field)) {
        refuse_at(c, rule, node, type->name,
                  "'%s' has the slot %s, which requires the limited API of 3.11",
                  type->name, field);
        return;
    }
    if (strcmp(field, "tp_doc") == 0 && loses_documentation(c, type)) {
        return; /* told by report_lost_attributes() */
    }
    if (strcmp(field, "tp_free") == 0) {
        if (!string_starts(name, "PyObject_")) {
            refuse_at(c, rule, node, type->name,
                      "'%s' has its own tp_free, which a heap type cannot have",
                      type->name);
        }
        return; /* the default is right */
    }
    if (strcmp(field, "tp_alloc") == 0) {
        if (strcmp(name, "PyType_GenericAlloc") != 0) {
            refuse_at(c, rule, node, type->name, "'%s' has its own tp_alloc",
                      type->name);
        }
        return;
    }
    if (strcmp(field, "tp_dealloc") == 0
        && !take_dealloc(c, draft, node, function, name)) {
        return;
    }
    if (strcmp(field, "tp_traverse") == 0
        && !take_traverse(c, draft, node, function)) {
        return;
    }
    if (strcmp(field, "tp_clear") == 0) {
        draft->spec.clear = function;
    }
    if (strcmp(field, "tp_members") == 0) {
        draft->spec.member_table = node;
    }
    draft->spec.has_new |= strcmp(field, "tp_new") == 0;
    draft->spec.has_finalizer |=
        strcmp(field, "tp_finalize") == 0 || strcmp(field, "tp_del") == 0;
    add_line(c, draft, slot);
}

/* An offset, whose VALUE the member SLOT.offset gets. */
static void
add_offset(struct conversion *c, struct spec_draft *draft, struct spec_slot slot,
           const struct node *value)
{
    if (value == NULL || (value->has_value && value->value < 0)) {
        refuse_at(c, rule, value, draft->spec.type->name,
                  "'%s' stores %s at the end of its instances", draft->spec.type->name,
                  slot.offset);
        return;
    }
    draft->spec.n_offsets++;
    add_line(c, draft, slot);
}

/* The inactive slots from number FIRST on become lines. */
static void
take_inactive_lines(struct conversion *c, struct spec_draft *draft, size_t first)
{
    for (size_t n = first; n < draft->inactive.n_items; n++) {
        add_line(c, draft, draft->inactive.items[n]);
    }
    draft->spec.inactive_tables = draft->inactive.tables;
    draft->spec.n_inactive_tables = draft->inactive.n_tables;
}

/* The slots that HOLDER has in branches that are not compiled. */
static void
take_inactive_slots(struct conversion *c, struct spec_draft *draft,
                    const struct variable *holder, struct guard outer)
{
    size_t first = draft->inactive.n_items;
    add_inactive_slots(c, &draft->inactive, holder, outer);
    take_inactive_lines(c, draft, first);
}

/* Those that TABLE, within OUTER, has in its definition, or in others. */
static void
take_inactive_table(struct conversion *c, struct spec_draft *draft,
                    const struct variable *table, struct guard outer)
{
    take_inactive_slots(c, draft, table,
                        guard_of_table(c, draft->spec.type, table, outer));
    size_t first = draft->inactive.n_items;
    add_other_definitions(c, &draft->inactive, table, outer);
    take_inactive_lines(c, draft, first);
}

/* ITEM gives TYPE nothing in this build: does it in each? */
static void
check_absent(struct conversion *c, const struct variable *type,
             const struct initializer *item)
{
    const char *macro = macro_of_other_builds(c, item->value);
    if (macro != NULL) {
        refuse_at(c, rule, item->value, type->name,
                  "the macro '%s' gives '%s' no %s here, but may in another build; give it "
                  "with an #if around it",
                  macro, type->name, item->field);
    }
}

static void
add_table(struct conversion *c, struct spec_draft *draft, const struct variable *table,
          struct guard outer)
{
    struct guard own = guard_of_table(c, draft->spec.type, table, outer);
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        struct spec_slot slot = {.field = item->field, .item = item};
        if (item->is_zero) {
            check_absent(c, draft->spec.type, item);
        }
        else {
            guard_slot(c, draft->spec.type, &slot,
                       guard_of_item(c, table, item, own));
            add_slot(c, draft, slot, item->value);
        }
    }
    take_inactive_table(c, draft, table, outer);
}

static void
add_field(struct conversion *c, struct spec_draft *draft,
          const struct initializer *item)
{
    struct spec_slot slot = {
        .field = item->field, .offset = offset_member(item->field), .item = item};
    const struct node *referent = node_referent(item->value);

    if (string_starts(item->path, "ob_base")) {
        const struct variable *meta =
            referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
        if (strcmp(slot.field, "ob_type") == 0 && meta != NULL
            && strcmp(meta->name, "PyType_Type") != 0)
        {
            refuse_at(c, rule, item->value, draft->spec.type->name,
                      "'%s' has its own metatype", draft->spec.type->name);
        }
        return;
    }
    if (item->is_zero) {
        if (!is_of_spec(slot.field)) {
            check_absent(c, draft->spec.type, item);
        }
        return;
    }
    guard_slot(c, draft->spec.type, &slot,
               guard_of_item(c, draft->spec.type, item, (struct guard){0}));
    if (is_of_spec(slot.field)) {
        return;
    }
    if (string_starts(slot.field, "tp_as_")) {
        if (referent != NULL && referent->variable != NULL) {
            add_table(c, draft, referent->variable, slot.guard);
        }
        return; /* a compound literal's fields are initialisers of their own */
    }
    if (slot.offset != NULL) {
        add_offset(c, draft, slot, item->value);
    }
    else if (is_slot(slot.field)) {
        add_slot(c, draft, slot, item->value);
    }
    else if (*slot.field == '\0') {
        refuse_at(c, rule, item->value, draft->spec.type->name,
                  "an expression computes the fields of '%s'; write them in an initialiser",
                  draft->spec.type->name);
    }
    else {
        refuse_at(c, rule, item->value, draft->spec.type->name,
                  "the field %s of '%s' has no slot", slot.field,
                  draft->spec.type->name);
    }
}

/* What an assignment in a branch of #if replaces would be lost in the other branches. */
static void
check_guarded_assignment(struct conversion *c, const struct variable *type,
                         const struct given_field *given, struct guard guard)
{
    const struct initializer *item = variable_initializer(type, given->name);
    bool is_lost = item != NULL && !item->is_zero;
    const struct given_type *all = given_to(plan_of_variable(c, type));
    for (size_t i = 0; i < all->n_slots; i++) {
        is_lost |= &all->slots[i] != given && strcmp(all->slots[i].name, given->name) == 0;
    }
    if (guard.n_levels > 0 && (is_lost || is_of_spec(given->name))) {
        refuse_at(c, rule, given->assign, type->name,
                  "'%s' gets another %s in a branch of #if; give it one in every "
                  "configuration",
                  type->name, given->name);
    }
}

static void
check_guarded_base(struct conversion *c, const struct variable *type)
{
    const struct node *base = given_to(plan_of_variable(c, type))->base;
    if (base != NULL && guard_in_function(c, base).n_levels > 0) {
        refuse_at(c, rule, base, type->name,
                  "'%s' gets its base in a branch of #if; give it one in every "
                  "configuration",
                  type->name);
    }
}

/* Tables that the type may get entries in, besides its own, must always be there. */
static void
check_guarded_tables(struct conversion *c, const struct type_spec *spec)
{
    const struct declaration *d = variable_declaration(spec->type);
    for (size_t i = 0; i < spec->n_slots; i++) {
        const struct spec_slot *slot = &spec->slots[i];
        bool is_extended =
            (strcmp(slot->field, "tp_methods") == 0 && !spec->has_new)
            || (strcmp(slot->field, "tp_members") == 0 && spec->n_offsets > 0);
        if (slot->guard.n_levels > 0 && slot->offset == NULL && is_extended) {
            refuse(c, rule, d->file, d->name, spec->type->name,
                   "'%s' has %s in a branch of #if only, and the conversion adds an "
                   "entry; move it out of the branch",
                   spec->type->name, slot->field);
        }
    }
    const struct node *members =
        spec->member_table != NULL ? node_referent(spec->member_table) : NULL;
    if (spec->n_offsets > 0 && members != NULL && members->variable != NULL) {
        refuse_other_definition(c, rule, members->variable);
        check_room(c, members->variable, spec->n_offsets);
    }
}

/* The table that ASSIGN gives the type at run time: `T.tp_as_number = &table`; NULL: it is
 * another assignment. */
static const struct variable *
assigned_table(const struct node *assign)
{
    const struct node *referent = node_referent(assigned_value(assign));
    return string_starts(assign->first->text, "tp_as_") && referent != NULL
                   && referent->kind == NODE_NAME
               ? referent->variable
               : NULL;
}

/* The branches that GIVEN stands in, also within a table. */
static struct guard
guard_of_given(const struct conversion *c, const struct variable *type,
               const struct given_field *given)
{
    struct guard guard = guard_in_function(c, given->assign);
    const struct variable *table =
        given->item != NULL ? assigned_table(given->assign) : NULL;
    return table != NULL ? guard_of_item(c, table, given->item,
                                         guard_of_table(c, type, table, guard))
                         : guard;
}

/* What tables that the type is given at run time have in branches that are not compiled. */
static void
take_given_tables(struct conversion *c, struct spec_draft *draft)
{
    const struct variable *type = draft->spec.type;
    const struct given_type *given = given_to(plan_of_variable(c, type));
    for (size_t i = 0; i < given->n_assignments; i++) {
        const struct variable *table = assigned_table(given->assignments[i]);
        if (table != NULL) {
            take_inactive_table(c, draft, table,
                                guard_in_function(c, given->assignments[i]));
        }
    }
}

/* What the type is given in its initialiser, and at run time. */
static void
add_given_slots(struct conversion *c, struct spec_draft *draft)
{
    const struct variable *type = draft->spec.type;
    const struct variable_plan *plan = plan_of_variable(c, type);
    for (size_t i = 0; i < type->n_initializers; i++) {
        if (run_time_slot(plan, type->initializers[i].field) == NULL) {
            add_field(c, draft, &type->initializers[i]);
        }
    }
    take_inactive_slots(c, draft, type, (struct guard){0});
    check_guarded_base(c, type);
    check_inactive_assignments(c, type);
    for (size_t i = 0; i < given_to(plan)->n_slots; i++) {
        const struct given_field *given = &given_to(plan)->slots[i];
        struct spec_slot slot = {
            .field = given->name, .offset = offset_member(given->name), .given = given};
        struct guard guard = guard_of_given(c, type, given);
        check_guarded_assignment(c, type, given, guard);
        if (is_null(given->node) || is_of_spec(given->name)
            || given != run_time_slot(plan, given->name))
        {
            continue;
        }
        guard_slot(c, type, &slot, guard);
        if (slot.offset != NULL) {
            add_offset(c, draft, slot, given->node);
        }
        else {
            add_slot(c, draft, slot, given->node);
        }
    }
    take_given_tables(c, draft);
}

/* --- functions that it needs ---------------------------------------------------------- */

/* A name for the function in the slot KIND that TYPE gets. */
static const char *
function_name(const struct conversion *c, const struct variable *type, const char *kind,
              bool is_taken)
{
    const char *stem = type_stem(c, type->name);
    const char *name = TEXT(c, "%s_%s", stem, kind);
    return is_taken || name_is_used(c, name) ? TEXT(c, "%s_heap_%s", stem, kind) : name;
}

bool
spec_has_slot(const struct type_spec *spec, const char *field)
{
    for (size_t i = 0; i < spec->n_slots; i++) {
        if (strcmp(spec->slots[i].field, field) == 0) {
            return true;
        }
    }
    return false;
}

static void
plan_functions(struct conversion *c, struct type_spec *spec)
{
    const struct variable *type = spec->type;
    const struct node *flags = type_field(type, "tp_flags");
    bool is_collected = plan_of_variable(c, type)->is_collected;
    bool had_gc = flags != NULL && flags->has_value
                  && (flags->value & TPFLAGS_HAVE_GC) != 0;
    /* A subtype of an own type inherits the flag, traverse and clear together. */
    bool inherits = own_base(c, type) != NULL && !spec->has_traverse && !had_gc;

    spec->adds_gc = !had_gc && !inherits && is_collected;
    /* A static type inherits object's dealloc, a heap type gets one that serves any class
     * made in Python, and is slow. */
    spec->makes_dealloc = spec->dealloc == NULL && !inherits && base_owns_nothing(type)
                          && spec->n_offsets == 0 && !spec->has_finalizer;
    spec->makes_traverse = !spec->has_traverse && !inherits && is_collected;
    /* With a traverse function of its own the type no longer inherits clear. */
    spec->makes_clear = spec->makes_traverse && !had_gc && !spec_has_slot(spec, "tp_clear")
                        && base_collection(c, type) >= COLLECTION_CLEARS;
    spec->dealloc_name = function_name(c, type, "dealloc", false);
    /* The module's own is called so. */
    bool is_taken = string_equal(type_stem(c, type->name), c->names->base);
    spec->traverse_name = function_name(c, type, "traverse", is_taken);
    spec->clear_name = function_name(c, type, "clear", is_taken);
}

/* --- where it stands ------------------------------------------------------------------ */

/* Is what NODE names declared in FILE behind OFFSET only? */
static bool
is_declared_behind(const struct node *node, const struct source_file *file,
                   uint32_t offset)
{
    const struct node *referent = node_referent(node);
    if (referent == NULL || referent->kind != NODE_NAME) {
        return false;
    }
    const struct function *function = referent->function;
    const struct variable *variable = referent->variable;
    size_t n = function != NULL   ? function->n_declarations
               : variable != NULL ? variable->n_declarations
                                  : 0;
    const struct declaration *all = function != NULL   ? function->declarations
                                    : variable != NULL ? variable->declarations
                                                       : NULL;
    for (size_t i = 0; i < n; i++) {
        if (all[i].file != file || all[i].begin < offset) {
            return false;
        }
    }
    return n > 0;
}

/* A type that was given slots at run time, which are declared behind its definition: in
 * front of the function that gave them is where its slots can stand. */
static void
plan_place(const struct conversion *c, struct type_spec *spec)
{
    const struct declaration *d = variable_declaration(spec->type);
    const struct variable_plan *plan = plan_of_variable(c, spec->type);
    for (size_t i = 0; i < given_to(plan)->n_slots; i++) {
        const struct node *node = given_to(plan)->slots[i].node;
        const struct declaration *giver =
            node->within != NULL ? function_definition(node->within) : NULL;
        if (giver != NULL && giver->file == d->file && giver->begin > d->begin
            && !giver->from_macro && is_declared_behind(node, d->file, d->begin))
        {
            spec->is_moved = true;
            spec->place = place_before(d->file, giver->begin);
            return;
        }
    }
}

/* --- the passes ------------------------------------------------------------------------ */

/* The specs of all types, in the making. */
struct spec_list {
    struct type_spec *items;
    size_t n_items, capacity;
};

static void
plan_type_spec(struct conversion *c, struct spec_list *specs,
               struct gc_functions *functions, const struct variable *type)
{
    const struct declaration *d = variable_declaration(type);
    struct spec_draft draft = {{.type = type}, functions, {.type = type}};

    if (!d->is_definition || d->from_macro || d->n_declarators > 1) {
        refuse(
            c, rule, d->file, d->name, type->name,
            "the definition of '%s' is shared with another variable or made by a macro",
            type->name);
        return;
    }
    refuse_other_definition(c, rule, type);
    add_given_slots(c, &draft);
    check_guarded_tables(c, &draft.spec);
    plan_functions(c, &draft.spec);
    plan_place(c, &draft.spec);
    ARENA_ADD(c->arena, specs->items, specs->n_items, specs->capacity, &draft.spec);
}

/* SPEC gets a traverse function of its own, and a clear function, if it adds members to what it
 * derives from: after those types, DEPTH of them. */
static void
plan_derived_type(struct conversion *c, struct spec_list *list, struct type_spec *spec,
                  int depth)
{
    const struct variable *own = own_base(c, spec->type);
    for (size_t i = 0; own != NULL && depth > 0 && i < list->n_items; i++) {
        if (list->items[i].type == own) {
            plan_derived_type(c, list, &list->items[i], depth - 1);
        }
    }
    struct derived_members members;
    if (adds_to_base(c, spec, list->items, list->n_items, &members)) {
        spec->adds_gc = spec->makes_traverse = true;
        spec->makes_clear = members.has_clear;
        spec->base_traverse = members.traverse;
        spec->base_clear = members.clear;
    }
}

/* --- the dealloc function of a base ----------------------------------------------------- */

static const struct spec_slot *
slot_of(const struct type_spec *spec, const char *field)
{
    for (size_t i = 0; i < spec->n_slots; i++) {
        if (strcmp(spec->slots[i].field, field) == 0) {
            return &spec->slots[i];
        }
    }
    return NULL;
}

/* Can the slots of SPEC name FUNCTION, in each build? */
static bool
knows_function(const struct conversion *c, const struct type_spec *spec,
               const struct function *function)
{
    const struct declaration *type = variable_declaration(spec->type);
    const struct declaration *d = function_definition(function);
    uint32_t place = spec->is_moved ? spec->place : type->begin;
    if (d == NULL || d->from_macro || d->file != type->file || d->begin > place) {
        return false;
    }
    struct guard outer = guard_at(c, d->file, 0, d->begin);
    struct guard inner = guard_at(c, d->file, 0, place);
    return guard_holds(&outer, &inner);
}

/* The function of a base that deallocates the instances of SPEC, too: a static type inherits it.
 * A heap type gets one that serves any class made in Python, and is slow.  NULL: the base has
 * none that can be named, or not all that it would do is done by it. */
static const struct function *
inherited_dealloc(const struct conversion *c, const struct spec_list *list,
                  const struct type_spec *spec)
{
    const struct variable *base = spec->type;
    if (spec->dealloc != NULL || spec->makes_dealloc || spec->has_finalizer
        || spec_has_slot(spec, "tp_dealloc"))
    {
        return NULL;
    }
    for (int depth = 0; depth < MAX_BASES && (base = own_base(c, base)) != NULL; depth++) {
        const struct type_spec *its = NULL;
        for (size_t i = 0; i < list->n_items; i++) {
            its = list->items[i].type == base ? &list->items[i] : its;
        }
        if (its == NULL || its->has_finalizer
            || plan_of_variable(c, base)->is_collected
                   != plan_of_variable(c, spec->type)->is_collected)
        {
            return NULL;
        }
        for (size_t i = 0; i < spec->n_slots; i++) {
            if (spec->slots[i].offset != NULL && slot_of(its, spec->slots[i].field) == NULL) {
                return NULL; /* the base does not clear it */
            }
        }
        const struct spec_slot *slot = slot_of(its, "tp_dealloc");
        if (slot != NULL) {
            return its->dealloc != NULL && slot->guard.n_levels == 0 && !slot->has_branches
                           && slot->text == NULL && knows_function(c, spec, its->dealloc)
                       ? its->dealloc
                       : NULL;
        }
        if (its->makes_dealloc) {
            return NULL;
        }
    }
    return NULL;
}

/* Do the files that the compiler begins with include it, so that headers need not? */
static bool
units_include_structmember(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        if (file->is_project && file->is_main && !text_includes(file, "structmember.h"))
        {
            return false;
        }
    }
    return true;
}

static bool
has_include(const struct type_specs *specs, const struct source_file *file)
{
    for (size_t i = 0; i < specs->n_includes; i++) {
        if (specs->includes[i].file == file) {
            return true;
        }
    }
    return false;
}

/* <structmember.h> has what offset members are made of. */
static void
plan_includes(struct conversion *c, struct type_specs *specs)
{
    bool has_offsets = false;
    for (size_t i = 0; i < specs->n_items; i++) {
        has_offsets |= specs->items[i].n_offsets > 0;
    }
    for (size_t i = 0; i < specs->n_items && has_offsets; i++) {
        const struct declaration *d = variable_declaration(specs->items[i].type);
        if (!has_include(specs, d->file) && !text_includes(d->file, "structmember.h")
            && (d->file->is_main || !units_include_structmember(c)))
        {
            ARENA_ADD(c->arena, specs->includes, specs->n_includes,
                      specs->includes_capacity,
                      &(struct member_include){d->file, d->begin});
        }
    }
}

void
plan_type_specs(struct conversion *c)
{
    struct type_specs *specs = ARENA_NEW(c->arena, struct type_specs);
    struct gc_functions *functions = ARENA_NEW(c->arena, struct gc_functions);
    struct spec_list list = {0};
    *specs = (struct type_specs){0};
    *functions = (struct gc_functions){0};
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE && !plan->is_sequence) {
            plan_type_spec(c, &list, functions, plan->variable);
        }
    }
    for (size_t i = 0; i < list.n_items; i++) {
        plan_derived_type(c, &list, &list.items[i], MAX_BASES);
        list.items[i].inherited_dealloc = inherited_dealloc(c, &list, &list.items[i]);
    }
    specs->items = list.items;
    specs->n_items = list.n_items;
    plan_includes(c, specs);
    c->type_specs = specs;
    c->gc_functions = functions;
}

bool
type_adds_gc(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; c->type_specs != NULL && i < c->type_specs->n_items; i++) {
        if (c->type_specs->items[i].type == type) {
            return c->type_specs->items[i].adds_gc;
        }
    }
    return false;
}

static void
check_order(struct conversion *c, const struct variable *type)
{
    const struct variable *own = own_base(c, type);
    const struct node *mine = creation_place(plan_of_variable(c, type));
    const struct node *other =
        own != NULL ? creation_place(plan_of_variable(c, own)) : NULL;

    if (other != NULL
        && (mine == NULL
            || (mine->within == other->within && mine->begin < other->begin)))
    {
        refuse_at(c, rule, mine != NULL ? mine : other, type->name,
                  "'%s' is initialised before its base '%s'", type->name, own->name);
    }
}

void
check_type_order(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE && !plan->is_sequence) {
            check_order(c, plan->variable);
        }
    }
}
