"""The recorded noise: what is stored, and the series of factors that are put together from it."""

import itertools
import json

import numpy as np
import pytest
from interpreted import load

from wythoff.errors import InputError

noise = load("growth_bench.noise")
script = load("record_noise")

LADDER_S = np.geomspace(2e-6, 0.4, 14)  # a series that passes through all durations, and beyond them at both ends
EVERY = list(itertools.product(noise.CLOCKS, noise.CONDITIONS, noise.WORKS, noise.ORDERS))


def draw(clock, condition, seconds=LADDER_S, samples=10, seed=1, **choice):
    return noise.replay(clock, condition, seconds, np.random.default_rng(seed), samples, **choice)


@pytest.mark.parametrize(("clock", "condition", "work", "order"), EVERY)
def test_factors_are_those_of_slowed_work(clock, condition, work, order):
    factors = draw(clock, condition, work=work, order=order)
    assert factors.shape == (14, 10)
    assert factors.min() >= 0.99
    assert factors.max() < 60_000.0


def test_same_seed_gives_the_same_factors_and_another_gives_others():
    first, again, other = (draw("wall", "two busy", seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


@pytest.mark.parametrize("samples", [1, 3, 10, 25])
@pytest.mark.parametrize("sizes", [0, 1, 12, 40])
def test_any_number_of_sizes_and_samples_can_be_drawn(sizes, samples):
    for seconds in noise.DURATIONS_S:
        assert draw("cpu", "idle", [seconds] * sizes, samples).shape == (sizes, samples)


def test_neighbouring_sizes_of_one_duration_get_what_was_recorded_together(monkeypatch):
    stored = np.arange(7 * 2 * 3 * 12 * 10, dtype=np.int16).reshape(7, 2, 3, 12, 10)
    monkeypatch.setattr(noise, "recording", lambda: {noise.key("compute", "consecutive", 2): stored})
    places = np.rint(noise.SCALE * np.log(draw("cpu", "quota", [3e-4] * 9)))
    assert (np.diff(places.ravel()) == 1).all(), "time goes on from sample to sample and from size to size"
    assert places.min() >= stored[1, 1].min()
    assert places.max() <= stored[1, 1].max()


def test_stored_factors_come_back_within_their_steps():
    factors = np.array([0.9, 1.0, 1.0333, 7.0, 2000.0])
    np.testing.assert_allclose(noise.decode(noise.encode(factors)), factors, rtol=0.5 / noise.SCALE)
    assert noise.decode(noise.encode(np.array([1e9])))[0] == pytest.approx(55_435, rel=0.001), "the end of the range"


def test_waiting_for_a_core_shows_by_the_wall_and_hardly_in_processor_time():
    def typical(clock, condition):
        return np.mean([draw(clock, condition, [0.03], seed=seed).mean() for seed in range(20)])

    for condition in ("quota", "two busy", "eight busy", "sixteen busy"):
        assert typical("wall", condition) > 1.3 * typical("wall", "idle")
        assert typical("wall", condition) > 1.3 * typical("cpu", condition)
    assert typical("wall", "eight busy") > 1.5 * typical("wall", "two busy")


def test_a_quota_halves_the_speed_of_long_work():
    assert draw("wall", "quota", [0.15] * 10, 4).mean() == pytest.approx(2.0, rel=0.25)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sundial", "idle", [1.0], 3), "'sundial' was not recorded: one of wall, cpu"),
        (("wall", "asleep", [1.0], 3), "'asleep' was not recorded"),
        (("wall", "idle", [0.0], 3), "durations above 0"),
        (("wall", "idle", [1.0], 0), "at least 1 sample"),
        (("wall", "idle", [3e-6], 121), "more than were recorded: at most 120"),
    ],
)
def test_what_was_not_recorded_is_refused(arguments, message):
    clock, condition, seconds, samples = arguments
    with pytest.raises(ValueError, match=message):
        draw(clock, condition, seconds, samples)


