"""A bisection from its beginning to its answer: GOOD and BAD, commits between until one is sure, and its neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from wythoff.errors import InputError, shorten
from wythoff.harness.bisect import measured, words
from wythoff.harness.bisect.answer import Answer, count_commits
from wythoff.harness.bisect.diary import Diary
from wythoff.harness.bisect.display import Display
from wythoff.harness.bisect.line import Line
from wythoff.harness.bisect.measured import Compared, Results, SkippedError
from wythoff.harness.bisect.options import BisectOptions
from wythoff.harness.bisect.position import Position, Scale
from wythoff.harness.bisect.search import SURE, Search, most_measured
from wythoff.harness.compare.change import Change, rank
from wythoff.harness.compare.pairs import Matched
from wythoff.harness.compare.words import could_see
from wythoff.harness.config import AsvConfig


class Bisection:
    """
    One bisection.

    Parameters
    ----------
    options : BisectOptions
        What was asked for.
    config : AsvConfig
        The project.
    line : Line
        The commits.
    results : Results
        What was measured of them.
    diary : Diary
        What earlier bisections tried.
    display : Display
        Shows how far it is.
    """

    def __init__(
        self,
        options: BisectOptions,
        config: AsvConfig,
        line: Line,
        results: Results,
        diary: Diary,
        display: Display,
    ) -> None:
        self._options = options
        self._config = config
        self._line = line
        self._results = results
        self._diary = diary
        self._display = display

    def run(self) -> Answer:
        """
        Find the first changed commit.

        Raises
        ------
        InputError
            If GOOD and BAD can't be measured or don't differ, or nothing can be measured.
        StoppedError
            After Ctrl-C.
        """
        changed = self._changed()
        matched, change = changed[0]
        self._scale = Scale.of(matched.pair)
        self._window = self._scale.window()
        self._bench = (self._results.pattern(matched.series, self._line.commits[-1]),)
        self._changed_ones = [one for one, _ in changed]
        self._patterns = tuple(self._results.pattern(one.series, self._line.commits[-1]) for one, _ in changed)
        most = most_measured(self._line.steps) if self._options.most is None else self._options.most
        search = Search(self._line.steps, self._scale.error, most)
        self._answer = Answer(self._line, matched.series, change, search, search.known, others=changed[1:])
        self._recall()
        self._begin(changed)
        self._narrow()
        return self._answer

    def _changed(self) -> list[tuple[Matched, Change]]:
        """Measure GOOD and BAD, and list what changed, the worst first."""
        for place in (0, self._line.steps):
            self._measure_end(place)
        good, bad = self._line.commits[0], self._line.commits[-1]
        found = self._results.compare(good, bad)
        if not found.entries:
            reasons = "; ".join(found.matching.left_out) or "no benchmark was measured at two sizes"
            raise InputError(f"{self._names()} can't be compared: {shorten(reasons, 300)}")
        changed = [entry for entry in found.entries if entry[1].kind not in ("none", "unknown")]
        if not changed:
            raise InputError(self._nothing(found))
        return sorted(changed, key=lambda entry: rank(entry[1]))

    def _measure_end(self, place: int) -> None:
        commit, name = self._line.commits[place], self._line.named(place)
        if self._results.times(commit, None, None) and not self._options.retry_failed:
            return
        if self._is_given() and self._results.rows(commit):
            return  # by whoever checked the commits out
        try:
            with self._display.measuring(name) as console:
                self._results.sweep(commit, console)
        except SkippedError as error:
            raise InputError(f"{name} can't be measured: {error}") from None

    def _is_given(self) -> bool:
        """Tell whether what is measured is what is installed, so that commits can't be chosen."""
        try:
            measured.refuse_existing(self._config, self._options.sweep("HEAD"), "")
        except InputError:
            return True
        return False

    def _nothing(self, found: Compared) -> str:
        seen = sorted(change.seen for _, change in found.entries)
        which = f"in half of {len(seen):,} series " if len(seen) > 1 else ""
        could = could_see(seen[len(seen) // 2])
        return f"nothing changed between {self._names()} that these data could show: {which}{could}"

    def _names(self) -> str:
        return " and ".join(self._line.named(place) for place in (0, self._line.steps))

    def _recall(self) -> None:
        """Take over what is there: results from whatever measured them, and what could not be measured."""
        answer, line = self._answer, self._line
        between = {commit: place for place, commit in enumerate(line.commits)}
        there = self._results.measured_before(line.commits[1:-1])
        with self._display.reading(len(there)) as advance:
            for commit in there:
                place = between[commit]
                if (position := self._position(commit)) is not None:
                    answer.search.positions[place] = position
                    answer.search.times[place] = self._times(commit, position)
                    answer.reused.append(place)
                advance()
        for place, commit in enumerate(line.commits):
            why = None if self._options.retry_failed or place in answer.reused else self._diary.skipped(commit)
            if why is not None and 0 < place < line.steps:
                answer.search.skipped.add(place)
                answer.reasons[place] = why

    def _position(self, commit: str) -> Position | None:
        sides = [
            self._results.matched(end, commit, self._answer.series)
            for end in (self._line.commits[0], self._line.commits[-1])
        ]
        if sides[0] is None or sides[1] is None:
            return None
        return self._scale.place(sides[0].pair, sides[1].pair)

    def _times(self, commit: str, position: Position) -> int:
        """Return how often a commit was measured; 0 where sizes are missing that a sweep was not asked for."""
        n = self._scale.ratios.n
        wanted = int(((n >= self._window[0]) & (n <= self._window[1])).sum())
        times = self._results.times(commit, self._bench, self._window)
        return max(times, int(position.sizes >= wanted))

    def _begin(self, changed: Sequence[tuple[Matched, Change]]) -> None:
        """Say what is bisected."""
        answer, line = self._answer, self._line
        most = answer.search.most
        self._display.line(
            f"{answer.series.label} between {self._names()}: {count_commits(line.steps)}, at most {most:,} to measure"
        )
        self._display.line(f"    {answer.whole.text}")
        if len(changed) > 1:
            self._display.line(f"{len(changed) - 1:,} more series changed, less; they are looked at in the end")
        if line.merges:
            self._display.line(f"{count_commits(len(line.merges))} of these merge others, and each merge is one step")
        if answer.reused:
            self._display.line(
                f"{count_commits(len(answer.reused))} of these had results before, which are used: {self._state()}"
            )
        if answer.reasons:
            skipped = count_commits(len(answer.reasons))
            self._display.line(f"{skipped} of these could not be measured before (--retry-failed tries again)")

    def _narrow(self) -> None:
        """Measure commits until one is sure and compared with the one before, or nothing more may be measured."""
        answer = self._answer
        while True:
            answer.known = answer.search.known
            step = answer.search.next(answer.known)
            if step is not None:
                self._measure(*step)
                continue
            answer.found = answer.search.found(answer.known)
            if answer.found is None or not self._measure_neighbours(answer.found):
                break
        if answer.found is not None:
            answer.neighbours = self._results.compare(
                self._line.commits[answer.found - 1], self._line.commits[answer.found]
            )

    def _measure(self, place: int, times: int) -> None:
        commit, search = self._line.commits[place], self._answer.search
        what = f"{commit[:8]}, {search.measured + 1} of at most {search.most}"
        try:
            with self._display.measuring(what) as console:
                self._results.sweep(commit, console, self._bench, self._window, times)
            position = self._position(commit)
            why = "" if position else self._results.why_nothing(commit, self._answer.series)
        except SkippedError as error:
            position, why = None, error.reason
        search.note(place, position)
        if position is None:
            self._diary.note_skipped(commit, why)
            self._answer.reasons[place] = why
            self._display.line(f"{commit[:8]} is skipped: {shorten(why, 300)}")
            return
        what = f"{commit[:8]} once more" if times else commit[:8]
        count = f"{search.measured} of at most {search.most}"
        self._display.line(f"{count}: {what} {words.cost_words(position)}; {self._state()}")

    def _state(self) -> str:
        known = self._answer.search.known
        left = len(known.credible(SURE))
        return f"{words.bar(known)} {count_commits(left)} left" if left > 1 else words.bar(known)

    def _measure_neighbours(self, place: int) -> bool:
        """Measure all sizes of all that changed, at the commit and the one before; tell whether that was needed."""
        near_ones = [] if self._is_given() else [near for near in (place - 1, place) if 0 < near < self._line.steps]
        missing = [near for near in near_ones if self._lacks(self._line.commits[near])]
        for near in missing:
            commit = self._line.commits[near]
            try:
                with self._display.measuring(f"{commit[:8]}, all sizes of what changed") as console:
                    self._results.sweep(commit, console, self._patterns)
            except SkippedError:  # it was measured before, and that will do
                return False
            if (position := self._position(commit)) is not None:
                self._answer.search.positions[near] = position
        return bool(missing)

    def _lacks(self, commit: str) -> bool:
        """Tell whether a commit was measured at fewer sizes than GOOD and BAD, and nobody tried the others."""
        if self._results.times(commit, self._patterns, None):
            return False
        for matched in self._changed_ones:
            there = self._results.matched(self._line.commits[0], commit, matched.series)
            wanted = set(matched.pair.n_before) & set(matched.pair.n_after)
            if there is None or not wanted <= set(there.pair.n_after):
                return True
        return False
