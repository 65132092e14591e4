/* What is known at one point of a path. */
#include <string.h>

#include "base/strbuf.h"
#include "extension/execution.h"
#include "extension/expression.h"
#include "extension/failed_returns.h"

struct path_state *
state_copy(struct execution *execution, const struct path_state *state)
{
    /* Behind what the execution knows of, all is as it was made: zero. */
    struct path_state *copy = ARENA_NEW(execution->arena, struct path_state);
    memcpy(copy->places, state->places, execution->n_places * sizeof *copy->places);
    memcpy(copy->objects, state->objects, execution->n_sites * sizeof *copy->objects);
    memcpy((char *)copy + offsetof(struct path_state, atoms),
           (const char *)state + offsetof(struct path_state, atoms),
           sizeof *copy - offsetof(struct path_state, atoms));
    execution->n_copies++;
    return copy;
}

static bool
states_are_equal(const struct execution *execution, const struct path_state *a,
                 const struct path_state *b)
{
    return memcmp(a->places, b->places, execution->n_places * sizeof *a->places) == 0
           && memcmp(a->objects, b->objects, execution->n_sites * sizeof *a->objects)
                  == 0
           && memcmp(a->atoms, b->atoms, execution->n_atoms) == 0;
}

bool
states_add(struct execution *execution, struct states *states, struct path_state *state)
{
    for (size_t i = 0; i < states->n_items; i++) {
        if (states_are_equal(execution, states->items[i], state)) {
            return exceptions_join(states->items[i], state);
        }
    }
    if (states->n_items >= EXECUTION_STATES_MOST
        || execution->n_copies > EXECUTION_COPIES_MOST)
    {
        execution->is_cut_short = true;
        return false;
    }
    ARENA_GROW(execution->arena, states->items, states->n_items, states->capacity);
    states->items[states->n_items++] = state;
    return true;
}

void
outcomes_add(struct execution *execution, struct outcomes *outcomes,
             struct path_state *state, struct path_value value)
{
    ARENA_GROW(execution->arena, outcomes->items, outcomes->n_items, outcomes->capacity);
    outcomes->items[outcomes->n_items++] = (struct outcome){state, value};
}

/* --- places -------------------------------------------------------------- */

static int
place_of(struct execution *execution, struct place place)
{
    for (size_t i = 0; i < execution->n_places; i++) {
        const struct place *known = &execution->places[i];
        if (known->variable == place.variable && known->object == place.object
            && (known->field == place.field
                || (known->field != NULL && place.field != NULL
                    && strcmp(known->field, place.field) == 0)))
        {
            return (int)i;
        }
    }
    if (execution->n_places >= EXECUTION_PLACES_MOST) {
        return -1;
    }
    execution->places[execution->n_places] = place;
    return (int)execution->n_places++;
}

int
place_of_variable(struct execution *execution, const struct variable *variable)
{
    bool is_local = !variable_is_static(variable);
    if (variable->type == NULL
        || (variable->type->kind != TYPE_POINTER && variable->type->kind != TYPE_INTEGER)
        || variable->type->is_reference || variable->type->is_volatile
        || (!is_local
            && (!variable->in_project || !type_is_object_pointer(variable->type))))
    {
        return -1;
    }
    return place_of(execution, (struct place){variable, -1, NULL, NULL});
}

int
place_of_member(struct execution *execution, int object, const struct node *member)
{
    const struct type *type = member_object_type(member);
    while (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return place_of(execution, (struct place){NULL, object, member->text,
                                              type != NULL ? type->record : NULL});
}

/* Is USE a part of its variable: `local.field`, or `local[3]`? */
static bool
is_use_of_part(const struct node *use)
{
    const struct node *outer = node_outer(use), *parent = outer->parent;
    if (parent == NULL || parent->first != outer) {
        return false;
    }
    return (parent->kind == NODE_MEMBER && parent->op == '.')
           || (parent->kind == NODE_SUBSCRIPT && outer->next != NULL
               && node_bare(outer->next)->has_value)
           || parent->kind == NODE_SIZEOF;
}

/* Is USE, of an array, the arguments of a call, which takes none of them over? */
static bool
is_use_as_arguments(const struct node *use)
{
    const struct node *outer = node_outer(use);
    if (outer->parent != NULL && outer->parent->kind == NODE_BINARY
        && outer->parent->op == '+' && outer->parent->first == outer)
    {
        outer = node_outer(outer->parent);
    }
    const struct node *call = outer->parent;
    return call != NULL && call->kind == NODE_CALL && call->first != outer
           && CALL_IS(call, "PyObject_Vectorcall", "PyObject_VectorcallMethod",
                      "PyObject_VectorcallDict", "_PyObject_Vectorcall",
                      "_PyObject_VectorcallMethod");
}

/* Is VARIABLE a local struct or array, of which only the parts are used? */
static bool
is_in_parts(const struct variable *variable)
{
    const struct type *type = variable->type;
    if (variable->storage != STORAGE_AUTOMATIC || variable->is_parameter || type == NULL
        || type->is_reference || type->is_volatile
        || (type->kind != TYPE_ARRAY && type->kind != TYPE_RECORD)
        || (type->kind == TYPE_RECORD && (type->record == NULL || !type->record->is_plain)))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (!is_use_of_part(variable->uses[i]) && !is_use_as_arguments(variable->uses[i])) {
            return false;
        }
    }
    return true;
}

