"""What workers are given to do in tests of the pool: a module that loads nothing, as each worker loads it anew."""

import os
import time


def square(number):
    return number * number


def fail_at_30(number):
    if number == 30:
        raise ValueError("thirty")
    return number


def end_at_30_in_a_worker(task):
    number, parent = task
    if number == 30 and os.getpid() != parent:
        os._exit(1)
    return number


def sleep_long(seconds):
    time.sleep(seconds)
