/* Data that threads share, and what guards it where there is no GIL. */
#include "convert/plan/guards.h"

#include <ctype.h>
#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/fresh_objects.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/own_state.h"
#include "convert/facts/suspension.h"
#include "convert/facts/unheld_uses.h"
#include "convert/findings.h"
#include "convert/plan/names.h"
#include "extension/atomic_field.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/static_data.h"
#include "model/extent.h"
#include "model/lock.h"
#include "model/thread_effect.h"

enum { FIRST_WITH_SECTIONS = 0x030D0000 };

struct planning {
    struct conversion *c;
    const struct source *source;
    const struct thread_functions *threads;
    struct shared_places places;
    struct guards *guards;
    struct guarded_place *guarded; /* for now; the plan has them in the end */
    size_t n_guarded, capacity;
    const struct suspensions *suspensions;
    struct held_sections there, wanted;
    uint32_t *offered; /* by function id: the sections that it can take */
    bool *reaches;     /* by function id: it, or what it calls, uses such a place */
};

static void
leave(struct guarded_place *guarded, const struct node *where, const char *why)
{
    guarded->guard = GUARD_NONE;
    guarded->is_there = false;
    if (guarded->why == NULL) {
        guarded->why = why;
        guarded->where = where;
    }
}

/* --- functions that can take a section ---------------------------------------------- */

/* Can FUNCTION be given another name, and one of the old name be written behind it? */
static bool
can_be_wrapped(const struct conversion *c, const struct function *function)
{
    const struct declaration *d = function_definition(function);
    if (d == NULL || d->from_macro || !d->file->is_main || d->file->is_generated
        || !function->is_static || function->made_by != NULL || function->is_variadic
        || function->is_inline || function->body->file != d->file
        || function->body->origin == ORIGIN_MACRO
        || memchr(d->file->text + d->begin, '#', function->body->begin - d->begin) != NULL
        || memmem(d->file->text + d->begin, function->body->begin - d->begin, "clinic", 6)
               != NULL
        || source_function(c->source, TEXT(c, "%s_lock_held", function->name)) != NULL)
    {
        return false;
    }
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct declaration *p = variable_declaration(function->parameters[i]);
        bool is_unused = p != NULL && p->from_macro
                         && string_starts(function->parameters[i]->name, "_unused_")
                         && function->parameters[i]->type->kind == TYPE_POINTER;
        if (p == NULL || (p->from_macro && !is_unused)
            || function->parameters[i]->name[0] == '\0')
        {
            return false;
        }
    }
    return true;
}

/* The sections that FUNCTION can take: of parameters that are objects for sure. */
static uint32_t
sections_offered(const struct planning *p, const struct function *function)
{
    uint32_t objects = p->threads->objects[function->id];
    if (p->threads->contexts[function->id] != CONTEXT_RUN || objects == 0
        || !can_be_wrapped(p->c, function))
    {
        return 0;
    }
    return objects | (p->threads->takes_module[function->id] ? HOLDS_MODULE : 0);
}

/* --- where a section is suspended ---------------------------------------------- */

/* Is NODE a step of a counter, whose value nobody takes: `state->n_calls++;`? */
static bool
is_blind_step(const struct node *node)
{
    const struct node *at = node_outer(node)->parent;
    bool is_step = at != NULL
                   && ((at->kind == NODE_UNARY
                        && (at->op == OP_INCREMENT || at->op == OP_DECREMENT))
                       || (at->kind == NODE_ASSIGN && at->first == node_outer(node)
                           && at->op != '='));
    const struct node *statement = is_step ? node_outer(at)->parent : NULL;
    return statement != NULL
           && (statement->kind == NODE_BLOCK || statement->kind == NODE_LABEL
               || (statement->kind == NODE_IF && statement->first != node_outer(at)));
}

/* Does nothing but such steps write PLACE? */
static bool
is_counter(const struct shared_place *place)
{
    for (size_t i = 0; i < place->n_accesses; i++) {
        const struct shared_access *access = &place->accesses[i];
        if (access->is_written && !is_blind_step(access->node)) {
            return false;
        }
    }
    return type_element(place->type)->kind == TYPE_INTEGER;
}

static bool
is_in_call(const struct node *node, const struct node *call)
{
    for (const struct node *at = node; at != NULL; at = at->parent) {
        if (at == call) {
            return true;
        }
    }
    return false;
}

/* A use, in one function, of a place that a section is to guard. */
struct event {
    struct guarded_place *guarded; /* NULL: the call uses some */
    const struct node *node;
    bool is_borrowed; /* it is an object, whose reference belongs to the place */
};

struct events {
    struct event *items;
    size_t n_items, capacity;
};

static bool
is_event(const struct guarded_place *guarded, const struct shared_access *access)
{
    return !(is_counter(guarded->place) && is_blind_step(access->node))
           && !(access->object != NULL && node_is_fresh(access->object, access->node));
}

