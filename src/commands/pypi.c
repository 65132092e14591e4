#include "commands/pypi.h"

#include <string.h>

#include "base/child.h"
#include "base/strbuf.h"

enum { PIP_TIMEOUT_MS = 600000 };

const char *
pypi_requirement(const char *target)
{
    return string_starts(target, "pypi:") ? target + strlen("pypi:") : NULL;
}

/* "NAME" or "NAME==VERSION": no option, no path and no address, which pip would take, too. */
static bool
is_requirement(const char *text)
{
    static const char rest[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789._-";
    static const char version[] = "abcdefghijklmnopqrstuvwxyz0123456789.!+";
    size_t size = strspn(text, rest);
    if (size == 0 || strchr("._-", text[0]) != NULL) {
        return false;
    }
    if (text[size] == '\0') {
        return true;
    }
    const char *number = text + size + strlen("==");
    return string_starts(text + size, "==") && number[0] != '\0'
           && number[strspn(number, version)] == '\0';
}

static bool
is_wheel_name(const char *name)
{
    return string_ends(name, ".whl");
}

/* What pip says went wrong: its last line that is an error. */
static const char *
complaint(struct arena *arena, const struct strbuf *errors)
{
    const char *found = "it says no more";
    char *rest = arena_copy(arena, errors->text != NULL ? errors->text : "", errors->size);
    for (char *line = NULL; (line = strsep(&rest, "\n")) != NULL;) {
        if (string_starts(line, "ERROR: ")) {
            found = line + strlen("ERROR: ");
        }
        else if (strstr(line, "No module named pip") != NULL) {
            found = "python3 has no pip";
        }
    }
    return found;
}

int
pypi_fetch(struct arena *arena, const char *requirement, const char *folder,
           struct path_list *out_wheels, struct error *err)
{
    if (!is_requirement(requirement)) {
        return error_set(err, ERROR_USAGE,
                         "'%s' is no project of PyPI (expected pypi:NAME or "
                         "pypi:NAME==VERSION)",
                         requirement);
    }
    /* Isolated: a folder `pip` in the current one is not it. */
    const char *const argv[] = {"python3", "-I", "-m", "pip", "download", "--quiet",
                                "--no-input", "--disable-pip-version-check", "--no-deps",
                                "--only-binary", ":all:", "--dest", folder, "--",
                                requirement, NULL};
    const struct child_request request = {.argv = argv, .timeout_ms = PIP_TIMEOUT_MS};
    CLEANUP(child_result_done) struct child_result result = {0};
    if (child_run(&request, &result, err) != 0) {
        return error_wrap(err, "cannot fetch %s", requirement);
    }
    if (result.timed_out || result.exit_code != 0) {
        return error_set(err, ERROR_CHILD, "pip cannot fetch a wheel of %s: %s", requirement,
                         result.timed_out ? "it does not end"
                                          : complaint(arena, &result.errors));
    }
    return file_list(arena, folder, is_wheel_name, out_wheels, err);
}
