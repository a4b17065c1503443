"""A certificate that signs itself, for both ends of an encrypted connection on this machine."""

import shutil
import subprocess

import pytest


def certificates(folder):
    """Make one, and return the files of authority, certificate and key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("certificates are made by openssl, which is not here")
    cert, key = folder / "cert.pem", folder / "key.pem"
    options = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    subprocess.run([openssl, "req", *options, "-keyout", key, "-out", cert], check=True, capture_output=True)
    key.chmod(0o600)
    return cert, cert, key
