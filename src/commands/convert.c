/* insulate convert [PATH...]: modules rewritten so that their state is isolated. */
#include <signal.h>
#include <string.h>

#include "checks/checks.h"
#include "base/file.h"
#include "commands/changes.h"
#include "commands/convert_options.h"
#include "commands/hidden_data.h"
#include "commands/insulate_header.h"
#include "commands/left_out.h"
#include "commands/quotation.h"
#include "commands/result.h"
#include "commands/thread_findings.h"
#include "commands/unread_files.h"
#include "csource/flags.h"
#include "csource/headers.h"
#include "model/finding_groups.h"
#include "model/rule.h"
#include "report/plan_markdown.h"

const struct option convert_options[] = {
    {"database", 'p', OPTION_WORD, OPTION(struct convert_command, database), "DIR",
     "directory of the compile_commands.json to use"},
    {"python", 0, OPTION_WORD, OPTION(struct convert_command, python), "EXE",
     "Python whose headers are used if there is no compilation database (default: python3)"},
    {"libclang", 0, OPTION_WORD, OPTION(struct convert_command, libclang), "PATH",
     "libclang library to load"},
    {"exclude", 0, OPTION_WORDS, OPTION(struct convert_command, exclude), "GLOB",
     "leave out files and directories that GLOB means, as code of other projects "
     "(repeatable)"},
    {"jobs", 'j', OPTION_NUMBER, OPTION(struct convert_command, jobs), "N",
     "number of parallel jobs (default: CPU count)"},
    {"max-time", 0, OPTION_SECONDS, OPTION(struct convert_command, limits.max_time), "S",
     "CPU time limit of one file, in seconds; the run has 60 times that (default: 60)"},
    {"max-memory", 0, OPTION_NUMBER, OPTION(struct convert_command, limits.max_memory), "MIB",
     "memory limit of the run, in MiB (default: 2048, plus 512 per job and 64 per "
     "file)"},
    {"stage", 0, OPTION_WORD, OPTION(struct convert_command, stage),
     "init|state|types|all", "last stage to convert (default: all)"},
    {"python-floor", 0, OPTION_WORD, OPTION(struct convert_command, floor), "X.Y",
     "oldest CPython that the result must support (default: 3.9)"},
    {"abi3", 0, OPTION_WORD, OPTION(struct convert_command, abi3), "X.Y",
     "use only the limited API of X.Y"},
    {"export", 0, OPTION_FLAG, OPTION(struct convert_command, exports), NULL,
     "also define the PyModExport function of Python 3.15 (only that if the floor is 3.15 or newer)"},
    {"use-header", 0, OPTION_FLAG, OPTION(struct convert_command, use_header), NULL,
     "allow the result to include insulate.h"},
    {"exact-pickling", 0, OPTION_FLAG, OPTION(struct convert_command, exact_pickling), NULL,
     "refuse pickling with protocols 0 and 1 where the static types did"},
    {"whole-or-nothing", 0, OPTION_FLAG, OPTION(struct convert_command, whole_or_nothing), NULL,
     "do not convert a module if its types or objects must stay static"},
    {"state-per-interpreter", 0, OPTION_FLAG,
     OPTION(struct convert_command, state_per_interpreter), NULL,
     "let functions that cannot access the module find its state through the interpreter, which then loads the module once"},
    {"threads", 0, OPTION_FLAG, OPTION(struct convert_command, threads), NULL,
     "also guard what threads share where there is no GIL, and declare it if all is guarded"},
    {"thread-safe-library", 0, OPTION_WORDS, OPTION(struct convert_command, thread_safe),
     "NAME", "library that several threads may call at a time"},
    {"plan", 0, OPTION_FLAG, OPTION(struct convert_command, plan), NULL,
     "print the plan, in Markdown or in JSON, instead of the diff"},
    {"write", 0, OPTION_FLAG, OPTION(struct convert_command, write), NULL,
     "write the changes to the files"},
    {"recover", 0, OPTION_FLAG, OPTION(struct convert_command, recover), NULL,
     "revert the changes of a killed run with --write"},
    {0},
};