static struct events
events_of(const struct planning *p, const struct function *function)
{
    struct events events = {NULL, 0, 0};
    for (size_t i = 0; i < p->n_guarded; i++) {
        struct guarded_place *guarded = &p->guarded[i];
        for (size_t k = 0;
             guarded->guard == GUARD_SECTION && k < guarded->place->n_accesses; k++)
        {
            const struct shared_access *access = &guarded->place->accesses[k];
            if (access->node->within == function && is_event(guarded, access)) {
                struct event event = {
                    guarded, access->node,
                    access->node->type != NULL && !access->node->is_written
                        && type_is_object_pointer(access->node->type)};
                ARENA_ADD(p->c->arena, events.items, events.n_items, events.capacity,
                          &event);
            }
        }
    }
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct function *target = call_target(function->calls[i]);
        if (target != NULL && p->reaches[target->id]) {
            struct event event = {NULL, function->calls[i], false};
            ARENA_ADD(p->c->arena, events.items, events.n_items, events.capacity, &event);
        }
    }
    return events;
}

/* Is the object of EVENT, which the place may lose while CALL waits, used by CALL? */
static bool
is_used_across(const struct event *event, const struct node *call)
{
    return event->is_borrowed && is_in_call(event->node, call)
           && released_reference(call) == NULL && call_target(call) != NULL;
}

/* Nothing that EVENTS use can rely on a section, as CALL suspends it between them. */
static void
leave_events(const struct planning *p, const struct events *events,
             const struct node *call)
{
    const char *name = call_name(call);
    const char *why =
        TEXT(p->c,
             "a critical section may be suspended in %s, which is called between uses of "
             "it; %s",
             name[0] != '\0' ? name : "a call",
             released_reference(call) != NULL
                 ? "release the object last (Py_XSETREF)"
                 : "use it on one side of the call only, or hold what is needed of it in "
                   "locals");
    for (size_t i = 0; i < p->n_guarded; i++) {
        struct guarded_place *guarded = &p->guarded[i];
        bool is_used = false;
        for (size_t k = 0; k < events->n_items; k++) {
            const struct event *event = &events->items[k];
            is_used |= event->guarded == guarded;
        }
        if (is_used && guarded->guard == GUARD_SECTION) {
            leave(guarded, call, why);
        }
    }
}

/* One side of the call at least is what another function does: what it uses is not known
 * here, so nothing of FUNCTION's callees can rely on it. */
static void
leave_reached(const struct planning *p, const struct function *function,
              const struct node *call, int depth)
{
    struct events events = events_of(p, function);
    leave_events(p, &events, call);
    for (size_t i = 0; i < function->n_calls && depth > 0; i++) {
        const struct function *target = call_target(function->calls[i]);
        if (target != NULL && target != function && p->reaches[target->id]) {
            leave_reached(p, target, call, depth - 1);
        }
    }
}

static bool
state_becomes(const struct node *call, enum thread_state_effect effect)
{
    return thread_state_effect_of(call_name(call)) == effect;
}

/* Uses where the thread is detached, between PyEval_SaveThread and PyEval_RestoreThread, are
 * in no section. */
static void
check_detached(const struct planning *p, const struct function *function,
               const struct events *events)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *save = function->calls[i];
        for (size_t k = 0; state_becomes(save, THREAD_STATE_DETACHED)
                           && k < function->n_calls; k++)
        {
            const struct node *restore = function->calls[k];
            for (size_t m = 0; state_becomes(restore, THREAD_STATE_ATTACHED)
                               && m < events->n_items; m++)
            {
                const struct event *event = &events->items[m];
                if (node_may_precede(save, event->node)
                    && node_may_precede(event->node, restore))
                {
                    leave_reached(p, function, save, 1);
                }
            }
        }
    }
}

/* Does FUNCTION, or what it calls, use any place where a section may have been suspended
 * in it? */
static bool
uses_behind(const struct planning *p, const struct function *function, int depth)
{
    struct events events = events_of(p, function);
    for (size_t i = 0; i < function->n_calls && depth > 0; i++) {
        const struct node *call = function->calls[i];
        const struct function *target = call_target(call);
        if (!call_may_suspend(p->suspensions, call)) {
            continue;
        }
        for (size_t k = 0; k < events.n_items; k++) {
            if (events.items[k].node != call
                && node_may_follow(p->suspensions, call, events.items[k].node))
            {
                return true;
            }
        }
        if (target != NULL && p->reaches[target->id] && uses_behind(p, target, depth - 1)) {
            return true;
        }
    }
    return depth <= 0;
}

