#include "checks/check.h"

#include <string.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "extension/reader.h"

static check_function *const checks[] = {
    check_change_pickle,
    check_claim_gil_not_used,
    check_gc_dict_not_visited,
    check_lifetime_resource_kept,
    check_lifetime_state_unheld,
    check_lifetime_weakrefs_left,
    check_parse_error,
    check_state_field_unread,
    check_access_lookup_unchecked,
    check_access_method_flags,
    check_access_method_signature,
    check_access_operand,
    check_access_subclass_type,
    check_change_instantiable,
    check_change_mutable,
    check_change_name,
    check_gc_flag_missing,
    check_gc_free_overridden,
    check_gc_member_not_visited,
    check_gc_no_traverse,
    check_gc_not_untracked,
    check_gc_object_new,
    check_gc_state_not_visited,
    check_gc_tracked_twice,
    check_gc_traverse_effect,
    check_gc_traverse_ignored,
    check_gc_type_not_visited,
    check_gc_type_visited_twice,
    check_global_process_call,
    check_global_unlocked,
    check_guard_not_locked,
    check_guard_not_reset,
    check_init_abi_missing,
    check_init_export_alpha,
    check_init_signature,
    check_init_size_negative,
    check_init_size_wrong,
    check_init_slot_repeated,
    check_lifetime_borrowed_stored,
    check_lifetime_callback_unheld,
    check_lifetime_free_wrong,
    check_lifetime_hook_unsafe,
    check_lifetime_self_after_free,
    check_lifetime_state_in_teardown,
    check_lifetime_state_not_cleared,
    check_lifetime_trashcan_wrong,
    check_lifetime_type_dropped_early,
    check_lifetime_type_not_dropped,
    check_state_static_data,
    check_state_static_object,
    check_type_doc_assigned,
    check_type_immutable_base,
    check_type_immutable_written,
    check_type_metatype_ignored,
    check_type_offset_wrong,
    check_type_signature,
    check_type_slot_null,
    check_type_slot_repeated,
    check_type_static,
    check_type_without_module,
    check_version_abi3,
    check_version_floor,
};

/* One walk serves them all. */
static check_call_function *const call_checks[] = {
    check_access_dict_unchecked,     check_access_find_module,
    check_access_gil_state,          check_access_main_interpreter,
    check_access_own_import,         check_gc_not_tracked,
    check_init_single_phase,         check_lifetime_borrowed_dropped,
    check_lifetime_stolen_reference,
};

/* These judge by what the others found and no comment explains. */
static check_function *const late_checks[] = {
    check_claim_missing,    check_claim_own_gil_false, check_claim_shared_gil_false,
    check_claim_size_false, check_guard_missing,       check_generated_code,
};

/* --- one configuration, or several --------------------------------------- */

struct checks {
    struct check first;
    struct suppressions suppressions;
};

static void
check_calls(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function->n_calls == 0 || function_is_dead(check->extension, function)) {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            for (size_t rule = 0; rule < ARRAY_LENGTH(call_checks); rule++) {
                call_checks[rule](check, function, function->calls[k]);
            }
        }
    }
}

/* All rules over CHECK's source, but those that need all configurations. */
static void
run_rules(struct check *check, struct suppressions *suppressions)
{
    suppressions_read(check, suppressions);
    for (size_t i = 0; i < ARRAY_LENGTH(checks); i++) {
        checks[i](check);
    }
    check_calls(check);
    suppressions_apply(check, suppressions);
    for (size_t i = 0; i < ARRAY_LENGTH(late_checks); i++) {
        late_checks[i](check);
    }
    suppressions_apply(check, suppressions);
}

struct checks *
checks_begin(struct arena *arena, const struct source *source,
             const struct check_versions *versions, struct findings *findings)
{
    struct checks *made = ARENA_NEW(arena, struct checks);
    made->first = (struct check){
        .arena = arena,
        .source = source,
        .extension = extension_read(arena, source),
        .findings = findings,
        .versions = *versions,
    };
    run_rules(&made->first, &made->suppressions);
    return made;
}

/* Is FINDING, of another configuration, told already? */
static bool
is_told(const struct findings *findings, const struct finding *finding, bool is_shared)
{
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *known = &findings->items[i];
        if (strcmp(known->rule, finding->rule) != 0
            || !string_equal(known->path, finding->path))
        {
            continue;
        }
        if ((known->line == finding->line && known->column == finding->column)
            || (is_shared && known->symbol != NULL
                && string_equal(known->symbol, finding->symbol)))
        {
            return true;
        }
    }
    return false;
}

/* Rules about what was read, which each configuration would repeat. */
static bool
rule_is_about_reading(const char *rule)
{
    return strcmp(rule, "parse-error") == 0 || strcmp(rule, "generated-code") == 0;
}

static const struct source_file *
file_of_finding(const struct source *source, const struct finding *finding)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (string_equal(source->files[i]->path, finding->path)) {
            return source->files[i];
        }
    }
    return NULL;
}

/* Is FINDING about text that the first configuration leaves out, or that is not the
 * same without what it leaves out? */
static bool
is_of_configuration(const struct checks *begun, const struct source *source,
                    const struct finding *finding)
{
    const struct source_file *file = file_of_finding(source, finding);
    if (file == NULL || rule_is_about_reading(finding->rule)) {
        return false;
    }
    const struct source_file *same = source_file_of(begun->first.source, file);
    uint32_t offset = (uint32_t)finding->offset;
    size_t i = same ? source_token(same, offset) : 0;
    bool is_left_out =
        same == NULL || (i < same->n_tokens && same->tokens[i].inactive != 0);
    return (is_left_out
            || range_has_left_out(same, source_construct(source, file, offset)))
           && !is_told(begun->first.findings, finding, !is_left_out);
}

void
checks_add(struct checks *begun, const struct source *source,
           const struct configuration *configuration)
{
    struct findings findings;
    findings_init(&findings, begun->first.arena);
    struct check check = begun->first;
    check.source = source;
    check.extension = extension_read(check.arena, source);
    check.findings = &findings;
    run_rules(&check, &begun->suppressions);
    for (size_t i = 0; i < findings.n_items; i++) {
        struct finding *finding = &findings.items[i];
        if (!is_of_configuration(begun, source, finding)) {
            continue;
        }
        finding->configuration = configuration->label;
        finding_add_evidence(&findings, finding, "with %s", configuration->label);
        /* No build is known that has these defines: one condition more. */
        if (configuration->is_made_up && finding->level != LEVEL_NOTE) {
            finding->level =
                finding->level == LEVEL_ERROR ? LEVEL_WARNING : LEVEL_NOTE;
        }
        finding_copy(begun->first.findings, finding);
    }
}

void
checks_end(struct checks *begun, struct tour *tour)
{
    struct check *check = &begun->first;
    check->tour = tour;
    check_state_not_visible(check);
    suppressions_apply(check, &begun->suppressions);
    suppressions_report(check, &begun->suppressions);
}

void
checks_run(struct arena *arena, const struct source *source, struct findings *findings)
{
    checks_run_for(arena, source, &(struct check_versions){0, 0}, findings);
}

void
checks_run_for(struct arena *arena, const struct source *source,
               const struct check_versions *versions, struct findings *findings)
{
    checks_end(checks_begin(arena, source, versions, findings), NULL);
}
