"""A self-signed certificate for 127.0.0.1, and the flags that make a test server use it."""

import subprocess

from .. import server_interface
from ..server import free_port


def create_certificate(folder):
    """ECDSA P-256, as Let's Encrypt issues by default. Returns the paths of the certificate and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([*command, *names, "-out", str(certificate), "-keyout", str(key)], check=True, capture_output=True)
    return certificate, key


def tls_flags(folder):
    """Returns the flags and the port of the HTTPS listener."""
    (certificate, key), port = create_certificate(folder), free_port()
    return [server_interface.LISTEN_TLS, f"127.0.0.1:{port}", server_interface.TLS_CERT, str(certificate), server_interface.TLS_KEY, str(key)], port
