/* What the prover (src/prove) and the probe (src/probe) say to each other.
 *
 * The prover asks through the environment; the probe answers with records, one per
 * line: a kind, then fields, separated by tabs.  Bytes below 0x20, 0x7f and the
 * backslash are written as \xHH inside a field, so that no name or message of a
 * module can forge a record.  The descriptor is the probe's own: what the module
 * prints to stdout or stderr never mixes with it.  It is a socket, on which the probe
 * finds a key first; then a seal made with it stands before each record
 * (confine/seal.h), so that the module cannot write one. */
#ifndef INSULATE_PROBE_PROTOCOL_H
#define INSULATE_PROBE_PROTOCOL_H

#include <sys/resource.h>
#include <sys/types.h>

/* The request: environment variables, all removed before Python starts. */
#define PROBE_ENV_SCENARIO "INSULATE_PROBE_SCENARIO" /* name of the scenario */
#define PROBE_ENV_FD "INSULATE_PROBE_FD"             /* where records go */
#define PROBE_ENV_PRELOAD "INSULATE_PROBE_PRELOAD"   /* the caller's LD_PRELOAD */
#define PROBE_ENV_MODULE "INSULATE_PROBE_MODULE" /* importable name; unset: control */
#define PROBE_ENV_PATH "INSULATE_PROBE_PATH"     /* its file, once known */
#define PROBE_ENV_GIL                                                                  \
    "INSULATE_PROBE_GIL"                             /* own | shared | checked,
                                                        main: no sub-interpreter */
#define PROBE_ENV_IMPORTS "INSULATE_PROBE_IMPORTS"   /* control: modules, by comma */
#define PROBE_ENV_EXERCISE "INSULATE_PROBE_EXERCISE" /* file of the user's exercise */
#define PROBE_ENV_SKIP "INSULATE_PROBE_SKIP"       /* steps to leave out, by newline */
#define PROBE_ENV_ONLY "INSULATE_PROBE_ONLY"       /* the one step to do */
#define PROBE_ENV_WATCH "INSULATE_PROBE_WATCH"     /* offsets to watch, hex, by comma */
#define PROBE_ENV_TESTS "INSULATE_PROBE_TESTS"     /* pytest arguments, by newline */
#define PROBE_ENV_THREADS "INSULATE_PROBE_THREADS" /* threads for parallel scenarios */
#define PROBE_ENV_BUDGET "INSULATE_PROBE_BUDGET" /* milliseconds for calls in threads */
#define PROBE_ENV_SEED "INSULATE_PROBE_SEED" /* of what is chosen at random, decimal */

/* Among the imports of a control run: a standard extension whose functions let the
 * interpreter parse their arguments; the control calls one. */
#define PROBE_PARSER_MODULE "_bisect"

/* In place of a scenario: start Python and wait for requests on the descriptor, a
 * socket of the type SOCK_SEQPACKET.  The fork_server says `ready`; a request has a head,
 * the variables that a scenario gets, and the descriptors of its stdout, its stderr and
 * its records; the answer is the process id of the scenario, a pid_t, which the prover
 * has adopted by then, or -1. */
#define PROBE_FORK_SERVER "fork-server"
#define PROBE_ENV_FOLDER "INSULATE_PROBE_FOLDER" /* where the scenario runs */

struct fork_server_head {
    pid_t prover;
    rlim_t memory_limit; /* bytes of addresses; 0: none */
};

enum {
    FORK_SERVER_DESCRIPTORS = 3,
    FORK_SERVER_TEXT_SIZE = 1
        << 16,                  /* bytes of the variables; longer: no copy is made */
    FORK_SERVER_NAME_SIZE = 64, /* of a variable's name */
};

/* The answer.  Fields in the order of the comment; numbers are decimal, addresses
 * and offsets hexadecimal without 0x; an offset is relative to the load base. */
