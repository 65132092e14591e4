#include "csource/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "csource/answers.h"
#include "csource/database.h"

static void
add_argument(struct arena *arena, struct unit_plan *unit, const char *argument)
{
    ARENA_GROW(arena, unit->arguments, unit->n_arguments, unit->capacity);
    unit->arguments[unit->n_arguments++] = argument;
}

static void
add_real_folder(struct arena *arena, struct plan *plan, const char *real)
{
    for (size_t i = 0; i < plan->n_headers; i++) {
        if (strcmp(plan->headers[i], real) == 0) {
            return;
        }
    }
    ARENA_GROW(arena, plan->headers, plan->n_headers, plan->headers_capacity);
    plan->headers[plan->n_headers++] = real;
}

/* The headers of a debug Python can be links into the folder of the release. */
static void
add_header_folder(struct arena *arena, struct plan *plan, const char *folder)
{
    const char *header = path_join(arena, folder, "Python.h");
    add_real_folder(arena, plan, path_real(arena, folder));
    add_real_folder(arena, plan, path_folder(arena, path_real(arena, header)));
}

/* What every unit gets: old code must not stop the run for what was a warning
 * when it was written (see is_lapse of unit.c), and assertions are code like any other. */
static void
add_common_arguments(struct arena *arena, struct unit_plan *unit)
{
    static const char *const common[] = {
        "-UNDEBUG",
        "-Wno-everything",
        "-Wno-error",
        "-Wimplicit-function-declaration",
        "-Wint-conversion",
        "-Wincompatible-pointer-types",
        "-Wincompatible-function-pointer-types",
        "-Wno-error=implicit-int",
        "-Wno-error=implicit-function-declaration",
        "-Wno-error=int-conversion",
        "-Wno-error=incompatible-function-pointer-types",
        "-Wno-error=return-type",
        "-Wno-error=c++11-narrowing",
        "-Wno-error=reserved-user-defined-literal",
        "-Wno-unknown-warning-option",
        "-ferror-limit=20",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(common); i++) {
        add_argument(arena, unit, common[i]);
    }
}

/* Options that take a folder or file, and whether that is one word or two. */
static const char *const path_options[] = {"-isystem", "-iquote",  "-idirafter",
                                           "-include", "-imacros", "-I"};
static const char *const word_options[] = {"-D", "-U", "-x"};
/* Kept as they are; everything else a build passes (warnings, optimisation,
 * linking, gcc's own) does not change what the text means. */