static void
check_suspension(const struct planning *p, const struct function *function)
{
    enum { DEPTH = 6 };
    struct events events = events_of(p, function);
    check_detached(p, function, &events);
    for (size_t i = 0; i < function->n_calls && events.n_items > 0; i++) {
        const struct node *call = function->calls[i];
        bool is_before = false, is_behind = false, is_across = false;
        if (!call_may_suspend(p->suspensions, call)) {
            continue;
        }
        for (size_t k = 0; k < events.n_items; k++) {
            const struct event *event = &events.items[k];
            if (event->node == call) {
                continue;
            }
            bool precedes = node_may_precede(event->node, call);
            bool follows = node_may_follow(p->suspensions, call, event->node);
            is_before |= precedes;
            is_behind |= follows;
            is_across |= is_used_across(event, call);
        }
        const struct function *target = call_target(call);
        bool is_both = target != NULL && p->reaches[target->id];
        if (is_across || ((is_before || is_both) && is_behind)
            || (is_before && is_both && uses_behind(p, target, DEPTH)))
        {
            leave_reached(p, function, call, DEPTH);
        }
    }
}

/* --- sections ---------------------------------------------- */

static void
find_reaching(struct planning *p)
{
    memset(p->reaches, 0, p->source->n_functions * sizeof(*p->reaches));
    for (size_t i = 0; i < p->n_guarded; i++) {
        const struct guarded_place *guarded = &p->guarded[i];
        for (size_t k = 0;
             guarded->guard == GUARD_SECTION && k < guarded->place->n_accesses; k++)
        {
            p->reaches[guarded->place->accesses[k].node->within->id] = true;
        }
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (size_t i = 0; i < p->source->n_functions; i++) {
            const struct function *function = p->source->functions[i];
            for (size_t k = 0; !p->reaches[i] && k < function->n_calls; k++) {
                const struct function *target = call_target(function->calls[k]);
                p->reaches[i] = target != NULL && p->reaches[target->id];
                is_changed |= p->reaches[i];
            }
        }
    }
}

/* Are all uses of PLACE in SECTIONS?  OUT_NODE becomes the first that is not. */
static bool
is_held(const struct held_sections *sections, const struct shared_place *place,
        const struct node **out_node)
{
    for (size_t i = 0; i < place->n_accesses; i++) {
        if (!access_is_held(sections, place, &place->accesses[i])) {
            *out_node = place->accesses[i].node;
            return false;
        }
    }
    return true;
}

/* Where the field PLACE is given memory that is not made for it: it may be that of another
 * object; NULL: nowhere. */
static const struct node *
foreign_memory(const struct shared_place *place)
{
    const struct type *type = place->type;
    bool is_memory = type->kind == TYPE_POINTER && type->target != NULL
                     && !type_is_object_pointer(type) && !type_element(type->target)->is_const;
    for (size_t i = 0; is_memory && i < place->n_accesses; i++) {
        const struct node *outer = node_outer(place->accesses[i].node);
        const struct node *parent = outer->parent;
        const struct node *value = parent != NULL && parent->kind == NODE_ASSIGN
                                           && parent->first == outer && parent->op == '='
                                       ? node_origin(outer->next)
                                       : NULL;
        if (value == NULL || node_is_null(value)) {
            continue;
        }
        const struct function *maker =
            value->kind == NODE_CALL ? call_target(value) : NULL;
        if (maker == NULL || (maker->in_project && maker->body != NULL)) {
            return parent;
        }
    }
    return NULL;
}

/* What keeps the use WHERE of PLACE, of the module state, out of a section. */
static const char *
why_unheld(const struct planning *p, const struct shared_place *place,
           const struct node *where)
{
    const struct node *object = NULL;
    for (size_t i = 0; i < place->n_accesses; i++) {
        object = place->accesses[i].node == where ? place->accesses[i].object : object;
    }
    bool is_other = (p->wanted.held[where->within->id] & HOLDS_MODULE) != 0
                    && (object == NULL || !node_is_own_module(p->threads, object));
    return is_other
               ? TEXT(p->c,
                      "%s uses it, perhaps that of another module than the one whose method "
                      "runs; put every use in a critical section of the module that it is of",
                      where->within->name)
               : TEXT(p->c,
                      "%s uses it, and is no function of the module whose text can take a "
                      "critical section of the module; guard every use with a PyMutex in the "
                      "module state",
                      where->within->name);
}

/* Whose object USE is. */
static const char *
object_words(const struct planning *p, const struct unheld_use *use)
{
    switch (use->from) {
    case UNHELD_PARSED:
        return TEXT(p->c, "'%s', which %s gives it", use->name, use->call);
    case UNHELD_PARAMETER:
        return (p->threads->objects[use->node->within->id] & object_bit(use->object)) != 0
                   ? TEXT(p->c,
                          "'%s', whose function cannot be wrapped (it is inline, in a header "
                          "or made by a macro)",
                          use->name)
                   : TEXT(p->c, "'%s', which may be NULL", use->name);
    case UNHELD_MEMBER:
        return TEXT(p->c, "that in the member '%s' of another object", use->name);
    case UNHELD_CALL:
        return TEXT(p->c, "what %s gives it", use->name[0] != '\0' ? use->name : "a call");
    case UNHELD_UNKNOWN:
        break;
    }
    return use->name[0] != '\0' ? TEXT(p->c, "'%s'", use->name) : "not seen";
}

