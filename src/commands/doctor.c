/* insulate doctor: what the program finds on this machine, and what that lacks. */
#include <stdio.h>
#include <string.h>

#include "base/child.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "binary/readable.h"
#include "commands/command.h"
#include "commands/doctor_binary.h"
#include "csource/headers.h"
#include "csource/inquiry.h"
#include "prove/launcher.h"
#include "report/report.h"

enum { PYTHON_PATIENCE_MS = 20000, OLDEST_MINOR = 9, OWN_GIL_MINOR = 12 };

struct doctor_options {
    struct common_options common;
    const char *python, *libclang;
};

const struct option doctor_options[] = {
    {"python", 0, OPTION_WORD, OPTION(struct doctor_options, python), "EXE",
     "Python to ask (default: python3 on PATH)"},
    {"libclang", 0, OPTION_WORD, OPTION(struct doctor_options, libclang), "PATH",
     "libclang library to load"},
    {0},
};

struct doctor {
    struct arena *arena;
    const struct doctor_options *options;
    struct equipments found;
};

static void
look_for_libclang(struct doctor *doctor)
{
    struct arena *arena = doctor->arena;
    struct equipment *item = equipments_add(&doctor->found, "libclang", "check, convert");
    struct libclang_facts facts;
    struct error err = ERROR_INIT;
    if (libclang_ask(arena, doctor->options->libclang, doctor->options->python, &facts,
                     &err)
        != 0)
    {
        equipment_set(item, EQUIPMENT_MISSING, arena_string(arena, err.message),
            "pip install libclang, or install the system's package (Debian, Ubuntu: "
            "libclang-19-dev; Fedora: clang-libs clang-devel); or set --libclang or "
            "INSULATE_LIBCLANG");
        return;
    }
    const char *place = arena_format(arena, "%s (%s)", facts.path, facts.version);
    if (facts.headers == NULL) {
        equipment_set(item, EQUIPMENT_LIMITED,
            arena_format(arena, "%s; no compiler headers (stddef.h)", place),
            "install them (Debian, Ubuntu: libclang-common-19-dev) or gcc");
        return;
    }
    equipment_set(item, EQUIPMENT_FOUND,
        arena_format(arena, "%s; compiler headers in %s", place, facts.headers), NULL);
}

/* --- the Python ------------------------------------------------------------- */

/* What a Python says of itself, in isolated mode and without its site.py: nothing of a
 * project or an environment is run. */
struct answer {
    char *lines[5]; /* executable, version, implementation, kind, folder of headers */
};

static int
ask_python(struct arena *arena, const char *python, struct answer *out,
           struct error *err)
{
    static const char script[] =
        "import sys, sysconfig\n"
        "kind = 'debug' if hasattr(sys, 'gettotalrefcount') else 'release'\n"
        "kind += ', free-threaded' if 't' in getattr(sys, 'abiflags', '') else ''\n"
        "print(sys.executable, '%d.%d.%d' % sys.version_info[:3],\n"
        "      getattr(sys, 'implementation', sys).name, kind,\n"
        "      sysconfig.get_paths()['include'], sep='\\n')\n";
    const char *argv[] = {python, "-I", "-S", "-B", "-c", script, NULL};
    struct child_request request = {.argv = argv, .timeout_ms = PYTHON_PATIENCE_MS};
    struct child_result result;
    if (child_run(&request, &result, err) != 0) {
        return -1;
    }
    char *text = arena_copy(arena, result.output.text, result.output.size);
    int code = result.exit_code;
    child_result_done(&result);
    char *state = NULL;
    size_t n = 0;
    for (char *line = strtok_r(text, "\n", &state); line != NULL && n < 5;
         line = strtok_r(NULL, "\n", &state))
    {
        out->lines[n++] = line;
    }
    if (code != 0 || n != 5) {
        return error_set(err, ERROR_CHILD, "%s does not run as a Python", python);
    }
    return 0;
}

static void
look_for_python(struct doctor *doctor)
{
    struct arena *arena = doctor->arena;
    const char *python = doctor->options->python ? doctor->options->python : "python3";
    struct equipment *item = equipments_add(&doctor->found, "python", "prove, compare, check, convert");
    struct answer answer;
    struct error err = ERROR_INIT;
    if (ask_python(arena, python, &answer, &err) != 0) {
        equipment_set(item, EQUIPMENT_MISSING, arena_string(arena, err.message),
            "install Python 3.9 or newer, or name one with --python");
        return;
    }
    unsigned minor = 0;
    const char *version = answer.lines[1];
    const char *place = arena_format(arena, "%s (%s %s, %s)", answer.lines[0],
                                     answer.lines[2], version, answer.lines[3]);
    if (strcmp(answer.lines[2], "cpython") != 0 || sscanf(version, "3.%u.", &minor) != 1
        || minor < OLDEST_MINOR)
    {
        equipment_set(item, EQUIPMENT_MISSING, place,
            "CPython 3.9 or newer is required; name one with --python");
        return;
    }
    bool has_headers =
        file_exists(path_join(arena, answer.lines[4], "Python.h"));
    if (!has_headers) {
        equipment_set(item, EQUIPMENT_LIMITED,
            arena_format(arena, "%s; no headers in %s", place, answer.lines[4]),
            arena_format(arena,
                         "install its headers (Debian, Ubuntu: libpython3.%u-dev): "
                         "check and convert need them for sources without a "
                         "compilation database",
                         minor));
        return;
    }
    if (minor < OWN_GIL_MINOR) {
        equipment_set(item, EQUIPMENT_LIMITED,
            arena_format(arena, "%s; headers in %s", place, answer.lines[4]),
            "prove needs CPython 3.12 or newer for interpreters with their own GIL; "
            "name one with --python");
        return;
    }
    equipment_set(item, EQUIPMENT_FOUND,
        arena_format(arena, "%s; headers in %s", place, answer.lines[4]), NULL);
}

