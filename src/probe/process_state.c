#include "probe/process_state.h"

#include "probe/protocol.h"
#include "probe/record.h"
#include "probe/signal_name.h"

#include <dirent.h>
#include <fenv.h>
#include <locale.h>
#include <sched.h>
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

struct process_state {
    char folder[TEXT_SIZE];
    char locale[TEXT_SIZE];
    char environment[ENVIRONMENT_SIZE]; /* "NAME=VALUE", each ended by '\0' */
    size_t environment_size;
    uintptr_t handlers[SIGNALS];
    struct destination destinations[STANDARD_DESCRIPTORS];
    mode_t mask;
    int rounding;
    struct rlimit limits[RLIM_NLIMITS];
    cpu_set_t processors;
    int priority;
    sigset_t blocked; /* of the thread that looks */
    uid_t user;
    gid_t group;
    unsigned n_files; /* in the working folder */
};

static struct process_state looks[2];
static struct process_state *kept = &looks[0];
static struct process_state *now = &looks[1];

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
look_at_environment(struct process_state *at)
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

/* What the process may use, and as whom. */
static void
look_at_rights(struct process_state *at)
{
    memset(at->limits, 0, sizeof at->limits);
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        (void)!getrlimit(i, &at->limits[i]);
    }
    CPU_ZERO(&at->processors);
    (void)!sched_getaffinity(0, sizeof at->processors, &at->processors);
    at->priority = getpriority(PRIO_PROCESS, 0);
    sigemptyset(&at->blocked);
    sigprocmask(SIG_BLOCK, NULL, &at->blocked);
    at->user = geteuid();
    at->group = getegid();
}

static unsigned
count_files(void)
{
    enum { COUNTED = 1000 };
    DIR *folder = opendir(".");
    unsigned n = 0;
    for (struct dirent *each;
         folder != NULL && n < COUNTED && (each = readdir(folder)) != NULL;)
    {
        n += strcmp(each->d_name, ".") != 0 && strcmp(each->d_name, "..") != 0;
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return n;
}

static void
look(struct process_state *at)
{
    const char *locale = setlocale(LC_ALL, NULL);
    if (getcwd(at->folder, sizeof at->folder) == NULL) {
        snprintf(at->folder, sizeof at->folder, "a directory that does not exist");
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
    look_at_rights(at);
    at->n_files = count_files();
}

static void
report(const char *what, const char *before, const char *after)
{
    record_say(RECORD_CHANGED, what, before, after, NULL);
}

/* The entry of NAME, which ends at a '=', or NULL. */
static const char *
entry_of(const struct process_state *at, const char *entry)
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

/* Values may be secrets: they are not told. */
static void
report_variable(const char *entry, const char *before, const char *after)
{
    char what[TEXT_SIZE];
    size_t size = strcspn(entry, "=");
    snprintf(what, sizeof what, "environment variable %.*s", (int)size, entry);
    report(what, before != NULL ? "set" : "unset",
           after == NULL    ? "unset"
           : before != NULL ? "set to another value"
                            : "set");
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
    for (int i = 1; i < SIGNALS; i++) {
        if (kept->handlers[i] != now->handlers[i]) {
            const char *name = signal_name(i);
            char what[TEXT_SIZE];
            snprintf(what, sizeof what, "handler of signal %d%s%s", i,
                     name != NULL ? ", " : "", name != NULL ? name : "");
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

enum base { OCTAL, DECIMAL, HEXADECIMAL };

static void
report_number(const char *what, enum base base, unsigned long long before,
              unsigned long long after)
{
    char texts[2][32];
    for (int i = 0; i < 2; i++) {
        unsigned long long number = i == 0 ? before : after;
        if (base == OCTAL) {
            snprintf(texts[i], sizeof texts[i], "%03llo", number);
        }
        else if (base == DECIMAL) {
            snprintf(texts[i], sizeof texts[i], "%llu", number);
        }
        else {
            snprintf(texts[i], sizeof texts[i], "%#llx", number);
        }
    }
    if (before != after) {
        report(what, texts[0], texts[1]);
    }
}

static void
compare_limits(void)
{
    static const char *const names[RLIM_NLIMITS] = {
        [RLIMIT_CPU] = "CPU time",
        [RLIMIT_FSIZE] = "file size",
        [RLIMIT_DATA] = "data",
        [RLIMIT_STACK] = "stack",
        [RLIMIT_CORE] = "core files",
        [RLIMIT_NOFILE] = "open files",
        [RLIMIT_AS] = "address space",
        [RLIMIT_NPROC] = "processes",
        [RLIMIT_MEMLOCK] = "locked memory",
    };
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        char what[TEXT_SIZE];
        snprintf(what, sizeof what, "resource limit, %s",
                 names[i] != NULL ? names[i] : "another");
        report_number(what, DECIMAL, kept->limits[i].rlim_cur, now->limits[i].rlim_cur);
    }
}

/* Bit N - 1 is signal N. */
static unsigned long long
bits_of(const sigset_t *signals)
{
    unsigned long long bits = 0;
    for (int i = 1; i < SIGNALS; i++) {
        bits |= sigismember(signals, i) == 1 ? 1ULL << (i - 1) : 0;
    }
    return bits;
}

static void
compare_numbers(void)
{
    report_number("file mode mask", OCTAL, kept->mask, now->mask);
    report_number("mask of blocked signals", HEXADECIMAL, bits_of(&kept->blocked),
                  bits_of(&now->blocked));
    report_number("user", DECIMAL, kept->user, now->user);
    report_number("group", DECIMAL, kept->group, now->group);
    report_number("number of CPUs", DECIMAL, (unsigned)CPU_COUNT(&kept->processors),
                  (unsigned)CPU_COUNT(&now->processors));
    if (kept->priority != now->priority) {
        char before[16];
        char after[16];
        snprintf(before, sizeof before, "%d", kept->priority);
        snprintf(after, sizeof after, "%d", now->priority);
        report("priority", before, after);
    }
    if (kept->rounding != now->rounding) {
        report("rounding of floating-point numbers", "one", "another");
    }
}

void
process_state_keep(void)
{
    look(kept);
}

void
process_state_compare(void)
{
    look(now);
    if (strcmp(kept->folder, now->folder) != 0) {
        report("working directory", kept->folder, now->folder);
    }
    else {
        report_number("number of files in the working directory", DECIMAL,
                      kept->n_files, now->n_files);
    }
    if (strcmp(kept->locale, now->locale) != 0) {
        report("locale", kept->locale, now->locale);
    }
    compare_environment();
    compare_handlers();
    compare_descriptors();
    compare_numbers();
    compare_limits();
    struct process_state *next = kept;
    kept = now;
    now = next;
}
