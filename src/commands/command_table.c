#include "commands/command_table.h"

#include <string.h>

#include "base/spelling.h"

const struct command commands[] = {
    {"check", cmd_check, check_options, "[PATH...] [-- ARGUMENT...]",
     "check C sources for state that is not isolated",
     TAKES_OUTPUT | TAKES_FORMAT | TAKES_RULES | TAKES_FINDINGS | TAKES_SOURCES, true},
    {"compare", cmd_compare, compare_options, "BEFORE AFTER",
     "report differences between two builds that Python code can observe",
     TAKES_OUTPUT | TAKES_FORMAT | TAKES_RULES | TAKES_FINDINGS, false},
    {"completion", cmd_completion, completion_options, "bash|zsh|fish",
     "print a script by which a shell completes command lines", TAKES_OUTPUT, false},
    {"convert", cmd_convert, convert_options, "[PATH...] [-- ARGUMENT...]",
     "rewrite C sources so that module state is isolated",
     TAKES_OUTPUT | TAKES_FORMAT | TAKES_RULES | TAKES_FINDINGS | TAKES_SOURCES, true},
    {"doctor", cmd_doctor, doctor_options, "",
     "report what the program finds on this machine, and what is missing",
     TAKES_OUTPUT | TAKES_FORMAT, false},
    {"inspect", cmd_inspect, inspect_options, "csource|binary FILE...", NULL,
     TAKES_OUTPUT | TAKES_FORMAT, true},
    {"lsp", cmd_lsp, lsp_options, "[-- ARGUMENT...]",
     "serve editors with the findings of check, by the Language Server Protocol",
     TAKES_RULES, true},
    {"man", cmd_man, man_options, "[COMMAND]",
     "print the manual page of the program or of a command", TAKES_OUTPUT, false},
    {"prove", cmd_prove, prove_options, "MODULE... | --all",
     "run a module under isolation scenarios and report a verdict",
     TAKES_OUTPUT | TAKES_FORMAT | TAKES_RULES | TAKES_FINDINGS, false},
    {"record", cmd_record, record_options, "-- COMMAND...",
     "run a build and record its compiler commands in compile_commands.json",
     TAKES_OUTPUT, false},
    {"rule", cmd_rule, rule_options, "[RULE]",
     "show the documentation of a rule, or list all rules", TAKES_OUTPUT | TAKES_FORMAT,
     false},
    {"scan", cmd_scan, scan_options, "TARGET...",
     "check compiled modules and wheels for process-wide state, without running them",
     TAKES_OUTPUT | TAKES_FORMAT | TAKES_RULES | TAKES_FINDINGS, false},
};

const size_t n_commands = sizeof commands / sizeof commands[0];

const struct command *
command_find(const char *name)
{
    for (size_t i = 0; i < n_commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

const char *
command_nearest(const char *name)
{
    struct spelling spelling = spelling_of(name);
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].summary != NULL) {
            spelling_offer(&spelling, commands[i].name);
        }
    }
    return spelling.nearest;
}
