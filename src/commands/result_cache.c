#include "commands/result_cache.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/access_log.h"
#include "base/file.h"
#include "base/sha1.h"
#include "base/strbuf.h"
#include "csource/answers.h"
#include "edit/state_folder.h"

#define FOLDER "results"
#define KEPT_MOST 100 /* answers, of which each has some hundred kilobytes */
#define SIZE_MOST (INT64_C(64) << 20)

extern char **environ;

/* --- which answer ---------------------------------------------------------------- */

/* Is VARIABLE, "NAME=value", read by the program, its libclang or the dynamic linker?  What
 * other programs read changes what they say, and they are asked. */
static bool
is_read(const char *variable)
{
    static const char *const names[] = {
        "PATH", "HOME", "TERM", "NO_COLOR", "PYENV_ROOT", "VIRTUAL_ENV", "CONDA_PREFIX",
        "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH",
        "SOURCE_DATE_EPOCH",
    };
    static const char *const beginnings[] = {"INSULATE_", "LIBCLANG_", "LD_", "PYTHON", "LC_",
                                             "LANG", "XDG_"};
    size_t size = strcspn(variable, "=");
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strlen(names[i]) == size && strncmp(variable, names[i], size) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_LENGTH(beginnings); i++) {
        if (string_starts(variable, beginnings[i])) {
            return true;
        }
    }
    return false;
}

static int
by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
add_environment(struct arena *arena, struct strbuf *out)
{
    const char **read = NULL;
    size_t n = 0, capacity = 0;
    for (char **variable = environ; *variable != NULL; variable++) {
        if (is_read(*variable)) {
            ARENA_GROW(arena, read, n, capacity);
            read[n++] = *variable;
        }
    }
    if (n != 0) {
        qsort(read, n, sizeof *read, by_text);
    }
    for (size_t i = 0; i < n; i++) {
        strbuf_add(out, read[i], strlen(read[i]) + 1);
    }
}

/* The name of the answer: what a run is asked, as a digest. */
static const char *
name_of(const struct run *run, int argc, char **argv)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    strbuf_add(&text, INSULATE_VERSION, sizeof INSULATE_VERSION);
    strbuf_add(&text, run->folder, strlen(run->folder) + 1);
    strbuf_format(&text, "%d %d ", isatty(STDOUT_FILENO), argc);
    for (int i = 0; i < argc; i++) {
        strbuf_add(&text, argv[i], strlen(argv[i]) + 1);
    }
    add_environment(run->arena, &text);
    return arena_format(run->arena, "%s.json", sha1_of(text.text, text.size).text);
}

/* --- an answer again ------------------------------------------------------------- */

static bool
says_the_same(struct arena *arena, const struct asked_program *program)
{
    struct error ignored = ERROR_INIT;
    char *text = NULL;
    if (program_answer(arena, program->argv, &text, &ignored) != 0) {
        text = NULL;
    }
    return program->answer == NULL ? text == NULL
                                   : text != NULL && strcmp(text, program->answer) == 0;
}