static void
look_for_headers(struct doctor *doctor)
{
    struct arena *arena = doctor->arena;
    struct equipment *item = equipments_add(&doctor->found, "headers", "check, convert");
    struct python_header_list list = python_headers_list(arena);
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < list.n_items; i++) {
        unsigned minor = list.items[i].version >> 16 & 0xff;
        if (minor >= OLDEST_MINOR) {
            strbuf_format(&text, "%s3.%u%s", text.size != 0 ? ", " : "CPython ", minor,
                          list.items[i].is_free_threaded ? "t" : "");
        }
    }
    if (text.size == 0) {
        equipment_set(item, EQUIPMENT_LIMITED,
            "none in ~/.pyenv, ~/.cache/insulate, /usr/local/include and /usr/include",
            "#if branches for other CPythons are checked as tokens only; install headers "
            "of other versions (pyenv install 3.14)");
        return;
    }
    equipment_set(item, EQUIPMENT_FOUND, arena_string(arena, text.text), NULL);
}

/* --- the rest ----------------------------------------------------------------- */

static void
look_for_probe(struct doctor *doctor)
{
    struct equipment *item = equipments_add(&doctor->found, "probe", "prove, compare");
    struct error err = ERROR_INIT;
    const char *path = launcher_find_probe(doctor->arena, &err);
    if (path == NULL) {
        equipment_set(item, EQUIPMENT_MISSING, arena_string(doctor->arena, err.message),
            "install the program again, with insulate-probe.so");
        return;
    }
    equipment_set(item, EQUIPMENT_FOUND, path, NULL);
}

static void
look_for_demangler(struct doctor *doctor)
{
    struct equipment *item = equipments_add(&doctor->found, "demangler", "scan, prove");
    if (symbol_readable(doctor->arena, "_Z1fi") == NULL) {
        equipment_set(item, EQUIPMENT_LIMITED, "libstdc++.so.6 is not installed",
            "names of C++ symbols stay mangled without it (Debian, Ubuntu: libstdc++6)");
        return;
    }
    equipment_set(item, EQUIPMENT_FOUND, "libstdc++.so.6", NULL);
}

/* --- the answer ------------------------------------------------------------------ */

static void
print_text(const struct doctor *doctor, struct strbuf *out)
{
    strbuf_format(out, "insulate   " INSULATE_VERSION " in %s\n", path_program_folder());
    for (size_t i = 0; i < doctor->found.n_items; i++) {
        const struct equipment *item = &doctor->found.items[i];
        strbuf_format(out, "%-10s %-8s ", item->name, equipment_state_name(item->state));
        strbuf_add_visible(out, item->detail, strlen(item->detail), "");
        strbuf_format(out, "\n%20sfor %s\n", "", item->used_by);
        if (item->remedy != NULL) {
            strbuf_format(out, "%20sto do: %s\n", "", item->remedy);
        }
    }
}

static int
run_doctor(struct run *run, const struct doctor_options *options)
{
    struct doctor doctor = {
        .arena = run->arena, .options = options, .found = {.arena = run->arena}};
    struct error err = ERROR_INIT;
    bool is_json = strcmp(options->common.format, "json") == 0;
    if (run->operands.n_items != 0) {
        error_set(&err, ERROR_USAGE, "unexpected argument '%s'", run->operands.items[0]);
        return run_fail(run, &err);
    }
    if (!is_json && strcmp(options->common.format, "text") != 0) {
        error_set(&err, ERROR_USAGE, "the format %s is for findings; choose text or json",
                  options->common.format);
        return run_fail(run, &err);
    }
    look_for_libclang(&doctor);
    look_for_python(&doctor);
    look_for_headers(&doctor);
    look_for_probe(&doctor);
    doctor_look_for_capstone(&doctor.found);
    look_for_demangler(&doctor);
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    struct report report = {
        .command = run->command->name,
        .findings = &run->findings,
        .modules = &run->modules,
        .equipment = &doctor.found,
    };
    if (is_json) {
        reporter_find("json")->print(&report, &text);
    }
    else {
        print_text(&doctor, &text);
    }
    if (run_answer(run, text.text, text.size, &err) != 0) {
        return run_fail(run, &err);
    }
    size_t n_missing = 0;
    for (size_t i = 0; i < doctor.found.n_items; i++) {
        n_missing += doctor.found.items[i].state == EQUIPMENT_MISSING;
    }
    return n_missing != 0 ? EXIT_FOUND : EXIT_CLEAN;
}

int
cmd_doctor(const struct command *self, int argc, char **argv)
{
    struct doctor_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        code = run_doctor(&run, &options);
    }
    return run_end(&run, code);
}