/* The functions that use PLACE of an object that they cannot lock at their beginning. */
static void
leave_unheld(const struct planning *p, struct guarded_place *guarded)
{
    enum { NAMED_MOST = 4 };
    struct unheld_uses uses;
    CLEANUP(strbuf_done) struct strbuf others = STRBUF_INIT;
    unheld_uses_read(&p->wanted, guarded->place, &uses);
    const struct unheld_use *first = &uses.items[0];
    size_t n_others = 0;
    for (size_t i = 1; i < uses.n_items; i++) {
        bool is_known = false;
        for (size_t k = 0; k < i; k++) {
            is_known |= uses.items[k].node->within == uses.items[i].node->within;
        }
        n_others += !is_known;
        if (!is_known && n_others <= NAMED_MOST) {
            strbuf_format(&others, "%s%s", n_others == 1 ? "; so do " : ", ",
                          uses.items[i].node->within->name);
        }
    }
    if (n_others > NAMED_MOST) {
        strbuf_format(&others, " and %zu more", n_others - NAMED_MOST);
    }
    leave(guarded, first->node,
          TEXT(p->c,
               "%s uses it, of an object that it cannot lock at its beginning, %s%s; put "
               "every use in a critical section of the object",
               first->node->within->name, object_words(p, first),
               others.size > 0 ? others.text : ""));
}

static void
plan_section(const struct planning *p, struct guarded_place *guarded)
{
    const struct shared_place *place = guarded->place;
    const struct node *where = NULL;
    if (place->kind == PLACE_STATIC) {
        leave(guarded, place->accesses[0].node,
              "it is static; guard every use with a PyMutex, or move it to the module "
              "state");
        return;
    }
    if (place->escape != NULL) {
        leave(guarded, place->escape,
              "its memory becomes known elsewhere here; copy what is needed, or lock "
              "every use");
        return;
    }
    const struct node *given = foreign_memory(place);
    if (given != NULL) {
        leave(guarded, given,
              "it is given memory here that another object may have, too; allocate it for "
              "each object");
        return;
    }
    guarded->is_there = is_held(&p->there, place, &where);
    if (guarded->is_there || is_held(&p->wanted, place, &where)) {
        guarded->guard = GUARD_SECTION;
        return;
    }
    if (place->kind == PLACE_INSTANCE) {
        leave_unheld(p, guarded);
        return;
    }
    leave(guarded, where, why_unheld(p, place, where));
}

/* --- atomic fields ---------------------------------------------- */

/* Where the declaration of PLACE begins, if what stands in front of it, from BEGIN on, is a
 * macro that makes the field before it and needs no semicolon, as PyObject_HEAD; 0: that cannot
 * be told. */
static uint32_t
behind_macro(const struct source *source, const struct shared_place *place, uint32_t begin)
{
    const struct source_file *file = place->record->file;
    const size_t number = (size_t)(place->field - place->record->fields);
    const struct field *before = number > 0 ? place->field - 1 : NULL;
    const size_t size = before != NULL ? strlen(before->name) : 0;
    bool is_spelled = before != NULL && before->place >= place->record->begin
                      && before->place + size <= place->field->place
                      && memcmp(file->text + before->place, before->name, size) == 0;
    if (before == NULL || is_spelled) {
        return begin;
    }
    struct range code = {begin, begin};
    if (expansion_in(source, file, begin, begin + 1, NULL) == NULL
        || !next_code(file, place->field->place, &code)
        || !next_code(file, place->field->place, &code) || file->text[code.begin] == '('
        || expansion_in(source, file, code.begin, code.begin + 1, NULL) != NULL)
    {
        return 0;
    }
    return code.begin;
}

/* Where `_Atomic` goes in front of the declaration of PLACE, a field that is declared alone. */
static bool
find_qualifier(const struct source *source, const struct shared_place *place,
               struct range *out)
{
    const struct source_file *file = place->record->file;
    const uint32_t name = place->field->place;
    if (name <= place->record->begin || name >= place->record->end) {
        return false;
    }
    uint32_t end = name + (uint32_t)strlen(place->name);
    struct range code = {place->record->begin, place->record->begin}, before = code;
    uint32_t begin = 0;
    while (next_code(file, end, &code)) {
        char last = file->text[before.end - 1];
        if (before.end > before.begin && strchr("{};", last) != NULL) {
            begin = code.begin;
        }
        if (file->text[code.begin] == ',' && begin != 0) {
            return false;
        }
        before = code;
    }
    uint32_t semicolon = end;
    while (isspace((unsigned char)file->text[semicolon])) {
        semicolon++;
    }
    begin = begin != 0 ? behind_macro(source, place, begin) : 0;
    *out = (struct range){begin, begin};
    return begin != 0 && file->text[semicolon] == ';'
           && memchr(file->text + begin, '#', name - begin) == NULL;
}

