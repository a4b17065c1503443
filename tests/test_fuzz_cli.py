"""Hostile texts as every argument of every command: an exit code, one sentence, and no traceback."""

import contextlib
import os
import random as random_module
from itertools import pairwise

import pytest
from cli_runner import run
from hostile import at_most
from hypothesis import given
from hypothesis import strategies as st
from made_project import start_asv_quickly
from typer.main import get_command

from wythoff import cli

pytestmark = pytest.mark.slow

TEXTS = [
    "", " ", "-", "--", "-1", "-0", "--nonsense", "--=", "=", "0", "1", "1.5", "1e5", "nan", "inf", "-inf", "1_0",
    "٣", "½", "0x10", "9" * 5000, "-" + "9" * 300, "x" * 10_000, "\x1b[31mred", "a\nb", "\r", "\ud800", "\udcff",
    "\u202eabc", "../elsewhere", "/dev/null/x", "/proc/self/mem", "~", "*", "**", "[", "[[", "(",
    "(" * 5000, "(?P<n>", "\\", "a{99999999999}", "'", '"', "$(id)", "`id`", "; id", "%s%n", "{}", "[bold]",
    "<script>", "\uff4eim", "nim", "None", "true", "[]", "@file", "C:\\con",
]  # fmt: skip
# Every place where a user writes something, marked with {}; what else is needed is there and right.
COMMANDS = [
    "pair {}", "pair 5 -a {}", "index {}", "index 5 -a {}", "represent {}", "represent 5 -a {}",
    "represent 5 --system {}", "first-failure -a {}", "first-failure --alpha {}", "table {}", "table 5 -a {}",
    "table 5 --start {}", "table 5 --strategy {}", "table 5 --format {}", "table 5 --column {}",
    "table 5 --threads {}", "table 5 --output ./{}/x", "table 5 --format bfile --column {}", "classify {} 5",
    "classify 5 {}", "classify 5 8 -a {}", "move {} 5", "move 5 {}", "move 5 9 --rule {}", "move 5 9 -a {}", "board {}",
    "board 5 -a {}", "board 5 --from {} 2", "board 5 --from 2 {}", "board 5 --output ./{}/x.svg", "game {}",
    "game nim {}", "game nim 3 {}", "game moore 3 --k {}", "game wythoff 3 5 -a {}", "game sum {}",
    "game subtraction {}", "play {} --moves quit", "play nim {} --moves quit", "play nim 3 4 --moves {}",
    "play nim 3 4 --moves quit --strength {}", "play nim 3 4 --moves quit --seed {}",
    "play nim 3 4 --moves quit --first {}", "play nim 3 4 --moves quit --save ./{}/x", "play --resume {}", "verify {}",
    "verify {here}/table.csv -a {}", "verify {here}/table.csv --column {}", "machine {}", "machine --save --name {}",
    "fit {}", "fit {here}/times.csv --config {}", "fit {here}/times.csv -b {}", "fit {here}/times.csv --machine {}",
    "fit {here}/times.csv --commit {}", "fit {here}/times.csv -E {}", "report {here}/times.csv -o {here}/page -E {}",
    "fit {here}/times.csv --axis {}", "fit {here}/times.csv -p {}",
    "fit --series {}", "fit {here}/times.csv --plot ./{}/x.txt/y", "sweep --config {}", "sweep --config {here} -b {}",
    "sweep --config {here} --time-limit {}", "sweep --config {here} --min-n {}", "sweep --config {here} --rounds {}",
    "sweep --config {here} --batch {}", "sweep --config {here} --machine {}", "report {} -o {here}/page",
    "report {here}/times.csv -o ./{}/x.txt/y", "report {here}/times.csv -o {here}/page --title {}",
    "report {here}/times.csv -o {here}/page -b {}", "report {here}/times.csv -o {here}/page --port {}", "{}",
    "--version {}", "{} --help", "census --to 1000 -a {}", "census --to {} --from 5", "census --to 1000 --formula {}",
    "census --to 1000 --column {}", "census --to 1000 --rows {}", "agree --to 100 --workers 0 -a {}",
    "sweep --config {here} --remeasure {}",
    "agree --to 100 --workers 0 --strategies {}", "agree --to 100 --workers {}x",
    "table --to 100 --workers 0 --folder ./{}/x",
    "table --to 100 --workers 0 --folder {here}/big --partition-rows {}",
    "table --to 100 --scheduler {} --folder {here}/big",
    "verify {here}/table.csv --scheduler {}", "table --to {} --workers 0 --folder {here}/t",
    "table --to 100 --folder {here}/w --workers {}", "verify {here}/table.csv --workers {}",
    "census --to 1000 --from {}", "agree --to {} --workers 0", "agree --to 100 --workers 0 --from {}",
    "agree --to 100 --scheduler {}", "sweep --config {here} --commit {}", "sweep --config {here} --max-n {}",
    "sweep --config {here} --environment {}", "report {here}/times.csv -o {here}/page --config {}",
    "report {here}/times.csv -o {here}/page --machine {}", "report {here}/times.csv -o {here}/page --commit {}",
    "report {here}/times.csv -o {here}/page --axis {}", "fit {here}/times.csv --clock {}",
    "report {here}/times.csv -o {here}/page --clock {}", "report {here}/times.csv --single ./{}/x.html",
    "report {here}/times.csv --picture ./{}/x.svg", "report {here}/times.csv --picture {}",
    "history {}", "history {here}/times.csv --config {}", "history {here}/times.csv -b {}",
    "history {here}/times.csv --machine {}", "history {here}/times.csv -E {}", "history {here}/times.csv --axis {}",
    "history {here}/times.csv --clock {}",
    "compare {} {here}/times.csv", "compare {here}/times.csv {}", "compare {}", "compare a b {}", "compare a..b {}",
    "compare {here}/times.csv {here}/later.csv --config {}", "compare {here}/times.csv {here}/later.csv -b {}",
    "compare {here}/times.csv {here}/later.csv --machine {}", "compare {here}/times.csv {here}/later.csv --axis {}",
    "compare {here}/times.csv {here}/later.csv --clock {}", "compare {here}/times.csv {here}/later.csv --tolerance {}",
    "compare {here}/times.csv {here}/later.csv --plot ./{}/x.txt/y",
    "bisect {} HEAD", "bisect HEAD~1 {}", "bisect HEAD~1 HEAD {}", "bisect HEAD~1 HEAD -b {}",
    "bisect HEAD~1 HEAD --max-commits {}", "bisect HEAD~1 HEAD --machine {}", "bisect HEAD~1 HEAD -E {}",
    "bisect HEAD~1 HEAD --time-limit {}", "bisect HEAD~1 HEAD --max-n {}", "bisect HEAD~1 HEAD --rounds {}",
    "bisect HEAD~1 HEAD --plot {}",
    "measure-pair {} b {here}/none", "measure-pair a..b {}", "measure-pair a b {here}/none -b {}",
    "measure-pair a b {here} --budget {}", "measure-pair a b {here} --tolerance {}",
    "measure-pair a b {here}/none --machine {}", "measure-pair a b {here} --time-limit {}",
    "measure-pair a b {here}/none --min-n {}", "measure-pair a b {here}/none --max-n {}",
    "measure-pair a b {here}/none -E {}",
    "reproduce --results {} -o {here}/r",
    "time {} --budget 0.1", "time 1 --budget 0.1 --setup {}", "time math:sqrt --budget 0.1 --args {}",
    "time 1+ --budget {}", "time 1 --budget 0.1 --at-most {}", "time 1 --budget 0.1 --clock {}",
    "time 1 --plot {}", "time {} --budget 0.1 --time-only",
    "agree --to 100 --scheduler tls://127.0.0.1:1 --tls-ca {}",
    "agree --to 100 --scheduler tls://127.0.0.1:1 --tls-cert {}",
    "agree --to 100 --scheduler tls://127.0.0.1:1 --tls-key {}",
    "verify {here}/table.csv --scheduler tls://127.0.0.1:1 --tls-ca {}",
    "verify {here}/table.csv --scheduler tls://127.0.0.1:1 --tls-cert {}",
    "verify {here}/table.csv --scheduler tls://127.0.0.1:1 --tls-key {}",
    "table --to 100 --folder {here}/big --scheduler tls://127.0.0.1:1 --tls-ca {}",
    "table --to 100 --folder {here}/big --scheduler tls://127.0.0.1:1 --tls-cert {}",
    "table --to 100 --folder {here}/big --scheduler tls://127.0.0.1:1 --tls-key {}",
    "publish --config {}", "publish --config {here}/missing --html-dir {}",
    "reproduce --results {here}/times.csv --machine {} -o {here}/r", "reproduce --results {here}/times.csv -o ./{}/x",
]  # fmt: skip