static int
apply_and_verify(struct work *work, struct error *err)
{
    for (;;) {
        result_apply(work);
        if (work->n_files == 0) {
            return 0;
        }
        if (changes_refuse_outside(work)) {
            continue;
        }
        size_t n_rejected = work->n_rejected;
        int code = result_verify(work, err);
        if (code <= 0) {
            return code;
        }
        for (size_t i = n_rejected; i < work->n_rejected; i++) {
            run_say_more(work->run, "rejected after verification: %s\n%s",
                         work->rejected[i].cause.message,
                         i + 1 < work->n_rejected ? "" : result_diff(work));
        }
    }
}

/* --- the answer ------------------------------------------------------------------------- */

/* What the reader could not parse is left to do, too. */
static void
keep_parse_errors(struct work *work)
{
    for (size_t i = 0; i < work->before.n_items; i++) {
        const struct finding *known = &work->before.items[i];
        if (strcmp(known->rule, "parse-error") == 0) {
            struct finding *finding =
                findings_add(&work->run->findings, known->rule, "%s", known->message);
            finding->path = known->path;
            finding->line = known->line;
            finding->column = known->column;
            finding->offset = known->offset;
            finding->evidence = known->evidence;
            finding->n_evidence = known->n_evidence;
        }
    }
}

/* A file that did not parse may use what would move: then nothing is written. */
static int
write_if_known(struct work *work, bool *out_is_written, struct error *err)
{
    const char *cause =
        work->source->n_problems != 0 ? unread_file_concerned(work) : NULL;
    *out_is_written = cause == NULL;
    if (cause != NULL) {
        run_say(work->run, "no files were written because %s", cause);
        return 0;
    }
    run_unlimit(); /* nothing ends the program while it writes */
    return changes_write(work, err);
}

static bool
has_sources(const struct source *source)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_main) {
            return true;
        }
    }
    return false;
}

/* IS_DRY: the files were to be written, and were not. */
static void
say_what_was_done(const struct work *work, bool is_dry)
{
    struct arena *arena = work->run->arena;
    size_t n = 0, n_whole = 0, n_parts = 0, n_refused = 0, n_edits = 0;
    for (size_t i = 0; i < work->result.n_modules; i++) {
        const struct converted_module *module = &work->result.modules[i];
        const size_t n_made = module->n_entries;
        bool is_part = module->rung >= RUNG_SOME_STATICS;
        n += n_made;
        n_edits += module->edits.n_items + module->n_guards;
        n_refused += module->is_refused ? n_made : 0;
        n_parts += module->edits.n_items > 0 && is_part ? n_made : 0;
        n_whole += module->edits.n_items + module->n_guards > 0 && !is_part ? n_made : 0;
    }
    if (n == 0) {
        work->run->summary = has_sources(work->source) ? "no module definition found"
                                                       : "no C or C++ files found";
        work->run->clean = "nothing to convert";
        return;
    }
    /* Faults that are no matter of converting may stand in a module that is converted. */
    work->run->clean = n_edits == 0 ? "nothing to convert" : "nothing left to do by hand";
    const char *modules = n == 1 ? "module" : "modules";
    const char *count = n_whole == n ? arena_format(arena, "%zu", n)
                                     : arena_format(arena, "%zu of %zu", n_whole, n);
    const char *parts = n_parts > 0 ? arena_format(arena, ", %zu in part", n_parts) : "";
    work->run->summary =
        n_edits == 0 && n_refused == 0
            ? arena_format(arena, "%zu %s, no edits needed", n, modules)
            : arena_format(arena, "converted %s %s%s (%zu edit%s, %zu file%s%s)", count,
                           modules, parts, n_edits, n_edits == 1 ? "" : "s",
                           work->n_files, work->n_files == 1 ? "" : "s",
                           is_dry && work->n_files > 0 ? ", not written" : "");
}

/* Is RULE one of those that `convert` mends, or else reports itself? */
static bool
is_of_isolation(const struct rule *rule)
{
    return rule->origin == ORIGIN_CONVERSION || rule->origin == ORIGIN_NONE;
}