static int
place_of_named_part(struct execution *execution, const struct variable *variable,
                    const char *part, const struct type *type)
{
    bool is_followed = type != NULL && !type->is_volatile
                       && (type->kind == TYPE_POINTER || type->kind == TYPE_INTEGER)
                       && is_in_parts(variable);
    return is_followed ? place_of(execution, (struct place){variable, -1, part, NULL}) : -1;
}

int
place_of_part(struct execution *execution, const struct node *node)
{
    const struct node *whole = node->first != NULL ? node_bare(node->first) : NULL;
    if (whole == NULL || whole->kind != NODE_NAME || whole->variable == NULL) {
        return -1;
    }
    if (node->kind == NODE_MEMBER) {
        return node->op == '.'
                   ? place_of_named_part(execution, whole->variable, node->text, node->type)
                   : -1;
    }
    const struct node *n = node_bare(node->first->next);
    return node->kind == NODE_SUBSCRIPT && n != NULL && n->has_value
               ? place_of_named_part(execution, whole->variable,
                                     arena_format(execution->arena, "[%lld]",
                                                  (long long)n->value),
                                     node->type)
               : -1;
}

int
place_of_part_at(struct execution *execution, const struct variable *variable, size_t n)
{
    const struct type *type = variable->type;
    if (type != NULL && type->kind == TYPE_ARRAY) {
        return place_of_named_part(execution, variable,
                                   arena_format(execution->arena, "[%zu]", n), type->target);
    }
    return type != NULL && type->kind == TYPE_RECORD && type->record != NULL
                   && n < type->record->n_fields
               ? place_of_named_part(execution, variable, type->record->fields[n].name,
                                     type->record->fields[n].type)
               : -1;
}

/* Does PLACE own what it holds? */
static bool
place_is_owner(const struct execution *execution, const struct place *place)
{
    return place->variable == NULL
               ? field_is_released(execution->extension, place->record, place->field)
               : variable_is_static(place->variable)
                     && variable_is_released(execution->extension, place->variable);
}

static bool
place_is_local(const struct place *place)
{
    return place->variable != NULL && !variable_is_static(place->variable);
}

/* --- objects ------------------------------------------------------------- */

struct path_object *
value_object(struct path_state *state, struct path_value value)
{
    return value.kind == VALUE_OBJECT ? &state->objects[value.number] : NULL;
}

static bool
is_held(const struct execution *execution, const struct path_state *state, int object)
{
    for (size_t i = 0; i < execution->n_places; i++) {
        if (state->places[i].kind == VALUE_OBJECT
            && state->places[i].number == object)
        {
            return true;
        }
    }
    return false;
}

static int
site_of(struct execution *execution, const struct site *site, int generation)
{
    for (size_t i = 0; i < execution->n_sites; i++) {
        const struct site *known = &execution->sites[i];
        if (known->node == site->node && known->variable == site->variable
            && known->place == site->place && known->origin == site->origin
            && known->generation == generation)
        {
            return (int)i;
        }
    }
    if (execution->n_sites >= EXECUTION_OBJECTS_MOST) {
        return -1;
    }
    execution->sites[execution->n_sites] = *site;
    execution->sites[execution->n_sites].generation = generation;
    return (int)execution->n_sites++;
}

struct path_value
object_make(struct execution *execution, struct path_state *state, struct site site)
{
    int id = -1;
    bool is_crowded = false;
    for (int generation = 0; generation < 2; generation++) {
        id = site_of(execution, &site, generation);
        if (id < 0) {
            return (struct path_value){VALUE_UNKNOWN, 0};
        }
        const struct path_object *object = &state->objects[id];
        is_crowded = (object->flags & OBJECT_LIVE) != 0
                     && ((object->count != 0 && !(object->flags & OBJECT_UNKNOWN))
                         || is_held(execution, state, id));
        if (!is_crowded) {
            break;
        }
    }
    for (size_t i = 0; i < execution->n_places; i++) {
        if (execution->places[i].object == id) {
            state->places[i] = (struct path_value){VALUE_UNKNOWN, 0};
        }
    }
    state->objects[id] = (struct path_object){
        .flags = (uint16_t)(OBJECT_LIVE | (is_crowded ? OBJECT_UNKNOWN : 0))};
    return (struct path_value){VALUE_OBJECT, id};
}

