"""What `kauri serve` serves."""
import contextlib
import gzip
import http.client
import json
import os
import re
import shutil
import tempfile

import serving
from serving import HANGS, SMALL, Server, expect, receive_all, run, target_of


EXPLORER_FILES = ("index.html", "app.js", "late.js", "styles.css", "icon.svg", "opponents.svg", "atlas.json",
                  "cite.json", "layers.json", "problems.json")


def serves_the_explorer(tables):
    types = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
             ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
             ".json": "application/json"}
    with Server("--tables", tables) as server:
        expect(server.line.startswith("serving layers 0 to 2 at http://127.0.0.1:"), server.line)
        total = 0
        version = re.search(r'src="([0-9a-f]{12})/app\.js"', server.ask("/")[2].decode()).group(1)
        for name in EXPLORER_FILES:
            path = "/" if name == "index.html" else f"/{version}/{name}"
            status, headers, plain = server.ask(path)
            expect(status == 200 and plain, f"{path}: {status}")
            expect(headers["Content-Type"] == types[os.path.splitext(name)[1]], f"{path}: {headers}")
            expect(headers["Content-Security-Policy"].startswith("default-src 'self'; "), path)
            expect(headers["X-Content-Type-Options"] == "nosniff", path)
            expect(headers["Referrer-Policy"] == "no-referrer", path)
            expect(headers["Vary"] == "Accept-Encoding", path)
            expect(headers["Content-Encoding"] is None, path)
            expect(headers["Cache-Control"] == ("no-cache" if path == "/" else
                                                "public, max-age=31536000, immutable"), path)
            total += 0 if name.endswith(".json") else len(plain)
            status, packed, data = server.ask(path, Accept_Encoding="gzip, br")
            expect(packed["Content-Encoding"] == "gzip" and gzip.decompress(data) == plain, path)
            expect(packed["ETag"] != headers["ETag"], f"{path}: one ETag for two forms")
            # Not sent again to who has it.
            status, _, data = server.ask(path, If_None_Match=headers["ETag"])
            expect((status, data) == (304, b""), f"{path}: {status}")
            status, _, data = server.ask(path, If_None_Match=packed["ETag"], Accept_Encoding="gzip")
            expect((status, data) == (304, b""), f"{path}: {status}")
            status, _, data = server.ask(path, If_None_Match='"other"')
            expect((status, data) == (200, plain), f"{path}: {status}")
            status, head, data = server.ask(path, "HEAD")
            expect((status, data, head["Content-Length"]) == (200, b"", str(len(plain))), path)
        for path, name in (("/index.html", "/"), ("/favicon.ico", f"/{version}/icon.svg")):
            status, headers, data = server.ask(path)
            expect((status, data) == (200, server.ask(name)[2]), f"{path}: {status}")
            expect(headers["Cache-Control"] == "no-cache", f"{path}: {headers}")
        status, headers, script = server.ask("/kauri-board.js")
        expect(status == 200 and headers["Cache-Control"] == "no-cache" and
               b'customElements.define("kauri-board"' in script and len(script) <= 46000,
               f"the board for other pages: {status}, {len(script)} bytes")
        # With the scripts that are loaded on demand, but without data; check-explorer bounds what a
        # first visit loads.
        expect(total < 408000, f"the explorer has {total} bytes")
        # Another version's files are not here: this one's would not fit them.
        for path in ("/app.js", f"/{version[:-1]}{'1' if version[-1] == '0' else '0'}/app.js",
                     f"/{version}", f"/{version}/", f"/{version}/index.html"):
            status, headers, _ = server.ask(path)
            expect((status, headers["Cache-Control"]) == (404, "no-store"), f"{path}: {status}")


def positions_have_lasting_addresses(tables):
    with Server("--tables", tables) as server:
        for path, there in (("/position/1+1,0+1/1+1,0+1_S", "/#p=1+1,0+1/1+1,0+1_S_0:0"),
                            ("/position/1+1,0+1/1+1,0+1%20N%2028:30", "/#p=1+1,0+1/1+1,0+1_N_28:30")):
            status, headers, _ = server.ask(path)
            expect((status, headers["Location"]) == (302, there), f"{path}: {status}, {headers}")
        for path, status in (("/position/", 404), ("/position/99/1_S", 404), ("/position/" + 1000 * "1", 404),
                             ("/position/1,2/3_S%0d%0aA:_b", 400)):
            expect(server.ask(path)[0] == status, path)


