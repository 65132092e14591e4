/* insulate record -- COMMAND...: compile_commands.json of what a build compiled.
 *
 * The command runs with a folder of links in front on PATH, named like the
 * compilers that are there; each is this program in another guise (see
 * record_is_compiler), which notes its words in a log and becomes the real
 * compiler.  CC and CXX are bent to the links where they are set. */
#include "commands/record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
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
#include "csource/database.h"
#include "csource/reader.h"

/* How the two guises speak: environment variables. */
#define FOLDER_VARIABLE "INSULATE_RECORD_FOLDER"
#define LOG_NAME "commands.log"

struct record_options {
    struct common_options common;
};

const struct option record_options[] = {{0}};

/* --- as a compiler ------------------------------------------------------- */

static const char *
recording_folder(void)
{
    const char *folder = getenv(FOLDER_VARIABLE);
    return folder != NULL && folder[0] == '/' ? folder : NULL;
}

bool
record_is_compiler(const char *argv0)
{
    return strcmp(path_base(argv0), "insulate") != 0 && recording_folder() != NULL;
}

/* Options whose value is the next word, which is then no source. */
static bool
takes_next_word(const char *word)
{
    static const char *const options[] = {
        "-o",
        "-I",
        "-D",
        "-U",
        "-L",
        "-l",
        "-x",
        "-include",
        "-imacros",
        "-isystem",
        "-iquote",
        "-idirafter",
        "-MF",
        "-MT",
        "-MQ",
        "-Xlinker",
        "-Xpreprocessor",
        "-Xassembler",
        "-T",
        "-u",
        "-z",
        "-arch",
        "--param",
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
                                      .file = path_join(arena, folder, argv[source])};
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

static void
note_call(struct arena *arena, int n_words, char **words)
{
    struct call call = {.arena = arena};
    for (int i = 0; i < n_words; i++) {
        /* A response file may be gone when the build is over. */
        response_expand(arena, ".", words[i], take_word, &call);
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
    const char *path = path_join(arena, recording_folder(), LOG_NAME);
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    /* One write: compilers run side by side.  If it fails the build goes on;
     * `record` says then that nothing was compiled. */
    if (fd >= 0) {
        ssize_t ignored = write(fd, log.text, log.size);
        (void)ignored;
        close(fd);
    }
}

/* PATH without the folder of links. */
static char *
path_without_links(struct arena *arena)
{
    const char *path = getenv("PATH"), *folder = recording_folder();
    CLEANUP(strbuf_done) struct strbuf rest = STRBUF_INIT;
    while (path != NULL && *path != '\0') {
        size_t size = strcspn(path, ":");
        if (strncmp(path, folder, size) != 0 || folder[size] != '\0') {
            strbuf_format(&rest, "%s%.*s", rest.size ? ":" : "", (int)size, path);
        }
        path += size + (path[size] == ':');
    }
    return arena_copy(arena, rest.text, rest.size);
}

/* The compiler that is called NAME: its file if it was named with its folder,
 * else NAME itself, to be looked up on PATH. */
static char *
real_compiler(struct arena *arena, const char *name)
{
    const char *link =
        path_join(arena, recording_folder(), arena_format(arena, "real-%s", name));
    char target[PATH_MAX];
    ssize_t size = readlink(link, target, sizeof target);
    return size > 0 && (size_t)size < sizeof target
               ? arena_copy(arena, target, (size_t)size)
               : arena_string(arena, name);
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
    /* gcc finds its parts by the name it is called by: not by our link's. */
    argv[0] = real_compiler(arena, path_base(argv[0]));
    /* A wrapper like ccache looks for the next compiler on PATH: not for us. */
    setenv("PATH", path_without_links(arena), 1);
    int code = run_compiler(argv);
    if (code == 0) {
        /* What a build only tries, to learn what the system has, may fail: it is no
         * part of what is built. */
        note_call(arena, argc, argv);
    }
    return code;
}

/* --- as the recorder ----------------------------------------------------- */

/* Is NAME that of a C or C++ compiler: cc, gcc-12, x86_64-linux-gnu-g++, clang? */
static bool
is_compiler_name(const char *name)
{
    static const char *const words[] = {"cc",    "c++",     "gcc", "g++",
                                        "clang", "clang++", "icx", "icpx"};
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        const char *at = strstr(name, words[i]);
        if (at == NULL || (at != name && at[-1] != '-')) {
            continue;
        }
        const char *rest = at + strlen(words[i]);
        if (rest[0] == '\0'
            || (rest[0] == '-' && rest[1 + strspn(rest + 1, "0123456789.")] == '\0'))
        {
            return true;
        }
    }
    return false;
}

static int
add_link(struct arena *arena, const char *folder, const char *name, struct error *err)
{
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size <= 0) {
        return error_set_errno(err, "cannot find this program");
    }
    self[size] = '\0';
    if (symlink(self, path_join(arena, folder, name)) != 0 && errno != EEXIST) {
        return error_set_errno(err, "cannot make a link in %s", folder);
    }
    return 0;
}

/* Put a link into FOLDER for each compiler on PATH. */
static int
add_links(struct arena *arena, const char *folder, struct error *err)
{
    char *path = arena_string(arena, getenv("PATH") ? getenv("PATH") : "");
    char *state = NULL;
    for (char *part = strtok_r(path, ":", &state); part != NULL;
         part = strtok_r(NULL, ":", &state))
    {
        DIR *listing = opendir(part);
        struct dirent *entry;
        int result = 0;
        while (listing != NULL && result == 0 && (entry = readdir(listing)) != NULL) {
            if (is_compiler_name(entry->d_name)) {
                result = add_link(arena, folder, entry->d_name, err);
            }
        }
        if (listing != NULL) {
            closedir(listing);
        }
        if (result != 0) {
            return -1;
        }
    }
    return 0;
}

