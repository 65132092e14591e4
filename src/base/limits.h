/* Every loop driven by input stops at a limit named here. */
#ifndef INSULATE_BASE_LIMITS_H
#define INSULATE_BASE_LIMITS_H

enum {
    LIMIT_PATH_DEPTH = 64,        /* folders below a given folder */
    LIMIT_FILES = 100000,         /* files collected in one run */
    LIMIT_CHILD_OUTPUT = 1 << 24, /* bytes kept of one child's output */
    LIMIT_CHILD_PROCESSES = 256,  /* descendants of one child that are looked at */
    LIMIT_CHILD_THREADS = 256,    /* threads of each of them */
    LIMIT_CHILD_PATIENCE = 20,    /* a child that hardly gets a processor is ended after
                                     so many times its time */
    LIMIT_JOURNALS = 10000,       /* runs that ended while they wrote files */
    LIMIT_TOML_DEPTH = 64,        /* brackets in brackets */
    LIMIT_TOML_MEMBERS = 10000,   /* keys of one table */
};
/* Bytes of one source file. */
#define LIMIT_SOURCE_SIZE (64LL << 20)
/* Bytes of one compile_commands.json. */
#define LIMIT_DATABASE_SIZE (256LL << 20)
/* Bytes of one journal of what a run writes. */
#define LIMIT_JOURNAL_SIZE (64LL << 20)
/* Bytes of one file of settings. */
#define LIMIT_SETTINGS_SIZE (4LL << 20)
/* Bytes of one diff that is read. */
#define LIMIT_DIFF_SIZE (64LL << 20)
/* Bytes of one baseline. */
#define LIMIT_BASELINE_SIZE (256LL << 20)

#endif
