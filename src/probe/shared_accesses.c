/* Accesses of two calls that no lock orders.
 *
 * Nothing needs to go wrong: what an interruption does to memory depends on values, and a
 * machine that runs both at once may do more.  That the second call ran from its beginning
 * to its end while the first one was held is what shows that no lock orders them. */

#include "probe/shared_accesses.h"

#include "probe/image.h"
#include "probe/inner_access.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/shared_members.h"
#include "probe/shared_words.h"
#include "probe/stepping.h"
#include "probe/suspended_section.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define PLACES 4096
#define HEAD_WORDS 4    /* of an object, without a GIL */

/* Of the second call, with a number of its own, and with that of the first one. */
static struct other_accesses {
    struct access items[STEPPING_ACCESSES];
    size_t n_items;
} others[2];
static bool meets[2][PLACES];
static bool writes_new[PLACES]; /* what is met there */

static bool
overlap(const struct access *a, const struct access *b)
{
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

static bool
is_write(const struct access *access)
{
    return (access->flags & ACCESS_WRITE) != 0;
}

static bool
is_atomic(const struct access *access)
{
    return (access->flags & ACCESS_ATOMIC) != 0;
}

/* The interpreter's own macros count references where the extension is compiled. */
static bool
is_in_head(uintptr_t address)
{
    uintptr_t word = address & ~(uintptr_t)7;
    for (size_t i = 0; i < HEAD_WORDS && i * 8 < py.head_size; i++) {
        if (object_is_live(word - i * 8)) {
            return true;
        }
    }
    return false;
}

static bool
is_lent(const struct access *access)
{
    return (access->flags & ACCESS_BORROWED) != 0;
}

/* Does it count?  The interpreter keeps its own objects in order; what it lends, another
 * thread can release. */
static bool
is_of_module(const struct access *access)
{
    if ((access->flags & (ACCESS_FRESH | ACCESS_SECTION | ACCESS_SECTION_END)) != 0) {
        return false;
    }
    if ((access->flags & (ACCESS_BORROWED | ACCESS_USED)) != 0) {
        return object_is_live(access->address)
               && !object_is_exact((const struct py_object *)access->address,
                                   py.PyTuple_Type);
    }
    if (access->base != 0 && object_is_live(access->base)) {
        return false;
    }
    return shared_words_has(access->address) || !is_in_head(access->address);
}

/* Does one lend a reference out of an object that the other one has as well? */
static bool
is_lent_of(const struct access *a, const struct access *b)
{
    return a->address == b->address && is_lent(a)
           && (b->flags & (ACCESS_BORROWED | ACCESS_USED)) != 0;
}

/* Does A look into an object of the interpreter that B changes with its functions, or whose
 * referent B takes as well? */
static bool
is_inner_of(const struct access *a, const struct access *b)
{
    const struct py_object *list = inner_access_list(a);
    return (list != NULL && list == inner_access_changed_list(b))
           || (a->address == b->address && inner_access_weak_reference(a) != NULL
               && inner_access_weak_reference(b) != NULL);
}

/* May the two come one after the other in any order, without a lock? */
static bool
are_apart(const struct access *a, const struct access *b)
{
    if (!overlap(a, b) || (!is_write(a) && !is_write(b))) {
        return true;
    }
    /* A read of eight bytes at most is one step, too, and is not told apart. */
    return (is_atomic(a) || !is_write(a)) && (is_atomic(b) || !is_write(b));
}

/* FIRST writes in one step; before, it has read the same memory, and what it read may be
 * no longer right. */
static bool
is_second_step(const struct access *accesses, size_t index)
{
    const struct access *access = &accesses[index];
    if (!is_write(access) || !is_atomic(access)
        || (access->flags & ACCESS_COMPARED) != 0)
    {
        return false;
    }
    for (size_t i = index; i-- > 0;) {
        if (overlap(&accesses[i], access) && (accesses[i].flags & ACCESS_FRESH) == 0) {
            return !is_write(&accesses[i]);
        }
    }
    return false;
}

static bool
is_fresh(const struct access *accesses, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if ((accesses[i].flags & ACCESS_FRESH) != 0
            && overlap(&accesses[i], &accesses[index]))
        {
            return true;
        }
    }
    return false;
}

