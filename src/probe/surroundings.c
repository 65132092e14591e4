#include "probe/surroundings.h"

#include "probe/protocol.h"
#include "probe/record.h"

#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT_SIZE 1024
#define ENVIRONMENT_SIZE (256 * 1024) /* bytes kept of it */
#define SIGNALS 65
#define STANDARD_DESCRIPTORS 3

extern char **environ;

/* Where a standard descriptor leads to; all zero: closed. */
struct destination {
    dev_t device;
    ino_t node;
};

struct surroundings {
    char folder[TEXT_SIZE];
    char locale[TEXT_SIZE];
    char environment[ENVIRONMENT_SIZE]; /* "NAME=VALUE", each ended by '\0' */
    size_t environment_size;
    uintptr_t handlers[SIGNALS];
    struct destination destinations[STANDARD_DESCRIPTORS];
    mode_t mask;
    int rounding;
};

static struct surroundings looks[2];
static struct surroundings *kept = &looks[0];
static struct surroundings *now = &looks[1];

static uintptr_t
handler_of(int number)
{
    struct sigaction action;
    uintptr_t handler = 0;
    if (sigaction(number, NULL, &action) == 0) {
        memcpy(&handler, &action.sa_handler, sizeof handler);
    }
    return handler;
}

static void
look_at_environment(struct surroundings *at)
{
    at->environment_size = 0;
    for (char **each = environ; each != NULL && *each != NULL; each++) {
        size_t size = strlen(*each) + 1;
        if (at->environment_size + size > sizeof at->environment) {
            return;
        }
        memcpy(at->environment + at->environment_size, *each, size);
        at->environment_size += size;
    }
}

static void
look(struct surroundings *at)
{
    const char *locale = setlocale(LC_ALL, NULL);
    if (getcwd(at->folder, sizeof at->folder) == NULL) {
        snprintf(at->folder, sizeof at->folder, "a folder that is not there");
    }
    snprintf(at->locale, sizeof at->locale, "%s", locale != NULL ? locale : "?");
    look_at_environment(at);
    for (int i = 1; i < SIGNALS; i++) {
        at->handlers[i] = handler_of(i);
    }
    for (int i = 0; i < STANDARD_DESCRIPTORS; i++) {
        struct stat status;
        bool is_open = fstat(i, &status) == 0;
        at->destinations[i] = is_open
                                  ? (struct destination){status.st_dev, status.st_ino}
                                  : (struct destination){0, 0};
    }
    at->mask = umask(0);
    umask(at->mask);
    at->rounding = fegetround();
}

static void
report(const char *what, const char *before, const char *after)
{
    record_say(RECORD_CHANGED, what, before, after, NULL);
}

/* The entry of NAME, which ends at a '=', or NULL. */
static const char *
entry_of(const struct surroundings *at, const char *entry)
{
    size_t size = strcspn(entry, "=") + 1;
    for (size_t i = 0; i < at->environment_size;) {
        const char *each = at->environment + i;
        if (strncmp(each, entry, size) == 0) {
            return each;
        }
        i += strlen(each) + 1;
    }
    return NULL;
}

static void
report_variable(const char *entry, const char *before, const char *after)
{
    char what[TEXT_SIZE];
    size_t size = strcspn(entry, "=");
    snprintf(what, sizeof what, "environment variable %.*s", (int)size, entry);
    report(what, before != NULL ? before + size : "unset",
           after != NULL ? after + size : "unset");
}

static void
compare_environment(void)
{
    if (now->environment_size == kept->environment_size
        && memcmp(now->environment, kept->environment, now->environment_size) == 0)
    {
        return;
    }
    for (size_t i = 0; i < now->environment_size;) {
        const char *entry = now->environment + i;
        const char *before = entry_of(kept, entry);
        if (before == NULL || strcmp(before, entry) != 0) {
            report_variable(entry, before, entry);
        }
        i += strlen(entry) + 1;
    }
    for (size_t i = 0; i < kept->environment_size;) {
        const char *entry = kept->environment + i;
        if (entry_of(now, entry) == NULL) {
            report_variable(entry, entry, NULL);
        }
        i += strlen(entry) + 1;
    }
}

static const char *
handler_text(uintptr_t handler)
{
    void (*action)(int);
    memcpy(&action, &handler, sizeof action);
    return action == SIG_DFL ? "default" : action == SIG_IGN ? "ignored" : "a function";
}

static void
compare_handlers(void)
{
    static const char *const names[SIGNALS] = {
        [SIGHUP] = "SIGHUP",   [SIGINT] = "SIGINT",   [SIGQUIT] = "SIGQUIT",
        [SIGILL] = "SIGILL",   [SIGABRT] = "SIGABRT", [SIGFPE] = "SIGFPE",
        [SIGSEGV] = "SIGSEGV", [SIGPIPE] = "SIGPIPE", [SIGALRM] = "SIGALRM",
        [SIGTERM] = "SIGTERM", [SIGUSR1] = "SIGUSR1", [SIGUSR2] = "SIGUSR2",
        [SIGCHLD] = "SIGCHLD", [SIGBUS] = "SIGBUS",   [SIGWINCH] = "SIGWINCH",
    };
    for (int i = 1; i < SIGNALS; i++) {
        if (kept->handlers[i] != now->handlers[i]) {
            char what[TEXT_SIZE];
            snprintf(what, sizeof what, "handler of signal %d%s%s", i,
                     names[i] != NULL ? ", " : "", names[i] != NULL ? names[i] : "");
            report(what, handler_text(kept->handlers[i]),
                   handler_text(now->handlers[i]));
        }
    }
}

static void
compare_descriptors(void)
{
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    for (int i = 0; i < STANDARD_DESCRIPTORS; i++) {
        struct destination before = kept->destinations[i];
        struct destination after = now->destinations[i];
        if (before.device != after.device || before.node != after.node) {
            report(names[i], "open",
                   after.node == 0 && after.device == 0 ? "closed" : "elsewhere");
        }
    }
}

static void
compare_numbers(void)
{
    char before[32];
    char after[32];
    if (kept->mask != now->mask) {
        snprintf(before, sizeof before, "%03o", (unsigned)kept->mask);
        snprintf(after, sizeof after, "%03o", (unsigned)now->mask);
        report("file mode mask", before, after);
    }
    if (kept->rounding != now->rounding) {
        report("rounding of floating-point numbers", "one", "another");
    }
}

void
surroundings_keep(void)
{
    look(kept);
}

void
surroundings_compare(void)
{
    look(now);
    if (strcmp(kept->folder, now->folder) != 0) {
        report("working folder", kept->folder, now->folder);
    }
    if (strcmp(kept->locale, now->locale) != 0) {
        report("locale", kept->locale, now->locale);
    }
    compare_environment();
    compare_handlers();
    compare_descriptors();
    compare_numbers();
    struct surroundings *next = kept;
    kept = now;
    now = next;
}
