"""The process of the server: how it begins and ends, its options, and its growth."""
import contextlib
import ctypes
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile

import serving
from serving import (HANGS, SMALL, START, Server, expect, receive_all, receive_until, run, start_search,
                     target_of, wait_for)

WAIT_ALL = 0x40000000  # waitpid() for threads (__WALL)


def ends_by(number):
    """Ends a server that searches; returns whether its answers came, and were whole."""
    # A script that runs in the background ignores SIGINT.
    with Server("--no-tables", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
                ) as server, contextlib.ExitStack() as stack:
        stream = stack.enter_context(start_search(server, True))
        waiting = stack.enter_context(start_search(server, False))
        half = stack.enter_context(server.connect())
        half.sendall(b"GET / HT")
        receive_until(stream, b"event: bounds")
        server.wait_until_busy()
        server.process.send_signal(number)
        rest = receive_all(stream)
        answer = receive_all(waiting)
        expect(receive_all(half) == b"", "an answer to half a request")
        expect(server.process.wait(timeout=HANGS) == 0, number)
        # The search gives what it has.
        return ((b"event: result" in rest or b"event: error" in rest)
                and rest.endswith(b"0\r\n\r\n") and answer.startswith(b"HTTP/1.1 "))


def signals_end_it(_):
    """The server does not wait for a search that gets no processor on a busy machine."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        expect(any(ends_by(number) for _ in range(5)), f"{number}: no whole answers in five runs")


def halt_thread(thread):
    """Halts one thread of a child for good, if that is allowed here."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    seize, interrupt = 0x4206, 0x4207
    if libc.ptrace(seize, thread, None, None) != 0:
        return False
    expect(libc.ptrace(interrupt, thread, None, None) == 0, os.strerror(ctypes.get_errno()))
    return os.waitpid(thread, WAIT_ALL)[0] == thread


def it_ends_without_its_threads(_):
    """Threads that do not get to run, as on a busy machine, do not keep the server."""
    with Server("--no-tables", "--threads", "1") as server, start_search(server, True) as stream:
        receive_until(stream, b"event: bounds")
        main = server.process.pid
        tasks = [int(task) for task in os.listdir(f"/proc/{main}/task") if int(task) != main]
        if not all([halt_thread(task) for task in tasks]):
            print("no ptrace here")
            return
        server.process.send_signal(signal.SIGTERM)
        for task in tasks:
            wait_for(lambda: os.waitpid(task, WAIT_ALL | os.WNOHANG)[0] == task, "the server stays")


def an_address_in_use(tables):
    with Server("--tables", tables) as server:
        done = run("serve", "--tables", tables, "--listen", f"127.0.0.1:{server.port}")
        expect((done.returncode, done.stdout, done.stderr) == (
            7, "", f"kauri: cannot listen on 127.0.0.1:{server.port}: Address already in use; "
            "choose another port with --listen, 0 for any that is free\n"), done)


def bad_options(tables):
    for options, status, message in (
            (["--listen", "8642"], 2, "is not an address and a port"),
            (["--listen", "example.org:80"], 2, "is not an IPv4 address"),
            (["--listen", "192.0.2.1:0"], 6, "cannot listen on 192.0.2.1:0"),
            (["--allow-origin", "example.org"], 2, "takes an origin"),
            (["--memory", "1M", "--threads", "2"], 2, "with 2 threads it takes at least 11M"),
            (["--listen", ""], 2, "needs an ADDRESS:PORT that"),
            (["--allow-origin", "https://a/b"], 2, "takes an origin"),
            (["--allow-origin", "https://a\r\nX: y"], 2, "takes an origin"),
            (["--host", "a b"], 2, "--host takes a name"),
            (["--host", "kauri.example:80"], 2, "without a port"),
            (["--host", "http://kauri.example"], 2, "--host takes a name"),
            (["--tables", "/nowhere"], 4, "/nowhere"),
            (["--proofs", "/nowhere"], 4, "cannot open the folder /nowhere: No such file or directory (--proofs)"),
            (["--tables", tables, "--no-tables"], 2, "exclude each other"),
            (["--threads", "0"], 2, "--threads"),
            (["more"], 2, "more")):
        if "--listen" not in options:
            options = ["--listen", "127.0.0.1:0", *options]
        done = run("serve", *options)
        expect(done.returncode == status and message in done.stderr
               and done.stderr.count("\n") == 1 and done.stdout == "", f"{options}: {done}")


def opens_a_browser(tables):
    with tempfile.TemporaryDirectory(prefix="kauri-browser-") as folder:
        for name in ("xdg-open", "sensible-browser"):
            program, seen = os.path.join(folder, name), os.path.join(folder, "seen")
            with open(program, "w", encoding="ascii") as file:
                file.write(f"#!/bin/sh\necho noise\necho \"$0 $*\" >{seen}.new\n"
                           f"mv {seen}.new {seen}\n")
            os.chmod(program, 0o755)
            environment = {"PATH": folder + ":/bin:/usr/bin" if name == "xdg-open" else folder}
            if name == "sensible-browser":
                with open(program, "w", encoding="ascii") as file:
                    file.write(f"#!/bin/sh\necho \"$0 $*\" >{seen}\n")
            with Server("--tables", tables, "--open", environment=environment) as server:
                wait_for(lambda: os.path.exists(seen) and os.path.getsize(seen) > 0, "no browser")
                with open(seen, encoding="ascii") as file:
                    expect(file.read() == f"{program} {server.url}\n", "another address")
            expect(server.errors == "", server.errors)
            os.remove(program)
            os.remove(seen)
        with Server("--tables", tables, "--open", environment={"PATH": folder}) as server:
            expect(server.ask("/")[0] == 200, "no answer")
        expect(server.errors == "kauri: no browser was opened: neither xdg-open nor "
               "sensible-browser was found\n", server.errors)