bool
shared_accesses_counts(const struct access *accesses, size_t index)
{
    return is_of_module(&accesses[index]) && !is_fresh(accesses, index);
}

/* What lent the object that access number INDEX looks into, if nothing has happened to it
 * since: no reference was taken, and no function was called that may have taken one.  NULL:
 * none. */
static const struct access *
find_lender(const struct access *accesses, size_t index)
{
    const struct access *access = &accesses[index];
    if ((access->flags & ACCESS_CALLED) != 0) {
        return NULL;
    }
    for (size_t i = index; i-- > 0;) {
        const struct access *before = &accesses[i];
        if (is_lent(before) && before->base != 0 && before->base <= access->address
            && access->address < before->base + py.head_size)
        {
            return is_of_module(before) ? before : NULL;
        }
        bool is_end = (before->flags & ACCESS_SECTION_END) != 0;
        if (is_write(before) || ((before->flags & ACCESS_CALLED) != 0 && !is_end)) {
            return NULL;
        }
    }
    return NULL;
}

/* Does the second call use the lender with functions that may change it? */
static bool
is_lender_used(const struct other_accesses *set, const struct access *lender)
{
    for (size_t i = 0; i < set->n_items; i++) {
        if (set->items[i].address == lender->address
            && (set->items[i].flags & ACCESS_USED) != 0)
        {
            return true;
        }
    }
    return false;
}

/* What of the second call meets access number INDEX; NULL: nothing. */
static const struct access *
find_meeting(const struct other_accesses *set, const struct access *accesses,
             size_t index)
{
    const struct access *access = &accesses[index];
    const struct access *other = NULL;
    const struct access *lender = find_lender(accesses, index);
    if (lender != NULL && is_lender_used(set, lender)) {
        return lender;
    }
    for (size_t i = 0; i < set->n_items && other == NULL; i++) {
        const struct access *item = &set->items[i];
        /* What functions of the interpreter change there, they keep in order. */
        bool is_met = is_inner_of(access, item) || is_lent_of(access, item);
        if (inner_access_changed_list(item) == NULL) {
            is_met = is_met || !are_apart(access, item)
                     || (is_write(item) && overlap(access, item)
                         && is_second_step(accesses, index));
        }
        other = is_met ? item : NULL;
    }
    return other != NULL && shared_accesses_counts(accesses, index) ? other : NULL;
}

static void
say_unordered(const char *verb, const char *memory, uintptr_t place)
{
    struct record record;
    record_begin(&record, RECORD_UNORDERED);
    record_text(&record, progress->first);
    record_text(&record, progress->second);
    if (place != 0) {
        record_place(&record, place);
    }
    else {
        record_text(&record, "");
        record_text(&record, "");
    }
    record_text(&record, verb);
    record_text(&record, memory);
    record_end(&record);
    progress->n_unordered++;
}

/* Words that the call has changed, and no instruction that was seen: code that the
 * interpreter calls, as tp_dealloc, runs without steps. */
static void
note_unseen_writes(const struct access *accesses, size_t n, const uint64_t *before)
{
    static uint64_t after[SHARED_WORD_LIMIT];
    char memory[100];
    shared_words_read(after);
    for (int i = 0; i < shared_words_count() && progress->n_unordered == 0; i++) {
        struct access word = {.address = shared_words_address(i), .size = 8};
        bool is_seen_there = before[i] == after[i];
        for (size_t k = 0; k < n && !is_seen_there; k++) {
            is_seen_there = is_write(&accesses[k]) && overlap(&accesses[k], &word);
        }
        if (!is_seen_there) {
            shared_words_name(i, memory, sizeof memory);
            say_unordered("writes where it could not be watched", memory, 0);
        }
    }
}

static void
name_memory(const struct access *access, char *text, size_t size)
{
    Dl_info info;
    if (shared_words_name_address(access->address, text, size)) {
        return;
    }
    if (inner_access_weak_reference(access) != NULL) {
        snprintf(text, size, "a weak reference");
        return;
    }
    if (inner_access_list(access) != NULL) {
        snprintf(text, size, "a list");
        return;
    }
    if (is_lent(access)) {
        const char *type =
            type_name(object_type((const struct py_object *)access->address));
        snprintf(text, size, "a %s", type);
        return;
    }
    if ((access->flags & ACCESS_CALLED) != 0
        && dladdr((const void *)access->address, &info) != 0 && info.dli_sname != NULL
        && (uintptr_t)info.dli_saddr == access->address)
    {
        snprintf(text, size, "the static data of %s", info.dli_sname);
        return;
    }
    snprintf(text, size, "shared memory");
}

