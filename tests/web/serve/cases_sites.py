"""Pages of other sites, which must not use the server unless they are allowed to."""
import json

from serving import SMALL, Server, expect, target_of


def origins_are_off_unless_asked_for(tables):
    target = target_of("probe", SMALL)
    with Server("--tables", tables) as server:
        status, headers, _ = server.ask(target, Origin="https://example.org")
        expect(status == 403 and headers["Access-Control-Allow-Origin"] is None, headers)
        _, headers, _ = server.ask(target, "OPTIONS", Origin="https://example.org")
        expect(headers["Access-Control-Allow-Methods"] is None, headers)
    for origin in ("https://example.org", "*"):
        with Server("--tables", tables, "--allow-origin", origin) as server:
            for asked, wanted in ((target, 200), ("/api/v1/nothing", 404)):
                status, headers, _ = server.ask(asked, Origin="https://example.org",
                                                Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="cors")
                expect(status == wanted, status)
                expect(headers["Access-Control-Allow-Origin"] == origin, headers)
            status, headers, _ = server.ask(target, "OPTIONS", Origin="https://example.org")
            expect(status == 204 and "POST" in headers["Access-Control-Allow-Methods"], headers)
            _, headers, _ = server.ask("/")
            expect(headers["Access-Control-Allow-Origin"] is None, headers)


def other_sites_do_not_use_it(tables):
    """Neither under a name that they resolve to this machine nor by requests of their pages."""
    target = target_of("probe", SMALL)
    site = "Sec_Fetch_Site"
    with Server("--tables", tables, "--host", "kauri.example") as server:
        own = f"127.0.0.1:{server.port}"
        for headers, wanted in (
                ({"Host": "localhost"}, 200), ({"Host": f"LOCALHOST:{server.port}"}, 200),
                ({"Host": own}, 200), ({"Host": "[::1]:8642"}, 200), ({"Host": "10.1.2.3"}, 200),
                ({"Host": "a.localhost:1"}, 200), ({"Host": "Kauri.example:443"}, 200),
                ({"Host": ""}, 200),
                ({"Host": "evil.example"}, 421), ({"Host": f"evil.example:{server.port}"}, 421),
                ({"Host": "localhost.evil.example"}, 421), ({"Host": "evillocalhost"}, 421),
                ({"Host": "127.0.0.1.evil.example"}, 421), ({"Host": "[::1"}, 400),
                ({"Host": "[evil.example]"}, 400), ({"Host": "a" * 5000}, 400),
                ({"Host": "localhost:80@evil.example"}, 400), ({"Host": "localhost@evil.example"}, 400),
                ({"Host": "[::1]evil.example"}, 400), ({"Host": "::1"}, 400),
                ({"Host": "kauri.example.evil"}, 421),
                ({site: "same-origin", "Sec_Fetch_Mode": "cors", "Origin": "https://kauri.example"}, 200),
                ({site: "none", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}, 200),
                ({site: "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}, 200),
                ({site: "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"}, 403),
                ({site: "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"}, 403),
                ({site: "same-site", "Sec_Fetch_Mode": "cors", "Origin": "http://localhost:3000"}, 403),
                ({"Host": own, "Origin": f"http://{own}"}, 200),
                ({"Host": own, "Origin": "null"}, 403),
                ({"Host": own, "Origin": f"http://{own}.evil.example"}, 403)):
            for asked in (target, "/"):
                status, answered, body = server.ask(asked, **headers)
                expect(status == wanted, f"{headers}: {status}, not {wanted}")
                if wanted != 200:
                    expect(answered["Cache-Control"] == "no-store" and json.loads(body)["error"], body)
        # An absolute address says what the header Host would say.
        for host, wanted in ((own, 200), ("evil.example", 421), (f"{own}@evil.example", 400)):
            status, _, _ = server.ask(f"http://{host}{target}", Host="localhost")
            expect(status == wanted, f"http://{host}: {status}, not {wanted}")
        expect(server.ask(f"http://{own}{target}", Host="evil.example")[0] == 200, "by its own name")
        # A form of a foreign page navigates as well, but sends a body.
        for method in ("POST", "PUT"):
            status, _, body = server.ask("/api/v1/annotate", method, b"1. a", Sec_Fetch_Site="cross-site",
                                         Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="document")
            expect(status == 403 and json.loads(body)["error"], f"{method}: {status}")
        status, _, _ = server.ask(target, "HEAD", Sec_Fetch_Site="cross-site",
                                  Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="document")
        expect(status == 200, f"a link: {status}")
    # Where others reach it, it has names that it does not know.
    with Server("--tables", tables, address="0.0.0.0") as server:
        expect(server.ask(target, Host="kauri.example")[0] == 200, "a name is refused")
    with Server("--tables", tables, "--host", "kauri.example", address="0.0.0.0") as server:
        expect(server.ask(target, Host="kauri.example")[0] == 200, "a name is refused")
        expect(server.ask(target, Host="evil.example")[0] == 421, "a foreign name is not refused")


CASES = [origins_are_off_unless_asked_for, other_sites_do_not_use_it]