static bool
is_still_right(struct arena *arena, const struct access_list *looks)
{
    for (size_t i = 0; i < looks->n_items; i++) {
        if (!access_is_as_it_was(&looks->items[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < looks->n_programs; i++) {
        if (!says_the_same(arena, &looks->programs[i])) {
            return false;
        }
    }
    return true;
}

static int
print_again(const struct run *run, const struct transcript *printed, struct error *err)
{
    int code = 0;
    for (size_t i = 0; i < printed->n_items && code == 0; i++) {
        const struct printed_part *part = &printed->items[i];
        if (part->is_error) {
            fwrite(part->text, 1, part->size, stderr);
        }
        else {
            code = run_answer(run, part->text, part->size, err);
        }
    }
    return code;
}

/* The exit code of the answer at PATH, printed; -1: there is none. */
static int
answer_of(struct run *run, const char *path)
{
    char *text;
    size_t size;
    struct error err = ERROR_INIT;
    if (!file_exists(path)
        || file_read(run->arena, path, SIZE_MOST, &text, &size, NULL, &err) != 0)
    {
        return -1;
    }
    struct kept_answer kept;
    if (!kept_answer_read(run->arena, text, size, &kept)
        || !is_still_right(run->arena, &kept.looks))
    {
        return -1;
    }
    if (print_again(run, &kept.printed, &err) != 0) {
        return run_fail(run, &err);
    }
    run_say_more(run, "nothing has changed since an earlier run, whose answer this is");
    return kept.code;
}

/* The folder of the answers, of this user alone. */
static int
make_folder(struct arena *arena, const char **out_path, struct error *err)
{
    const char *folder;
    int fd;
    if (state_folder_make(arena, &folder, &fd, err) != 0) {
        return -1;
    }
    bool is_made = mkdirat(fd, FOLDER, 0700) == 0 || errno == EEXIST;
    close(fd);
    *out_path = path_join(arena, folder, FOLDER);
    return is_made ? 0 : error_set(err, ERROR_IO, "cannot create %s", *out_path);
}

int
result_cache_answer(struct result_cache *cache, struct run *run, int argc, char **argv)
{
    const char *folder;
    struct error err = ERROR_INIT;
    int code = -1;
    *cache = (struct result_cache){.path = NULL};
    access_log_pause();
    if (make_folder(run->arena, &folder, &err) != 0) {
        run_warn(run, "the answer is not kept: %s", err.message);
    }
    else {
        cache->path = path_join(run->arena, folder, name_of(run, argc, argv));
        code = answer_of(run, cache->path);
    }
    if (code < 0) {
        run->transcript = &cache->transcript;
    }
    access_log_resume();
    return code;
}

/* --- keeping --------------------------------------------------------------------------- */

/* The program itself. */
static void
note_program(void)
{
    char path[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    if (size > 0) {
        path[size] = '\0';
        access_log_add(path);
    }
}

struct kept_file {
    const char *path;
    struct timespec modified;
};

static int
by_age(const void *a, const void *b)
{
    const struct kept_file *x = a, *y = b;
    if (x->modified.tv_sec != y->modified.tv_sec) {
        return x->modified.tv_sec > y->modified.tv_sec ? -1 : 1;
    }
    return x->modified.tv_nsec > y->modified.tv_nsec ? -1 : 1;
}

/* Remove the oldest of the answers in FOLDER. */
static void
make_room(struct arena *arena, const char *folder)
{
    struct kept_file *files = NULL;
    size_t n = 0, capacity = 0;
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
        struct stat status;
        struct kept_file file = {.path = path_join(arena, folder, entry->d_name)};
        if (string_ends(entry->d_name, ".json") && lstat(file.path, &status) == 0
            && S_ISREG(status.st_mode))
        {
            file.modified = status.st_mtim;
            ARENA_GROW(arena, files, n, capacity);
            files[n++] = file;
        }
    }
    if (listing != NULL) {
        closedir(listing);
    }
    if (n > KEPT_MOST) {
        qsort(files, n, sizeof *files, by_age);
    }
    for (size_t i = KEPT_MOST; i < n; i++) {
        unlink(files[i].path);
    }
}

void
result_cache_keep(struct result_cache *cache, struct run *run, int code)
{
    struct kept_answer answer = {.code = code, .printed = cache->transcript};
    struct error err = ERROR_INIT;
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    run->transcript = NULL;
    run_unlimit();
    note_program();
    bool is_sound = access_log_end(run->arena, &answer.looks);
    if (cache->path == NULL || code == EXIT_UNABLE) {
        return;
    }
    if (!is_sound) {
        run_say_more(run, "the answer is not kept: a file has changed a moment ago");
        return;
    }
    if (!kept_answer_print(&answer, &text)) {
        run_say_more(run, "the answer is not kept: a name in it is no UTF-8");
        return;
    }
    make_room(run->arena, path_folder(run->arena, cache->path));
    if (file_write(cache->path, text.text, text.size, &err) != 0) {
        run_warn(run, "the answer is not kept: %s", err.message);
    }
}