void
value_escape(struct path_state *state, struct path_value value)
{
    struct path_object *object = value_object(state, value);
    if (object != NULL && (object->flags & OBJECT_LIVE)) {
        *object = (struct path_object){
            .flags = (uint16_t)((object->flags & (OBJECT_LIVE | OBJECT_NOT_NULL))
                                | OBJECT_UNKNOWN)};
    }
    else if (value.kind == VALUE_ADDRESS
             && state->places[value.number].kind == VALUE_OBJECT)
    {
        value_escape(state, state->places[value.number]);
    }
}

bool
value_is_asked(const struct execution *execution, struct path_value value)
{
    return execution->question != NULL && value.kind == VALUE_OBJECT
           && value.number == execution->question->value.number;
}

/* An object of unknown identity got a reference: it may be one that was taken. */
static void
escape_stolen(const struct execution *execution, struct path_state *state)
{
    for (size_t i = 0; i < execution->n_sites; i++) {
        struct path_value value = {VALUE_OBJECT, (int32_t)i};
        if ((state->objects[i].flags & OBJECT_STOLEN)
            && !value_is_asked(execution, value))
        {
            value_escape(state, value);
        }
    }
}

void
value_retain(struct execution *execution, struct path_state *state,
             struct path_value value, bool is_plain, const struct node *by)
{
    struct path_object *object = value_object(state, value);
    int origin = object != NULL ? execution->sites[value.number].origin : FROM_ELEMENT;
    if (origin != FROM_NEW && origin != FROM_PARAMETER) {
        escape_stolen(execution, state);
    }
    if (origin == FROM_UNCLEAR) {
        value_escape(state, value);
    }
    if (object != NULL && !(object->flags & OBJECT_UNKNOWN)) {
        object->count++;
        object->flags |= (uint16_t)(OBJECT_NOT_NULL | (is_plain ? OBJECT_COUNTED : 0));
        object->flags &= (uint16_t)~(OBJECT_RELEASED | OBJECT_STOLEN);
        object->last = origin != FROM_NEW && object->count == 1 ? by : NULL;
    }
}

static struct ownership_fault *
add_fault(struct execution *execution, enum ownership_fault_kind kind, int object,
          const struct node *at, const struct node *last)
{
    struct ownership *result = execution->result;
    const struct site *site = &execution->sites[object];
    bool is_by_origin = kind == FAULT_LEAKED || kind == FAULT_TAKEN;
    const struct node *origin = kind == FAULT_TAKEN ? last : site->node;
    const struct node *place = is_by_origin ? origin : at;
    for (size_t i = 0; i < result->n_faults; i++) {
        const struct ownership_fault *known = &result->faults[i];
        const struct node *known_place = is_by_origin ? known->origin : known->node;
        if (known->kind == kind && known_place == place) {
            return NULL;
        }
    }
    struct ownership_fault fault = {
        .kind = kind,
        .node = at,
        .origin = origin,
        .last = last,
        .name = site->variable != NULL ? site->variable->name : site->field,
        .is_member = site->origin == FROM_MEMBER,
        .is_parameter = site->origin == FROM_PARAMETER,
    };
    ARENA_GROW(execution->extension->arena, result->faults, result->n_faults,
               execution->faults_capacity);
    result->faults[result->n_faults] = fault;
    return &result->faults[result->n_faults++];
}

void
tell_null(struct execution *execution, const struct node *at)
{
    struct ownership *result = execution->result;
    const struct node *name = node_bare(at);
    bool is_local = name != NULL && name->kind == NODE_NAME && name->variable != NULL
                    && name->variable->storage == STORAGE_AUTOMATIC;
    bool is_member = name != NULL && name->kind == NODE_MEMBER && name->op == '>';
    if (!is_local && !is_member) {
        return;
    }
    for (size_t i = 0; i < result->n_faults; i++) {
        if (result->faults[i].kind == FAULT_NULL && result->faults[i].node == name) {
            return;
        }
    }
    ARENA_GROW(execution->extension->arena, result->faults, result->n_faults,
               execution->faults_capacity);
    result->faults[result->n_faults++] = (struct ownership_fault){
        .kind = FAULT_NULL,
        .node = name,
        .name = is_local ? name->variable->name : name->text,
        .is_member = is_member};
}

bool
value_is_new_memory(const struct execution *execution, const struct path_state *state,
                    struct path_value value)
{
    return value.kind == VALUE_OBJECT
           && execution->sites[value.number].origin == FROM_POINTER
           && (state->objects[value.number].flags
               & (OBJECT_LIVE | OBJECT_UNKNOWN | OBJECT_NOT_NULL))
                  == OBJECT_LIVE
           && CALL_IS(execution->sites[value.number].node, "malloc", "calloc", "realloc",
                      "PyMem_Malloc", "PyMem_Calloc", "PyMem_Realloc", "PyMem_RawMalloc",
                      "PyMem_RawCalloc", "PyMem_RawRealloc", "PyObject_Malloc",
                      "PyObject_Calloc", "PyObject_Realloc");
}