/* How many of KEPT there are of which rules, in OUT: those that the original has, or those that
 * only the result shows. */
static size_t
count_kept(const struct work *work, const struct findings *kept, bool is_of_author,
           struct strbuf *out)
{
    const struct findings *left = &work->run->findings;
    bool is_left =
        findings_count(left, LEVEL_ERROR) + findings_count(left, LEVEL_WARNING) > 0;
    size_t n = 0;
    for (size_t i = 0; i < n_rules; i++) {
        size_t n_of_rule = 0;
        for (size_t k = 0; k < kept->n_items; k++) {
            n_of_rule += kept->items[k].is_of_author == is_of_author
                         && strcmp(kept->items[k].rule, rules[i].name) == 0;
        }
        if (n_of_rule > 0 && !(is_left && is_of_isolation(&rules[i]))) {
            strbuf_format(out, "%s%zu %s", n > 0 ? ", " : "", n_of_rule, rules[i].name);
            n += n_of_rule;
        }
    }
    return n;
}

/* What a conversion does not mend stands in the result as it stood in the original, whether it
 * was a finding there or only what leads to one now.  Those of isolation are told as what is
 * left, if anything is. */
static int
say_what_is_kept(const struct work *work, struct error *err)
{
    struct findings kept;
    CLEANUP(strbuf_done) struct strbuf old = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf shown = STRBUF_INIT;
    if (work->n_files == 0) {
        return 0;
    }
    if (run_wanted(work->run, &work->kept, &kept, err) != 0) {
        return -1;
    }
    size_t n_old = count_kept(work, &kept, false, &old);
    size_t n_shown = count_kept(work, &kept, true, &shown);
    if (n_old > 0) {
        run_say(work->run,
                "not mended: %zu finding%s of 'insulate check' that the original has, too: %s",
                n_old, n_old == 1 ? "" : "s", old.text);
    }
    if (n_shown > 0) {
        run_say(work->run,
                "not mended: %zu finding%s of 'insulate check' that only the result shows, in what "
                "it has of the original: %s",
                n_shown, n_shown == 1 ? "" : "s", shown.text);
    }
    if (n_old + n_shown > 0) {
        work->run->clean = "nothing left to convert";
    }
    return 0;
}

/* Other builds may take what nobody has compiled. */
static void
say_what_is_unverified(const struct work *work, const struct plan_names *unverified)
{
    size_t n = unverified->n_items;
    if (work->n_files != 0 && n != 0) {
        run_say(work->run, "not verified: %zu other build%s (%s%s)%s", n, n == 1 ? "" : "s",
                unverified->items[0], n == 1 ? "" : " …",
                n == 1 ? "" : "; --plan lists them");
    }
}

/* The plan in Markdown, harmless for a terminal. */
static const char *
plan_document(struct run *run, const struct conversion_plan *plan)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf shown = STRBUF_INIT;
    plan_print_markdown(plan, &text);
    strbuf_add_visible(&shown, text.text, text.size, "\n\t");
    return arena_copy(run->arena, shown.size > 0 ? shown.text : "", shown.size);
}

/* Nothing changes: check the sources as they are for what threads share. */
static void
check_threads(struct work *work)
{
    const struct check_versions versions = {.without_gil = true};
    struct findings found;
    findings_init(&found, work->run->arena);
    if (work->options.threads) {
        checks_run_for(work->run->arena, work->source, &versions, &found);
        thread_findings_keep(work, work->source, &found);
    }
}

/* A module whose result did not verify is attempted again, one rung lower. */
static int
convert_and_verify(struct work *work, struct conversion_plan *plan, struct error *err)
{
    struct run *run = work->run;
    size_t n_findings = run->findings.n_items;
    for (;;) {
        size_t n_rejected = work->n_rejected;
        convert_modules(work->source, &work->options, run->arena, &work->result,
                        &run->findings, plan);
        if (apply_and_verify(work, err) != 0) {
            return -1;
        }
        if (work->n_rejected == n_rejected) {
            if (work->n_files == 0) {
                check_threads(work);
            }
            if (work->threads.n_items == 0 || work->options.no_gil_claim) {
                return 0;
            }
            work->options.no_gil_claim = true; /* what is left to guard stands against it */
        }
        work->options.rejected = work->rejected;
        work->options.n_rejected = work->n_rejected;
        run->findings.n_items = n_findings;
    }
}

