/* insulate record -- COMMAND...: compile_commands.json of what a build compiled.
 *
 * The command runs with a folder of links in front on PATH, named like the
 * compilers that are there; each is this program in another guise
 * (record_compiler.c), which runs the real compiler and notes its words in a log.  CC and
 * CXX are bent to links where they name a compiler by its path. */
#include "commands/record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "commands/command.h"
#include "csource/database.h"

struct record_options {
    struct common_options common;
};

const struct option record_options[] = {{0}};

/* --- the links ------------------------------------------------------------ */

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

/* Is C a letter that no shell takes for something else? */
static bool
is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
           || strchr("_-.+", c) != NULL;
}

static int
add_link(struct arena *arena, const char *folder, const char *name, struct error *err)
{
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size <= 0) {
        return error_set_errno(err, "cannot find the path of this program");
    }
    self[size] = '\0';
    if (symlink(self, path_join(arena, folder, name)) != 0 && errno != EEXIST) {
        return error_set_errno(err, "cannot create a symbolic link in %s", folder);
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

/* The compiler that VALUE names, a path or the first word of a shell's; *OUT_REST is
 * what follows it. */
static char *
first_word(struct arena *arena, const char *value, const char **out_rest)
{
    CLEANUP(strbuf_done) struct strbuf word = STRBUF_INIT;
    char quote = '\0';
    const char *at = value + strspn(value, " \t");
    if (strchr(at, '/') != NULL && access(at, X_OK) == 0 && !file_is_folder(at)) {
        *out_rest = "";
        return arena_string(arena, at); /* blanks are part of its name */
    }
    for (; *at != '\0' && (quote != '\0' || (*at != ' ' && *at != '\t')); at++) {
        if (*at == quote) {
            quote = '\0';
        }
        else if (quote == '\0' && (*at == '"' || *at == '\'')) {
            quote = *at;
        }
        else if (*at == '\\' && quote != '\'' && at[1] != '\0') {
            strbuf_add_char(&word, *++at);
        }
        else {
            strbuf_add_char(&word, *at);
        }
    }
    *out_rest = at;
    return arena_copy(arena, word.text, word.size);
}

/* NAME with letters only that no shell takes for something else. */
static char *
plain_name(struct arena *arena, const char *name)
{
    char *plain = arena_string(arena, strcmp(name, "insulate") == 0 ? "cc" : name);
    for (char *at = plain; *at != '\0'; at++) {
        *at = is_plain(*at) ? *at : '_';
    }
    return plain;
}

/* Let VARIABLE, a compiler with arguments, name a link of ours in FOLDER. */
static int
bend_variable(struct arena *arena, const char *folder, const char *variable,
              struct error *err)
{
    const char *value = getenv(variable), *rest;
    const char *compiler = value != NULL ? first_word(arena, value, &rest) : "";
    if (compiler[0] == '\0') {
        return 0;
    }
    if (strchr(compiler, '/') == NULL) {
        return add_link(arena, folder, compiler, err); /* found on PATH */
    }
    const char *own = path_join(arena, folder, variable);
    const char *name = plain_name(arena, path_base(compiler));
    const char *real = path_join(arena, path_real(arena, "."), compiler);
    if (mkdir(own, 0700) != 0
        || symlink(real, path_join(arena, own, RECORD_REAL)) != 0)
    {
        return error_set_errno(err, "cannot create a symbolic link in %s", folder);
    }
    if (add_link(arena, own, name, err) != 0) {
        return -1;
    }
    setenv(variable, arena_format(arena, "%s%s", path_join(arena, own, name), rest), 1);
    return 0;
}

static int
make_log(struct arena *arena, const char *folder, struct error *err)
{
    const char *path = path_join(arena, folder, RECORD_LOG);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        return error_set_errno(err, "cannot create %s", path);
    }
    close(fd);
    return 0;
}