static const char *const kept_prefixes[] = {
    "-std=",           "-ansi",         "-fms-extensions",
    "-funsigned-char", "-fsigned-char", "-fshort-enums",
    "-fno-exceptions", "-fno-rtti",     "-nostdinc",
    "-pthread",        "-m32",          "-m64",
    "-mx32",           "-march=",       "-msse",
    "-mavx",           "-mpclmul",      "-maes",
    "-mfma",           "-mbmi",         "-mpopcnt",
    "-mlzcnt",         "-mssse",        "-mf16c",
    "-mcrc32",
};
/* The same, of words that a user gives. */
static const char *const more_kept_prefixes[] = {
    "--target=",          "--sysroot=",
    "-stdlib=",           "-fopenmp",
    "-ffreestanding",     "-fno-builtin",
    "-fms-compatibility", "-fpermissive",
    "-fblocks",           "-fshort-wchar",
    "-fexceptions",       "-frtti",
    "-fconstexpr-depth=", "-fconstexpr-steps=",
    "-ftemplate-depth",   "-fbracket-depth=",
    "-fgnu89-inline",     "-fchar8_t",
    "-fno-char8_t",       "-fno-operator-names",
    "-fcommon",           "-fno-common",
    "-fcoroutines",       "-faligned-new",
};
/* What changes warnings, code or linking: nothing that is read here. */
static const char *const ignored_prefixes[] = {
    "-W",      "-w",     "-O",        "-g",      "-c",         "-S",        "-pipe",
    "-fPIC",   "-fpic",  "-fPIE",     "-fpie",   "-fno-plt",   "-shared",   "-l",
    "-L",      "-pg",    "-p",        "-v",      "-s",         "-rdynamic", "-static",
    "-fwrapv", "-flto",  "-fno-lto",  "-fstack", "-fno-stack", "-fcf-",     "-M",
    "-fdiagnostics",     "-fcolor",   "-fno-semantic-interposition",
    "-fno-strict-aliasing", "-fstrict", "-ffunction-sections", "-fdata-sections",
    "-fomit",  "-fno-omit", "-fvisibility", "-ffast", "-fno-math", "-ftree", "-funroll",
    "-fsanitize", "-fprofile", "-fcoverage", "-ffile-prefix-map", "-fdebug-prefix-map",
    "-fmacro-prefix-map", "-fno-ident", "-fexcess-precision", "-ffp-contract",
    "-fno-delete-null-pointer-checks", "-fasynchronous-unwind", "-fuse-ld", "-fmessage",
};
/* Take a second word that is not kept. */
static const char *const dropped_pairs[] = {
    "-o",           "-MF",          "-MT",
    "-MQ",          "-MJ",          "-Xlinker",
    "-Xassembler",  "-Xpreprocessor", "-Xclang",
    "-Xanalyzer",   "-mllvm",       "-arch",
    "-T",           "-u",           "-z",
    "-L",           "-l",           "-e",
    "-A",           "-B",           "-F",
    "-aux-info",    "-dumpbase",    "-dumpdir",
    "-dumpbase-ext", "--param",     "-wrapper",
    "-framework",   "-iframework",  "-iprefix",
    "-iwithprefix", "-iwithprefixbefore", "-imultilib",
    "-isysroot",    "-isystem-after", "--sysroot",
    "-include-pch", "-ivfsoverlay", "-target",
    "--target",     "--config",     "-serialize-diagnostics",
    "--serialize-diagnostics",      "-specs",
};

