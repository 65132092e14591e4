/* Which calls that count references of a type are to go, so that each path of a function that
 * succeeds takes as many as it gives away, and none that fails releases one too many. */
#include "convert/plan/reference_balance.h"

#include "convert/plan/kept_references.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "extension/ownership.h"

/* More are not tried. */
enum { MAX_CALLS = 8 };

struct search {
    const struct conversion *c;
    const struct function *function;
    const struct variable *object;
    bool is_held; /* by that: a pointer to it */
    const struct node **calls;
    size_t n_calls;
    unsigned best; /* a bit for each call that goes */
    int lowest;    /* more are never given away than that, below 0 */
    bool may_fail_short; /* where it fails, it may: failure_releases.c mends that */
    bool is_found;
    int leaked;    /* with that, where it fails, at most */
};

static struct object_balance
ask(const struct search *search, unsigned going)
{
    const struct node **left_out =
        ARENA_ARRAY(search->c->arena, const struct node *, MAX_CALLS);
    struct object_balance balance = {.left_out = left_out};
    if (search->is_held) {
        balance.holder.variable = search->object;
    }
    else {
        balance.object = search->object;
    }
    for (size_t i = 0; i < search->n_calls; i++) {
        if (going & (1u << i)) {
            left_out[balance.n_left_out++] = search->calls[i];
        }
    }
    ask_balance(search->c->extension, search->function, &balance);
    return balance;
}

static bool
is_zero(const struct balance *balance)
{
    return balance->least == 0 && balance->most == 0;
}

static bool
is_balanced(const struct search *search, const struct object_balance *balance)
{
    return balance->is_known && is_zero(&balance->success)
           && (balance->failure.least >= 0 || search->may_fail_short)
           && balance->lowest >= search->lowest;
}

static void
try_without(struct search *search, unsigned going)
{
    struct object_balance balance = ask(search, going);
    if (is_balanced(search, &balance)
        && (!search->is_found || balance.failure.most < search->leaked))
    {
        search->best = going;
        search->leaked = balance.failure.most;
        search->is_found = true;
    }
}

/* Some of those that take a reference, with all, one or none of those that release one. */
static void
try_all(struct search *search)
{
    unsigned releases = 0, all = (1u << search->n_calls) - 1;
    for (size_t i = 0; i < search->n_calls; i++) {
        releases |= released_reference(search->calls[i]) != NULL ? 1u << i : 0;
    }
    try_without(search, all);
    for (size_t i = 0; i < search->n_calls; i++) {
        unsigned first = 1u << i;
        try_without(search, first);
        if (first & releases) {
            continue;
        }
        try_without(search, first | releases);
        for (size_t k = 0; k < search->n_calls; k++) {
            if (releases & (1u << k)) {
                try_without(search, first | 1u << k);
            }
        }
    }
    try_without(search, releases);
}

/* A release that may stay does: it is of a reference that was taken for a call that failed. */
static void
put_back(struct search *search)
{
    for (size_t i = 0; !search->may_fail_short && i < search->n_calls; i++) {
        unsigned bit = 1u << i;
        if (!(search->best & bit) || released_reference(search->calls[i]) == NULL) {
            continue;
        }
        struct object_balance balance = ask(search, search->best & ~bit);
        if (is_balanced(search, &balance) && balance.failure.most <= search->leaked) {
            search->best &= ~bit;
            search->leaked = balance.failure.most;
        }
    }
}

static const struct node *
use_in(const struct variable *object, const struct function *function)
{
    for (size_t i = 0; i < object->n_uses; i++) {
        if (object->uses[i]->within == function) {
            return object->uses[i];
        }
    }
    return NULL;
}

/* Does the state get another reference wherever FUNCTION gives OBJECT away? */
static bool
is_kept(const struct conversion *c, const struct function *function,
        const struct variable *object)
{
    for (size_t i = 0; i < c->kept_references->n_items; i++) {
        const struct kept_reference *kept = &c->kept_references->items[i];
        if (kept->variable == object && kept->call->within == function) {
            return true;
        }
    }
    return false;
}

/* Is OBJECT a static variable with an object that it owns? */
static bool
is_held_object(const struct conversion *c, const struct variable *object)
{
    const struct variable_plan *plan = moving(c, object);
    return plan != NULL && plan->kind == FIELD_OBJECT;
}

void
balance_references(const struct conversion *c, const struct function *function,
                   const struct variable *object, struct reference_balance *out)
{
    struct search search = {.c = c,
                            .function = function,
                            .object = object,
                            .is_held = is_held_object(c, object)};
    *out = (struct reference_balance){.answer = BALANCE_UNKNOWN};
    out->place = use_in(object, function);
    if (out->place == NULL) {
        return;
    }
    struct object_balance now = ask(&search, 0);
    if (!now.is_known || now.n_calls > MAX_CALLS || !now.success.is_seen
        || is_kept(c, function, object))
    {
        return;
    }
    if (now.n_calls == 0) {
        /* A parameter is given away for the caller; a helper that keeps one is mended. */
        bool is_lost = !object->is_parameter && now.success.most < 0;
        out->answer = is_lost ? BALANCE_WRONG : BALANCE_UNKNOWN;
        return;
    }
    out->place = now.calls[0];
    out->calls = search.calls = now.calls;
    out->n_calls = search.n_calls = now.n_calls;
    if (is_zero(&now.success) && (now.failure.least >= 0 || search.is_held)) {
        out->answer = BALANCE_RIGHT;
        return;
    }
    search.lowest = now.lowest;
    try_all(&search);
    if (!search.is_found && search.is_held) {
        search.may_fail_short = true;
        try_all(&search);
    }
    put_back(&search);
    out->answer = search.is_found ? BALANCE_MENDED : BALANCE_WRONG;
    const struct node **going = ARENA_ARRAY(c->arena, const struct node *, MAX_CALLS);
    for (size_t i = 0; i < search.n_calls; i++) {
        if (search.best & (1u << i)) {
            going[out->n_going++] = search.calls[i];
        }
    }
    out->going = going;
}