void
tell_memory(struct execution *execution, struct path_state *state, struct path_value value,
            const struct node *pointer, const struct node *node)
{
    const struct node *name = node_bare(pointer);
    if (!value_is_new_memory(execution, state, value) || name == NULL) {
        return;
    }
    struct ownership_fault *fault =
        add_fault(execution, FAULT_MEMORY_NULL, value.number, node, NULL);
    if (fault != NULL) {
        fault->name = name->kind == NODE_MEMBER                            ? name->text
                      : name->kind == NODE_NAME && name->variable != NULL ? name->variable->name
                                                                           : NULL;
    }
    value_escape(state, value); /* once */
}

void
tell_used(struct execution *execution, struct path_state *state, struct path_value value,
          const struct node *by)
{
    const struct path_object *object = value_object(state, value);
    if (object != NULL && object->count <= 0
        && execution->sites[value.number].origin == FROM_NEW
        && (object->flags & (OBJECT_UNKNOWN | OBJECT_RELEASED | OBJECT_HELD | OBJECT_COUNTED))
               == OBJECT_RELEASED)
    {
        add_fault(execution, FAULT_USED, value.number, by, object->last);
    }
}

void
value_release(struct execution *execution, struct path_state *state,
              struct path_value value, const struct node *by, bool is_stolen)
{
    struct path_object *object = value_object(state, value);
    if (object == NULL || (object->flags & OBJECT_UNKNOWN)) {
        return;
    }
    const struct site *site = &execution->sites[value.number];
    if (site->origin == FROM_UNCLEAR && !(object->flags & (OBJECT_STOLEN | OBJECT_RELEASED))) {
        object->flags |=
            (uint16_t)(OBJECT_NOT_NULL | (is_stolen ? OBJECT_STOLEN : OBJECT_RELEASED));
        object->last = by;
        return;
    }
    if (object->count <= 0 && (site->origin == FROM_NEW || site->origin == FROM_UNCLEAR)) {
        bool was_stolen = (object->flags & OBJECT_STOLEN) != 0;
        if ((was_stolen && !(object->flags & OBJECT_HELD))
            || (object->flags & OBJECT_RELEASED))
        {
            add_fault(execution, was_stolen ? FAULT_RELEASED_STOLEN : FAULT_RELEASED_TWICE,
                      value.number, by, object->last);
        }
        value_escape(state, value);
        return;
    }
    execution->gives_up[value.number] |= object->count > 0 && !is_stolen;
    object->count--;
    if (value_is_asked(execution, value)
        && object->count < execution->question->answer->lowest)
    {
        execution->question->answer->lowest = object->count;
    }
    object->flags |= OBJECT_NOT_NULL;
    if (object->count <= 0) {
        object->flags |= is_stolen ? OBJECT_STOLEN : OBJECT_RELEASED;
        object->last = by;
    }
}

void
value_assume(struct path_state *state, struct path_value value, bool is_null)
{
    struct path_object *object = value_object(state, value);
    if (object == NULL) {
        return;
    }
    if (!is_null) {
        object->flags |= OBJECT_NOT_NULL;
        return;
    }
    *object = (struct path_object){0};
    for (size_t i = 0; i < EXECUTION_PLACES_MOST; i++) {
        if (state->places[i].kind == VALUE_OBJECT
            && state->places[i].number == value.number)
        {
            state->places[i] = (struct path_value){VALUE_NUMBER, 0};
        }
    }
}

/* --- what places hold ---------------------------------------------------- */

struct path_value
place_read(struct execution *execution, struct path_state *state, int place,
           const struct type *type)
{
    const struct path_value unknown = {VALUE_UNKNOWN, 0};
    if (place < 0) {
        return unknown;
    }
    if (execution->escaped[place]) {
        value_escape(state, state->places[place]);
        return unknown;
    }
    const struct place *where = &execution->places[place];
    if (state->places[place].kind != VALUE_UNKNOWN || place_is_local(where)
        || type == NULL || type->kind != TYPE_POINTER)
    {
        return state->places[place];
    }
    bool is_object = type_is_object_pointer(type);
    struct site site = {
        .variable = where->variable,
        .field = where->field,
        .place = place,
        .origin = !is_object               ? FROM_POINTER
                  : where->variable != NULL ? FROM_STATIC
                                            : FROM_MEMBER,
    };
    struct path_value value = object_make(execution, state, site);
    state->places[place] = value;
    return value;
}

/* What is put into a member may be seen through another pointer, too. */
static void
escape_namesakes(struct execution *execution, struct path_state *state, int place)
{
    const struct place *where = &execution->places[place];
    for (size_t i = 0; where->field != NULL && i < execution->n_places; i++) {
        const struct place *other = &execution->places[i];
        if ((int)i != place && other->field != NULL
            && strcmp(other->field, where->field) == 0)
        {
            value_escape(state, state->places[i]);
            state->places[i] = (struct path_value){VALUE_UNKNOWN, 0};
        }
    }
}

