/* The recorder's other guise: the links that `insulate record` puts in front on PATH are
 * this program, called by the name of a compiler.  It runs the real one, and notes the
 * call if that went well.
 *
 * A build may record by itself, or a compiler be a script that calls another one: so
 * each call knows which recorders it went through, and looks for the real compiler
 * behind their links only. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/response.h"
#include "base/strbuf.h"
#include "commands/command.h"
#include "commands/record.h"
#include "csource/database.h"
#include "csource/flags.h"

enum { ROUNDS_MOST = 16 }; /* calls of each other, behind all recorders */

/* --- the recorders around us ---------------------------------------------- */

static bool
is_link(struct arena *arena, const char *folder, const char *name)
{
    return file_is_link(path_join(arena, folder, name));
}

/* The folder that ARGV0 was called in, if it is one of a single compiler's link (see
 * record.h); NULL: it is none. */
static const char *
folder_of_link(struct arena *arena, const char *argv0)
{
    const char *folder = strchr(argv0, '/') != NULL ? path_folder(arena, argv0) : NULL;
    return folder != NULL && is_link(arena, folder, RECORD_REAL) ? folder : NULL;
}

/* A build may have dropped our variables: what is called by its path is still known. */
static void
add_folder_of(struct arena *arena, const char *argv0, struct words *folders)
{
    if (argv0[0] != '/') {
        return;
    }
    const char *folder = path_folder(arena, argv0);
    if (is_link(arena, folder, RECORD_REAL)) {
        folder = path_folder(arena, folder);
    }
    if (file_exists(path_join(arena, folder, RECORD_LOG))) {
        words_add(arena, folders, folder);
    }
}

struct recorders
recorders_around(struct arena *arena, const char *argv0)
{
    struct recorders around = {.link_folder = folder_of_link(arena, argv0)};
    const char *folders = getenv(RECORD_FOLDERS), *passed = getenv(RECORD_PASSED);
    for (const char *at = folders ? folders : ""; *at != '\0';) {
        size_t size = strcspn(at, ":");
        if (at[0] == '/') {
            words_add(arena, &around.folders, arena_copy(arena, at, size));
        }
        at += size + (at[size] == ':');
    }
    if (around.folders.n_items == 0) {
        add_folder_of(arena, argv0, &around.folders);
    }
    around.n_passed = passed != NULL ? strtoul(passed, NULL, 10) : 0;
    return around;
}

bool
record_is_compiler(const char *argv0)
{
    const char *name = path_base(argv0);
    if (strcmp(name, "insulate") == 0
        || (getenv(RECORD_FOLDERS) == NULL && strchr(argv0, '/') == NULL))
    {
        return false;
    }
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct recorders around = recorders_around(arena, argv0);
    bool is = around.link_folder != NULL && around.folders.n_items != 0;
    for (size_t i = 0; i < around.folders.n_items && !is; i++) {
        is = is_link(arena, around.folders.items[i], name);
    }
    return is;
}

/* --- what was called ------------------------------------------------------ */

