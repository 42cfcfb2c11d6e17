"""Limits of requests, and clients that are hostile, slow or many, or that leave."""
import contextlib
import json
import os
import re
import resource
import select
import socket
import subprocess
import sys
import tempfile

import serving
from serving import (HANGS, SMALL, START, Server, expect, receive_all, receive_until, start_search,
                     target_of, wait_for)


def refuses_what_is_wrong(tables):
    with Server("--tables", tables) as server:
        def status_of(data):
            answer = server.raw(data)
            match = re.match(rb"HTTP/1\.1 (\d+) ", answer)
            return int(match[1]) if match else answer[:60]

        host = b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        for data, wanted in (
                (b"GET /%" + host + b"\r\n", 400),
                (b"GET /%4" + host + b"\r\n", 400),
                (b"GET /a%00b" + host + b"\r\n", 400),
                (b"GET /%0a" + host + b"\r\n", 400),
                (b"GET /%0d%0aSet-Cookie:a" + host + b"\r\n", 400),
                (b"GET /api/v1/probe?position=%zz" + host + b"\r\n", 400),
                (b"GET /?" + b"a=1&" * 33 + host + b"\r\n", 400),
                *((b"GET /?" + b"a&" * count + host + b"\r\n", 400) for count in (243, 300, 2000)),
                (b"GET /?" + b"&" * 4000 + host + b"\r\n", 400),
                (b"GET /?" + b"a&" * 8000 + host + b"\r\n", 414),
                (b"GET / HTTP/1.1\r\n\r\n", 400),  # no Host
                (b"GET /" + b"a" * 4096 + host + b"\r\n", 414),
                (b"GET /" + b"a" * 100000 + host + b"\r\n", 414),
                *((b"GET /" + host + b"X: " + b"a" * count + b"\r\n\r\n", status)
                  for count, status in ((15900, 200), (16100, 200), (16384, 431), (20000, 431),
                                        (60000, 431), (100000, 431))),
                *((b"GET /" + host + b"X: y\r\n" * count + b"\r\n", status)
                  for count, status in ((100, 200), (200, 431), (240, 431), (3000, 431))),
                (b"GET /" + host + b"Cookie: " + b"a=b; " * 100 + b"\r\n\r\n", 200),
                (b"GET /" + host + b"Cookie: " + b"a=b; " * 240 + b"\r\n\r\n", 431),
                (b"POST /" + host + b"Content-Length: 65537\r\n\r\n", 413),
                (b"POST /" + host + b"Content-Length: 18446744073709551616\r\n\r\n", 413)):
            found = status_of(data)
            expect(found == wanted, f"{data[:80]}: {found}, not {wanted}")
        chunks = b"1000\r\n" + b"a" * 4096 + b"\r\n"
        found = status_of(b"POST /" + host + b"Transfer-Encoding: chunked\r\n\r\n" + chunks * 17
                          + b"0\r\n\r\n")
        expect(found == 413, f"a long body in chunks: {found}")
        for method in ("POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"):
            status, headers, body = server.ask("/", method)
            expect(status == 405 and headers["Allow"] == "GET, HEAD", f"{method}: {status}")
            status, headers, body = server.ask(target_of("moves", SMALL), method)
            expect(status == 405 and "GET" in headers["Allow"] and json.loads(body)["error"],
                   f"{method}: {status} {body}")
        # The refusals are objects as well.
        _, _, body = server.ask("/%zz")
        expect(json.loads(body) == {"error": "in the address, '%' is not followed by two hexadecimal "
                                             "digits", "status": 2}, body)