/* Does code name the offset of the field: can a table of members lead to it? */
static bool
offset_is_taken(const struct planning *p, const struct shared_place *place)
{
    for (size_t i = 0; place->field != NULL && i < p->source->n_files; i++) {
        const struct source_file *file = p->source->files[i];
        struct word word = {.file = file};
        while (file->is_project && word_next(&word, "offsetof", file->size)) {
            struct brackets brackets;
            struct range record, field;
            if (use_brackets(file, word.begin, &brackets)
                && brackets_item(&brackets, 1, &field)
                && brackets_item(&brackets, 0, &record)
                && field.end - field.begin == strlen(place->name)
                && memcmp(file->text + field.begin, place->name, strlen(place->name)) == 0)
            {
                return true;
            }
        }
    }
    return false;
}

/* Two uses of PLACE on one way through FUNCTION depend on each other, unless both are no more
 * than steps. */
static bool
has_compound(const struct shared_place *place, const struct function *function)
{
    for (size_t i = 0; i < place->n_accesses; i++) {
        const struct node *one = place->accesses[i].node;
        for (size_t k = 0; one->within == function && k < place->n_accesses; k++) {
            const struct node *other = place->accesses[k].node;
            if (k != i && other->within == function && node_may_precede(one, other)
                && !(is_blind_step(one) && is_blind_step(other)))
            {
                return true;
            }
        }
    }
    return false;
}

static void
mark_callees(const struct function *function, bool *is_marked)
{
    if (is_marked[function->id]) {
        return;
    }
    is_marked[function->id] = true;
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct function *target = call_target(function->calls[i]);
        if (target != NULL && target->body != NULL) {
            mark_callees(target, is_marked);
        }
    }
}

/* Does FUNCTION, with what it calls, do more with PLACE than one atomic operation, or look at
 * it beside other places that change? */
static bool
combines(const struct planning *p, const struct shared_place *place,
         const struct function *function)
{
    bool *is_called = ARENA_ARRAY(p->c->arena, bool, p->source->n_functions + 1);
    const struct function *only = NULL;
    bool is_blind = true;
    mark_callees(function, is_called);
    for (size_t i = 0; i < place->n_accesses; i++) {
        const struct node *node = place->accesses[i].node;
        if (is_called[node->within->id]) {
            bool is_step = is_blind_step(node);
            if (only != NULL && only != node->within && !(is_step && is_blind)) {
                return true;
            }
            only = node->within;
            is_blind &= is_step;
        }
    }
    if (only == NULL || is_blind) {
        return false;
    }
    for (size_t i = 0; i < p->places.n_items; i++) {
        const struct shared_place *other = &p->places.items[i];
        for (size_t k = 0; other != place && other->is_changed && k < other->n_accesses; k++)
        {
            if (is_called[other->accesses[k].node->within->id]
                && !is_blind_step(other->accesses[k].node))
            {
                return true;
            }
        }
    }
    return false;
}

/* Is the written PARENT more than `x = value`?  For a floating-point number gcc then calls a
 * function of libatomic, which modules are not linked with. */
static bool
steps_float(const struct shared_place *place, const struct node *parent)
{
    return place->type->kind == TYPE_FLOAT
           && (parent->kind != NODE_ASSIGN || parent->op != '=');
}

/* Is each use of PLACE one operation that the processor does at once? */
static bool
can_be_atomic(const struct planning *p, const struct shared_place *place)
{
    const struct type *type = place->type;
    if (place->kind == PLACE_STATIC || place->field == NULL
        || (type->kind != TYPE_INTEGER && type->kind != TYPE_FLOAT) || type->is_volatile
        || strstr(type->canonical, "128") != NULL || strstr(type->canonical, "long double")
        || offset_is_taken(p, place))
    {
        return false;
    }
    for (size_t i = 0; i < place->n_accesses; i++) {
        const struct node *node = place->accesses[i].node;
        const struct node *outer = node_outer(node);
        const struct node *parent = outer->parent;
        if (node->is_address_taken || node->kind != NODE_MEMBER || parent == NULL
            || (node->is_written && parent->kind != NODE_ASSIGN
                && parent->kind != NODE_UNARY)
            || (node->is_written && steps_float(place, parent)))
        {
            return false;
        }
    }
    for (size_t i = 0; i < p->source->n_functions; i++) {
        const struct function *function = p->source->functions[i];
        if (p->threads->contexts[i] != CONTEXT_NONE
            && (has_compound(place, function) || combines(p, place, function)))
        {
            return false;
        }
    }
    return true;
}