void
place_write(struct execution *execution, struct path_state *state, int place,
            struct path_value value, const struct node *by)
{
    if (place < 0 || execution->escaped[place]) {
        value_escape(state, value);
        return;
    }
    const struct place *where = &execution->places[place];
    if (where->variable != NULL) {
        atoms_forget(execution, state, where->variable);
    }
    if (place_is_local(where)) {
        if (where->variable->is_cleaned_up) {
            value_escape(state, value); /* the function that gets its address owns it */
        }
        state->places[place] = value;
        return;
    }
    escape_namesakes(execution, state, place);
    bool is_owner = place_is_owner(execution, where);
    struct path_object *old = value_object(state, state->places[place]);
    struct path_object *object = value_object(state, value);
    if (old != NULL && old != object && !(old->flags & OBJECT_UNKNOWN)) {
        if (is_owner) {
            old->count++; /* whoever still has it, has the place's reference */
        }
        else {
            value_escape(state, state->places[place]);
        }
    }
    if (object != NULL && old != object && !(object->flags & OBJECT_UNKNOWN)) {
        int origin = execution->sites[value.number].origin;
        if (origin == FROM_UNCLEAR || object->count == 1 || (object->count > 0 && !is_owner)) {
            value_escape(state, value);
        }
        else if (is_owner) {
            object->count--;
            if (object->count < 0 && origin != FROM_NEW) {
                object->flags |= OBJECT_STORED;
                object->last = by;
            }
        }
    }
    state->places[place] = value;
}

void
state_forget_members(struct execution *execution, struct path_state *state)
{
    for (size_t i = 0; i < execution->n_places; i++) {
        struct path_object *object = value_object(state, state->places[i]);
        if (place_is_local(&execution->places[i]) || object == NULL) {
            continue;
        }
        const struct site *site = &execution->sites[state->places[i].number];
        if (site->origin != FROM_MEMBER && site->origin != FROM_STATIC) {
            continue; /* what the function put there stays, and so do pointers */
        }
        if (object->count <= 0) {
            value_escape(state, state->places[i]);
        }
        state->places[i] = (struct path_value){VALUE_UNKNOWN, 0};
    }
}

/* --- ends ---------------------------------------------------------------- */

static bool
is_leaked(const struct execution *execution, const struct path_state *state, size_t id)
{
    const struct path_object *object = &state->objects[id];
    return execution->sites[id].origin == FROM_NEW && object->count > 0
           && !(object->flags & (OBJECT_UNKNOWN | OBJECT_COUNTED));
}

/* Is it an object of the caller's, of which the function took a reference for nobody? */
static bool
is_kept(const struct execution *execution, const struct path_state *state, size_t id)
{
    const struct path_object *object = &state->objects[id];
    int origin = execution->sites[id].origin;
    return (origin == FROM_PARAMETER || origin == FROM_PARSED) && object->count > 0
           && (object->flags & OBJECT_COUNTED) && !(object->flags & OBJECT_UNKNOWN);
}

/* Is it somebody else's object, of which the function itself took a reference, by a call that is
 * known, for nobody?  Its own place may hold it by another name, which gives it up. */
static bool
is_taken(const struct execution *execution, const struct path_state *state, size_t id)
{
    const struct path_object *object = &state->objects[id];
    const struct site *site = &execution->sites[id];
    bool is_others = site->origin == FROM_MEMBER || site->origin == FROM_BORROWED
                     || site->origin == FROM_STATIC || site->origin == FROM_PARSED
                     || site->origin == FROM_PARAMETER;
    if (!is_others || object->count <= 0 || object->last == NULL
        || (object->flags & (OBJECT_UNKNOWN | OBJECT_STOLEN)))
    {
        return false;
    }
    for (size_t i = 0; i < execution->n_sites; i++) {
        const struct site *other = &execution->sites[i];
        if (i != id && (state->objects[i].flags & OBJECT_LIVE) && other->origin == site->origin
            && other->node == site->node && other->variable == site->variable
            && other->place == site->place)
        {
            return false;
        }
    }
    return true;
}

/* Is the new object OBJECT, of which the caller was given a reference, held by nobody else, and
 * has another reference? */
static bool
is_counted_for_nobody(const struct path_object *object)
{
    const int others = OBJECT_UNKNOWN | OBJECT_HELD | OBJECT_STORED | OBJECT_STOLEN
                       | OBJECT_RELEASED;
    return object->count > 0 && (object->flags & OBJECT_COUNTED)
           && !(object->flags & others);
}

/* What others may have got at is theirs, too. */
static void
escape_shared(const struct execution *execution, struct path_state *state)
{
    for (size_t i = 0; i < execution->n_places; i++) {
        if (execution->escaped[i]) {
            value_escape(state, state->places[i]);
        }
    }
}

