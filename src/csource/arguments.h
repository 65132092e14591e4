/* The compiler arguments of one unit: what the build says, what the user adds, and the
 * headers of a Python. */
#ifndef INSULATE_CSOURCE_ARGUMENTS_H
#define INSULATE_CSOURCE_ARGUMENTS_H

#include "csource/database.h"
#include "csource/flags.h"

/* What a Python answered, once for all units. */
struct python_headers {
    bool is_known;
    const char *folders[2];
    size_t n_folders;
};

MUST_CHECK int python_headers_ask(struct arena *arena, const char *python,
                                  struct python_headers *headers, struct error *err);

#define LIMITED_API "Py_LIMITED_API"

/* The version that TEXT, the value of LIMITED_API, means: nothing, 1 and 3 stand for the
 * first limited API, that of 3.2 ("Stable ABI"). */
unsigned limited_api_number(const char *text);

/* Fill the arguments of UNIT, which is compiled by ENTRY (NULL: no build said how), as
 * LANGUAGE (NULL: by its name). */
MUST_CHECK int plan_arguments(struct arena *arena, const struct source_request *request,
                              const struct compile_command *entry, const char *language,
                              struct python_headers *headers, struct plan *plan,
                              struct unit_plan *unit, struct error *err);

/* The folder of gcc's own headers, or NULL without gcc. */
const char *builtin_headers_of_gcc(struct arena *arena);

#endif