def test_every_argument_of_every_command_is_among_them():
    missing = []
    for name, command in get_command(cli.app).commands.items():
        tried = [line.split()[1:] for line in COMMANDS if line.split()[0] == name]
        for parameter in command.params:
            pairs = [pair for words in tried for pair in pairwise([name, *words])]
            if parameter.param_type_name == "argument":  # wherever it stands, no option is right before it
                found = any("{}" in text and not option.startswith("-") for option, text in pairs)
            else:
                found = any(option in parameter.opts and "{}" in text for option, text in pairs)
            if not (found or getattr(parameter, "is_flag", False)):
                missing.append(f"{name} {parameter.opts[0]}")
    assert missing == []


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    start_asv_quickly(monkeypatch)
    (tmp_path / "home").mkdir()
    (tmp_path / "times.csv").write_text("n,seconds\n10,1e-6\n100,1e-5\n1000,1e-4\n")
    (tmp_path / "later.csv").write_text("n,seconds\n10,1e-6\n100,1e-5\n1000,2e-4\n")
    (tmp_path / "table.csv").write_text("n,A,B\n0,0,0\n1,1,2\n2,3,5\n")
    (tmp_path / "asv.conf.json").write_text(
        '{"version": 1, "repo": "/no/such/repository", "environment_type": "existing"}'
    )
    return tmp_path


