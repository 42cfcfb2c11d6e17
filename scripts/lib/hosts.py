"""Several hosts on one machine, for scripts/check/test-hosts.

Each host has a network, a host name, processes, shared memory and mounts of its own: the namespaces
of Linux. A virtual cable joins it to a switch, at which the *front* stands, the host that mpirun is
started on. Nothing of this is seen outside, and the kernel removes it when the process that made it
has ended, however that happened. Needs iproute2 and util-linux; root, or user namespaces.
"""
import collections
import contextlib
import ctypes
import fcntl
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

NETWORK = "10.77.0"
# Of a frame, so that the relay has few of them.
MTU = 9000
TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454ca, 0x0002, 0x1000
PR_SET_TIMERSLACK = 29
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   PRTE_ALLOW_RUN_AS_ROOT="1", PRTE_ALLOW_RUN_AS_ROOT_CONFIRM="1")
FRONT = NETWORK + ".1"

# The programs of administrators are not in everybody's path.
os.environ["PATH"] += ":/usr/sbin:/sbin"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL,
                          **options)


def _missing():
    """What is not there and is needed, or an empty text."""
    for program in ("ip", "tc", "unshare", "nsenter", "mount"):
        if not shutil.which(program):
            return f"no program '{program}' (packages iproute2, util-linux)"
    tried = subprocess.run([*_unshare(), "ip", "link", "add", "type", "veth"], check=False,
                           stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return tried.stderr.strip()


def _unshare():
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    return ["unshare", *user, "--net", "--uts", "--ipc", "--pid", "--mount", "--fork",
            "--kill-child", "--mount-proc"]


def _run_inside(program_and_arguments, scratch):
    program = subprocess.Popen([*_unshare(), sys.executable, *program_and_arguments],
                               stdin=subprocess.PIPE,
                               env=dict(os.environ, KAURI_HOSTS_SCRATCH=scratch))

    def end(_number, _frame):
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    try:
        return program.wait()
    except KeyboardInterrupt:
        return 130
    finally:
        program.kill()  # and with it the program, and with that, all hosts
        program.wait()


def run_inside(program, arguments):
    """Runs a Python program in namespaces of its own, as the front of a cluster. Returns its exit
    status, 2 with a message if no hosts can be made here; all that it started has ended then.
    Returns None in that program itself, which goes on."""
    if "KAURI_HOSTS_SCRATCH" in os.environ:
        return None
    problem = _missing()
    if problem:
        print(f"{sys.argv[0]}: no hosts can be made here: {problem}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        return _run_inside([os.path.abspath(program), *arguments], scratch)


def _watch():
    """Ends all when the process that called run_inside is no more."""
    os.read(0, 1)
    os._exit(1)


def _open_tap(name):
    tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    return tap


def relay(names, seconds):
    """Passes frames on between two virtual network cards, so many seconds after they came."""
    ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK, 1)  # nanosecond, for exact waiting
    taps = [_open_tap(name) for name in names]
    print("ready", flush=True)
    late = collections.deque()  # (time, tap, frame)
    while True:
        wait = max(late[0][0] - time.monotonic(), 0) if late else None
        for tap in select.select(taps, [], [], wait)[0]:
            with contextlib.suppress(BlockingIOError):
                while True:
                    frame = os.read(tap, 65536)
                    late.append((time.monotonic() + seconds, taps[tap == taps[0]], frame))
        while late and late[0][0] <= time.monotonic():
            _, tap, frame = late.popleft()
            with contextlib.suppress(OSError):  # full, or down: frames get lost, as they do
                os.write(tap, frame)


class Host:
    def __init__(self, cluster, number):
        self.cluster = cluster
        self.number = number
        self.name = f"host{number}"
        self.address = f"{NETWORK}.{number + 1}"
        self.folder = os.path.join(cluster.scratch, self.name)
        self.process = None
        self.pid = None
        self.relay = None
        self.start()

    def start(self):
        """Switches the host on. Its own disk is the folder `local`, which each has at that path."""
        local = os.path.join(self.cluster.scratch, "local")
        os.makedirs(self.folder, exist_ok=True)
        begin = (f"hostname {self.name} && mount --bind '{self.folder}' '{local}'"
                 " && mount -t sysfs sysfs /sys && mount -t tmpfs tmpfs /dev/shm"
                 " && ip link set lo up && echo ready && read end; sleep infinity & wait")
        self.process = subprocess.Popen(
            ["unshare", "--net", "--uts", "--ipc", "--pid", "--mount", "--fork", "--kill-child",
             "--mount-proc", "sh", "-c", begin],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise OSError(f"{self.name} does not start")
        number = self.process.pid
        with open(f"/proc/{number}/task/{number}/children", encoding="ascii") as file:
            self.pid = int(file.read().split()[0])
        with open(os.path.join(self.cluster.scratch, self.name + ".pid"), "w",
                  encoding="ascii") as file:
            file.write(str(self.pid))
        run("ip", "link", "add", self.name, "type", "veth", "peer", "name", "eth0", "netns",
            self.pid)
        self.plug()
        self.process.stdin.close()

    def plug(self):
        run("ip", "link", "set", self.name, "mtu", MTU, "master", "eth0", "up")
        # Always the same address, so that the others need not ask for it again.
        self.inside("ip", "link", "set", "eth0", "mtu", MTU, "address",
                    f"02:00:00:00:00:{self.number + 1:02}")
        self.inside("ip", "address", "add", self.address + "/24", "dev", "eth0")
        self.inside("ip", "link", "set", "eth0", "up")

    def replace_cable(self, seconds=0, rate=None):
        """Gives it a cable that takes so many seconds, and lets `rate` through, such as 1gbit."""
        if self.relay is not None:
            self.relay.kill()
            self.relay.wait()
            self.relay.stdout.close()
        else:
            run("ip", "link", "delete", self.name)
        self.relay = None
        if seconds > 0:
            self.relay = subprocess.Popen([sys.executable, __file__, self.name, "inner",
                                           str(seconds)], stdout=subprocess.PIPE, text=True)
            self.relay.stdout.readline()
            run("ip", "link", "set", "inner", "netns", self.pid, "name", "eth0")
        else:
            run("ip", "link", "add", self.name, "type", "veth", "peer", "name", "eth0", "netns",
                self.pid)
        self.plug()
        if rate is not None:
            for start in (["nsenter", "-t", self.pid, "-n"], []):
                card = "eth0" if start else self.name
                run(*start, "tc", "qdisc", "add", "dev", card, "root", "tbf", "rate", rate,
                    "burst", "128kb", "latency", "100ms")

    def inside(self, *command):
        return run("nsenter", "-t", self.pid, "-n", *command)

    def cable(self, there):
        """Pulls its cable, or plugs it in."""
        run("ip", "link", "set", self.name, "up" if there else "down")
        for host in self.cluster.hosts if there else []:
            host.inside("ip", "neighbour", "flush", "all")  # forget who did not answer

    def kill(self):
        """Switches it off: its network goes first, so that nobody hears of it."""
        run("ip", "link", "delete", self.name)
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def signal(self, number, names="kauri-mpi.*"):
        """Sends a signal to its programs of these names."""
        subprocess.run(["nsenter", "-t", str(self.pid), "-p", "-m", "pkill", f"-{int(number)}",
                        "-x", names], check=False, stdin=subprocess.DEVNULL)

    def has_ranks(self):
        """Whether there are ranks of kauri-mpi on the host."""
        found = subprocess.run(["nsenter", "-t", str(self.pid), "-p", "-m", "pgrep", "-x",
                                "kauri-mpi.*"], check=False, stdin=subprocess.DEVNULL,
                               capture_output=True)
        return found.returncode == 0

    def end_programs(self):
        for names in ("orted", "prted", "hydra_pmi_proxy", "kauri-mpi.*"):
            self.signal(signal.SIGKILL, names)

    def received(self):
        """Bytes that came to the host by its cable."""
        with open(f"/sys/class/net/{self.name}/statistics/tx_bytes", encoding="ascii") as file:
            return int(file.read())


class Cluster:
    """The hosts host1, host2 and so on. Its process is that of run_inside."""

    def __init__(self, count):
        self.scratch = os.environ["KAURI_HOSTS_SCRATCH"]
        ENVIRONMENT["TMPDIR"] = self.scratch  # where launchers keep their files
        threading.Thread(target=_watch, daemon=True).start()
        os.makedirs(os.path.join(self.scratch, "local"), exist_ok=True)
        run("hostname", "front")
        run("mount", "-t", "sysfs", "sysfs", "/sys")
        run("mount", "-t", "tmpfs", "tmpfs", "/dev/shm")
        names = os.path.join(self.scratch, "names")
        with open(names, "w", encoding="ascii") as file:
            file.write(f"127.0.0.1 localhost\n{FRONT} front\n")
            for number in range(1, count + 1):
                file.write(f"{NETWORK}.{number + 1} host{number}\n")
        run("mount", "--bind", names, "/etc/hosts")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "eth0", "type", "bridge")
        run("ip", "address", "add", FRONT + "/24", "dev", "eth0")
        run("ip", "link", "set", "eth0", "up")
        self.agent = os.path.join(self.scratch, "agent")
        with open(self.agent, "w", encoding="ascii") as file:
            # As ssh does it: the words are one command of the shell there, which knows nothing of
            # the variables of this one.
            file.write(f"""#!/bin/sh
while [ "${{1#-}}" != "$1" ]; do shift; done
pid=$(cat '{self.scratch}'/"$1".pid) || exit 255
shift
env -i PATH="$PATH" HOME="$HOME" TMPDIR='{self.scratch}/local' \\
    nsenter -t "$pid" -n -u -i -p -m -- sh -c "$*" &
trap 'kill $!' HUP INT TERM
wait $!
status=$?
# No word comes from a host that is off.
if [ ! -e "/proc/$pid" ]; then sleep infinity & wait $!; fi
exit $status
""")
        os.chmod(self.agent, 0o755)
        self.hosts = [Host(self, number) for number in range(1, count + 1)]


class Mpi:
    """An MPI that the build has a program for, and how its launcher reaches the hosts."""

    def __init__(self, name, program, launcher):
        self.name, self.program, self.launcher = name, program, launcher

    def command(self, cluster, names, *options, before=()):
        """Starts a rank on each of the hosts. `before`: words that run the program."""
        reached = ",".join(names)
        if self.name == "openmpi":
            # Without the last three, it would notice a lost host after 8 minutes.
            words = ["--host", reached, "--bind-to", "none", "--mca", "plm_rsh_agent",
                     cluster.agent, "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include",
                     "eth0", "--mca", "oob_tcp_if_include", "eth0", "--mca",
                     "oob_tcp_keepalive_time", "2", "--mca", "oob_tcp_keepalive_intvl", "1",
                     "--mca", "oob_tcp_keepalive_probes", "2"]
        else:
            words = ["-hosts", reached, "-iface", "eth0", "-launcher", "ssh", "-launcher-exec",
                     cluster.agent]
        return [self.launcher, "-np", str(len(names)), *words, *before, self.program, *options]


def found_mpis(build, only):
    """None in a folder that is no build."""
    path = os.path.join(build, "CMakeCache.txt")
    if not os.path.exists(path):
        return
    cache = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, equals, value = line.strip().partition("=")
            if equals:
                cache[name.partition(":")[0]] = value
    for name in filter(None, cache.get("KAURI_MPI_FOUND", "").split(";")):
        chosen = name == cache["KAURI_MPI_CHOSEN"]
        program = os.path.join(build, "cli", "kauri-mpi" + ("" if chosen else "-" + name))
        if name in ("openmpi", "mpich") and only in (None, name) and os.path.exists(program):
            yield Mpi(name, program, cache["KAURI_MPI_RUN_" + name])


if __name__ == "__main__":
    relay(sys.argv[1:3], float(sys.argv[3]))
