"""HTTP/2 frames (RFC 9113) written by hand, because a well-behaved library refuses to send what an attack needs."""

import asyncio
import ssl
import struct

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PING, WINDOW_UPDATE, CONTINUATION = 0, 1, 2, 3, 4, 6, 8, 9
END_STREAM, END_HEADERS, ACK = 0x1, 0x4, 0x1
# Indexed fields of the static table (RFC 7541, appendix A).
METHOD_GET, METHOD_POST, SCHEME_HTTPS, STATUS_200 = 0x82, 0x83, 0x87, 0x88


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


# Ends with empty settings.
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0)
# Allows no byte of a response.
ZERO_WINDOW = frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 0))
CANCEL = struct.pack(">I", 8)


def header_block(method, path):
    def literal(index, value):
        return bytes([index, len(value)]) + value.encode()

    # Without a content type a call would be refused before its body is read.
    content_type = b"\x0f\x10\x10application/json" if method == METHOD_POST else b""
    return bytes([method, SCHEME_HTTPS]) + literal(4, path) + literal(1, "127.0.0.1") + content_type


def get(stream, path):
    return frame(HEADERS, END_HEADERS | END_STREAM, stream, header_block(METHOD_GET, path))


def unfinished_post(stream, path):
    """The body does not follow."""
    return frame(HEADERS, END_HEADERS, stream, header_block(METHOD_POST, path))


def tls_context(protocol="h2"):
    """Accepts any certificate: the servers of these runs sign their own."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    return context


async def visit_once(port, path, context):
    """One page on a new connection. Raises OSError unless it is answered with 200."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    try:
        writer.write(PREFACE + get(1, path))
        while True:
            head = await reader.readexactly(9)
            payload = await reader.readexactly(int.from_bytes(head[:3]))
            kind, flags = head[3], head[4]
            if kind == HEADERS and payload[0] != STATUS_200:
                raise OSError("the status is not 200")
            if kind == DATA and flags & END_STREAM:
                return
    finally:
        writer.close()
