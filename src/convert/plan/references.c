/* What the mentions of moving variables become. */
#include "convert/plan/references.h"

#include <string.h>

#include "convert/facts/inactive/arguments.h"
#include "convert/facts/inactive/clinic.h"
#include "convert/facts/mentions.h"
#include "convert/facts/struct_sequences.h"
#include "convert/findings.h"
#include "convert/plan/collector.h"
#include "convert/plan/functions.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/lazy_types.h"
#include "convert/plan/sized_types.h"
#include "convert/plan/static_states.h"
#include "convert/plan/variables.h"
#include "model/extent.h"

static const char *const counting[] = {"Py_INCREF",  "Py_DECREF", "Py_XINCREF",
                                       "Py_XDECREF", "Py_NewRef", "Py_XNewRef",
                                       "Py_IncRef",  "Py_DecRef"};

/* is_counted() where there is no tree: in macros, and in code that is not compiled. */
static bool
word_is_counted(const struct mention *mention)
{
    struct brackets around;
    if (!brackets_around(mention->file, mention->address, &around)) {
        return false;
    }
    struct range argument = brackets_content(&around);
    for (size_t i = 0; i < ARRAY_LENGTH(counting); i++) {
        if (argument.begin == mention->address && argument.end == mention->end
            && brackets_have_name(&around, counting[i]))
        {
            return true;
        }
    }
    return false;
}

/* Is the & around MENTION, and nothing more, what Py_INCREF or the like is handed? */
static bool
is_counted(const struct conversion *c, const struct mention *mention)
{
    const struct node *node = mention->node != NULL ? mention->node->parent : NULL;
    if (mention->address == mention->begin) {
        return false;
    }
    if (node == NULL || mention->in_macro != NULL) {
        return word_is_counted(mention);
    }
    do {
        node = node->parent; /* of the &; what the macro itself casts */
    } while (node != NULL && node->origin == ORIGIN_MACRO
             && (node->kind == NODE_CAST || node->kind == NODE_PAREN));
    const char *name =
        node != NULL && node->kind == NODE_CALL ? node_use(c->source, node) : "";
    for (size_t i = 0; i < ARRAY_LENGTH(counting); i++) {
        if (strcmp(name, counting[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* `T.tp_name` around MENTION of a struct sequence, asked to see whether that is made; or NULL. */
static const struct node *
made_question(const struct conversion *c, const struct mention *mention)
{
    const struct variable_plan *plan = moving(c, mention->variable);
    return mention->node != NULL && plan != NULL && plan->is_sequence
               ? filled_question(mention->node)
               : NULL;
}

/* The statement of MENTION, if that does nothing but give a static the module's own state. */
static struct range
given_state(const struct conversion *c, const struct mention *mention)
{
    const struct node *given = mention->node != NULL && is_static_state(c, mention->variable)
                                   ? static_state_given(mention->node)
                                   : NULL;
    return given != NULL
               ? (struct range){given->begin, after_semicolon(given->file, given->end)}
               : (struct range){0, 0};
}

static void
add(struct conversion *c, struct references *list, const struct mention *mention,
    enum reference_kind kind)
{
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity,
              &(struct reference){mention, kind, slot_call_of(c, mention),
                                  kind == REFERENCE_MADE ? made_question(c, mention)->end : 0,
                                  given_state(c, mention),
                                  is_counted(c, mention),
                                  mention->node != NULL && mention->node->parent != NULL
                                      && mention->node->parent->kind == NODE_SIZEOF});
}

/* Is it a value that the exec function assigns? */
static bool
is_initial_value(const struct conversion *c, const struct mention *mention)
{
    const struct variable_plan *holder = moving(c, mention->holder);
    return mention->within == NULL && holder != NULL && holder->kind != FIELD_TYPE;
}

static void
plan_reference(struct conversion *c, struct references *list,
               const struct mention *mention)
{
    bool is_joined = mention->in_macro != NULL && mention->is_joined;
    if (!mention->is_pasted
        && (is_joined || word_is_spelled(c->arena, c->source, mention->file, mention->begin)))
    {
        refuse(c, "state-not-converted", mention->file, mention->begin,
               mention->variable->name, "a macro stringizes or pastes '%s'",
               mention->variable->name)
            ->cause = macro_cause(c, mention->in_macro);
        return;
    }
    if (mention->in_macro != NULL) {
        add(c, list, mention,
            mention->is_pasted ? REFERENCE_PASTED : REFERENCE_IN_MACRO);
    }
    else if (given_state(c, mention).end != 0) {
        add(c, list, mention, REFERENCE_GIVEN);
    }
    else if (is_initial_value(c, mention)) {
        add(c, list, mention, REFERENCE_FIELD);
    }
    else if (mention->node != NULL && is_sized_type(c, mention->node)) {
        add(c, list, mention, REFERENCE_SIZE);
    }
    else if (is_own_type(c, mention)) {
        add(c, list, mention, REFERENCE_OWN_TYPE);
    }
    else if (mention->within != NULL && is_clinic_function(mention->within)
             && plan_of_function(c, mention->within)->needs_state)
    {
        add(c, list, mention, REFERENCE_BY_CLINIC);
    }
    else if (slot_call_of(c, mention).type != NULL) {
        add(c, list, mention, REFERENCE_SLOT_CALL);
    }
    else if (made_question(c, mention) != NULL
             && plan_of_function(c, mention->within)->needs_state)
    {
        add(c, list, mention, REFERENCE_MADE);
    }
    else if (inactive_has_state(c, mention)
             || (mention->within != NULL
                 && plan_of_function(c, mention->within)->needs_state))
    {
        add(c, list, mention, REFERENCE_FIELD);
    }
}

/* A use of VARIABLE that the same word of a macro's body makes as makes USE; NULL: none. */
static const struct node *
same_word_use(const struct variable *variable, const struct node *use)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *other = variable->uses[i];
        if (other->origin == ORIGIN_MACRO && other->macro_file == use->macro_file
            && other->macro_offset == use->macro_offset)
        {
            return other;
        }
    }
    return NULL;
}

/* A macro that names VARIABLE, used where a local of the same name hides that: its text cannot
 * mean a field in one place and the local in another. */
static void
check_hiding(struct conversion *c, const struct variable *variable)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *local = c->source->variables[i];
        if (local == variable || local->owner == NULL
            || strcmp(local->name, variable->name) != 0)
        {
            continue;
        }
        for (size_t k = 0; k < local->n_uses; k++) {
            const struct node *use = local->uses[k];
            if (use->origin == ORIGIN_MACRO && use->macro_file != NULL
                && same_word_use(variable, use) != NULL)
            {
                refuse_at(c, "state-not-converted", use, variable->name,
                          "a macro means a local '%s' here, and the static variable in other "
                          "places",
                          variable->name);
                return;
            }
        }
    }
}

void
plan_references(struct conversion *c)
{
    struct references *list = ARENA_NEW(c->arena, struct references);
    *list = (struct references){0};
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (moving(c, mention->variable) != NULL
            && !is_in_lazy_ready(c, mention->file, mention->begin))
        {
            plan_reference(c, list, mention);
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        if (moving(c, c->source->variables[i]) != NULL) {
            check_hiding(c, c->source->variables[i]);
        }
    }
    c->references = list;
}
