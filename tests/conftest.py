"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# No test here is about speed, and a busy machine must not fail one.
settings.register_profile("wythoff", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("wythoff")