#define RECORD_HELLO "hello" /* version, debug 0/1, free-threaded 0/1 */
#define RECORD_PHASE "phase" /* what begins now */
#define RECORD_STEP                                                                    \
    "step"                           /* the call of the exercise that begins now, and
                                      the name in the module that it is about */
#define RECORD_STUCK "stuck"         /* the last step does not come back */
#define RECORD_ORIGIN "origin"       /* extension|builtin|source|namespace, file */
#define RECORD_INIT "init"           /* single|multi|export, declares, state size, used|not-used: its
                                      Py_mod_gil slot, or "" */
#define RECORD_EXTENSION "extension" /* name of an extension the import brought */
#define RECORD_IMPORTED "imported"   /* name of a stdlib module the import brought */
#define RECORD_MISSING "missing"     /* exception, message: the module does not exist */
#define RECORD_REFUSED                                                                 \
    "refused"                  /* interpreter, exception, message: ImportError; name and
                                      file of the dependency that it is about, or "" */
#define RECORD_FAILED "failed" /* the same of any other exception */
#define RECORD_HOME "home"     /* file of the library that has its definition */
#define RECORD_LOADED "loaded" /* interpreter: the import gave the extension */
#define RECORD_SAME "same"     /* no second module object: the first comes again */
#define RECORD_LACKS "lacks"   /* name that the second module object has not */
#define RECORD_DIFFERS                                                                 \
    "differs"                  /* call, what the first module object answers, what the
                                      others answer */
#define RECORD_SHARED "shared" /* between, path, type, kind, name, offset or - */
#define RECORD_WORD                                                                    \
    "word" /* offset, kind, type, name, when, moved, struct,
                                      which of its bytes changed (a bit each) */
#define RECORD_WRITE                                                                   \
    "write" /* offset written, times, core|other|own,
                                      file, offset of the writer, API entry or - */
#define RECORD_DEPARTURE                                                               \
    "departure" /* offset of a word that a call changes after all interpreters have
                   set it to the same, while the module holds no lock */
#define RECORD_LEAK                                                                    \
    "leak" /* interpreter|reload|freed|failed-import|failed-call, count, type, file, offset; or for
              memory malloc|python|mmap, count, bytes, file, offset */
#define RECORD_TYPE "type"   /* name, visits, drift, calls, file, offset */
#define RECORD_TRAVERSAL                                                               \
    "traversal" /* TRAVERSAL_..., name of the type or "" for the module, file, offset */
#define RECORD_CRASH "crash" /* signal, address */
#define RECORD_FAILED_ALLOCATION                                                       \
    "failed-allocation" /* file, offset: where it had failed; "", or the function of
                           the C API whose call was made to fail there */
#define RECORD_TWICE                                                                   \
    "twice" /* file, offset of who freed first; of who freed again; of the
                                      allocation that had failed */
#define RECORD_GUARD_PAGES                                                             \
    "guard-pages"                /* begin, end of memory that stops use after free */
#define RECORD_CAPSULE "capsule" /* freed|leads, name: it outlives what it points to */
#define RECORD_FRAME "frame"     /* file, offset, target|core|system|probe|other */
#define RECORD_EFFECT "effect"   /* the function called, file, offset of the caller */
#define RECORD_CHANGED "changed" /* what of the process, before, after */
#define RECORD_UNCLEAN "unclean" /* where, exception, message: SystemError; or, with
                                      UNCLEAN_LEFT, what the last step left set */
#define RECORD_FORKED_CHECK "forked-check" /* one of CHECKED_…, type, text */
#define RECORD_RACE                                                                    \
    "race" /* RACE_…, the interrupted call, the other one; file, offset of the
              instruction in front of which it was interrupted, "" if it was not; what
              was seen; file, offset where the other one waits, "" if it does not */
#define RECORD_TESTS "tests"     /* test, passed|failed|skipped, message */
#define RECORD_COUNT "count"     /* what, number: how much was done */
#define RECORD_COVERAGE                                                                \
    "coverage"                   /* type|function, name, used|unused|sealed, reason */