/* Is no more known of VALUE, of a member, than whether it is there, in the object of somebody else? */
static bool
is_only_asked(const struct execution *execution, const struct path_state *state,
              struct path_value value)
{
    const struct path_object *object =
        value.kind == VALUE_OBJECT ? &state->objects[value.number] : NULL;
    return object == NULL ? value.kind == VALUE_NUMBER && value.number == 0
                          : execution->sites[value.number].origin == FROM_MEMBER
                                && object->count == 0
                                && (object->flags & ~(OBJECT_LIVE | OBJECT_NOT_NULL)) == 0;
}

/* Is place I, whose value is VALUE, not named behind AT? */
static bool
is_used_up(const struct execution *execution, const struct path_state *state, size_t i,
           struct path_value value, const struct node *at)
{
    const struct place *place = &execution->places[i];
    if (place->variable == NULL && !is_only_asked(execution, state, value)) {
        return false;
    }
    const uint32_t *last =
        place->variable != NULL
            ? map_find(&execution->last_uses, &place->variable, sizeof place->variable)
            : map_find(&execution->last_uses, place->field, strlen(place->field) + 1);
    const struct path_object *object =
        value.kind == VALUE_OBJECT ? &state->objects[value.number] : NULL;
    bool is_owned = object != NULL && object->count != 0 && !(object->flags & OBJECT_UNKNOWN);
    return last != NULL && *last < at->begin && !is_owned;
}

void
state_sweep(struct execution *execution, struct path_state *state,
            const struct node *at)
{
    bool held[EXECUTION_OBJECTS_MOST] = {false}, pointed[EXECUTION_PLACES_MOST] = {false};
    escape_shared(execution, state);
    for (size_t i = 0; i < execution->n_places; i++) {
        if (state->places[i].kind == VALUE_ADDRESS) {
            pointed[state->places[i].number] = true;
        }
    }
    for (size_t i = 0; i < execution->n_places; i++) {
        struct path_value *value = &state->places[i];
        if (value->kind == VALUE_UNKNOWN) {
            continue;
        }
        if (!pointed[i] && is_used_up(execution, state, i, *value, at)) {
            *value = (struct path_value){VALUE_UNKNOWN, 0};
        }
        else if (value->kind == VALUE_OBJECT) {
            held[value->number] = true;
        }
    }
    for (size_t i = 0; i < execution->n_sites; i++) {
        struct path_object *object = &state->objects[i];
        if (!(object->flags & OBJECT_LIVE) || held[i]) {
            continue;
        }
        if (is_leaked(execution, state, i)) {
            add_fault(execution, FAULT_LEAKED, (int)i, at, object->last);
            value_escape(state, (struct path_value){VALUE_OBJECT, (int)i});
        }
        /* The caller's objects are told at the end. */
        if (execution->sites[i].origin != FROM_PARAMETER
            && (object->count == 0 || (object->flags & OBJECT_UNKNOWN)))
        {
            *object = (struct path_object){0};
            for (size_t k = 0; k < execution->n_places; k++) {
                if (execution->places[k].object == (int)i) {
                    state->places[k] = (struct path_value){VALUE_UNKNOWN, 0};
                }
            }
        }
    }
}

/* Do the two differ at most in which parameters were NULL? */
static bool
ends_are_alike(const struct ownership_end *a, const struct ownership_end *b)
{
    return a->result == b->result && a->value_kind == b->value_kind && a->number == b->number
           && a->may_be_taken == b->may_be_taken
           && memcmp(a->counts, b->counts, sizeof a->counts) == 0
           && memcmp(a->unknown, b->unknown, sizeof a->unknown) == 0;
}

/* Make one of ends that are alike. */
static void
compact_ends(struct ownership *result)
{
    size_t n_kept = 0;
    for (size_t i = 0; i < result->n_ends; i++) {
        const struct ownership_end *end = &result->ends[i];
        size_t k = 0;
        while (k < n_kept && !ends_are_alike(&result->ends[k], end)) {
            k++;
        }
        if (k == n_kept) {
            result->ends[n_kept++] = *end;
            continue;
        }
        for (size_t n = 0; n < OWNERSHIP_PARAMETERS_MOST; n++) {
            result->ends[k].is_null[n] &= end->is_null[n];
            result->ends[k].is_not_null[n] &= end->is_not_null[n];
        }
    }
    result->n_ends = n_kept;
}

static void
add_end(struct execution *execution, const struct ownership_end *end)
{
    struct ownership *result = execution->result;
    for (size_t i = 0; i < result->n_ends; i++) {
        if (memcmp(&result->ends[i], end, sizeof *end) == 0) {
            return;
        }
    }
    if (result->n_ends >= OWNERSHIP_ENDS_MOST) {
        compact_ends(result);
    }
    if (result->n_ends >= OWNERSHIP_ENDS_MOST) {
        execution->has_many_ends = true;
        return;
    }
    result->ends[result->n_ends++] = *end;
}