def test_recording_describes_itself_and_names_no_place_of_the_machine():
    about = noise.description()
    assert about["axes"] == ["condition", "clock", "repetition", "position", "sample"]
    assert tuple(about["conditions"]) == noise.CONDITIONS
    assert tuple(about["clocks"]) == noise.CLOCKS
    assert tuple(about["durations_s"]) == noise.DURATIONS_S
    assert about["scale"] == noise.SCALE
    assert about["date"] >= "2026-11-28"
    assert set(about["others"]) == set(noise.CONDITIONS)
    text = json.dumps(about)
    assert not any(mark in text for mark in ("/work", "/home", "/root", "/tmp", "http"))


def test_recording_has_all_arrays_and_is_small():
    stored = noise.recording()
    wanted = {noise.key(*choice) for choice in itertools.product(noise.WORKS, noise.ORDERS, range(6))}
    assert set(stored) == wanted | {"meta"}
    for name in wanted:
        assert stored[name].dtype == np.int16
        assert stored[name].shape[:2] == (7, 2)
        assert stored[name].shape[3] == script.POSITIONS
    assert noise.RECORDING.stat().st_size < 300_000


def test_each_array_was_undisturbed_at_least_once():
    stored = noise.recording()
    for work, duration, clock in itertools.product(noise.WORKS, range(6), range(2)):
        least = min(stored[noise.key(work, order, duration)][:, clock].min() for order in noise.ORDERS)
        assert least == 0


def test_script_times_work_in_both_orders(monkeypatch):
    monkeypatch.setattr(script, "SET_UP_S", {"consecutive": 0.0, "interleaved": 0.0})
    monkeypatch.setattr(script, "REPETITIONS", (2,) * 6)
    calls = []
    short = script.record(calls.append, 7, 0)
    assert {order: times.shape for order, times in short.items()} == dict.fromkeys(noise.ORDERS, (2, 2, 12, 10))
    assert set(calls) == {7}
    assert len(calls) == 2 * (120 + 12) + 2 * (120 + 120), "one more to warm up at each change of position"
    long = script.record(calls.append, 7, 5)
    stream = long["consecutive"].reshape(2, 2, 48)
    np.testing.assert_array_equal(np.swapaxes(long["interleaved"], 2, 3).reshape(2, 2, 48), stream)


def test_a_condition_that_a_recording_lacks_is_added_and_the_others_stay(monkeypatch, tmp_path):
    old = {name: array[:6] if name != "meta" else array for name, array in noise.recording().items()}
    about = noise.description() | {"conditions": noise.CONDITIONS[:6]}
    file = tmp_path / "recording.npz"
    script.write(file, old | {"meta": np.array(json.dumps(about))})
    asked = []

    def run(conditions):
        asked.append(conditions)
        return (
            {name: array[[0, 2]] for name, array in old.items() if name != "meta"},
            {one: {} for one in conditions},
            {},
        )

    monkeypatch.setattr(script, "run", run)
    monkeypatch.setattr(script.noise, "_used", script.noise.RECORDING)
    arrays = script.added(file)
    assert asked == [("idle", "sixteen busy")]
    for name, array in old.items():
        if name != "meta":
            np.testing.assert_array_equal(arrays[name], np.concatenate([array, array[[2]]]))
    assert json.loads(str(arrays["meta"]))["conditions"] == list(noise.CONDITIONS)
    script.write(tmp_path / "whole.npz", arrays)
    with pytest.raises(InputError, match="there is nothing to add"):
        script.added(tmp_path / "whole.npz")
    with pytest.raises(InputError, match="is no recording to add to"):
        script.added(tmp_path / "none.npz")


def test_neighbours_run_meanwhile_and_end_afterwards(monkeypatch):
    started = []
    launch = script.subprocess.Popen
    monkeypatch.setattr(script.subprocess, "Popen", lambda command: started.append(launch(command)) or started[-1])
    monkeypatch.setattr(script.time, "sleep", lambda seconds: None)
    with script.neighbours([script.BUSY] * 2):
        assert [process.poll() for process in started] == [None, None]
    assert all(process.poll() is not None for process in started)


def test_recording_that_cannot_be_written_leaves_nothing(tmp_path):
    with pytest.raises(script.InputError, match="can't be written"):
        script.write(tmp_path / "none" / "noise.npz", {"meta": np.array("{}")})
    assert not list(tmp_path.iterdir())
    script.write(tmp_path / "noise.npz", {"meta": np.array("{}")})
    assert [file.name for file in tmp_path.iterdir()] == ["noise.npz"]