static int
prepare(struct arena *arena, const char *folder, struct error *err)
{
    static const char *const variables[] = {"CC", "CXX", "LDSHARED", "LDCXXSHARED"};
    if (make_log(arena, folder, err) != 0 || add_links(arena, folder, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(variables); i++) {
        if (bend_variable(arena, folder, variables[i], err) != 0) {
            return -1;
        }
    }
    /* The build of another recorder: that one sees what we call. */
    struct recorders around = recorders_around(arena, "insulate");
    const char *folders = folder;
    for (size_t i = around.n_passed; i < around.folders.n_items; i++) {
        folders = arena_format(arena, "%s:%s", folders, around.folders.items[i]);
    }
    const char *path = getenv("PATH");
    setenv("PATH", arena_format(arena, "%s:%s", folder, path ? path : ""), 1);
    setenv(RECORD_FOLDERS, folders, 1);
    unsetenv(RECORD_PASSED);
    return 0;
}

/* --- the folder ----------------------------------------------------------- */

/* A folder whose path a shell and PATH take as it is. */
static char *
make_folder(struct arena *arena, struct error *err)
{
    const char *temporary = getenv("TMPDIR");
    const char *parent =
        temporary != NULL && temporary[0] == '/' ? path_real(arena, temporary) : "/tmp";
    for (const char *at = parent; *at != '\0'; at++) {
        if (!is_plain(*at) && *at != '/') {
            parent = "/tmp";
            break;
        }
    }
    char *folder = path_join(arena, parent, "insulate-record-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        error_set_errno(err, "cannot create a temporary directory %s", folder);
        return NULL;
    }
    return folder;
}

static int
remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

static void
remove_folder(const char *folder)
{
    enum { OPEN_FOLDERS = 4 };
    (void)nftw(folder, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* --- the build ------------------------------------------------------------ */

static volatile sig_atomic_t build_pid;

/* Who ends us ends the build; then we clean up. */
static void
pass_on(int number)
{
    if (build_pid > 0) {
        kill((pid_t)build_pid, number);
    }
}

/* Run the build as a shell would: our signals wait for it. */
static int
run_build(const struct words *words, struct error *err)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, pass = {.sa_handler = pass_on};
    struct sigaction interrupt, quit, term, hup;
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    sigaction(SIGTERM, &pass, &term);
    sigaction(SIGHUP, NULL, &hup);
    if (hup.sa_handler != SIG_IGN) { /* not by nohup */
        sigaction(SIGHUP, &pass, NULL);
    }
    pid_t pid = fork();
    if (pid == 0) {
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGQUIT, &quit, NULL);
        sigaction(SIGTERM, &term, NULL);
        sigaction(SIGHUP, &hup, NULL);
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
    build_pid = pid;
    int status = 0, code = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (pid < 0) {
        code = error_set_errno(err, "cannot start %s", words->items[0]);
    }
    else if (WIFSIGNALED(status)) {
        code = error_set(err, ERROR_CHILD,
                         "%s was terminated by signal %d; nothing was recorded",
                         words->items[0], WTERMSIG(status));
    }
    else if (WEXITSTATUS(status) != 0) {
        code = error_set(err, ERROR_CHILD,
                         "%s failed with exit status %d; nothing was recorded",
                         words->items[0], WEXITSTATUS(status));
    }
    build_pid = 0;
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    sigaction(SIGTERM, &term, NULL);
    sigaction(SIGHUP, &hup, NULL);
    return code;
}

/* --- the database --------------------------------------------------------- */

/* Read the database at PATH, if it is there. */
static int
read_known(struct run *run, const char *path, struct database *database,
           struct error *err)
{
    database_init(database, run->arena);
    if (file_exists(path) && database_read(run->arena, path, NULL, database, err) != 0) {
        return error_wrap(err, "cannot extend the existing file");
    }
    return 0;
}

/* Can the answer be written in the end?  A build takes its time. */
static int
check_output(struct run *run, const char *path, struct error *err)
{
    struct database ignored;
    if (file_check_writable(path, err) != 0) {
        return -1;
    }
    return read_known(run, path, &ignored, err);
}

/* Headers that the build generated are gone with its folder. */
static void
warn_of_gone_folder(struct run *run, const struct database *database)
{
    for (size_t i = 0; i < database->n_items; i++) {
        const struct compile_command *command = database->items[i];
        if (map_find_string(&database->recorded, command->real_path) == command
            && !file_exists(command->folder))
        {
            run_warn(run,
                     "the build removed %s, where it ran the compiler, and headers that "
                     "it generated there; let it keep that directory (meson-python: "
                     "-Cbuild-dir=build)",
                     command->folder);
            return;
        }
    }
}

/* Merge the log in FOLDER into the database at PATH. */
static int
merge(struct run *run, const char *folder, const char *path, struct error *err)
{
    struct database database;
    size_t n_commands = 0, n_gone = 0;
    const char *log = path_join(run->arena, folder, RECORD_LOG);
    if (file_is_link(path_join(run->arena, folder, RECORD_LOST))) {
        return error_set(err, ERROR_IO,
                         "not every compiler call could be logged in %s (is the disk "
                         "full?); nothing was recorded",
                         path_folder(run->arena, folder));
    }
    if (file_size(log) == 0) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "the command did not run a compiler: clean the build first, "
                         "or set CC if the compiler is not on PATH");
    }
    if (read_known(run, path, &database, err) != 0
        || database_read_log(&database, log, &n_commands, &n_gone, err) != 0)
    {
        return -1;
    }
    if (n_commands == 0) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "the build removed all %zu sources that it compiled; build in "
                         "the source directory",
                         n_gone);
    }
    if (database_write(&database, path, err) != 0) {
        return -1;
    }
    run_say(run, "%zu compiler command%s recorded in %s", n_commands,
            n_commands == 1 ? "" : "s", path);
    warn_of_gone_folder(run, &database);
    return 0;
}

/* The same, while no other recorder reads or writes files beside PATH: what one enters,
 * the other has to know. */
static int
merge_alone(struct run *run, const char *folder, const char *path, struct error *err)
{
    int beside = open(path_folder(run->arena, path_real(run->arena, path)),
                      O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (beside >= 0 && flock(beside, LOCK_EX) != 0 && errno == EINTR) {
    }
    int result = merge(run, folder, path, err);
    if (beside >= 0) {
        close(beside);
    }
    return result;
}

static int
record(struct run *run, const struct words *words, struct error *err)
{
    const char *path =
        run->common->output ? run->common->output : "compile_commands.json";
    if (check_output(run, path, err) != 0) {
        return -1;
    }
    const char *folder = make_folder(run->arena, err);
    if (folder == NULL) {
        return -1;
    }
    int result = prepare(run->arena, folder, err);
    if (result == 0) {
        result = run_build(words, err);
    }
    if (result == 0) {
        result = merge_alone(run, folder, path, err);
    }
    remove_folder(folder);
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
            error_set(&err, ERROR_USAGE,
                      "expected a build command, for example: insulate record -- "
                      "python -m pip install .");
            code = run_fail(&run, &err);
        }
        else {
            words_add(run.arena, &words, NULL);
            code = record(&run, &words, &err) == 0 ? EXIT_CLEAN : run_fail(&run, &err);
        }
    }
    return run_end(&run, code);
}