/* Does the function fail, where it ends so? */
static bool
is_failure(const struct ownership_end *end, const struct type *type, const struct node *at)
{
    bool is_pointer = type != NULL && type->kind == TYPE_POINTER;
    if (is_pointer && type_is_object_pointer(type) && at->kind == NODE_RETURN
        && return_answers_failure(at))
    {
        return true; /* an object with an exception */
    }
    return end->result == RESULT_NUMBER
           && (is_pointer ? end->value_kind == VALUE_NUMBER && end->number == 0
                          : end->value_kind == VALUE_NEGATIVE
                                || (end->value_kind == VALUE_NUMBER && end->number < 0));
}

static void
answer_question(struct execution *execution, const struct path_state *state,
                const struct ownership_end *end, const struct type *type,
                const struct node *at)
{
    struct object_balance *answer = execution->question->answer;
    const struct path_object *object =
        &state->objects[execution->question->value.number];
    struct balance *balance =
        is_failure(end, type, at) ? &answer->failure : &answer->success;
    int count = object->count;
    answer->is_known &= !(object->flags & OBJECT_UNKNOWN);
    balance->least = !balance->is_seen || count < balance->least ? count : balance->least;
    balance->most = !balance->is_seen || count > balance->most ? count : balance->most;
    balance->is_seen = true;
}

static bool
is_somebody_elses(int origin)
{
    return origin == FROM_BORROWED || origin == FROM_PARAMETER || origin == FROM_PARSED
           || origin == FROM_ELEMENT;
}

/* An object that is the same element of the same array as OBJECT, each read by itself, and
 * that the function holds; or OBJECT. */
static int
held_element(struct execution *execution, const struct path_state *state, int object)
{
    const struct site *site = &execution->sites[object];
    const char *key =
        site->origin == FROM_ELEMENT ? expression_key(execution, site->node) : "";
    for (size_t i = 0; key[0] != '\0' && i < execution->n_sites; i++) {
        const struct site *other = &execution->sites[i];
        if (other->origin == FROM_ELEMENT && state->objects[i].count > 0
            && strcmp(expression_key(execution, other->node), key) == 0)
        {
            return (int)i;
        }
    }
    return object;
}

/* The name of a member, or of a static variable, that holds the object. */
static const char *
holding_place(const struct execution *execution, const struct path_state *state,
              int object)
{
    for (size_t i = 0; i < execution->n_places; i++) {
        const struct place *place = &execution->places[i];
        if (state->places[i].kind == VALUE_OBJECT && state->places[i].number == object
            && !place_is_local(place))
        {
            return place->field != NULL ? place->field : place->variable->name;
        }
    }
    return NULL;
}

/* Does CALL give the address of a local to FUNCTION as PARAMETER? */
static bool
is_given_local(const struct node *call, const struct function *function,
               const struct variable *parameter)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct node *given = node_bare(call_argument(call, i));
        const struct node *named =
            given != NULL && given->kind == NODE_UNARY && given->op == '&'
                ? node_bare(given->first)
                : NULL;
        if (function->parameters[i] == parameter && named != NULL
            && named->variable != NULL && named->variable->storage == STORAGE_AUTOMATIC)
        {
            return true;
        }
    }
    return false;
}

/* Is the object of SITE in a struct that each caller of the function has in a local: what
 * brings it to the caller, and no owner? */
static bool
is_carried(const struct execution *execution, const struct site *site)
{
    if (site->origin != FROM_MEMBER || site->place < 0
        || execution->places[site->place].variable != NULL)
    {
        return false;
    }
    const struct site *holder = &execution->sites[execution->places[site->place].object];
    const struct source *source = execution->extension->source;
    bool is_called = false;
    for (size_t i = 0; i < source->n_functions && holder->variable != NULL; i++) {
        const struct function *caller = source->functions[i];
        for (size_t k = 0; k < caller->n_calls; k++) {
            const struct node *call = caller->calls[k];
            if (call->function == execution->function
                && !is_given_local(call, execution->function, holder->variable))
            {
                return false;
            }
            is_called |= call->function == execution->function;
        }
    }
    return is_called;
}

/* May FUNCTION take the object of SITE, an element, out of what holds it, so that its reference
 * is the function's: does it change any place, or the size of anything? */
static bool
may_be_taken_out(const struct function *function, const struct site *site)
{
    static const char *const changes[] = {"SET_ITEM", "SET_SIZE", "SetSlice", "memmove"};
    bool is_item = site->origin == FROM_BORROWED && site->node != NULL
                   && CALL_IS(site->node, "PyList_GET_ITEM", "PyTuple_GET_ITEM", "PyList_GetItem",
                              "PyTuple_GetItem");
    if (site->origin != FROM_ELEMENT && !is_item) {
        return false;
    }
    for (size_t i = 0; i < function->n_calls; i++) {
        for (size_t k = 0; k < ARRAY_LENGTH(changes); k++) {
            if (strstr(call_name(function->calls[i]), changes[k]) != NULL) {
                return true;
            }
        }
    }
    for (const struct node *node = is_item ? NULL : function->body; node != NULL;
         node = node_after(node, function->body))
    {
        if ((node->kind == NODE_MEMBER || node->kind == NODE_SUBSCRIPT)
            && (node->is_written || node->is_address_taken))
        {
            return true;
        }
    }
    return false;
}