/* --- threads ------------------------------------------------------------------------------ */

static bool
has_said(const struct findings *findings, size_t n, const struct finding *finding)
{
    for (size_t i = 0; i < n; i++) {
        const struct finding *said = &findings->items[i];
        bool is_same_data = strcmp(said->rule, "thread-not-converted") == 0
                            && strcmp(finding->rule, "thread-unlocked-write") == 0
                            && string_equal(said->symbol, finding->symbol);
        if (is_same_data
            || (strcmp(said->rule, finding->rule) == 0
                && strcmp(said->message, finding->message) == 0))
        {
            return true;
        }
    }
    return false;
}

/* Of FOUND in the result of isolation, what is to be said in addition to that of its own run:
 * what it guards, or does not, is no news otherwise. */
static void
add_findings(struct findings *findings, const struct findings *found)
{
    for (size_t i = 0; i < found->n_items; i++) {
        const struct finding *finding = &found->items[i];
        if (finding->level != LEVEL_NOTE && strcmp(finding->rule, "parse-error") != 0
            && !has_said(findings, findings->n_items, finding))
        {
            finding_copy(findings, finding);
        }
    }
}

/* What SECOND, the same modules guarded, has in addition. */
static void
add_guards(struct conversion_plan *plan, const struct conversion_plan *second)
{
    for (size_t i = 0; i < plan->n_modules && i < second->n_modules; i++) {
        const struct module_plan *guarded = &second->modules[i];
        struct module_plan *module = &plan->modules[i];
        module->has_guards = guarded->has_guards;
        module->guards = guarded->guards;
        module->n_guards = guarded->n_guards;
        module->sections = guarded->sections;
        module->is_gil_unused = guarded->is_gil_unused;
        module->costs.n_edits += guarded->costs.n_edits;
        if (guarded->gil != NULL) {
            module->gil = guarded->gil;
        }
    }
}

/* The files of SECOND, which was made of WORK's result, are the result. */
static void
take_files(struct work *work, const struct work *second)
{
    for (size_t i = 0; i < second->n_files; i++) {
        const struct changed_file *guarded = &second->files[i];
        struct changed_file *file = NULL;
        for (size_t k = 0; k < work->n_files; k++) {
            if (strcmp(work->files[k].real_path, guarded->real_path) == 0) {
                file = &work->files[k];
            }
        }
        if (file == NULL) {
            ARENA_GROW(work->run->arena, work->files, work->n_files, work->capacity);
            file = &work->files[work->n_files++];
            *file = *guarded;
            for (size_t k = 0; k < work->source->n_files; k++) {
                if (strcmp(work->source->files[k]->real_path, guarded->real_path) == 0) {
                    file->file = work->source->files[k];
                }
            }
        }
        file->text = guarded->text;
        file->size = guarded->size;
    }
}

/* Guard what threads share in the result of isolation, which is read for that as if it were
 * written. */
static int
guard_threads(struct work *work, struct conversion_plan *plan, struct error *err)
{
    struct run *run = work->run;
    struct conversion_plan *guards = ARENA_NEW(run->arena, struct conversion_plan);
    const struct findings said = run->findings;
    struct work second = {
        .run = run,
        .named = work->named,
        .n_named = work->n_named,
        .request = work->request,
        .options = work->options,
        .prepared = {.n_readings = 1},
    };
    second.options.threads = true;
    second.options.rejected = NULL;
    second.options.n_rejected = 0;
    second.options.n_hidden = 0;
    result_give_texts(work, &second.request);
    if (source_read(run->arena, &second.request, &second.prepared.readings[0].source, err)
        != 0)
    {
        return -1;
    }
    second.source = second.prepared.source = second.prepared.readings[0].source;
    edits_init(&second.prepared.readings[0].edits, run->arena);
    findings_init(&second.before, run->arena);
    checks_run(run->arena, second.source, &second.before);
    findings_init(&run->findings, run->arena);
    int code = convert_and_verify(&second, guards, err);
    struct findings found = run->findings;
    run->findings = said;
    if (code != 0) {
        return -1;
    }
    const size_t n_said = run->findings.n_items;
    add_findings(&run->findings, &found);
    add_findings(&run->findings, &second.threads);
    findings_place_before(second.source, work->source, &run->findings, n_said);
    guards_place_before(second.source, work->source, guards);
    add_guards(plan, guards);
    take_files(work, &second);
    for (size_t i = 0; i < work->result.n_modules && i < second.result.n_modules; i++) {
        work->result.modules[i].n_guards = second.result.modules[i].edits.n_items;
    }
    return 0;
}

