"""The order of the tests, in which each worker of a run begins with some of those that take longest."""

# 20 to 60 s of a processor each. Begun late, they would go on when all else is done.
LONGEST = (
    "test_your_project_holds_word_for_word_in_a_fresh_environment",
    "test_every_benchmark_runs",
    "test_the_commit_is_found_though_one_cannot_be_built_and_somebody_interrupts",
    "test_the_workflow_fails_on_a_class_that_got_worse_and_passes_without",
    "test_commands_print_what_the_page_shows[large-tables]",
    "test_equal_code_passes_a_check_and_what_one_side_lacks_is_named",
    "test_a_class_is_found_in_turns_kept_for_compare_and_fails_a_check",
)


def longest_first(items, workers):
    """
    Return the tests in an order in which each worker's first part begins with its share of the longest.

    pytest-xdist's ``worksteal`` gives each of the workers that are left an equal part of the tests that are left, all
    neighbours, and lets whoever has done its part take from the ends of the others'.
    """
    long = [item for name in LONGEST for item in items if item.name == name or item.name.startswith(f"{name}[")]
    others = iter([item for item in items if item not in long])
    ordered = []
    for worker in range(workers):
        mine = long[worker::workers]
        part = (len(items) - len(ordered)) // (workers - worker)
        ordered += mine
        ordered += [item for _, item in zip(range(part - len(mine)), others, strict=False)]
    return [*ordered, *others]