static void
plan_atomic(const struct planning *p, struct guarded_place *guarded)
{
    const struct shared_place *place = guarded->place;
    if (place->field != NULL && field_is_atomic(p->source, place->record, place->name)) {
        guarded->guard = GUARD_ATOMIC;
        guarded->is_there = true;
    }
    else if (can_be_atomic(p, place) && find_qualifier(p->source, place, &guarded->qualifier)) {
        guarded->guard = GUARD_ATOMIC;
    }
    if (guarded->guard == GUARD_ATOMIC) {
        guarded->why = NULL;
        guarded->where = NULL;
    }
}

/* --- objects that are made when first needed ---------------------------------------------- */

static void
plan_once(const struct planning *p, struct guarded_place *guarded)
{
    if (lazy_object_read(p->c, guarded->place, &guarded->lazy)) {
        guarded->guard = GUARD_ONCE;
        guarded->is_there = guarded->lazy.n_stores + guarded->lazy.n_reads == 0;
        guarded->why = NULL;
        guarded->where = NULL;
    }
}

/* --- the functions ---------------------------------------------- */

/* Callers of FUNCTION that are to hold BIT take the section themselves, or theirs do. */
static void
want_section(const struct planning *p, const struct function *function, uint32_t bit,
             uint32_t *taken, int depth)
{
    if ((p->there.held[function->id] & bit) != 0 || depth <= 0) {
        return;
    }
    if (!function_is_helper(function)) {
        taken[function->id] |= bit & p->offered[function->id];
        return;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = function->uses[i]->parent;
        if (call->within == NULL || p->threads->contexts[call->within->id] != CONTEXT_RUN) {
            continue;
        }
        if (bit == HOLDS_MODULE) {
            want_section(p, call->within, bit, taken, depth - 1);
            continue;
        }
        for (uint32_t k = 0; k < function->n_parameters && k < 31; k++) {
            const struct node *argument = call_argument(call, k);
            if (bit == UINT32_C(1) << k && argument != NULL
                && !node_is_fresh(argument, call)
                && !node_is_in_section(p->c, call, argument))
            {
                want_section(p, call->within, object_bit(argument), taken, depth - 1);
            }
        }
    }
}

static void
want_sections(const struct planning *p, const struct guarded_place *guarded,
              uint32_t *taken)
{
    enum { DEPTH = 16 };
    for (size_t i = 0; i < guarded->place->n_accesses; i++) {
        const struct shared_access *access = &guarded->place->accesses[i];
        uint32_t bit = guarded->place->kind == PLACE_STATE
                           ? HOLDS_MODULE
                           : object_bit(access->object);
        if (!access_is_held(&p->there, guarded->place, access)
            && !(access->object != NULL && node_is_fresh(access->object, access->node)))
        {
            want_section(p, access->node->within, bit, taken, DEPTH);
        }
    }
}

static const char *
arguments_of(const struct conversion *c, const struct function *function)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct declaration *d = variable_declaration(function->parameters[i]);
        strbuf_format(&out, "%s%s", i > 0 ? ", " : "",
                      d->from_macro ? "NULL" : function->parameters[i]->name);
    }
    return arena_copy(c->arena, out.size > 0 ? out.text : "", out.size);
}

static bool
defines_sections(const struct source_file *file)
{
    struct word word = {.file = file};
    while (word_next(&word, "Py_BEGIN_CRITICAL_SECTION", file->size)) {
        if (word.is_defined) {
            return true;
        }
    }
    return false;
}

/* The type of what FUNCTION returns, as its definition spells it; NULL: nothing. */
static const char *
result_words(const struct conversion *c, const struct function *function)
{
    const struct declaration *d = function_definition(function);
    const struct type *result = function->type->target;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct range code = {d->begin, d->begin};
    if (result == NULL || result->kind == TYPE_VOID) {
        return NULL;
    }
    while (next_code(d->file, d->name, &code)) {
        const char *word = text_of(c, d->file, code.begin, code.end);
        if (strcmp(word, "static") == 0) {
            continue;
        }
        bool is_joined = out.size == 0 || (word[0] == '*' && out.text[out.size - 1] == '*');
        strbuf_format(&out, "%s%s", is_joined ? "" : " ", word);
    }
    return arena_copy(c->arena, out.size > 0 ? out.text : "", out.size);
}

