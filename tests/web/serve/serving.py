"""The program `kauri serve`, started and asked by the cases of check-serve."""
import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import time
import urllib.parse

# Set by check-serve, which explains them.
ROOT = PROGRAM = LOAD = ""
# Seconds after which something hangs.
HANGS = 120
START = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S"
# In the tables of the test: 2 holes in a row, 4 cowries.
SMALL = "1+1,0+1/1+1,0+1 S"


def run(*arguments, **more):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=HANGS,
                          check=False, stdin=subprocess.DEVNULL, **more)


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def wait_for(condition, what):
    end = time.monotonic() + HANGS
    while not condition():
        expect(time.monotonic() < end, f"nothing happened: {what}")
        time.sleep(0.02)


class Server:
    """A server at a free port; ends it with SIGTERM and expects status 0, and no output after its
    first line."""

    def __init__(self, *options, address="127.0.0.1", environment=None, **more):
        self.host = address.strip("[]")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", address + ":0", *options], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=dict(os.environ, **(environment or {})), **more)
        self.line = self.process.stdout.readline()
        match = re.search(r" at (http://.*:(\d+)/)$", self.line.rstrip("\n"))
        if match is None:
            raise AssertionError(self.line + self.process.stderr.read())
        self.url, self.port = match[1], int(match[2])
        self.errors = ""

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        out, self.errors = self.process.communicate(timeout=HANGS)
        if kind is None:
            expect(self.process.returncode == 0, f"ended with {self.process.returncode}: {self.errors}")
            expect(out == "", f"printed more: {out}")
            expect("Sanitizer" not in self.errors, self.errors)

    def connect(self):
        return socket.create_connection((self.host, self.port), timeout=HANGS)

    def ask(self, target, method="GET", body=None, **headers):
        """Status, headers and body."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=HANGS)
        with contextlib.closing(connection):
            connection.request(method, target, body,
                               {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def raw(self, data):
        """Sends bytes and receives until the server closes the connection."""
        with self.connect() as client:
            with contextlib.suppress(OSError):
                client.sendall(data)
            return receive_all(client)

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def wait_until_idle(self):
        """Until no thread works any more."""
        def idle():
            before = self.processor_seconds()
            time.sleep(0.4)
            return self.processor_seconds() - before <= 1
        wait_for(idle, "the server goes on working")

    def wait_until_busy(self):
        before = self.processor_seconds()
        wait_for(lambda: self.processor_seconds() > before + 5, "the server does not work")


def receive_all(client):
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while part := client.recv(65536):
            data += part
    return data


def receive_until(client, wanted):
    data = b""
    while wanted not in data:
        part = client.recv(65536)
        expect(part != b"", f"the connection ended: {data[-300:]}")
        data += part
    return data


def target_of(name, position, **more):
    return f"/api/v1/{name}?" + urllib.parse.urlencode({"position": position, **more})


def start_search(server, events):
    client = server.connect()
    accept = "text/event-stream" if events else "application/json"
    client.sendall(f"GET {target_of('search', START, seconds=60)} HTTP/1.1\r\nHost: localhost\r\n"
                   f"Accept: {accept}\r\n\r\n".encode())
    return client