/* A section inside another one may suspend that; here nobody waits, and none is suspended. */
static void
note_suspension(const struct access *accesses, size_t n)
{
    char memory[100];
    const struct access *write = suspended_section_write(accesses, n, shared_accesses_counts);
    if (write != NULL && progress->n_unordered == 0) {
        name_memory(write, memory, sizeof memory);
        say_unordered("uses, on both sides of a critical section within another one, which "
                      "suspends that one if it has to wait,",
                      memory, write->code);
    }
}

/* Did none of them come from code of the extension? */
static bool
is_all_outside(const struct access *accesses, size_t n, long n_places)
{
    bool is_outside = n_places == 0 && stepping_is_complete();
    for (size_t i = 0; i < n && is_outside; i++) {
        is_outside = (accesses[i].flags & ACCESS_FRESH) != 0;
    }
    return is_outside;
}

static void
step_alone(int which, const struct operation *operation, long number, uint64_t *words)
{
    describe_call(&workers[which], operation, number);
    workers[which].words = words;
    workers[which].is_stepped = true;
    workers[which].stop_at = STEPPING_NOWHERE;
    stepping_watch_calls(true);
    shared_worker_post(&workers[which]);
    wait_for_all(which, which, 0);
    memory_refresh_pages();
    if (operation >= operations && operation < operations + n_operations) {
        shared_reach_note_call(&progress->reaches[operation - operations],
                               &workers[which]);
    }
    stepping_watch_calls(false);
}

void
shared_accesses_step(int which, const struct operation *operation, long number)
{
    step_alone(which, operation, number, NULL);
}

void
shared_accesses_say(const char *verb, const struct access *access, uintptr_t place)
{
    char memory[100];
    name_memory(access, memory, sizeof memory);
    say_unordered(verb, memory, place);
}

void
shared_accesses_reach(const struct operation *operation)
{
    progress->is_serial = true;
    for (long number = 1; number <= 2; number++) {
        step_alone((int)number - 1, operation, number, NULL);
    }
    progress->is_serial = false;
}

void
shared_accesses_follow(const struct operation *operation)
{
    const struct access *accesses;
    bool was_serial = progress->is_serial;
    progress->is_serial = true;
    step_alone(0, operation, AS_GIVEN, NULL);
    size_t n = stepping_accesses(&accesses);
    note_suspension(accesses, n);
    progress->is_serial = was_serial;
}

/* A word that the call has swapped before, and now sets, is a lock that it gives back: only
 * who holds it does so. */
static bool
is_lock_release(const struct access *accesses, size_t index)
{
    bool is_release = is_write(&accesses[index]) && !is_atomic(&accesses[index]);
    for (size_t i = index; is_release && i-- > 0;) {
        if (is_write(&accesses[i]) && overlap(&accesses[i], &accesses[index])) {
            return (accesses[i].flags & (ACCESS_COMPARED | ACCESS_SWAPPED)) != 0;
        }
    }
    return false;
}

static void
learn_other(const struct operation *operation, long number, struct other_accesses *other)
{
    const struct access *accesses;
    step_alone(1, operation, number, NULL);
    size_t n = stepping_accesses(&accesses);
    other->n_items = 0;
    for (size_t i = 0; i < n; i++) {
        if (is_of_module(&accesses[i]) || inner_access_changed_list(&accesses[i]) != NULL) {
            struct access *item = &other->items[other->n_items++];
            *item = accesses[i];
            item->flags |= is_lock_release(accesses, i) ? ACCESS_ATOMIC : 0U;
        }
    }
    struct access member;
    if (shared_member_access(operation, &member) && other->n_items < STEPPING_ACCESSES) {
        other->items[other->n_items++] = member;
    }
}

