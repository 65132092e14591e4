/* What changes a static type before PyType_Ready, in other ways than `Spam_Type.field = value`:
 * its spec cannot say that, and a heap type is complete when it is made. */
#include "convert/facts/type_writes.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/facts/type_fields.h"
#include "extension/expression.h"
#include "extension/shared_write.h"

/* What an expression means. */
enum place {
    AT_TYPE,  /* the type, its address, or a table or struct with that in it */
    AT_FIELD, /* a field of it, or its address */
    AT_TABLE, /* a table of slots that it has, such as tp_as_number, or its address */
};

enum { N_PLACES = 3, MAX_DEPTH = 8, MAX_MEMBERS = 8 };

struct search {
    const struct conversion *c;
    const struct variable *type;
    const struct node *found;
    bool is_direct; /* the name of the type is followed, not a table that has it */
    bool *is_seen; /* by variable id and place */
    const struct node *members[MAX_MEMBERS]; /* that were followed */
    size_t n_members;
};

static void follow_variable(struct search *search, const struct variable *variable,
                            enum place place, unsigned depth);

static void follow_use(struct search *search, const struct node *use, enum place place,
                       unsigned depth);

static bool
is_type_object(const struct type *type)
{
    return type != NULL
           && (type_is_record(type, "PyTypeObject") || type_is_record(type, "_typeobject")
               || type_is_pointer_to(type, "_typeobject")
               || type_is_pointer_to(type, "PyTypeObject"));
}

/* Does a heap type have FIELD when it is made? */
static bool
is_of_type(const char *field)
{
    static const char *const others[] = {"tp_weaklistoffset", "tp_dictoffset",
                                         "tp_vectorcall_offset", "tp_dict"};
    for (size_t i = 0; i < ARRAY_LENGTH(others); i++) {
        if (strcmp(field, others[i]) == 0) {
            return true;
        }
    }
    return is_slot(field) || is_of_spec(field) || string_starts(field, "tp_as_");
}

/* `T.tp_flags |= Py_TPFLAGS_BASETYPE`: a heap type may get a flag later, but not its layout. */
static bool
adds_plain_flag(const struct node *assign, const struct node *target)
{
    enum { HAVE_GC = 1 << 14 };
    const struct node *value = node_bare(assign->first->next);
    return assign->op == '|' && target->kind == NODE_MEMBER
           && strcmp(target->text, "tp_flags") == 0 && value->has_value
           && (value->value & HAVE_GC) == 0;
}

/* `parameter->tp_dict = …;` in a function that gets the type itself: plan/early_types.c. */
static bool
is_dict_of_parameter(const struct search *search, const struct node *assign, unsigned depth)
{
    return search->is_direct && depth == 1 && parameter_of_dict(assign) != NULL;
}

/* The place that MEMBER of PLACE is; false: none that matters. */
static bool
enter_member(const struct node *member, enum place *place, bool *is_table)
{
    const struct type *of = member->first != NULL ? node_bare(member->first)->type : NULL;
    if (*place == AT_TYPE && is_type_object(of)) {
        *place = AT_FIELD;
        *is_table = string_starts(member->text, "tp_as_");
        return is_of_type(member->text);
    }
    if (*place == AT_TABLE || (*place == AT_FIELD && *is_table)) {
        *place = AT_FIELD;
        *is_table = false;
        return true;
    }
    return *place == AT_TYPE; /* a struct with the address of the type */
}

/* What CALL does with ARGUMENT, which means PLACE. */
static void
follow_argument(struct search *search, const struct node *call, const struct node *argument,
                enum place place, bool is_address, unsigned depth)
{
    const struct function *callee = call->function;
    size_t i = call_argument_number(call, argument);
    if (callee != NULL && callee->body != NULL) {
        if (i < callee->n_parameters && (place != AT_FIELD || is_address)) {
            follow_variable(search, callee->parameters[i], place, depth + 1);
        }
    }
    else if (place == AT_FIELD && is_address) {
        search->found = argument; /* such as memset */
    }
}

/* The member of a struct that TARGET is, or is an element of; NULL: it is none. */
static const struct node *
member_of(const struct node *target)
{
    while (target != NULL && target->kind == NODE_SUBSCRIPT) {
        target = node_bare(target->first);
    }
    return target != NULL && target->kind == NODE_MEMBER && target->text != NULL
                   && !is_type_object(node_bare(target->first)->type)
               ? target
               : NULL;
}

/* MEMBER, as of the module's own state, is given what means PLACE: follow it in all functions. */
static void
follow_member(struct search *search, const struct node *member, enum place place, unsigned depth)
{
    for (size_t i = 0; i < search->n_members; i++) {
        if (strcmp(search->members[i]->text, member->text) == 0) {
            return;
        }
    }
    if (search->n_members == MAX_MEMBERS || depth > MAX_DEPTH) {
        return;
    }
    search->members[search->n_members++] = member;
    for (size_t i = 0; i < search->c->source->n_functions && search->found == NULL; i++) {
        const struct node *body = search->c->source->functions[i]->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (n->kind == NODE_MEMBER && n->text != NULL && strcmp(n->text, member->text) == 0
                && member_record(n) == member_record(member))
            {
                follow_use(search, n, place, depth + 1);
            }
        }
    }
}