static bool
is_one_of(const char *word, const char *const *words, size_t n_words)
{
    for (size_t i = 0; i < n_words; i++) {
        if (strcmp(word, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* If WORDS[*I] is one of OPTIONS, its value: the rest of the word, or the next
 * word (then *I moves on).  Else NULL. */
static const char *
option_value(const char *const *words, size_t n_words, size_t *i,
             const char *const *options, size_t n_options, const char **out_option)
{
    for (size_t k = 0; k < n_options; k++) {
        if (!string_starts(words[*i], options[k])) {
            continue;
        }
        *out_option = options[k];
        const char *rest = words[*i] + strlen(options[k]);
        if (rest[0] != '\0') {
            return rest[0] == '=' ? rest + 1 : rest;
        }
        return *i + 1 < n_words ? words[++*i] : NULL;
    }
    return NULL;
}

/* Does the configuration have a Python of its own? */
static bool
brings_headers(const struct source_request *request)
{
    return request->configuration != NULL && request->configuration->headers != NULL;
}

/* Warnings are not asked for here, but what is written for such a build must not have
 * new ones. */
static void
note_pedantry(struct unit_plan *unit, const char *word)
{
    static const char *const on[] = {"-pedantic", "-Wpedantic", "-pedantic-errors",
                                     "-Werror=pedantic"};
    unit->is_pedantic |= is_one_of(word, on, ARRAY_LENGTH(on));
    unit->is_pedantic &= strcmp(word, "-Wno-pedantic") != 0;
}

static bool
starts_with_one(const char *word, const char *const *prefixes, size_t n_prefixes)
{
    for (size_t i = 0; i < n_prefixes; i++) {
        if (string_starts(word, prefixes[i])) {
            return true;
        }
    }
    return false;
}

/* WORD does not reach libclang: note it in *DROPPED, once for a kind, if it could have
 * changed what is read. */
static void
note_dropped(struct arena *arena, const char *word, struct path_list *dropped)
{
    if (word[0] != '-'
        || starts_with_one(word, ignored_prefixes, ARRAY_LENGTH(ignored_prefixes))
        || strcmp(word, "-o") == 0)
    {
        return;
    }
    const char *kind = arena_copy(arena, word, strcspn(word, "="));
    for (size_t i = 0; i < dropped->n_paths; i++) {
        if (strcmp(dropped->paths[i], kind) == 0) {
            return;
        }
    }
    ARENA_GROW(arena, dropped->paths, dropped->n_paths, dropped->capacity);
    dropped->paths[dropped->n_paths++] = kind;
}

/* An -include by the driver would take a precompiled header that lies beside the file: a
 * memory image that only clang itself may write.  Its second half takes the text. */
static void
add_path_option(struct arena *arena, struct unit_plan *unit, const char *option,
                const char *path)
{
    bool is_include = strcmp(option, "-include") == 0;
    if (is_include) {
        add_argument(arena, unit, "-Xclang");
    }
    add_argument(arena, unit, option);
    if (is_include) {
        add_argument(arena, unit, "-Xclang");
    }
    add_argument(arena, unit, path);
}

/* Add what matters of a build's compiler call, run in FOLDER. */
static void
add_build_arguments(struct arena *arena, const struct source_request *request,
                    struct plan *plan, struct unit_plan *unit, const char *folder,
                    const char *const *words, size_t n_words)
{
    for (size_t i = 1; i < n_words; i++) {
        const char *option = NULL;
        note_pedantry(unit, words[i]);
        if (is_one_of(words[i], dropped_pairs, ARRAY_LENGTH(dropped_pairs))) {
            note_dropped(arena, words[i], &plan->dropped);
            i++;
            continue;
        }
        const char *value = option_value(words, n_words, &i, path_options,
                                         ARRAY_LENGTH(path_options), &option);
        if (value != NULL) {
            const char *path = compile_command_path(arena, folder, value);
            if (file_exists(path_join(arena, path, "Python.h"))) {
                add_header_folder(arena, plan, path);
                option = strcmp(option, "-I") == 0 ? "-isystem" : option;
                if (brings_headers(request)) {
                    continue;
                }
            }
            add_path_option(arena, unit, option, path);
            continue;
        }
        value = option_value(words, n_words, &i, word_options,
                             ARRAY_LENGTH(word_options), &option);
        if (value != NULL) {
            /* No -x for headers or assembler: only the two languages. */
            if (strcmp(option, "-x") != 0 || strcmp(value, "c") == 0
                || strcmp(value, "c++") == 0)
            {
                add_argument(arena, unit, option);
                add_argument(arena, unit, arena_string(arena, value));
            }
            continue;
        }
        if (starts_with_one(words[i], kept_prefixes, ARRAY_LENGTH(kept_prefixes))) {
            add_argument(arena, unit, arena_string(arena, words[i]));
        }
        else {
            note_dropped(arena, words[i], &plan->dropped);
        }
    }
}

/* Is WORDS[I] an option of those that a user may give with a second word? */
static bool
is_kept_pair(const char *const *words, size_t n_words, size_t i)
{
    static const char *const pairs[] = {"-isysroot", "--sysroot", "-target", "-F",
                                        "-iframework"};
    return i + 1 < n_words && is_one_of(words[i], pairs, ARRAY_LENGTH(pairs));
}

/* Add the arguments the user gave after `--`, relative to where we run. */
static void
add_user_arguments(struct arena *arena, struct plan *plan, struct unit_plan *unit,
                   const struct source_request *request)
{
    const char *const *words = request->arguments;
    const size_t n_words = request->n_arguments;
    for (size_t i = 0; i < n_words; i++) {
        const char *option = NULL;
        note_pedantry(unit, words[i]);
        if (is_kept_pair(words, n_words, i)) {
            add_argument(arena, unit, words[i]);
            add_argument(arena, unit, words[++i]);
            continue;
        }
        if (is_one_of(words[i], dropped_pairs, ARRAY_LENGTH(dropped_pairs))) {
            note_dropped(arena, words[i], &plan->ignored);
            i++;
            continue;
        }
        const char *value = option_value(words, n_words, &i, path_options,
                                         ARRAY_LENGTH(path_options), &option);
        if (value != NULL) {
            if (file_exists(path_join(arena, value, "Python.h"))) {
                add_header_folder(arena, plan, value);
                if (brings_headers(request)) {
                    continue;
                }
            }
            add_path_option(arena, unit, option, value);
            continue;
        }
        value = option_value(words, n_words, &i, word_options,
                             ARRAY_LENGTH(word_options), &option);
        if (value != NULL) {
            add_argument(arena, unit, option);
            add_argument(arena, unit, value);
        }
        else if (starts_with_one(words[i], kept_prefixes, ARRAY_LENGTH(kept_prefixes))
                 || starts_with_one(words[i], more_kept_prefixes,
                                    ARRAY_LENGTH(more_kept_prefixes)))
        {
            add_argument(arena, unit, words[i]);
        }
        else {
            note_dropped(arena, words[i], &plan->ignored);
        }
    }
}

/* Add what the configuration has in place of the build's. */
static void
add_configuration(struct arena *arena, const struct configuration *configuration,
                  struct plan *plan, struct unit_plan *unit)
{
    if (configuration->headers != NULL) {
        /* Some pyconfig.h only names the architecture's, beside the folder. */
        const char *around = path_folder(arena, configuration->headers);
        add_argument(arena, unit, "-isystem");
        add_argument(arena, unit, configuration->headers);
        add_argument(arena, unit, "-idirafter");
        add_argument(arena, unit, around);
        add_header_folder(arena, plan, configuration->headers);
    }
    for (size_t i = 0; i < configuration->n_settings; i++) {
        const struct macro_setting *setting = &configuration->settings[i];
        add_argument(arena, unit,
                     setting->value != NULL
                         ? arena_format(arena, "-D%s=%s", setting->name, setting->value)
                         : arena_format(arena, "-U%s", setting->name));
    }
}

unsigned
limited_api_number(const char *text)
{
    enum { FIRST = 0x03020000 };
    unsigned long number = strtoul(text, NULL, 0);
    return number > FIRST && number < 0x04000000 ? (unsigned)number : FIRST;
}

/* The limited API that UNIT's arguments define; 0: none. */
static unsigned
limited_api_of(const struct unit_plan *unit)
{
    static const char *const options[] = {"-D", "-U"};
    unsigned limited = 0;
    for (size_t i = 0; i < unit->n_arguments; i++) {
        const char *option = NULL;
        const char *value = option_value(unit->arguments, unit->n_arguments, &i, options,
                                         ARRAY_LENGTH(options), &option);
        if (value == NULL || !string_starts(value, LIMITED_API)) {
            continue;
        }
        const char *rest = value + strlen(LIMITED_API);
        if (rest[0] == '=' || rest[0] == '\0') {
            limited = option[1] == 'U' ? 0 : limited_api_number(rest + (rest[0] == '='));
        }
    }
    return limited;
}

/* --- Python's headers ---------------------------------------------------- */

int
python_headers_ask(struct arena *arena, const char *python,
                   struct python_headers *headers, struct error *err)
{
    static const char script[] = "import sysconfig\n"
                                 "print(sysconfig.get_path('include'))\n"
                                 "print(sysconfig.get_path('platinclude'))\n";
    const char *argv[] = {python ? python : "python3", "-I", "-c", script, NULL};
    char *rest;
    if (program_answer(arena, argv, &rest, err) != 0) {
        return error_wrap(err, "cannot find the headers of %s", argv[0]);
    }
    bool has_answered = rest != NULL && rest[0] != '\0';
    if (!has_answered) {
        return error_set(err, ERROR_CHILD,
                         "cannot find the headers of %s: it does not run as a Python; "
                         "name another with --python ('insulate doctor' reports what is "
                         "found)",
                         argv[0]);
    }
    headers->n_folders = 0;
    char *state = NULL;
    for (char *line = strtok_r(rest, "\r\n", &state);
         line != NULL && headers->n_folders < ARRAY_LENGTH(headers->folders);
         line = strtok_r(NULL, "\r\n", &state))
    {
        if (headers->n_folders == 0 || strcmp(line, headers->folders[0]) != 0) {
            headers->folders[headers->n_folders++] = line;
        }
    }
    bool found = false;
    for (size_t i = 0; i < headers->n_folders; i++) {
        found = found || file_exists(path_join(arena, headers->folders[i], "Python.h"));
    }
    if (!found) {
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s has no Python.h%s%s: install its headers (Debian, Ubuntu: "
                         "python3-dev) or pass another Python with --python",
                         argv[0], headers->n_folders ? " in " : "",
                         headers->n_folders ? headers->folders[0] : "");
    }
    headers->is_known = true;
    return 0;
}

static int
add_python_headers(struct arena *arena, const struct source_request *request,
                   struct python_headers *headers, struct plan *plan,
                   struct unit_plan *unit, struct error *err)
{
    if (!headers->is_known
        && python_headers_ask(arena, request->python, headers, err) != 0)
    {
        return -1;
    }
    for (size_t i = 0; i < headers->n_folders; i++) {
        add_argument(arena, unit, "-isystem");
        add_argument(arena, unit, headers->folders[i]);
        add_header_folder(arena, plan, headers->folders[i]);
    }
    return 0;
}

/* Do the arguments of UNIT name a folder with a Python.h? */
static bool
has_python_headers(struct arena *arena, const struct unit_plan *unit)
{
    for (size_t i = 0; i < unit->n_arguments; i++) {
        const char *option = NULL;
        const char *value =
            option_value(unit->arguments, unit->n_arguments, &i, path_options,
                         ARRAY_LENGTH(path_options), &option);
        if (value != NULL && file_exists(path_join(arena, value, "Python.h"))) {
            return true;
        }
    }
    return false;
}

const char *
builtin_headers_of_gcc(struct arena *arena)
{
    const char *argv[] = {"gcc", "-print-file-name=include", NULL};
    struct error ignored = ERROR_INIT;
    char *folder;
    if (program_answer(arena, argv, &folder, &ignored) != 0 || folder == NULL) {
        return NULL;
    }
    folder[strcspn(folder, "\r\n")] = '\0';
    return file_exists(path_join(arena, folder, "stddef.h")) ? folder : NULL;
}

/* gcc warns of a standard of the other language and ignores it; libclang reads nothing. */
static void
drop_other_standards(struct unit_plan *unit)
{
    bool is_cxx = unit_plan_is_cxx(unit);
    size_t n_kept = 0;
    for (size_t i = 0; i < unit->n_arguments; i++) {
        const char *word = unit->arguments[i];
        bool is_other = string_starts(word, "-std=")
                        && (strstr(word, "++") != NULL) != is_cxx;
        if (!is_other) {
            unit->arguments[n_kept++] = word;
        }
    }
    unit->n_arguments = n_kept;
}

/* --- all of them --------------------------------------------------------- */

int
plan_arguments(struct arena *arena, const struct source_request *request,
               const struct compile_command *entry, const char *language,
               struct python_headers *headers, struct plan *plan,
               struct unit_plan *unit, struct error *err)
{
    if (language != NULL) {
        add_argument(arena, unit, "-x");
        add_argument(arena, unit, language);
    }
    add_common_arguments(arena, unit);
    if (entry != NULL) {
        add_build_arguments(arena, request, plan, unit, entry->folder, entry->words,
                            entry->n_words);
    }
    add_user_arguments(arena, plan, unit, request);
    drop_other_standards(unit);
    if (request->configuration != NULL) {
        add_configuration(arena, request->configuration, plan, unit);
    }
    unit->limited_api = limited_api_of(unit);
    /* A build's own choice of Python comes first; --python fills the gap. */
    if (!has_python_headers(arena, unit)
        && add_python_headers(arena, request, headers, plan, unit, err) != 0)
    {
        return -1;
    }
    add_argument(arena, unit, "-UNDEBUG");
    return 0;
}
