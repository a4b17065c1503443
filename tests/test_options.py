"""One option means one thing: what it is called, its short form, and what it takes are the same at every command."""

from collections import defaultdict

import typer

from wythoff import cli

# Options that are not one thing everywhere, and why they still may have one name: what they take differs with what the
# command works on, not what they say.
SEVERAL = {
    "--column": "a census may be of both columns at once",
    "--commit": "a page shows one commit, others take several",
    "--environment": "what asv is to make, or a name among results",
    "--from": "where something begins: a row, or a position on a board",
    "--output": "a file, or a folder of them",
    "--plot": "a file, or a folder of them",
    "--save": "into a file, or into asv's own",
}


def options():
    for name, command in typer.main.get_group(cli.app).commands.items():
        for parameter in command.params:
            if parameter.param_type_name == "option":
                yield name, parameter


def test_an_option_has_one_short_form_and_takes_one_kind_of_value_at_every_command():
    forms = defaultdict(lambda: defaultdict(list))
    for command, option in options():
        for name in option.opts:
            if name.startswith("--"):
                form = tuple(other for other in option.opts if len(other) == 2), option.metavar, option.is_flag
                forms[name][form].append(command)
    differing = {name: dict(found) for name, found in forms.items() if len(found) > 1}
    assert differing.keys() == SEVERAL.keys(), differing


def test_a_letter_stands_for_one_option():
    meanings = defaultdict(set)
    for _, option in options():
        for letter in (name for name in option.opts if len(name) == 2):
            meanings[letter].add(option.name)
    assert {letter: names for letter, names in meanings.items() if len(names) > 1} == {}