void
state_finish(struct execution *execution, struct path_state *state,
             const struct node *at, struct path_value value)
{
    const struct function *function = execution->function;
    struct ownership_end end;
    exception_at_end(execution, state, at, value);
    escape_shared(execution, state);
    memset(&end, 0, sizeof end);
    struct path_object *returned = value_object(state, value);
    const struct type *type =
        function->type != NULL ? function->type->target : NULL;
    bool is_object = type != NULL && type_is_object_pointer(type);
    /* As a number or an address of anything, it is whose the caller says. */
    bool is_handed_on = type != NULL && !is_object && strcmp(type->canonical, "_Bool") != 0
                        && strcmp(type->canonical, "bool") != 0;
    if (returned != NULL
        && (is_handed_on || execution->sites[value.number].origin == FROM_UNCLEAR))
    {
        value_escape(state, value);
    }
    if (returned != NULL && !(returned->flags & OBJECT_UNKNOWN) && is_object) {
        int origin = execution->sites[value.number].origin;
        returned = &state->objects[held_element(execution, state, value.number)];
        if (returned->count > 0) {
            end.result = RESULT_NEW;
            returned->count--;
            if (origin == FROM_NEW && is_counted_for_nobody(returned)) {
                struct ownership_fault *fault =
                    add_fault(execution, FAULT_LEAKED, value.number, at, returned->last);
                if (fault != NULL) {
                    fault->is_returned = true;
                }
            }
        }
        else if (origin != FROM_POINTER) {
            end.result = RESULT_BORROWED;
            const struct site *site = &execution->sites[value.number];
            end.may_be_taken = may_be_taken_out(function, site) || is_carried(execution, site);
            if (!end.may_be_taken) {
                add_fault(execution, FAULT_RETURNED, value.number, at, returned->last);
            }
        }
        if (origin == FROM_PARAMETER) {
            const struct variable *variable = execution->sites[value.number].variable;
            for (size_t i = 0; i < function->n_parameters; i++) {
                if (function->parameters[i] == variable) {
                    end.result = end.result == RESULT_NEW ? RESULT_NEW_PARAMETER
                                                          : RESULT_PARAMETER;
                    end.number = (int)i;
                }
            }
        }
    }
    else if (returned != NULL && is_object && (returned->flags & OBJECT_NOT_NULL)) {
        end.result = RESULT_THERE;
    }
    else if (returned == NULL && value.kind != VALUE_ADDRESS
             && value.kind != VALUE_UNKNOWN)
    {
        end.result = RESULT_NUMBER;
        end.value_kind = value.kind;
        end.number = value.number;
    }
    for (size_t i = 0; i < execution->n_sites; i++) {
        const struct site *site = &execution->sites[i];
        const struct path_object *object = &state->objects[i];
        if (is_leaked(execution, state, i)) {
            add_fault(execution, FAULT_LEAKED, (int)i, at, object->last);
        }
        if (is_kept(execution, state, i)) {
            add_fault(execution, FAULT_KEPT, (int)i, at, NULL);
        }
        if (is_taken(execution, state, i)) {
            struct ownership_fault *fault = add_fault(execution, FAULT_TAKEN, (int)i, at, object->last);
            if (fault != NULL) {
                fault->is_counted = (object->flags & OBJECT_COUNTED) != 0;
                fault->object = (int)i;
            }
        }
        if (object->count < 0 && is_somebody_elses(site->origin)
            && !(object->flags & OBJECT_UNKNOWN) && object->last != NULL)
        {
            bool is_stored = (object->flags & OBJECT_STORED) != 0;
            struct ownership_fault *fault =
                add_fault(execution, is_stored ? FAULT_STORED : FAULT_DROPPED, (int)i,
                          object->last, NULL);
            if (fault != NULL && is_stored) {
                fault->place = holding_place(execution, state, (int)i);
            }
            if (fault != NULL) {
                fault->is_twice = object->count < -1;
            }
        }
        for (size_t k = 0; site->origin == FROM_PARAMETER && site->generation == 0
                           && k < function->n_parameters
                           && k < OWNERSHIP_PARAMETERS_MOST;
             k++)
        {
            if (function->parameters[k] == site->variable) {
                end.counts[k] = object->count;
                end.unknown[k] = (object->flags & OBJECT_UNKNOWN) != 0;
                end.is_dropped[k] = (object->flags & (OBJECT_RELEASED | OBJECT_STOLEN))
                                    == OBJECT_RELEASED;
                end.is_null[k] = !(object->flags & OBJECT_LIVE);
                end.is_not_null[k] = (object->flags & OBJECT_NOT_NULL) != 0;
            }
        }
    }
    if (execution->question != NULL) {
        answer_question(execution, state, &end, type, at);
    }
    add_end(execution, &end);
}