void
shared_accesses_learn(const struct experiment *experiment)
{
    static struct access own[STEPPING_ACCESSES];
    static uint64_t before[SHARED_WORD_LIMIT];
    const struct access *accesses;
    bool was_serial = progress->is_serial;
    progress->is_serial = true;
    /* The second call comes last: what the first one got may be replaced. */
    step_alone(0, experiment->first, experiment->numbers[0], before);
    size_t n_own = stepping_accesses(&accesses);
    memcpy(own, accesses, n_own * sizeof *own);
    if (n_own > 0 && stepping_is_complete()) {
        note_unseen_writes(own, n_own, before);
    }
    note_suspension(own, n_own);
    progress->n_incomplete += !stepping_is_complete();
    if (experiment->first == experiment->second) {
        bool *is_outside = &progress->is_outside[experiment->first - operations];
        *is_outside = is_all_outside(own, n_own, workers[0].n_places)
                      && (progress->mode == 0 || *is_outside);
    }
    struct access member;
    bool is_unmet = progress->is_outside[experiment->second - operations]
                    && !shared_member_access(experiment->second, &member);
    for (int which = 0; which < 2; which++) {
        others[which].n_items = 0;
        memset(meets[which], 0, sizeof meets[which]);
        if (is_unmet) {
            continue; /* what it changes, functions of the interpreter keep in order */
        }
        learn_other(experiment->second, experiment->numbers[1 - which], &others[which]);
        for (size_t i = 0; i < n_own; i++) {
            long place = own[i].place;
            if (place >= 0 && place < PLACES && !meets[which][place]) {
                meets[which][place] = find_meeting(&others[which], own, i) != NULL;
            }
        }
    }
    progress->is_serial = was_serial;
}

void
shared_accesses_learn_new(const struct operation *operation)
{
    static struct access own[STEPPING_ACCESSES];
    const struct access *accesses;
    bool was_serial = progress->is_serial;
    progress->is_serial = true;
    step_alone(0, operation, AS_GIVEN, NULL);
    size_t n_own = stepping_accesses(&accesses);
    memcpy(own, accesses, n_own * sizeof *own);
    learn_other(operation, AS_GIVEN, &others[0]);
    memset(meets, 0, sizeof meets);
    memset(writes_new, 0, sizeof writes_new);
    for (size_t i = 0; i < n_own; i++) {
        long place = own[i].place;
        if (place >= 0 && place < PLACES && !meets[0][place]) {
            meets[0][place] = find_meeting(&others[0], own, i) != NULL;
            writes_new[place] = is_write(&own[i]);
        }
    }
    progress->is_serial = was_serial;
}

void
shared_accesses_note_new(const struct outcome *outcome)
{
    if (shared_accesses_meet_at(progress->place, false)) {
        say_unordered(writes_new[progress->place] ? "writes" : "reads",
                      "memory of an instance", outcome->held);
    }
}

bool
shared_accesses_meet_at(long place, bool has_same_number)
{
    return place >= 0 && place < PLACES && meets[has_same_number][place]
           && progress->n_unordered == 0;
}

void
shared_accesses_note_word(uintptr_t address, uintptr_t held)
{
    char memory[100];
    if (progress->n_unordered == 0
        && shared_words_name_address(address, memory, sizeof memory))
    {
        say_unordered("writes, if it is the first call,", memory, held);
    }
}

void
shared_accesses_note(const struct outcome *outcome, bool has_same_number)
{
    const struct access *accesses;
    char memory[100];
    size_t n = stepping_accesses(&accesses);
    for (size_t i = 0; i < n; i++) {
        if (accesses[i].place != progress->place
            || find_meeting(&others[has_same_number], accesses, i) == NULL)
        {
            continue;
        }
        const struct access *lender = find_lender(accesses, i);
        name_memory(lender != NULL ? lender : &accesses[i], memory, sizeof memory);
        say_unordered(lender != NULL ? "uses what it has borrowed from"
                      : is_write(&accesses[i])  ? "writes"
                      : is_lent(&accesses[i])
                              || inner_access_list(&accesses[i]) != NULL
                              || inner_access_weak_reference(&accesses[i]) != NULL
                          ? "borrows a reference from"
                                              : "reads",
                      memory, outcome->held);
        return;
    }
}
