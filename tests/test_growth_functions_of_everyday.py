"""The functions of known growth that solve everyday problems: what they compute, checked by other means."""

import itertools
import math
import random
import re
from bisect import bisect_right
from collections import Counter
from datetime import date, timedelta
from functools import cache

import numpy as np
import pytest
from known_functions import FUNCTIONS, check_answer, functions, work


def hanoi(moves):
    """Move the tower of all discs but the largest away and onto it again, and stop in between."""
    discs = moves.bit_length()
    pegs = [0] * discs

    def tower(height, start, end):
        if height:
            between = 3 - start - end
            yield from tower(height - 1, start, between)
            yield height - 1, end
            yield from tower(height - 1, between, end)

    for disc, peg in itertools.islice(tower(discs, 0, 2), moves):
        assert all(pegs[smaller] not in (pegs[disc], peg) for smaller in range(disc))
        pegs[disc] = peg
    return pegs


def first_drops(floors):
    """List the floors from which the first egg falls until it breaks."""
    widest = next(step for step in itertools.count() if step * (step + 1) // 2 >= floors)
    return [min(floor, floors) for floor in itertools.accumulate(range(widest, 0, -1)) if floor < floors] + [floors]


def drops(answers, floors):
    falls = first_drops(floors)
    total = 0
    for highest in answers:
        survived = bisect_right(falls, highest)
        if survived == len(falls):
            total += survived
        else:
            low = falls[survived - 1] if survived else 0
            total += survived + 1 + min(highest - low + 1, falls[survived] - low - 1)
    return total


def coins(row):
    """Leave the other player the worse of the two rows that may be left."""

    def share(left):
        return sum(left) - min(share(left[1:]), share(left[:-1])) if left else 0

    return 2 * share(row) - sum(row)


def easter(year):
    """Find the first Sunday after the fourteenth day of the moon by its age, as the calendar of 1582 does."""
    golden = year % 19 + 1
    century = year // 100 + 1
    epact = (11 * golden + 20 + (8 * century + 5) // 25 - 5 - (3 * century // 4 - 12)) % 30
    epact += epact == 24 or (epact == 25 and golden > 11)
    full = 44 - epact if epact <= 23 else 74 - epact
    day = date(year, 3, 1) + timedelta(full)  # the day after, the first that may be Easter
    while day.weekday() != 6:
        day += timedelta(1)
    return day.month, day.day


def late(jobs):
    """Give up few jobs, then more, until the others are ready in time, in the order of their deadlines."""

    def in_time(chosen):
        ends = itertools.accumulate(length for _, length in chosen)
        return all(end <= deadline for end, (deadline, _) in zip(ends, chosen, strict=True))

    ordered = sorted(jobs)
    kept = (len(jobs) - count for count in range(len(jobs) + 1))
    return len(jobs) - next(size for size in kept if any(map(in_time, itertools.combinations(ordered, size))))


def soonest(first, second):
    """Try all orders: one job is the last that the second machine waits for."""
    return min(
        max(
            sum(first[job] for job in order[: k + 1]) + sum(second[job] for job in order[k:]) for k in range(len(order))
        )
        for order in itertools.permutations(range(len(first)))
    )


def written(places, letters):
    text = []
    for place, letter in zip(places, letters, strict=True):
        text.insert(place, letter)
    return text


def nearest(customers, shops):
    places = list(zip(*shops, strict=True))
    return [
        sorted(range(len(places)), key=lambda shop: math.dist(customer, places[shop]))
        for customer in zip(*customers, strict=True)
    ]


def owed(loan, rate, paid, payments=16):
    """Pay month by month, each payment being the loan by the sum of what one is worth now at each of them."""
    payment = loan / sum((1 + rate) ** -k for k in range(1, payments + 1))
    for _ in range(paid):
        loan += loan * rate - payment
    return loan


def log_totals(lines):
    totals = Counter()
    for user, size in re.findall(r"^\d+ (user\d+) GET (\d+)$", "\n".join(lines), re.MULTILINE):
        totals[user] += int(size)
    return totals


def earned(prices):
    """Try all sets of days: shares are bought and sold by turns."""
    days = range(len(prices))
    return max(
        sum(prices[sold] - prices[bought] - 0.1 for bought, sold in zip(chosen[::2], chosen[1::2], strict=True))
        for size in range(0, len(prices) + 1, 2)
        for chosen in itertools.combinations(days, size)
    )


def cut(prices):
    """Try all sets of places at which to cut."""
    length = len(prices)
    return max(
        sum(prices[end - start - 1] for start, end in itertools.pairwise((0, *cuts, length)))
        for size in range(length)
        for cuts in itertools.combinations(range(1, length), size)
    )


def majority(votes):
    ((name, count),) = Counter(votes).most_common(1)
    return name if count > len(votes) / 2 else None


def borda(ballots):
    return [sum(4 - ballot.index(candidate) for ballot in ballots) for candidate in range(5)]


def league(points, goals):
    return sorted(range(len(points)), key=lambda team: (points[team], goals[team], team), reverse=True)


def expected_wins(ratings):
    chances = ((i, 1 / (1 + 10 ** ((b - a) / 400))) for (i, a), (k, b) in ordered_pairs(ratings) if i != k)
    wins = Counter()
    for player, chance in chances:
        wins[player] += chance
    return [wins[player] for player in range(len(ratings))]


def ordered_pairs(values):
    return itertools.product(enumerate(values), repeat=2)


def strongest_paths(votes):
    """Take the strongest links first, until the one can be reached from the other."""
    some = range(len(votes))
    links = {(i, k): votes[i][k] for i in some for k in some if votes[i][k] > votes[k][i]}

    def reached(start, least):
        found, new = set(), {start}
        while new:
            new = {k for (i, k), votes_for in links.items() if i in new and votes_for >= least} - found
            found |= new
        return found

    strengths = sorted(set(links.values()), reverse=True)
    return [[next((least for least in strengths if k in reached(i, least)), 0) for k in some] for i in some]


ANSWERS = {
    "py_hanoi_pegs": hanoi,
    "py_two_eggs": lambda answers: drops(answers, 1024),
    "py_coins_in_a_row": coins,
    "py_easter_date": easter,
    "py_late_jobs": late,
    "numba_two_machines": soonest,
    "numba_edited_text": written,
    "np_nearest_shops": nearest,
    "py_loan_balance": owed,
    "bisect_copies_in_budget": lambda price, budget: sum(price * k**0.9 <= budget for k in range(1, 17)),
    "py_log_totals": log_totals,
    "numba_trades_with_fee": earned,
    "numba_rod_cutting": cut,
    "py_majority_vote": majority,
    "np_borda_counts": borda,
    "np_league_table": league,
    "np_expected_wins": expected_wins,
    "numba_schulze_paths": strongest_paths,
}

# Where all possibilities are tried, the first size has too many.
SIZES = {
    "py_coins_in_a_row": 10,
    "py_late_jobs": 10,
    "numba_two_machines": 6,
    "numba_trades_with_fee": 10,
    "numba_rod_cutting": 10,
    "numba_schulze_paths": 7,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_is_right(name):
    check_answer(name, ANSWERS[name], n=SIZES.get(name), absolute=1e-9)


# Their answers are checked below: one is random, and the other is one of several.
STRUCTURED = {"random_shuffle_cards", "numba_lights_out"}


def test_every_function_of_everyday_problems_is_checked():
    modules = functions.games, functions.planning, functions.accounts, functions.rankings
    registered = functions.names_in(modules)
    assert registered == set(ANSWERS) | STRUCTURED
    assert len(registered) == 20
    assert all(len(functions.names_in([module])) == 5 for module in modules)
    laws = Counter(FUNCTIONS[name].law for name in registered)
    assert [laws[law] for law in functions.CLASSES] == [2, 2, 1, 5, 4, 1, 3, 1, 1]


def test_cards_are_drawn_from_those_left():
    call, fresh = work("random_shuffle_cards", 52)
    again = np.random.default_rng([52, 1])
    dealer = random.Random(int(again.integers(1 << 32)))
    for _ in range(3):
        (cards,) = fresh()
        assert sorted(cards) == list(range(52))
        left, drawn = list(cards), []
        while len(left) > 1:
            place = dealer.randrange(len(left))
            drawn.append(left[place])
            left[place] = left[-1]  # the last one fills the gap
            left.pop()
        call(cards)
        assert cards == [*left, *reversed(drawn)]


@pytest.mark.parametrize("side", [1, 2, 4, 5, 8, 9])
def test_presses_put_out_every_light(side):
    """On boards of 4, 5 and 9 by as many lamps some presses change nothing, so that there are several answers."""
    call, fresh = work("numba_lights_out", side * side)
    for _ in range(5):
        (lights,) = fresh()
        left = lights.copy()
        for place in zip(*np.nonzero(call(lights)), strict=True):
            for step in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):
                row, column = np.add(place, step)
                if 0 <= row < side and 0 <= column < side:
                    left[row, column] ^= 1
        assert not left.any()


def test_no_plan_for_two_eggs_is_better_in_the_worst_case():
    @cache
    def fewest(floors, eggs):
        if floors == 0 or eggs == 1:
            return floors
        return 1 + min(max(fewest(k - 1, eggs - 1), fewest(floors - k, eggs)) for k in range(1, floors + 1))

    for floors in range(1, 60):
        counts = [functions.games._two_eggs(floors, [highest]) for highest in range(floors + 1)]
        assert max(counts) == fewest(floors, 2)
        assert counts == [drops([highest], floors) for highest in range(floors + 1)]


@pytest.mark.parametrize(
    "day", [date(1818, 3, 22), date(1943, 4, 25), date(1954, 4, 18), date(1981, 4, 19), date(2000, 4, 23)]
)
def test_easter_is_where_it_was(day):
    """The earliest and the latest date, and the two exceptions of 1954 and 1981."""
    call, _ = work("py_easter_date", 16)
    assert call(day.year) == (day.month, day.day)


def test_easter_agrees_with_the_calendar_in_all_centuries():
    call, _ = work("py_easter_date", 16)
    assert all(call(year) == easter(year) for year in range(1583, 4000))


def test_a_loan_is_owed_at_first_and_nearly_paid_at_last():
    call, _ = work("py_loan_balance", 12)
    assert call(1000.0, 0.01, 0) == pytest.approx(1000.0)
    assert call(1000.0, 0.01, 11) == pytest.approx(owed(1000.0, 0.01, 11, payments=12))


def test_majorities_are_found_and_missed():
    call, fresh = work("py_majority_vote", 16)
    assert {call(*fresh()) for _ in range(50)} >= {"A", None}
    assert call(["A", "B"]) is None
    assert call(["B", "A", "B"]) == "B"