static bool
has_parameter(const struct function *function, const char *name)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (strcmp(function->parameters[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* A name for the local with what FUNCTION returns, as `result` may be a parameter. */
static const char *
result_name(const struct conversion *c, const struct function *function)
{
    const char *name = "result";
    for (size_t i = 2; has_parameter(function, name); i++) {
        name = TEXT(c, "result%zu", i);
    }
    return name;
}

/* FUNCTION takes the sections of OBJECTS, which are one or two. */
static void
add_function(const struct planning *p, const struct function *function, uint32_t objects)
{
    const struct declaration *d = function_definition(function);
    struct guarded_function guarded = {
        .function = function,
        .inner = TEXT(p->c, "%s_lock_held", function->name),
        .arguments = arguments_of(p->c, function),
        .head = {d->begin, function->body->begin},
        .name = {d->name, d->name + (uint32_t)strlen(function->name)},
        .end = function->body->end,
        .needs_macros = p->c->options->floor < FIRST_WITH_SECTIONS
                        && !defines_sections(d->file),
    };
    guarded.result = result_words(p->c, function);
    guarded.local = result_name(p->c, function);
    objects = (objects & ~HOLDS_MODULE) | ((objects & HOLDS_MODULE) != 0 ? 1 : 0);
    for (size_t i = 0, n = 0; i < function->n_parameters && i < 31; i++) {
        if ((objects >> i & 1) != 0 && n < ARRAY_LENGTH(guarded.objects)) {
            guarded.objects[n++] = function->parameters[i]->name;
        }
    }
    ARENA_ADD(p->c->arena, p->guards->functions, p->guards->n_functions,
              p->guards->functions_capacity, &guarded);
}

/* Direct calls of a function that takes a section, from where that is TAKEN, call the inner
 * one; others stay.  False: a section would be suspended for a call that stays, or the inner
 * function is not known there. */
static bool
add_calls(const struct planning *p, const struct guarded_function *guarded,
          const uint32_t *taken)
{
    const struct function *function = guarded->function;
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i], *call = use->parent;
        const struct function *caller = use->within;
        if (call == NULL || call->kind != NODE_CALL || call->first != use || caller == NULL
            || p->threads->contexts[caller->id] == CONTEXT_NONE)
        {
            continue;
        }
        const struct node *argument = call_argument(call, 0);
        uint32_t bit = argument != NULL ? object_bit(argument) : 0;
        uint32_t held = taken[caller->id] | p->there.held[caller->id];
        if ((held & bit) == 0 && taken[caller->id] == 0 && !function_is_helper(caller)) {
            continue;
        }
        if ((held & bit) == 0 || guarded->objects[1] != NULL || use->origin != ORIGIN_FILE
            || use->begin < guarded->name.begin)
        {
            return false;
        }
        struct guarded_call to = {use->file, {use->begin, use->end}, guarded->inner};
        ARENA_ADD(p->c->arena, p->guards->calls, p->guards->n_calls,
                  p->guards->calls_capacity, &to);
    }
    return true;
}

static size_t
n_bits(uint32_t bits)
{
    size_t n = 0;
    for (; bits != 0; bits &= bits - 1) {
        n++;
    }
    return n;
}

/* Leave what a section of FUNCTION would guard. */
static void
leave_all_in(const struct planning *p, const struct function *function)
{
    bool *is_called = ARENA_ARRAY(p->c->arena, bool, p->source->n_functions + 1);
    mark_callees(function, is_called);
    for (size_t i = 0; i < p->n_guarded; i++) {
        struct guarded_place *guarded = &p->guarded[i];
        for (size_t k = 0; k < guarded->place->n_accesses; k++) {
            const struct node *node = guarded->place->accesses[k].node;
            if (guarded->guard == GUARD_SECTION && !guarded->is_there
                && is_called[node->within->id])
            {
                leave(guarded, function->body,
                      TEXT(p->c,
                           "%s needs a critical section around it, and is called by other "
                           "functions, has sections in it, or uses too many objects for one",
                           function->name));
            }
        }
    }
}

/* Does FUNCTION, or what it calls, take sections itself?  One of the same object in it would
 * suspend the outer one. */
static bool
has_sections(const struct planning *p, const struct function *function)
{
    bool *is_called = ARENA_ARRAY(p->c->arena, bool, p->source->n_functions + 1);
    mark_callees(function, is_called);
    for (size_t i = 0; i < p->source->n_functions; i++) {
        const struct node *root = is_called[i] ? p->source->functions[i]->body : NULL;
        for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
            if (node->kind == NODE_BLOCK
                && string_starts(node_use(p->source, node), "Py_BEGIN_CRITICAL_SECTION"))
            {
                return true;
            }
        }
    }
    return false;
}

