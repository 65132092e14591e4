#include "extension/condition_solver.h"

#include <string.h>

#include "base/strbuf.h"
#include "model/tokens.h"

enum {
    SETTINGS_MOST = 8, /* names that one branch may need */
    VALUES_MOST = 32,  /* that a name is tried with */
    TRIES_MOST = 4000, /* readings of all conditions for one branch */
};

struct search {
    const struct demand *demand;
    struct build build; /* its settings are these: */
    struct macro_setting settings[SETTINGS_MOST];
    const char *values[VALUES_MOST]; /* NULL: not defined */
    size_t n_values;
    size_t n_tries;
};

/* Reserved for compilers and for CPython, or what names a platform: not for a user to
 * define. */
static bool
is_for_user(const char *name)
{
    static const char *const taken[] = {"WIN32",      "MS_WIN32", "MS_WIN64",
                                        "MS_WINDOWS", "WIN64",    "WORDS_BIGENDIAN",
                                        "linux",      "unix",     "sun"};
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        if (strcmp(name, taken[i]) == 0) {
            return false;
        }
    }
    return name[0] != '_' && !string_starts(name, "Py") && !string_starts(name, "PY")
           && !string_starts(name, "METH_");
}

static enum truth
solve(const struct demand *demand, const struct build *build, struct asked_names *asked)
{
    enum truth all = TRUTH_YES;
    for (size_t i = 0; i < demand->n_tests; i++) {
        const struct demanded *test = &demand->tests[i];
        struct reader reader = reader_at(demand->file, test->hash, build);
        reader.definitions = demand->definitions;
        reader.asked = asked;
        enum truth truth = TRUTH_UNKNOWN;
        (void)reader_condition(&reader, &truth);
        all = truth_both(all, test->truth == TRUTH_YES ? truth : truth_negated(truth));
    }
    return all;
}

/* --- values --------------------------------------------------------------- */

static void
add_value(struct search *search, const char *value)
{
    for (size_t i = 0; i < search->n_values; i++) {
        if (string_equal(search->values[i], value)) {
            return;
        }
    }
    if (search->n_values < VALUES_MOST) {
        search->values[search->n_values++] = value;
    }
}

/* A comparison changes at its number: that one and those beside it are enough. */
static void
add_number(struct search *search, long long number)
{
    for (int step = 0; step < 3; step++) {
        /* The number, the next, the one before. */
        long long tried = number + (step == 2 ? -1 : step);
        add_value(search, arena_format(search->demand->arena, "%lld", tried));
    }
}

/* The values that can make a difference: the usual ones, then the numbers that stand in
 * the conditions or that names in them mean. */
static void
collect_values(struct search *search)
{
    const struct demand *demand = search->demand;
    add_value(search, "1");
    search->values[search->n_values++] = NULL;
    add_value(search, "0");
    for (size_t i = 0; i < demand->n_tests; i++) {
        struct reader reader =
            reader_at(demand->file, demand->tests[i].hash, &search->build);
        reader.definitions = demand->definitions;
        for (; reader_has_token(&reader); reader_advance(&reader)) {
            struct reader one = reader;
            char name[NAME_SIZE];
            reader_copy_token(&reader, name);
            const struct defined_name *meant = reader_definition(&reader, name);
            struct value value = meant ? meant->value : (struct value){.is_known = false};
            if (demand->file->tokens[reader.at].kind == TOKEN_NUMBER) {
                value = reader_primary(&one);
            }
            if (value.is_known) {
                add_number(search, value.number);
            }
        }
    }
}

/* --- search --------------------------------------------------------------- */

static enum truth
try_settings(struct search *search, size_t n, struct asked_names *asked)
{
    search->n_tries++;
    search->build.settings = search->settings;
    search->build.n_settings = n;
    return solve(search->demand, &search->build, asked);
}

/* The first name of ASKED that a user may define, from place *AT on; NULL: none. */
static const char *
next_name(const struct search *search, const struct asked_names *asked, size_t *at)
{
    const struct demand *demand = search->demand;
    while (*at < asked->n) {
        const struct token *token = &demand->file->tokens[asked->tokens[(*at)++]];
        const char *name = arena_copy(demand->arena, demand->file->text + token->begin,
                                      token->end - token->begin);
        if (is_for_user(name)) {
            return name;
        }
    }
    return NULL;
}

/* Is there one setting that is enough?  Then it is the first. */
static bool
find_single(struct search *search, const struct asked_names *asked)
{
    const char *name;
    for (size_t at = 0; (name = next_name(search, asked, &at)) != NULL;) {
        for (size_t i = 0; i < search->n_values; i++) {
            search->settings[0] = (struct macro_setting){name, search->values[i]};
            if (try_settings(search, 1, NULL) == TRUTH_YES) {
                return true;
            }
        }
    }
    return false;
}

/* Find settings behind the first N, which decide nothing yet.  Whatever the answer is,
 * the name that is asked for first has some value in it: no other name need be tried in
 * its place.  Returns how many settings there are then, or 0. */
static size_t
find_more(struct search *search, size_t n)
{
    struct asked_names asked = {.n = 0};
    if (search->n_tries >= TRIES_MOST) {
        return 0;
    }
    enum truth truth = try_settings(search, n, &asked);
    if (truth != TRUTH_UNKNOWN) {
        return truth == TRUTH_YES ? n : 0;
    }
    size_t at = 0;
    const char *name = n < SETTINGS_MOST ? next_name(search, &asked, &at) : NULL;
    for (size_t i = 0; name != NULL && i < search->n_values; i++) {
        search->settings[n] = (struct macro_setting){name, search->values[i]};
        size_t found = find_more(search, n + 1);
        if (found != 0) {
            return found;
        }
    }
    return 0;
}

/* Drop those of the N settings that the others do without; returns how many stay. */
static size_t
drop_superfluous(struct search *search, size_t n)
{
    for (size_t i = n; i-- > 0;) {
        struct macro_setting dropped = search->settings[i];
        search->settings[i] = search->settings[n - 1];
        if (try_settings(search, n - 1, NULL) == TRUTH_YES) {
            n--;
        }
        else {
            search->settings[i] = dropped;
        }
    }
    return n;
}

struct macro_settings
demand_solve(const struct demand *demand, const struct build *build)
{
    struct search search = {.demand = demand, .build = *build};
    struct asked_names asked = {.n = 0};
    if (try_settings(&search, 0, &asked) != TRUTH_UNKNOWN || asked.n == 0) {
        return (struct macro_settings){NULL, 0};
    }
    collect_values(&search);
    size_t n = find_single(&search, &asked) ? 1 : find_more(&search, 0);
    n = n > 1 ? drop_superfluous(&search, n) : n;
    struct macro_setting *items = ARENA_ARRAY(demand->arena, struct macro_setting, n);
    if (n != 0) {
        memcpy(items, search.settings, n * sizeof *items);
    }
    return (struct macro_settings){items, n};
}