def nothing_is_smuggled(tables):
    """Whatever another server could read differently is refused, and nothing after it is read."""
    request = b"GET /api/v1/rules HTTP/1.1\r\nHost: localhost\r\n\r\n"
    length = b"%d\r\n" % len(request)
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(request), request)
    with Server("--tables", tables) as server:
        def check(data):
            answer = server.raw(data)
            statuses = re.findall(rb"HTTP/1\.1 (\d+) ", answer)
            expect(set(statuses) <= {b"400", b"501"}, f"{data[:120]}: {statuses}")
            return statuses

        for headers in (
                b"Content-Length : " + length, b"Content-Length\t: " + length,
                b"Content\x80Length: " + length, b"Content(Length): " + length, b": " + length,
                b" Content-Length: " + length, b"\rContent-Length: " + length,
                b"X: a\r\n Content-Length: " + length, b"X: a\r\n\tb\r\n",
                b"Content-Length:\r\n " + length,
                b"X: a\rContent-Length: " + length, b"X: a\nContent-Length: 0\r\n", b"X: a\r\r\n",
                b"X: a\x01\r\n", b"X: a\x7f\r\n",
                b"X: a\r\n\n", b"\0\r\n", b"\0Content-Length: " + length, b"X: a\0b\r\n",
                b"Content-Length: 0\0" + length, b"Content-Length\0: " + length,
                b"Content-Length: 0\r\nContent-Length: " + length, b"Content-Length: 0, " + length,
                b"Content-Length: +" + length, b"Content-Length:\r\n",
                b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
                b"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n"):
            first = b"POST /api/v1/replay HTTP/1.1\r\nHost: localhost\r\n" + headers
            expect(check(first + b"\r\n" + request), f"no answer: {headers}")
        for headers in (b"Transfer-Encoding : chunked", b"Transfer-Encoding: xchunked",
                        b"Transfer-Encoding: chunked, identity", b"Transfer-Encoding: identity",
                        b"Transfer-Encoding: \x0bchunked",
                        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"):
            expect(check(b"POST /api/v1/replay HTTP/1.1\r\nHost: localhost\r\n" + headers
                         + b"\r\n\r\n" + chunks), f"no answer: {headers}")
        # A body in chunks is the last one, however it ends.
        for version in (b"1.0", b"1.1"):
            for end in (b"0\r\n\r\n", b"0\n\n", b"0;\nx\r\n\r\n", b"0\r\n\0x\r\n"):
                check(b"POST /api/v1/replay HTTP/" + version + b"\r\nHost: localhost\r\n"
                      b"Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n" + end + request)
        for line in (b"GET /api/v1/rules\0evil HTTP/1.1", b"G\0T /api/v1/rules HTTP/1.1",
                     b"GET  /api/v1/rules HTTP/1.1", b"GET /api/v1/rules HTTP/1.1 "):
            check(line + b"\r\nHost: localhost\r\n\r\n")
        check(b"GET /api/v1/rules HTTP/1.1\r\nHost: localhost\0.evil.example\r\n\r\n")


def survives_rubbish(tables):
    with Server("--tables", tables) as server:
        files = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        for data in (b"", b"\0", b"\xff" * 5000, b"\r\n" * 1000, b"GET", b"GET /\r\n\r\n",
                     b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost x\r\n\r\n",
                     b"GET / HTTP/1.1\r\n: x\r\n\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\n y\r\n\r\n",
                     b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                     b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
                     b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                     b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                     b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                     b"fffffffffffffffffffff\r\n",
                     b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500,
                     b"GET /api/v1/probe?position=x HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200):
            with server.connect() as client:
                with contextlib.suppress(OSError):
                    client.sendall(data)
            expect(server.ask("/")[0] == 200, f"no answer after {data[:60]}")
        wait_for(lambda: len(os.listdir(f"/proc/{server.process.pid}/fd")) <= files + 3,
                 "files stay open")


def slow_clients_do_not_hinder(tables):
    with Server("--tables", tables) as server, contextlib.ExitStack() as stack:
        slow = [stack.enter_context(server.connect()) for _ in range(100)]
        for index, client in enumerate(slow):
            client.sendall((b"GET / HTTP/1.1\r\nHost: localhost\r\nX: y",
                            b"POST /api/v1/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n1",
                            b"GET", b"")[index % 4])
        wanted = server.ask(target_of("probe", SMALL))[2]
        for _ in range(200):
            expect(server.ask(target_of("probe", SMALL))[2] == wanted, "another answer")


def idle_clients_give_way(tables):
    with Server("--tables", tables) as server, contextlib.ExitStack() as stack:
        for _ in range(600):
            client = stack.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", server.port))
        expect(server.ask("/")[0] == 200, "no answer")


def limit_files(count):
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


def few_files_are_enough(tables):
    with Server("--tables", tables, preexec_fn=lambda: limit_files(256)) as server, \
            contextlib.ExitStack() as stack:
        for _ in range(300):
            client = stack.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", server.port))
        expect(server.ask(target_of("probe", SMALL))[0] == 200, "no answer")
    with tempfile.TemporaryFile() as output:
        done = subprocess.run([serving.PROGRAM, "serve", "--tables", tables, "--listen", "127.0.0.1:0"],
                              preexec_fn=lambda: limit_files(40), stdout=output,
                              stderr=subprocess.PIPE, text=True, timeout=HANGS, check=False)
    expect(done.returncode == 6 and "open files" in done.stderr, done)


def threads_that_are_not_there_are_said(_):
    """Clients get status 503 when there is no address space for the stacks of more threads, and the
    server goes on."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
    with Server("--no-tables", "--memory", "32M", "--threads", "1", preexec_fn=limit) as server:
        with contextlib.ExitStack() as stack:
            clients = [stack.enter_context(server.connect()) for _ in range(200)]
            wait_for(lambda: len(select.select(clients, [], [], 0)[0]) >= 100, "nobody is refused")
            for client in select.select(clients, [], [], 0)[0]:
                head, _, body = receive_all(client).partition(b"\r\n\r\n")
                expect(head.startswith(b"HTTP/1.1 503 ") and json.loads(body)["status"] == 6, head)
        wait_for(lambda: server.ask("/")[0] == 200, "no answer when the clients have gone")


def a_search_ends_with_its_client(_):
    for events in (True, False):
        with Server("--no-tables", "--threads", "2") as server:
            client = start_search(server, events)
            if events:
                receive_until(client, b"event: bounds")
            server.wait_until_busy()
            client.close()
            server.wait_until_idle()
            expect(server.ask("/")[0] == 200, "no answer")


def a_half_closed_client_has_left(_):
    """Who sends no more is taken to have gone: a search ends."""
    with Server("--no-tables", "--threads", "2") as server, start_search(server, False) as client:
        server.wait_until_busy()
        client.shutdown(socket.SHUT_WR)
        server.wait_until_idle()


def a_killed_client_leaves(_):
    with Server("--no-tables", "--threads", "2") as server:
        code = ("import socket, sys\n"
                f"client = socket.create_connection(('127.0.0.1', {server.port}))\n"
                f"client.sendall(b'GET {target_of('search', START, seconds=60)} HTTP/1.1\\r\\n'\n"
                "               b'Host: localhost\\r\\nAccept: text/event-stream\\r\\n\\r\\n')\n"
                "while True:\n    print(client.recv(1000), flush=True)\n")
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as client:
            client.stdout.readline()
            server.wait_until_busy()
            client.kill()
        server.wait_until_idle()


CASES = [refuses_what_is_wrong, nothing_is_smuggled, survives_rubbish, slow_clients_do_not_hinder,
         idle_clients_give_way, few_files_are_enough, threads_that_are_not_there_are_said,
         a_search_ends_with_its_client, a_half_closed_client_has_left, a_killed_client_leaves]
# These limit the memory of the server.
LIMITED = [threads_that_are_not_there_are_said]