/* NODE, which means PLACE, is given to a local, or is what an assignment changes. */
static void
follow_assignment(struct search *search, const struct node *assign, const struct node *node,
                  enum place place, bool is_address, unsigned depth)
{
    const struct node *target = node_bare(assign->first);
    if (assign->first == node) {
        bool is_whole = place == AT_TYPE && node_bare(node)->type != NULL
                        && node_bare(node)->type->kind == TYPE_RECORD;
        if ((place == AT_FIELD || is_whole) && !adds_plain_flag(assign, target)
            && !is_dict_of_parameter(search, assign, depth))
        {
            search->found = assign;
        }
        return;
    }
    if (place == AT_FIELD && !is_address) {
        return; /* the value of a slot */
    }
    const struct node *member = member_of(target);
    while (target->kind == NODE_SUBSCRIPT) {
        target = node_bare(target->first);
    }
    if (target->kind == NODE_NAME && target->variable != NULL) {
        follow_variable(search, target->variable, place, depth + 1);
    }
    else if (member != NULL) {
        follow_member(search, member, place, depth);
    }
}

/* Is OPERAND, or a place in it, what the expression NODE means? */
static bool
gives_operand(const struct node *node, const struct node *operand)
{
    switch (node->kind) {
    case NODE_SUBSCRIPT:
        return node->first == operand;
    case NODE_CONDITIONAL:
        return node->first != operand;
    default:
        return node->op == ',' ? node->first != operand : node->op == '+' || node->op == '-';
    }
}

/* USE of what means PLACE. */
static void
follow_use(struct search *search, const struct node *use, enum place place, unsigned depth)
{
    bool is_address = false, is_table = place == AT_TABLE;
    const struct node *n = use;
    if (depth == 0 && field_assignment(n) != NULL) {
        return;
    }
    for (const struct node *p = n->parent; p != NULL; n = p, p = p->parent) {
        enum place given = place == AT_FIELD && is_table && !is_address ? AT_TABLE : place;
        switch (p->kind) {
        case NODE_PAREN:
        case NODE_CAST:
            continue;
        case NODE_SUBSCRIPT:
        case NODE_BINARY:
        case NODE_CONDITIONAL:
            if (!gives_operand(p, n)) {
                return;
            }
            continue;
        case NODE_UNARY:
            if (p->op == OP_ADDRESS || p->op == OP_DEREFERENCE) {
                is_address = p->op == OP_ADDRESS;
                continue;
            }
            if (place == AT_FIELD && (p->op == OP_INCREMENT || p->op == OP_DECREMENT)) {
                search->found = p;
            }
            return;
        case NODE_MEMBER:
            if (!enter_member(p, &place, &is_table)) {
                return;
            }
            is_address = false;
            continue;
        case NODE_CALL:
            if (p->first != n) {
                follow_argument(search, p, n, given, is_address, depth);
            }
            return;
        case NODE_ASSIGN:
            follow_assignment(search, p, n, p->first == n ? place : given, is_address, depth);
            return;
        case NODE_VARIABLE:
            if (given != AT_FIELD || is_address) {
                follow_variable(search, p->variable, given, depth + 1);
            }
            return;
        default:
            return;
        }
    }
}

static void
follow_variable(struct search *search, const struct variable *variable, enum place place,
                unsigned depth)
{
    if (variable == NULL || depth > MAX_DEPTH || search->found != NULL) {
        return;
    }
    bool *is_seen = &search->is_seen[variable->id * N_PLACES + place];
    if (*is_seen) {
        return;
    }
    *is_seen = true;
    for (size_t i = 0; i < variable->n_uses && search->found == NULL; i++) {
        if (variable->uses[i]->within != NULL) {
            follow_use(search, variable->uses[i], place, depth);
        }
    }
}

/* VALUE is the address of a table of slots. */
static void
follow_table(struct search *search, const struct node *value)
{
    const struct node *referent = node_referent(value);
    const struct variable *table =
        referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
    if (table != NULL && variable_is_static(table)) {
        follow_variable(search, table, AT_TABLE, 0);
    }
}

/* Has the initialiser of TABLE the address of TYPE? */
static bool
has_type(const struct variable *table, const struct variable *type)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        const struct node *referent = item->is_zero ? NULL : node_referent(item->value);
        if (referent != NULL && referent->kind == NODE_NAME && referent->variable == type) {
            return true;
        }
    }
    return false;
}

const struct variable *
parameter_of_dict(const struct node *assign)
{
    const struct node *target = node_bare(assign->first);
    const struct node *object = target->kind == NODE_MEMBER && target->first != NULL
                                    ? node_bare(target->first)
                                    : NULL;
    return assign->kind == NODE_ASSIGN && assign->op == '=' && object != NULL
                   && strcmp(target->text, "tp_dict") == 0 && object->kind == NODE_NAME
                   && object->variable != NULL && object->variable->is_parameter
               ? object->variable
               : NULL;
}

const struct node *
hidden_type_write(const struct conversion *c, const struct variable *variable)
{
    struct search search = {
        .c = c,
        .type = variable,
        .is_direct = true,
        .is_seen = ARENA_ARRAY(c->arena, bool, (c->source->n_variables + 1) * N_PLACES),
    };
    follow_variable(&search, variable, AT_TYPE, 0);
    search.is_direct = false;
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *item = &variable->initializers[i];
        if (!item->is_zero && string_starts(item->field, "tp_as_")) {
            follow_table(&search, item->value);
        }
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *assign = field_assignment(variable->uses[i]);
        if (assign != NULL && string_starts(assign->first->text, "tp_as_")) {
            follow_table(&search, assigned_value(assign));
        }
    }
    for (size_t i = 0; i < c->source->n_variables && search.found == NULL; i++) {
        const struct variable *table = c->source->variables[i];
        if (table != variable && variable_is_static(table) && has_type(table, variable)
            && !type_is_record(table->type, "PyTypeObject"))
        {
            follow_variable(&search, table, AT_TYPE, 0);
        }
    }
    return search.found;
}