/* Decide which functions take a section, until all of them can. */
static void
plan_functions(const struct planning *p)
{
    for (bool again = true; again;) {
        uint32_t *taken = ARENA_ARRAY(p->c->arena, uint32_t, p->source->n_functions + 1);
        again = false;
        p->guards->n_functions = p->guards->n_calls = 0;
        for (size_t i = 0; i < p->n_guarded; i++) {
            const struct guarded_place *guarded = &p->guarded[i];
            if (guarded->guard == GUARD_SECTION && !guarded->is_there) {
                want_sections(p, guarded, taken);
            }
        }
        for (size_t i = 0; i < p->source->n_functions && !again; i++) {
            const struct function *function = p->source->functions[i];
            uint32_t objects = taken[i];
            if ((objects & HOLDS_MODULE) != 0) {
                objects = (objects & ~HOLDS_MODULE) | 1;
            }
            if (objects == 0) {
                continue;
            }
            bool can_take = n_bits(objects) <= 2 && !has_sections(p, function);
            if (can_take) {
                add_function(p, function, taken[i]);
            }
            if (!can_take
                || !add_calls(p, &p->guards->functions[p->guards->n_functions - 1],
                              taken))
            {
                leave_all_in(p, function);
                again = true;
            }
        }
    }
}

/* --- all ---------------------------------------------- */

static const char *
place_owner(const struct shared_place *place)
{
    return place->kind == PLACE_STATE      ? "the module state"
           : place->kind == PLACE_INSTANCE ? "instances"
                                           : "the process";
}

static void
report_places(const struct planning *p)
{
    for (size_t i = 0; i < p->n_guarded; i++) {
        const struct guarded_place *guarded = &p->guarded[i];
        if (guarded->guard == GUARD_NONE) {
            report(p->c, "thread-not-converted", guarded->where->file,
                   guarded->where->begin, guarded->place->name,
                   "'%s' of %s is not guarded for builds without the GIL: %s",
                   guarded->place->name, place_owner(guarded->place), guarded->why);
        }
    }
}

static void
add_places(struct planning *p)
{
    for (size_t i = 0; i < p->places.n_items; i++) {
        const struct shared_place *place = &p->places.items[i];
        if (!place->is_changed || type_is_lock(place->type) || type_is_atomic(place->type)) {
            continue;
        }
        struct guarded_place guarded = {.place = place};
        ARENA_GROW(p->c->arena, p->guarded, p->n_guarded, p->capacity);
        p->guarded[p->n_guarded++] = guarded;
    }
}

/* A table of members lets Python code read and write the field without the section. */
static void
check_offset(const struct planning *p, struct guarded_place *guarded)
{
    if (guarded->guard == GUARD_SECTION && offset_is_taken(p, guarded->place)) {
        leave(guarded, guarded->place->accesses[0].node,
              "offsetof makes it an attribute that Python code uses without a lock; use a "
              "getter and a setter");
    }
}

void
plan_guards(struct conversion *c)
{
    struct guards *guards = ARENA_NEW(c->arena, struct guards);
    const size_t n_functions = c->source->n_functions;
    struct planning p = {.c = c, .source = c->source, .guards = guards};
    *guards = (struct guards){.places = NULL};
    CLEANUP(strbuf_done) struct strbuf name = STRBUF_INIT;
    for (const char *at = c->names->base; *at != '\0'; at++) {
        strbuf_add_char(&name, (char)toupper((unsigned char)*at));
    }
    guards->qualifier = TEXT(c, "%.*s_ATOMIC", (int)name.size, name.text);
    p.threads = guards->threads = thread_functions_read(c);
    p.places = shared_places_read(c, p.threads);
    p.suspensions = suspensions_new(c);
    p.offered = ARENA_ARRAY(c->arena, uint32_t, n_functions + 1);
    p.reaches = ARENA_ARRAY(c->arena, bool, n_functions + 1);
    for (size_t i = 0; i < n_functions; i++) {
        p.offered[i] = sections_offered(&p, c->source->functions[i]);
    }
    p.there = held_sections_read(c, p.threads, NULL);
    p.wanted = held_sections_read(c, p.threads, p.offered);
    add_places(&p);
    for (size_t i = 0; i < p.n_guarded; i++) {
        struct guarded_place *guarded = &p.guarded[i];
        if (guarded->place->kind == PLACE_STATE) {
            plan_atomic(&p, guarded);
        }
        if (guarded->guard == GUARD_NONE && guarded->place->kind == PLACE_STATE) {
            plan_once(&p, guarded);
        }
        if (guarded->guard == GUARD_NONE) {
            plan_section(&p, guarded);
            check_offset(&p, guarded);
        }
    }
    find_reaching(&p);
    for (size_t i = 0; i < n_functions; i++) {
        if (p.threads->contexts[i] == CONTEXT_RUN && p.reaches[i]) {
            check_suspension(&p, c->source->functions[i]);
        }
    }
    plan_functions(&p);
    for (size_t i = 0; i < p.n_guarded; i++) {
        if (p.guarded[i].guard == GUARD_NONE) {
            plan_atomic(&p, &p.guarded[i]);
        }
    }
    report_places(&p);
    guards->places = p.guarded;
    guards->n_places = p.n_guarded;
    c->guards = guards;
}