#define RECORD_SKIP "skip"       /* reason: this Python cannot show it */
#define RECORD_TROUBLE "trouble" /* message: the probe itself could not go on */
#define RECORD_READY "ready"     /* the fork_server waits for requests */
#define RECORD_DONE "done"       /* the scenario ran to its end */

/* Where objects outlive a module that was freed without m_clear, and what failed. */
#define LEAK_FREED "freed"
#define LEAK_FAILED_IMPORT "failed-import"
#define LEAK_FAILED_CALL "failed-call"

/* Where memory that leaks was taken from. */
#define LEAK_MALLOC "malloc"
#define LEAK_PYTHON "python"
#define LEAK_MMAP "mmap"

/* What a count is of: what could not be noted, so that a leak of it would go unseen. */
#define COUNT_LOST "lost"
/* How many records of coverage there are. */
#define COUNT_COVERAGE "coverage"

/* Of a capsule: its pointer leads to freed memory, or to memory that leads there. */
#define CAPSULE_FREED "freed"
#define CAPSULE_LEADS "leads"

/* What two calls at once did, and the same calls one after the other do not do.  That of
 * a crash stands behind the records of the crash. */
#define RACE_UPDATE "update"     /* a word lacks what one of them did */
#define RACE_ANSWER "answer"     /* an answer that no order of them gives */
#define RACE_IDENTITY "identity" /* two objects, where there is one */
#define RACE_ERROR "error"       /* SystemError */
#define RACE_CRASH "crash"
#define RACE_DEADLOCK "deadlock"

/* What is counted of calls in threads. */
#define COUNT_GIL "gil" /* free-threaded builds: 1 if the import enabled the GIL */
#define COUNT_THREAD_OPERATIONS "thread-operations"       /* calls that were tried */
#define COUNT_THREAD_PAIRS "thread-pairs"                 /* pairs of them */
#define COUNT_THREAD_PAIRS_APART                                                       \
    "thread-pairs-apart" /* that share no memory which either writes: not tried */
#define COUNT_THREAD_PAIRS_LEFT "thread-pairs-left"       /* no time was left for these, */
#define COUNT_THREAD_CUT "thread-cut"             /* nor for all places of these, */
#define COUNT_THREAD_NEW_LEFT "thread-new-left"   /* calls of new instances, */
#define COUNT_THREAD_FIRST_LEFT "thread-first-left" /* and first calls */
#define COUNT_THREAD_FAILED "thread-failed" /* pairs that fail in turn */
#define COUNT_THREAD_INTERRUPTIONS "thread-interruptions" /* of one by the other */
#define COUNT_THREAD_PARALLEL "thread-parallel"           /* calls by all at once */
#define COUNT_THREAD_UNCONFIRMED "thread-unconfirmed"     /* bad ends, seen once only */
#define COUNT_THREAD_FUNCTIONS "thread-functions"         /* functions and methods, */
#define COUNT_THREAD_CALLED "thread-called"               /* and those that were called */
#define COUNT_THREAD_GIL "thread-gil"                     /* 1: the GIL is in use */
#define COUNT_THREAD_LOCKS "thread-locks" /* of Python that no sanitizer is told of */
#define COUNT_THREAD_MILLISECONDS "thread-milliseconds"   /* of processor time */
#define COUNT_THREAD_INCOMPLETE "thread-incomplete" /* calls too long to step through */
/* first call, second call, place, "writes" or "reads", which memory: both may be in it */
#define RECORD_UNORDERED "unordered"
/* call, special method of an argument: a lock is held while it runs */
#define RECORD_HELD "lock-held"
#define RECORD_UNCALLED "uncalled" /* a function or method that no thread called */

/* A debug build ended a forked copy in the last step. */
#define UNCLEAN_END "end"
/* The last step came back, with this exception set. */
#define UNCLEAN_LEFT "left"
/* The import raised SystemError when an allocation had failed. */
#define UNCLEAN_IMPORT "import while memory runs out"
#define UNCLEAN_CALL "call while memory runs out" /* a call of the same kind */
/* What a traverse function does wrong. */
#define TRAVERSAL_IGNORES "ignores" /* goes on when a visit says that it must stop */
#define TRAVERSAL_COUNTS "counts"   /* changes reference counts */

