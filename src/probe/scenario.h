/* The scenarios; one function each, run in a process of its own. */
#ifndef INSULATE_PROBE_SCENARIO_H
#define INSULATE_PROBE_SCENARIO_H

/* Runs the scenario that the request names, to the record `done` or to the end of
 * the process.  Returns the exit code. */
int scenario_run(void);

void scenario_import(void);
void scenario_alone(void);
void scenario_two_modules(void);
void scenario_shared_gil(void);
void scenario_own_gil(void);
void scenario_interpreter_first(void);
void scenario_cycles(void);
void scenario_unload(void);
void scenario_globals(void);
void scenario_watch(void); /* the second half of globals: who wrote */
void scenario_sharing(void);
void scenario_types(void);
void scenario_leaks(void);
void scenario_hammer(void);
void scenario_failing_exec(void);
void scenario_after_free(void);
void scenario_free_threading(void);
void scenario_threads(void);
void scenario_tests(void);

#endif