/* Let sources find insulate.h: the one of their own flags, else the program's. */
static void
add_insulate_header(struct work *work)
{
    struct arena *arena = work->run->arena;
    struct source_request *request = &work->request;
    const char **arguments =
        ARENA_ARRAY(arena, const char *, request->n_arguments + 2);
    for (size_t i = 0; i < request->n_arguments; i++) {
        arguments[i] = request->arguments[i];
    }
    arguments[request->n_arguments++] = "-isystem";
    arguments[request->n_arguments++] = INSULATE_HEADER_FOLDER;
    request->arguments = arguments;
    request->texts = insulate_header_texts(&request->n_texts);
}

static bool
includes_insulate_header(const struct work *work)
{
    for (size_t i = 0; i < work->n_files; i++) {
        if (strstr(work->files[i].text, "#include \"insulate/") != NULL) {
            return true;
        }
    }
    return false;
}

/* The result is for no CPython as old as the headers at hand, which lack what it needs:
 * read the sources again with the oldest headers that have it. */
static int
read_with_newer_headers(struct work *work, struct error *err)
{
    struct arena *arena = work->run->arena;
    const struct convert_options *options = &work->options;
    unsigned wanted = options->abi3 > options->floor ? options->abi3 : options->floor;
    unsigned at_hand = work->prepared.source->python_version;
    if (at_hand == 0 || at_hand >> 16 >= wanted >> 16) {
        return 0;
    }
    struct python_header_list list = python_headers_list(arena);
    for (size_t i = 0; i < list.n_items; i++) {
        const struct python_header *header = &list.items[i];
        if (header->version >> 16 < wanted >> 16 || header->is_free_threaded) {
            continue;
        }
        struct configuration *with = ARENA_NEW(arena, struct configuration);
        *with = (struct configuration){
            .label = arena_format(arena, "the headers of CPython 3.%u",
                                  header->version >> 16 & 0xff),
            .headers = header->folder,
        };
        work->request.configuration = with;
        run_say(work->run, "reading with %s", with->label);
        return request_prepare(arena, &work->request, options, &work->prepared,
                             err);
    }
    return error_set(err, ERROR_UNSUPPORTED,
                     "the headers are of CPython 3.%u, but the result is for 3.%u; pass a newer Python with --python",
                     at_hand >> 16 & 0xff, wanted >> 16 & 0xff);
}

/* The paths to read.  A header among them is no source of its own: who names it lets it
 * be changed with those that include it.  Headers alone are read. */
static void
name_paths(struct work *work)
{
    static const char *const current_folder[] = {"."};
    const struct words *operands = &work->run->operands;
    struct words sources = {0}, headers = {0};
    for (size_t i = 0; i < operands->n_items; i++) {
        const char *path = operands->items[i];
        bool is_header = is_header_name(path) && !file_is_folder(path);
        words_add(work->run->arena, is_header ? &headers : &sources, path);
    }
    if (sources.n_items == 0) {
        sources = *operands;
    }
    bool is_named = operands->n_items != 0;
    work->named = is_named ? operands->items : current_folder;
    work->n_named = is_named ? operands->n_items : 1;
    work->request.paths = is_named ? sources.items : current_folder;
    work->request.n_paths = is_named ? sources.n_items : 1;
    work->request.headers = headers.items;
    work->request.n_headers = headers.n_items;
}

