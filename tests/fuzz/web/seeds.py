"""Seeds of fuzz_request for tests/fuzz/make-corpus."""
import os

GAMES = os.path.join(os.path.dirname(__file__), *[os.pardir] * 3, "games", "claims", "article",
                     "four-games.txt")
REQUESTS = [
    "GET /api/v1/probe?position=1%2B1,0%2B1/1,0%2B2+S", "GET /api/v1/probe/1+1,0+1/1,0+2/S/0:1",
    "HEAD /api/v1/moves?position=1+1,0+1/1,0+2_S_1:2", "GET /api/v1/line?position=0+2,1/0,1+2%20N",
    "GET /api/v1/search?position=2+1,0+1/1,0+2+S&rules=tiebreak&seconds=0.5&events=1",
    "GET /api/v1/analyse?position=5+1,5+1/5+1,5+1+S&lines=2&seconds=1&rules=standard",
    "GET /api/v1/reply?position=5+1,5+1/5+1,5+1+S&moves=bA&rules=tie-breaker&strength=3&seed=7",
    "GET /api/v1/find?kind=longest&seeds=1&limit=5", "GET /api/v1/find?kind=zugzwangs&seeds=2",
    "GET /api/v1/find?kind=only&seeds=1", "GET /api/v1/layers", "GET /api/v1/rules",
    "GET /api/v1/openapi.json", "PUT /api/v1/probe", "GET /api/v1/", "GET /%2e%2e/%C3%A4?%61=%00",
    "GET http://127.0.0.1:8642/api/v1/probe?position=x&position=y&&z",
]
BODIES = ['["5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S", "60,0,0,0,0,0/0,0,0,0,0,0+12 N 0:0", "0/0 S", '
          '"1,2/3,4", "-1/+1 S", "1++1/1 S", "99999999999999999999/1 S 0:0", "1/1 S 1:"]',
          '["1+1,0+1\\/1,0+2 S", "\\u0031,0/0,0+1 N"] ']


def save_seeds(_, save):
    if not os.path.exists(GAMES):
        return  # without the games wing there is no API
    with open(GAMES, encoding="utf-8") as file:
        games = file.read()[:3000]
    requests = REQUESTS + [f"POST /api/v1/{name}\n{games}" for name in ("replay", "annotate?game=1&seconds=0.1")]
    requests += [f"POST /api/v1/probe\n{body}" for body in BODIES]
    for number, request in enumerate(requests):
        save("request", number, request)
