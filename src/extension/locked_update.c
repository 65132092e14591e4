#include "extension/locked_update.h"

#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/held_locks.h"
#include "extension/lock.h"

/* The first lock that the function of WRITE holds there is taken at this node, where it holds
 * none; NULL: it holds none, or already held one there. */
static const struct node *
second_step(const struct extension *extension, const struct node *write)
{
    struct held_locks held;
    held_locks_read(extension, write, &held);
    const struct node *first = NULL;
    for (size_t i = 0; i < held.n_items; i++) {
        const struct node *place = held.items[i].place;
        if (first == NULL || place->begin < first->begin) {
            first = place;
        }
    }
    /* The call that a macro stands for is inside of the section. */
    for (const struct node *at = first; at != NULL; at = at->parent) {
        if (block_is_section(at) && at->begin == first->begin) {
            first = at;
        }
    }
    return first != NULL && node_may_race(extension, first) ? first : NULL;
}

/* What USE of LOCAL gives it; NULL: it is no plain assignment. */
static const struct node *
value_given(const struct node *use)
{
    const struct node *target = node_outer(use), *assign = target->parent;
    return assign != NULL && assign->kind == NODE_ASSIGN && assign->first == target
                   && assign->op == '='
               ? assign->first->next
               : NULL;
}

static bool
names(const struct node *root, const struct variable *variable)
{
    for (const struct node *at = root; at != NULL; at = node_after(at, root)) {
        if (at->kind == NODE_NAME && at->variable == variable) {
            return true;
        }
    }
    return false;
}

static const struct node *read_in(const struct node *value, const struct node *member,
                                  const struct node *write, int depth);

/* Where the value that LOCAL has in WRITE was read from MEMBER; NULL: nowhere. */
static const struct node *
read_into(const struct variable *local, const struct node *member,
          const struct node *write, int depth)
{
    const struct node *last =
        local->initial != NULL ? read_in(local->initial, member, write, depth) : NULL;
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i], *value = value_given(use);
        if (use->is_address_taken) {
            return NULL;
        }
        if (value == NULL || !node_flows_to(use, write)) {
            continue;
        }
        const struct node *read = read_in(value, member, write, depth);
        if (read != NULL || !names(value, local)) {
            last = read;
        }
    }
    return last;
}

/* Where VALUE, in front of WRITE, reads MEMBER, or a local with what was read there. */
static const struct node *
read_in(const struct node *value, const struct node *member, const struct node *write,
        int depth)
{
    for (const struct node *at = value; at != NULL; at = node_after(at, value)) {
        if (at->kind == NODE_MEMBER && !at->is_written && nodes_are_alike(at, member)) {
            return at;
        }
        const struct variable *local = at->kind == NODE_NAME ? at->variable : NULL;
        const struct node *read =
            local != NULL && depth > 0 && !local->is_parameter
                    && local->storage == STORAGE_AUTOMATIC
                ? read_into(local, member, write, depth - 1)
                : NULL;
        if (read != NULL) {
            return read;
        }
    }
    return NULL;
}

/* Does the function name MEMBER where it holds the lock that it takes at STEP, in front of
 * WRITE? */
static bool
is_asked_again(const struct node *step, const struct node *write, const struct node *member)
{
    const struct node *root = write->within->body;
    for (const struct node *at = root; at != NULL && at != write; at = node_after(at, root)) {
        if (at->kind == NODE_MEMBER && at->begin > step->begin && nodes_are_alike(at, member)) {
            return true;
        }
    }
    return false;
}

/* Does the function write MEMBER in front of STEP, too? */
static bool
is_marked(const struct node *step, const struct node *member)
{
    const struct node *root = step->within->body;
    for (const struct node *at = root; at != NULL && at != step; at = node_after(at, root)) {
        if (at->kind == NODE_MEMBER && (at->is_written || at->is_address_taken)
            && nodes_are_alike(at, member))
        {
            return true;
        }
    }
    return false;
}

/* Does a branch around WRITE, under the lock taken at STEP, ask for a field: of a version, a
 * state? */
static bool
is_decided(const struct node *step, const struct node *write)
{
    const struct node *child = write;
    for (const struct node *at = write->parent; at != NULL; child = at, at = at->parent) {
        if (at->kind != NODE_IF || at->first == child || at->begin < step->begin) {
            continue;
        }
        for (const struct node *asked = at->first; asked != NULL;
             asked = node_after(asked, at->first))
        {
            if (asked->kind == NODE_MEMBER || asked->kind == NODE_CALL) {
                return true;
            }
        }
    }
    return false;
}

const struct node *
locked_update_read(const struct extension *extension, const struct node *write,
                   const struct node *member)
{
    enum { DEPTH = 3 /* locals behind locals */ };
    const struct node *read =
        write->kind == NODE_ASSIGN && write->op == '=' && write->origin == ORIGIN_FILE
                && node_bare(write->first) == member
            ? read_in(write->first->next, member, write, DEPTH)
            : NULL;
    const struct node *step = read != NULL && read->within == write->within
                                      && node_is_locked_here(read)
                                  ? second_step(extension, write)
                                  : NULL;
    return step != NULL && read->begin < step->begin && node_flows_to(read, step)
                   && !is_asked_again(step, write, member) && !is_marked(step, member)
                   && !is_decided(step, write)
               ? read
               : NULL;
}