/* Options of gcc and clang whose value is the next word, which is then no source. */
static bool
takes_next_word(const char *word)
{
    static const char *const options[] = {
        "-o",          "-I",           "-D",          "-U",
        "-L",          "-l",           "-x",          "-include",
        "-imacros",    "-isystem",     "-iquote",     "-idirafter",
        "-iprefix",    "-iwithprefix", "-isysroot",   "-iwithprefixbefore",
        "-imultilib",  "-MF",          "-MT",         "-MQ",
        "-Xlinker",    "-Xassembler",  "-Xclang",     "-Xpreprocessor",
        "-T",          "-u",           "-z",          "-e",
        "-A",          "-B",           "-arch",       "--param",
        "-target",     "-mllvm",       "-aux-info",   "-dumpbase",
        "-dumpdir",    "-dumpbase-ext", "-wrapper",   "-framework",
        "-include-pch", "-ivfsoverlay",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(options); i++) {
        if (strcmp(word, options[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool
only_preprocesses(size_t argc, const char *const *argv)
{
    for (size_t i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-E") == 0 || strcmp(argv[i], "-M") == 0
            || strcmp(argv[i], "-MM") == 0)
        {
            return true;
        }
    }
    return false;
}

/* One entry for the source number SOURCE of the call, without its others. */
static void
note_source(struct arena *arena, size_t argc, const char *const *argv,
            const bool *is_source, size_t source, const char *folder,
            struct strbuf *log)
{
    struct compile_command command = {.folder = folder,
                                      .file = path_join_real(arena, folder, argv[source])};
    for (size_t i = 0; i < argc; i++) {
        if (i == source || !is_source[i]) {
            compile_command_add_word(arena, &command, argv[i]);
        }
    }
    compile_command_print(&command, log);
}

struct call {
    struct arena *arena;
    struct words words;
};

static void
take_word(const char *word, void *data)
{
    struct call *call = data;
    words_add(call->arena, &call->words, word);
}

/* Write down the call, for the recorder of FOLDER. */
static void
note_call(struct arena *arena, const char *folder, int n_words, char **words)
{
    struct call call = {.arena = arena};
    for (int i = 0; i < n_words; i++) {
        /* A response file may be gone when the build is over. */
        response_expand(arena, ".", NULL, words[i], take_word, &call);
    }
    struct words expanded = call.words;
    size_t argc = expanded.n_items;
    const char *const *argv = expanded.items;
    if (only_preprocesses(argc, argv)) {
        return;
    }
    bool *is_source = ARENA_ARRAY(arena, bool, argc);
    for (size_t i = 1; i < argc; i++) {
        if (takes_next_word(argv[i])) {
            i++;
        }
        else {
            is_source[i] = argv[i][0] != '-' && is_source_name(argv[i]);
        }
    }
    CLEANUP(strbuf_done) struct strbuf log = STRBUF_INIT;
    for (size_t i = 1; i < argc; i++) {
        if (is_source[i]) {
            note_source(arena, argc, argv, is_source, i, path_real(arena, "."), &log);
        }
    }
    if (log.size == 0) {
        return;
    }
    const char *path = path_join(arena, folder, RECORD_LOG);
    int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    /* One write: compilers run side by side. */
    bool is_noted = fd >= 0 && write(fd, log.text, log.size) == (ssize_t)log.size;
    if (fd >= 0) {
        close(fd);
    }
    if (!is_noted) {
        /* The build goes on; the recorder is told by a link, which takes no room. */
        fprintf(stderr, "insulate record: cannot log a compiler call: %s\n",
                strerror(errno));
        (void)symlink("lost", path_join(arena, folder, RECORD_LOST));
    }
}

/* --- the real compiler ---------------------------------------------------- */

/* PATH without the folders of the first N recorders. */
static char *
path_behind(struct arena *arena, const struct recorders *around, size_t n)
{
    CLEANUP(strbuf_done) struct strbuf rest = STRBUF_INIT;
    const char *path = getenv("PATH");
    bool is_first = true;
    for (const char *at = path ? path : ""; path != NULL;) {
        size_t size = strcspn(at, ":");
        bool is_ours = false;
        for (size_t i = 0; i < n; i++) {
            const char *folder = around->folders.items[i];
            is_ours |= strlen(folder) == size && strncmp(at, folder, size) == 0;
        }
        if (!is_ours) {
            strbuf_format(&rest, "%s%.*s", is_first ? "" : ":", (int)size, at);
            is_first = false;
        }
        if (at[size] == '\0') {
            break;
        }
        at += size + 1;
    }
    return arena_copy(arena, rest.text, rest.size);
}

/* The compiler behind the link ARGV0: its file if there is one for the link, else the
 * link's name, to be looked up on PATH. */
static char *
real_compiler(struct arena *arena, const struct recorders *around, const char *argv0)
{
    char target[PATH_MAX];
    ssize_t size = around->link_folder != NULL
                       ? readlink(path_join(arena, around->link_folder, RECORD_REAL),
                                  target, sizeof target)
                       : -1;
    return size > 0 && (size_t)size < sizeof target
               ? arena_copy(arena, target, (size_t)size)
               : arena_string(arena, path_base(argv0));
}

/* Run the compiler ARGV; its exit code, as a shell gives it. */
static int
run_compiler(char **argv)
{
    pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[0], argv);
        fprintf(stderr, "insulate record: cannot run %s: %s\n", argv[0],
                strerror(errno));
        _exit(127);
    }
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (pid < 0) {
        fprintf(stderr, "insulate record: cannot run %s: %s\n", argv[0],
                strerror(errno));
        return 127;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int
record_compile(int argc, char **argv)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct recorders around = recorders_around(arena, argv[0]);
    size_t n = around.folders.n_items, passed = around.n_passed;
    const char *folder = passed < n ? around.folders.items[passed] : NULL;
    if (passed > n + ROUNDS_MOST) {
        fprintf(stderr, "insulate record: %s calls itself\n", path_base(argv[0]));
        return 127;
    }
    /* gcc finds its parts by the name it is called by: not by our link's. */
    argv[0] = real_compiler(arena, &around, argv[0]);
    /* A wrapper like ccache looks for the next compiler on PATH: not for us. */
    setenv("PATH", path_behind(arena, &around, folder != NULL ? passed + 1 : n), 1);
    setenv(RECORD_PASSED, arena_format(arena, "%zu", passed + 1), 1);
    int code = run_compiler(argv);
    if (code == 0 && folder != NULL) {
        /* What a build only tries, to learn what the system has, may fail: it is no
         * part of what is built. */
        note_call(arena, folder, argc, argv);
    }
    return code;
}