static int
run_convert(struct run *run, const struct convert_command *words)
{
    struct error err = ERROR_INIT;
    struct conversion_plan *plan = ARENA_NEW(run->arena, struct conversion_plan);
    struct work work = {
        .run = run,
        .request =
            {
                .database = words->database,
                .python = words->python,
                .libclang = words->libclang,
                .arguments = run->after.items,
                .n_arguments = run->after.n_items,
                .jobs = (unsigned)words->jobs,
            },
    };

    run_limit(run, &words->limits);
    name_paths(&work);
    request_exclude(run, &words->exclude, &work.request);
    if (words->use_header) {
        add_insulate_header(&work);
    }
    if (convert_options_parse(words, &work.options, &err) != 0
        || request_prepare(run->arena, &work.request, &work.options, &work.prepared,
                         &err)
               != 0
        || read_with_newer_headers(&work, &err) != 0)
    {
        return run_fail(run, &err);
    }
    work.source = work.prepared.source;
    if (work.source->untested != NULL) {
        run_warn(run, "%s", work.source->untested);
    }
    for (size_t i = 0; i < work.source->n_ignored; i++) {
        run_warn(run, "the compiler argument %s is ignored: it is not passed to "
                      "libclang",
                 work.source->ignored[i]);
    }
    if (convert_options_limit(run, words, work.source, &work.options, &err) != 0) {
        return run_fail(run, &err);
    }
    bool is_recovered;
    if (changes_look_for_others(&work, words->write && !words->plan, &is_recovered, &err)
        != 0)
    {
        return run_fail(run, &err);
    }
    if (is_recovered) {
        return run_convert(run, words); /* what was read is not what is there now */
    }
    run_leave_out(run, work.source);
    findings_init(&work.before, run->arena);
    checks_run(run->arena, work.source, &work.before);
    keep_parse_errors(&work);
    if (hidden_data_find(&work, &err) != 0 || convert_and_verify(&work, plan, &err) != 0
        || (words->threads && guard_threads(&work, plan, &err) != 0))
    {
        return run_fail(run, &err);
    }
    prepared_place(&work.prepared, &run->findings);
    prepared_place_plan(&work.prepared, plan);
    findings_group(&run->findings);
    plan->left_out = run->left_out;
    plan->unverified = work.unverified;
    for (size_t i = 0; i < work.unread.n_items; i++) {
        if (!plan_names_have(&plan->unverified, work.unread.items[i])) {
            plan_names_add(run->arena, &plan->unverified, work.unread.items[i]);
        }
    }
    plan_set_findings(run->arena, plan, &run->findings);
    findings_group_modules(&run->findings);
    run->diff = result_diff(&work);
    const bool writes = words->write && !words->plan;
    bool is_written = true;
    if (writes && write_if_known(&work, &is_written, &err) != 0) {
        return run_fail(run, &err);
    }
    run->plan = words->plan ? plan : NULL;
    run->document = words->plan    ? plan_document(run, plan)
                    : words->write ? ""
                                   : run->diff;
    say_what_was_done(&work, !is_written);
    if (say_what_is_kept(&work, &err) != 0) {
        return run_fail(run, &err);
    }
    if (!words->plan) {
        say_what_is_unverified(&work, &plan->unverified);
    }
    if (includes_insulate_header(&work)) {
        run_say(run, "the result includes insulate.h, which is installed with insulate; find its directory with 'pkg-config --cflags insulate' or insulate.get_include() in Python");
    }
    bool is_left = false;
    for (size_t i = 0; i < work.result.n_modules; i++) {
        is_left |= work.result.modules[i].is_refused;
    }
    findings_quote(&run->findings, work.prepared.readings[0].source);
    return run_report(run, is_left);
}

int
cmd_convert(const struct command *self, int argc, char **argv)
{
    struct convert_command options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is an error, not the end */
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        code = options.recover ? changes_recover(&run) : run_convert(&run, &options);
    }
    return run_end(&run, code);
}