def check(command, text, here):
    if command == "table {}" and text.isdecimal() and len(text) > 9:
        return  # that is a long table, and not refused
    words = [word.replace("{here}", str(here)).replace("{}", text) for word in command.split()]
    with at_most(60, words):
        result = run(*words)
    label = f"wythoff {' '.join(map(ascii, words))[:300]}: {result.stderr[:2000]}"
    assert result.returncode in (0, 1, 2), label
    assert "Traceback" not in result.stderr, label
    if result.returncode == 1 and (result.stderr or not result.stdout):  # else it is a verdict, "wrong" for instance
        sentence, _, rest = result.stderr.strip().partition("\n")
        assert not rest or "asv's last lines:" in rest or "\n" in text, label
        assert 0 < len(sentence) < 1000, label
        assert sentence.isprintable(), label
    if result.returncode == 2 and (result.stderr or not result.stdout):  # else it is a verdict, "undecided"
        assert "Usage: " in result.stderr, label


@pytest.mark.parametrize("command", COMMANDS)
def test_hostile_arguments_end_in_one_sentence(here, command):
    # Four of the texts each time, others for each command; all of them where there is time.
    wanted = int(os.environ.get("WYTHOFF_FUZZ_TEXTS", "4"))
    shuffled = random_module.Random(command).sample(TEXTS, len(TEXTS))
    for text in shuffled[:wanted]:
        check(command, text, here)


@given(command=st.sampled_from(COMMANDS[:30]), text=st.text(st.characters(exclude_characters="\0"), max_size=30))
def test_any_text_ends_in_one_sentence(tmp_path_factory, command, text):
    if text.strip().lstrip("-+").isdecimal():  # a large number is a large amount of work, and none of this test's
        text += "x"
    place = tmp_path_factory.getbasetemp() / "any text"
    place.mkdir(exist_ok=True)
    with contextlib.chdir(place):
        check(command, text, place)
