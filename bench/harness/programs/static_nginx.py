"""nginx as a good host of static sites: compressed in advance with brotli, files with a hash in their name kept for a year."""

import contextlib

from .find_program import find_program
from .reverse_proxy import running
from ..server import free_port

BROTLI_MODULE = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so"
# Where Next.js, Astro, Vite and the clinic's server put files with a hash in their name.
HASHED = "^/(_next/static|_astro|assets|pictures)/"


@contextlib.contextmanager
def nginx_for_sites(folder, sites, certificate=None):
    """Serves each folder of `sites` on a port of its own and gives the ports, in the same order. With a certificate it speaks
    HTTP/2 over TLS. The last resort /index.html is for single-page apps."""
    root, ports = folder / "nginx", [free_port() for _ in sites]
    root.mkdir()
    folder.chmod(0o755)
    protocols, tls = "", ""
    if certificate:
        protocols = " ssl http2"
        tls = f"ssl_certificate {certificate[0]}; ssl_certificate_key {certificate[1]}; ssl_protocols TLSv1.3;"
    servers = "".join(
        f"""
          server {{
            listen 127.0.0.1:{port}{protocols}; {tls} root {site};
            location / {{ try_files $uri $uri.html $uri/index.html /index.html; add_header Cache-Control no-cache; }}
            location ~ {HASHED} {{ add_header Cache-Control "max-age=31536000, immutable"; }}
          }}"""
        for port, site in zip(ports, sites, strict=True)
    )
    temporary = " ".join(f"{name}_temp_path {root}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (root / "nginx.conf").write_text(f"""
        load_module {BROTLI_MODULE};
        worker_processes auto; pid {root}/pid; error_log {root}/error.log; daemon off;
        events {{ worker_connections 512; }}
        http {{
          include /etc/nginx/mime.types; types {{ font/woff2 woff2; text/javascript js mjs; }} charset utf-8;
          access_log off; sendfile on; tcp_nopush on; open_file_cache max=1000; brotli_static on; {temporary}
          {servers}
        }}
    """)
    with running([find_program("nginx"), "-c", f"{root}/nginx.conf", "-p", str(root)], ports[0], root / "output.log"):
        yield ports