def paths_do_not_leave(tables):
    with Server("--tables", tables) as server:
        for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/cli/main.c", "//etc/passwd",
                     "/index.html/", "/INDEX.HTML", "/.git/config", "/app.js%20", "/api", "/api/v1",
                     "/api/v2/probe", "/api/v1/../../etc/passwd"):
            status, headers, body = server.ask(path)
            expect(status == 404, f"{path}: {status}")
            expect(json.loads(body)["status"] == 2, f"{path}: {body}")
            expect(headers["Cache-Control"] == "no-store", path)


def answers_the_api(tables):
    with Server("--tables", tables) as server:
        status, headers, body = server.ask(target_of("probe", SMALL))
        expect(status == 200, body)
        wanted = run("probe", "--tables", tables, "--json", SMALL)
        expect(json.loads(body) == json.loads(wanted.stdout), f"{body} is not {wanted.stdout}")
        expect(headers["Content-Security-Policy"] and headers["X-Content-Type-Options"], headers)
        # As a path, over one connection.
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=HANGS)
        with contextlib.closing(connection):
            for _ in range(50):
                connection.request("GET", "/api/v1/probe/1+1,0+1/1+1,0+1/S")
                expect(connection.getresponse().read() == body, "another answer by path")


def tables_may_be_added(tables):
    """A browser does not show what was true before: only values of positions are kept."""
    with Server("--tables", tables) as server:
        for target, wanted in ((target_of("probe", SMALL), "public, max-age=86400"),
                               (target_of("moves", SMALL), "no-store"),
                               ("/api/v1/layers", "no-store"), ("/api/v1/rules", "no-store"),
                               (target_of("search", SMALL), "no-store")):
            _, headers, _ = server.ask(target)
            expect(headers["Cache-Control"] == wanted, f"{target}: {headers['Cache-Control']}")


def a_stream_is_no_copy_of_the_object(tables):
    """An answer that may also be a stream says that it depends on Accept, and a stream is not kept."""
    with Server("--tables", tables) as server:
        target = "/api/v1/find?kind=longest&seeds=1"
        for _ in range(2):  # found, and from memory
            status, headers, _ = server.ask(target)
            expect((status, headers["Vary"]) == (200, "Accept"), headers)
        status, headers, body = server.ask(target, Accept="text/event-stream", Connection="close")
        expect(status == 200 and headers["Content-Type"] == "text/event-stream", headers)
        expect(headers["Cache-Control"] == "no-store", headers)
        expect(b"event: result" in body, body)
        expect(server.ask(target_of("probe", SMALL))[1]["Vary"] is None, "probe has one form")
    with Server("--tables", tables, "--allow-origin", "https://example.org") as server:
        _, headers, _ = server.ask(target)
        expect(sorted(headers.get_all("Vary")) == ["Accept", "Origin"], headers)


def names_damaged_tables(tables):
    with tempfile.TemporaryDirectory(prefix="kauri-serve-") as folder:
        for name in os.listdir(tables):
            shutil.copy(os.path.join(tables, name), folder)
        os.truncate(os.path.join(folder, "kauri-2x4-01.kauri"), 100)
        with Server("--tables", folder) as server:
            status, _, body = server.ask(target_of("probe", "0+1,1+1/0+1,0+1 S"))
            expect(status == 503 and json.loads(body)["status"] == 5, body)
            expect(server.ask(target_of("probe", "0+1,0+1/0+1,0+1 S"))[0] == 200, "layer 0 is gone")
        expect(re.fullmatch(r"kauri: in .*, kauri-2x4-01\.kauri is truncated.*\n", server.errors),
               server.errors)


def a_search_goes_on_in_the_background(tables):
    with Server("--tables", tables) as server:
        status, headers, body = server.ask(target_of("search", "2+1,2+1/2+1,2+1 S"))
        expect(status == 200 and json.loads(body)["status"] == "exact", f"{status} {body}")
        with server.connect() as client:
            target = target_of("search", "2+1,2+1/2+1,2+1 S")
            client.sendall(f"GET {target} HTTP/1.0\r\nAccept: text/event-stream\r\n\r\n".encode())
            events = receive_all(client)
        head, _, text = events.partition(b"\r\n\r\n")
        expect(b"Content-Type: text/event-stream" in head and b"no-store" in head, head)
        last = text.strip().split(b"\n\n")[-1]
        expect(last.startswith(b"event: result\ndata: {"), last)
        result = json.loads(last.split(b"data: ", 1)[1])
        expect(result["standard"] == json.loads(body)["standard"], last)


CASES = [serves_the_explorer, positions_have_lasting_addresses, paths_do_not_leave, answers_the_api, tables_may_be_added,
         a_stream_is_no_copy_of_the_object, names_damaged_tables,
         a_search_goes_on_in_the_background]