/* Parts of CPython's messages: there is one beside a result, or none. */
#define UNCLEAN_RESULT "returned a result with"
#define UNCLEAN_NULL "returned NULL without setting"
#define UNCLEAN_SLOT_RESULT "succeeded with an exception set"
#define UNCLEAN_SLOT_NULL "failed without setting an exception"
#define UNCLEAN_ARGUMENT "null argument to internal routine"
/* What debug builds assert of these where a function returns. */
#define UNCLEAN_ASSERTED_RESULT "Assertion `!_PyErr_Occurred(tstate)' failed"
#define UNCLEAN_ASSERTED_NULL "Assertion `_PyErr_Occurred(tstate)' failed"
#define UNREPORTED "raised unreported exception" /* a module that reported success */

/* What the checks of types tell. */
#define CHECKED_SUBCLASS "subclass"         /* text: what a method raised */
#define CHECKED_OPERAND "operand"           /* text: what an operator raised */
#define CHECKED_MUTABLE "mutable"           /* the type */
#define CHECKED_INSTANTIABLE "instantiable" /* without initialisation */
#define CHECKED_TRACKED "tracked"           /* while deallocated; text: who saw it */
#define CHECKED_UNTRACKED "untracked"       /* an instance that lives */
#define CHECKED_WEAK_REFERENCE "weakref"    /* left by an instance that died */
#define CHECKED_UNCLEARED "uncleared"       /* a cycle that is visited; text: which */
#define CHECKED_MEMBER "member"             /* not visited; text: type of its object */
/* A call, and with what arguments, that gives its caller an object without a reference,
 * releases a reference that it does not own, or never releases one. */
#define CHECKED_RETURNED "returned"
#define CHECKED_DROPPED "dropped"
#define CHECKED_KEPT "kept"
#define CHECKED_GROWN "grown" /* a call that leaves something each time */
#define CHECKED_COUNTED "counted" /* the same, of references to what was there before */
#define CHECKED_HOOK "hook" /* a module hook that is not safe; text: what was seen */
#define CHECKED_STATE "state" /* owned and not visited; text: the type of an object */
#define CHECKED_UNNAMED "unnamed" /* a heap type without __module__ */
#define CHECKED_UNDYING "undying" /* a type whose new instances nothing can free */

/* The phases of forked copies that may crash. */
#define FORKED_REPLACING "use after the module's attributes were replaced"
#define FORKED_DELETING "use after the module's attributes were deleted"
#define FORKED_SUBCLASS "use of a subclass from another module"
#define FORKED_OPERANDS "operators with foreign operands"
#define FORKED_INSTANCES "use of uninitialised instances"
#define FORKED_DEALLOCATION "deallocation of instances"
#define FORKED_WEAK_REFERENCES "deallocation of instances with weak references"
#define FORKED_MEMBERS "instances that hold other objects"
#define FORKED_REFERENCES "references that calls take and give back"
#define FORKED_GROWTH "calls that are made again and again"
#define FORKED_CYCLES "cycles that one instance must break"
#define FORKED_CLEARING "clear functions that are called again"
#define FORKED_DELETION "deletion of attributes of instances"
#define FORKED_FAILING_CALLS "calls while memory runs out"
#define FORKED_REFUSALS "calls that have to be refused"
#define FORKED_WITHOUT_INIT "use of instances without __init__"

/* How many allocations fail in turn, at most; in a forked copy each. */
#define PROBE_FAILURES 120
/* What it is called in records when the module is imported after that. */
#define PROBE_RETRY "import after a failed one"

/* Exit codes of the probe's process when it ends by itself. */
#define PROBE_EXIT_DONE 0
#define PROBE_EXIT_TROUBLE 97

#endif