/* Let VARIABLE, a compiler with arguments, name our link. */
static int
bend_variable(struct arena *arena, const char *folder, const char *variable,
              struct error *err)
{
    const char *value = getenv(variable);
    if (value == NULL || value[0] == '\0') {
        return 0;
    }
    size_t size = strcspn(value, " \t");
    const char *compiler = arena_copy(arena, value, size);
    const char *name = path_base(compiler);
    if (add_link(arena, folder, name, err) != 0) {
        return -1;
    }
    if (name != compiler) {
        const char *link =
            path_join(arena, folder, arena_format(arena, "real-%s", name));
        if (symlink(path_join(arena, path_real(arena, "."), compiler), link) != 0
            && errno != EEXIST)
        {
            return error_set_errno(err, "cannot make a link in %s", folder);
        }
    }
    setenv(variable,
           arena_format(arena, "%s%s", path_join(arena, folder, name), value + size),
           1);
    return 0;
}

static int
prepare(struct arena *arena, const char *folder, struct error *err)
{
    static const char *const variables[] = {"CC", "CXX", "LDSHARED", "LDCXXSHARED"};
    if (add_links(arena, folder, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(variables); i++) {
        if (bend_variable(arena, folder, variables[i], err) != 0) {
            return -1;
        }
    }
    const char *path = getenv("PATH");
    setenv("PATH", arena_format(arena, "%s:%s", folder, path ? path : ""), 1);
    setenv(FOLDER_VARIABLE, folder, 1);
    return 0;
}

static void
remove_folder(struct arena *arena, const char *folder)
{
    DIR *listing = opendir(folder);
    struct dirent *entry;
    while (listing != NULL && (entry = readdir(listing)) != NULL) {
        unlink(path_join(arena, folder, entry->d_name));
    }
    if (listing != NULL) {
        closedir(listing);
    }
    rmdir(folder);
}

/* Run the build as a shell would: our signals wait for it. */
static int
run_build(const struct words *words, struct error *err)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    pid_t pid = fork();
    if (pid == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        /* execvp does not change the strings. */
        union {
            const char **in;
            char *const *out;
        } argv = {.in = words->items};
        execvp(words->items[0], argv.out);
        fprintf(stderr, "insulate record: cannot run %s: %s\n", words->items[0],
                strerror(errno));
        _exit(127);
    }
    int status = 0, code = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (pid < 0) {
        code = error_set_errno(err, "cannot start %s", words->items[0]);
    }
    else if (WIFSIGNALED(status)) {
        code =
            error_set(err, ERROR_CHILD, "%s was ended by signal %d; nothing recorded",
                      words->items[0], WTERMSIG(status));
    }
    else if (WEXITSTATUS(status) != 0) {
        code = error_set(err, ERROR_CHILD, "%s failed (exit code %d); nothing recorded",
                         words->items[0], WEXITSTATUS(status));
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    return code;
}

/* Merge the log in FOLDER into the database at PATH. */
static int
merge(struct run *run, const char *folder, const char *path, struct error *err)
{
    struct database database;
    size_t n_commands = 0, n_gone = 0;
    const char *log = path_join(run->arena, folder, LOG_NAME);
    database_init(&database, run->arena);
    if (!file_exists(log)) {
        return error_set(
            err, ERROR_UNSUPPORTED,
            "the command compiled nothing; is everything built already, or "
            "is its compiler not on PATH (then set CC)?");
    }
    if (file_exists(path) && database_read(run->arena, path, &database, err) != 0) {
        return error_wrap(err, "it is there, but");
    }
    if (database_read_log(&database, log, &n_commands, &n_gone, err) != 0) {
        return -1;
    }
    if (n_commands == 0) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "the build removed all %zu sources that it compiled; build in "
                         "the source folder",
                         n_gone);
    }
    if (database_write(&database, path, err) != 0) {
        return -1;
    }
    run_say(run, "%zu compilation%s recorded in %s", n_commands,
            n_commands == 1 ? "" : "s", path);
    return 0;
}

static int
record(struct run *run, const struct words *words, struct error *err)
{
    const char *temporary = getenv("TMPDIR");
    char *folder = path_join(
        run->arena,
        path_real(run->arena, temporary && temporary[0] == '/' ? temporary : "/tmp"),
        "insulate-record-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        return error_set_errno(err, "cannot make a folder like %s", folder);
    }
    const char *path =
        run->common->output ? run->common->output : "compile_commands.json";
    int result = prepare(run->arena, folder, err);
    if (result == 0) {
        result = run_build(words, err);
    }
    if (result == 0) {
        result = merge(run, folder, path, err);
    }
    remove_folder(run->arena, folder);
    return result;
}

int
cmd_record(const struct command *self, int argc, char **argv)
{
    struct record_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        struct error err = ERROR_INIT;
        struct words words = run.operands;
        if (words.n_items == 0) {
            error_set(
                &err, ERROR_USAGE,
                "takes a build command: insulate record -- python -m pip install .");
            code = run_fail(&run, &err);
        }
        else {
            words_add(run.arena, &words, NULL);
            code = record(&run, &words, &err) == 0 ? EXIT_CLEAN : run_fail(&run, &err);
        }
    }
    return run_end(&run, code);
}