def listens_at_ipv6(tables):
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        print("no IPv6 here")
        return
    with Server("--tables", tables, address="[::1]") as server:
        expect(server.url.startswith("http://[::1]:"), server.url)
        expect(server.ask("/")[0] == 200, "no answer")


def output_may_be_closed(tables):
    process = subprocess.Popen([serving.PROGRAM, "serve", "--tables", tables, "--listen", "127.0.0.1:0"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    process.stdout.close()
    port = int(re.search(r":(\d+)/", line)[1])
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS)
    with contextlib.closing(connection):
        connection.request("GET", "/")
        expect(connection.getresponse().status == 200, "no answer")
    process.send_signal(signal.SIGTERM)
    expect(process.wait(timeout=HANGS) == 0, process.stderr.read())
    process.stderr.close()


def examples_fit_the_program(_):
    """The options in the examples are those of the program, the image is built with the packages that
    scripts/install-deps installs, and the unit is a unit."""
    unit = os.path.join(serving.ROOT, "docs", "examples", "serve", "kauri-serve.service")
    known = run("serve", "--help").stdout
    for name, pattern in ((unit, r"^ExecStart=.*"),
                          (os.path.join(serving.ROOT, "Containerfile"), r"^ENTRYPOINT .*")):
        with open(name, encoding="utf-8") as file:
            command = re.search(pattern, file.read(), re.M)[0]
        options = re.findall(r"--[a-z-]+", command)
        expect(len(options) >= 2, command)
        for option in options:
            expect(f"\n  {option} " in known, f"{name}: {option}")
    with open(os.path.join(serving.ROOT, "scripts", "install-deps"), encoding="utf-8") as file:
        wanted = set(re.search(r'^build="(.*)"$', file.read(), re.M)[1].split())
    with open(os.path.join(serving.ROOT, "Containerfile"), encoding="utf-8") as file:
        installed = re.search(r"--no-install-recommends \\\n((?:.*\\\n)*.*)", file.read())[1]
    expect(set(installed.replace("\\", "").split()) == wanted, f"Containerfile installs {installed}")
    if shutil.which("systemd-analyze") is None:
        print("no systemd-analyze here")
        return
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=15",
                           unit],
                          capture_output=True, text=True, check=False)
    if "unrecognized option" in done.stderr:
        print("systemd-analyze is too old")
        return
    expect(done.returncode == 0, done.stdout[-300:] + done.stderr)


def no_request_starts_a_team(tables):
    """OpenMP ends the process if it cannot start the threads of a loop, so requests have loops of one
    thread. OpenMP can print a line for each thread that a loop starts."""
    lines = {"OMP_DISPLAY_AFFINITY": "TRUE", "OMP_AFFINITY_FORMAT": "in a team"}
    done = run("verify", "--tables", tables, "--threads", "2", env=dict(os.environ, **lines))
    if "in a team" not in done.stderr:
        print("OpenMP does not say which threads it starts")  # that of clang says it otherwise
        return
    with open(os.path.join(serving.ROOT, "games", "claims", "article", "four-games.txt"), "rb") as file:
        games = file.read()
    with Server("--tables", tables, "--threads", "2", environment=lines) as server:
        for target in (target_of("probe", SMALL), target_of("moves", SMALL), target_of("search", SMALL),
                       target_of("search", START, seconds=0.2), target_of("analyse", START, seconds=0.2),
                       "/api/v1/find?kind=longest&seeds=2", "/api/v1/find?kind=zugzwangs&seeds=2"):
            status, _, body = server.ask(target)
            expect(status == 200, f"{target}: {status} {body}")
        status, _, body = server.ask("/api/v1/annotate?game=4&seconds=0.2", "POST", games)
        expect(status == 200, f"annotate: {status} {body}")
    expect("in a team" not in server.errors, server.errors)


def nothing_grows(tables):
    done = subprocess.run([os.path.join(serving.ROOT, "scripts", "measure", "bench-serve"), "--tables", tables,
                           "--kauri", serving.PROGRAM, "--load", serving.LOAD, "--soak", "6", "--rate", "200",
                           "--seeds", "2", "--board", "2x4"],
                          capture_output=True, text=True, timeout=600, check=False)
    expect(done.returncode == 0, done.stdout + done.stderr)


CASES = [signals_end_it, it_ends_without_its_threads, an_address_in_use, bad_options, opens_a_browser, listens_at_ipv6,
         output_may_be_closed, examples_fit_the_program,
         no_request_starts_a_team, nothing_grows]
