/* insulate man [COMMAND]: manual pages, from the tables that parse command lines. */
#include <string.h>

#include "base/strbuf.h"
#include "commands/command_table.h"
#include "commands/common_options.h"

struct man_options {
    struct common_options common;
};

const struct option man_options[] = {{0}};

/* TEXT for troff (groff_man(7)): "-" is a minus that can be copied, and a line does not
 * begin with a request. */
static void
add_escaped(struct strbuf *out, const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        bool begins_line = out->size == 0 || out->text[out->size - 1] == '\n';
        if (begins_line && (*at == '.' || *at == '\'')) {
            strbuf_add_string(out, "\\&");
        }
        if (*at == '\\') {
            strbuf_add_string(out, "\\e");
        }
        else if (*at == '-') {
            strbuf_add_string(out, "\\-");
        }
        else {
            strbuf_add_char(out, *at);
        }
    }
}

static void
add_line(struct strbuf *out, const char *before, const char *text, const char *after)
{
    strbuf_add_string(out, before);
    add_escaped(out, text);
    strbuf_add_string(out, after);
}

static void
add_heading(struct strbuf *out, const char *name, const char *summary)
{
    CLEANUP(strbuf_done) struct strbuf title = STRBUF_INIT;
    for (const char *at = name; *at != '\0'; at++) {
        strbuf_add_char(&title, *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at);
    }
    add_line(out, ".TH \"", title.text,
             "\" 1 \"\" \"insulate " INSULATE_VERSION "\" \"User Commands\"\n.SH NAME\n");
    add_line(out, "", name, " \\- ");
    add_line(out, "", summary, "\n.SH SYNOPSIS\n");
}

static void
add_option(struct strbuf *out, const struct option *option)
{
    strbuf_add_string(out, ".TP\n");
    if (option->letter != '\0') {
        strbuf_format(out, "\\fB\\-%c\\fR, ", option->letter);
    }
    add_line(out, "\\fB\\-\\-", option->name, "\\fR");
    if (option->argument != NULL) {
        bool is_choice = strchr(option->argument, '|') != NULL;
        add_line(out, is_choice ? " \\fB" : " \\fI", option->argument, "\\fR");
    }
    add_line(out, "\n", option->help, "\n");
}

static void
add_exit_status(struct strbuf *out)
{
    static const char *const meanings[] = {
        "no findings; everything was converted or proved",
        "findings, work left to do by hand, or not isolated; notes are not counted",
        "usage or input error: wrong usage, unreadable input, missing Python or libclang",
        "internal error, or out of memory",
    };
    strbuf_add_string(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        strbuf_format(out, ".TP\n%zu\n", i);
        add_line(out, "", meanings[i], "\n");
    }
}

static void
print_command(const struct command *command, struct strbuf *out)
{
    CLEANUP(strbuf_done) struct strbuf name = STRBUF_INIT;
    strbuf_format(&name, "insulate-%s", command->name);
    add_heading(out, name.text, command->summary);
    add_line(out, "\\fBinsulate ", command->name, "\\fR [\\fIOPTION\\fR...] ");
    add_line(out, "", command->operands, "\n.SH OPTIONS\n");
    struct option_tables tables = command_options(command);
    for (size_t i = 0; tables.items[i] != NULL; i++) {
        for (const struct option *option = tables.items[i]; option->name; option++) {
            add_option(out, option);
        }
    }
    add_exit_status(out);
    strbuf_add_string(out, ".SH SEE ALSO\n\\fBinsulate\\fR(1)\n");
}

static void
print_program(struct strbuf *out)
{
    add_heading(out, "insulate", "tools for isolating CPython extension modules");
    strbuf_add_string(out, "\\fBinsulate\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] "
                           "[\\fIARGUMENT\\fR...]\n.SH COMMANDS\n");
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].summary != NULL) {
            add_line(out, ".TP\n\\fBinsulate\\-", commands[i].name, "\\fR(1)\n");
            add_line(out, "", commands[i].summary, "\n");
        }
    }
    add_exit_status(out);
    strbuf_add_string(out, ".SH FILES\n.TP\n\\fIpyproject.toml\\fR\n");
    add_line(out, "", "options of a project, in the table tool.insulate", "\n");
    strbuf_add_string(out, ".TP\n\\fI$XDG_CONFIG_HOME/insulate.toml\\fR\n");
    add_line(out, "", "your own options (default: ~/.config/insulate.toml)", "\n");
}

int
cmd_man(const struct command *self, int argc, char **argv)
{
    struct man_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code >= 0) {
        return run_end(&run, code);
    }
    struct error err = ERROR_INIT;
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    const char *name = run.operands.n_items != 0 ? run.operands.items[0] : NULL;
    const struct command *command = name != NULL ? command_find(name) : NULL;
    if (run.operands.n_items > 1) {
        error_set(&err, ERROR_USAGE, "expected one COMMAND of 'insulate --help', or none");
        return run_end(&run, run_fail(&run, &err));
    }
    if (name != NULL && (command == NULL || command->summary == NULL)) {
        const char *nearest = command_nearest(name);
        error_set(&err, ERROR_USAGE,
                  "unknown command '%s'%s%s%s; 'insulate --help' lists all commands", name,
                  nearest ? " (did you mean '" : "", nearest ? nearest : "",
                  nearest ? "'?)" : "");
        return run_end(&run, run_fail(&run, &err));
    }
    if (command != NULL) {
        print_command(command, &text);
    }
    else {
        print_program(&text);
    }
    code = run_answer(&run, text.text, text.size, &err) == 0 ? EXIT_CLEAN
                                                             : run_fail(&run, &err);
    return run_end(&run, code);
}
