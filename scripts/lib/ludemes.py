"""The ludemes of docs/examples/ludii/Kauri.lud, by the meaning that Ludii's documentation and sources give
them.

This is no Ludii: it knows the few ludemes of one description, in the forms that occur there, and refuses
every other ludeme, argument, piece of equipment and option. It knows no rule of Kauri.

Effects are first evaluated and then applied, as in Ludii: what `and`, `forEach` and `sow` evaluate, they
evaluate in the state before the first of their actions, while `seq` applies each of its effects before
it evaluates the next.
"""
import copy
import operator

from lud_reader import Call, Named, Text, Unknown, read, show

ROWS, COLUMNS = 4, 6
BOARD = ROWS * COLUMNS
PLAYERS = {"P1": 1, "P2": 2}
PASS = -1
TURNS = 2500  # Ludii ends games after 1250 turns of each player, as draws
TOO_LONG = -1


class Unplayable(Exception):
    """A move takes counters that are not there, or there is no move."""


def fits(item, *form):
    """True if a ludeme consists of these words. None stands for any argument, Text, int and list for
    one of that type, and Named((name, None)) for one with that name."""
    if not isinstance(item, Call) or len(item) != len(form):
        return False
    for part, wanted in zip(item, form):
        if isinstance(wanted, Named):
            good = isinstance(part, Named) and part[0] == wanted[0]
        elif isinstance(wanted, type):
            good = type(part) is wanted
        else:
            good = (not isinstance(part, Named) if wanted is None
                    else type(part) is type(wanted) and part == wanted)
        if not good:
            return False
    return True


def named(name):
    return Named((name, None))


# ------------------------------------------------------------------------------------ the state

class State:
    """Counters of each site, the hands of P1 and P2 being the last two, and the variables."""

    def __init__(self):
        self.count = [0] * (BOARD + len(PLAYERS))
        self.variables, self.mover = {}, 1
        self.from_site = self.to_site = self.value = self.last_from = None

    def copy(self):
        other = copy.copy(self)
        other.count, other.variables = self.count[:], dict(self.variables)
        return other

    def apply(self, actions):
        for action in actions:
            if action[0] == "set":
                self.variables[action[1]] = action[2]
            else:
                _, source, target, number = action
                if self.count[source] < number:
                    raise Unplayable(f"a move takes {number} counters from site {source}, which has fewer")
                self.count[source] -= number
                self.count[target] += number

    def key(self):
        """What a positional repetition compares: all counters, and the variable without a name."""
        return tuple(self.count), self.variables.get(None)


def role(word):
    """A function that gives the player of a role."""
    if word == "Mover":
        return lambda s: s.mover
    if word == "Next":
        return lambda s: 3 - s.mover
    if word in PLAYERS:
        return lambda s: PLAYERS[word]
    raise Unknown(f"there is no role {word}")


# ------------------------------------------------------------------------------------ ludemes

class Game:
    """A description that can be played. Each method named after a kind of ludeme compiles one into a
    function of the state."""

    def __init__(self, text, option):
        game = read(text, option)
        if not fits(game, "game", Text, Call, Call, Call) or not fits(game[2], "players", 2):
            raise Unknown(f"{show(game)} has another form")
        self.tracks, self.owned, self.pieces, self.hands = {}, {}, [], False
        if not fits(game[3], "equipment", list):
            raise Unknown(show(game[3]))
        for item in game[3][1]:
            self.equipment(item)
        if len(self.owned) != 2 or not self.hands:
            raise Unknown("both players need a hand and a region")
        if not fits(game[4], "rules", Call, Call, Call):
            raise Unknown("rules other than start, play and end")
        start, play, end = game[4][1:]
        self.start_state = self.start(start)
        if not fits(play, "play", Call) or not fits(end, "end", list):
            raise Unknown(f"{show(play)} or {show(end)} has another form")
        self.moves = self.decision(play[1])
        self.ends = [self.end(rule) for rule in end[1]]

    def equipment(self, item):
        if fits(item, "mancalaBoard", ROWS, COLUMNS, named("store"), list) and item[3][1] == "None":
            for track in item[4]:
                if not fits(track, "track", Text, Text, named("loop")) or track[3][1] != "True":
                    raise Unknown(show(track))
                sites = [int(site) for site in track[2].split(",")]
                self.tracks[track[1]] = {site: sites[(i + 1) % len(sites)] for i, site in enumerate(sites)}
        elif fits(item, "piece", Text, "Shared"):
            self.pieces.append(item[1])
        elif fits(item, "hand", "Each"):
            self.hands = True
        elif fits(item, "regions", str, Call) and item[1] in PLAYERS:
            self.owned[PLAYERS[item[1]]] = self.region(item[2])(None)
        else:
            raise Unknown(show(item))

    def start(self, rule):
        state = State()
        if not fits(rule, "start", list):
            raise Unknown(show(rule))
        for place in rule[1]:
            number, sites = 1, None
            if fits(place, "place", Text, int, named("count")):
                number, sites = place[3][1], (place[2],)
            elif fits(place, "place", Text, Call, named("counts")) and len(place[3][1]) == 1:
                number = place[3][1][0]
            elif not fits(place, "place", Text, Call):
                raise Unknown(show(place))
            if place[1] not in self.pieces:
                raise Unknown(f'there is no piece "{place[1]}"')
            for site in sites or self.region(place[2])(None):
                state.count[site] = number
        return state

    def track(self, name):
        if name not in self.tracks:
            raise Unknown(f'there is no track "{name}"')
        return self.tracks[name]

    def region(self, item):
        """A function that gives a tuple of sites."""
        if fits(item, "sites", "Bottom"):
            return lambda s: tuple(range(COLUMNS))
        if fits(item, "sites", "Top"):
            return lambda s: tuple(range(BOARD - COLUMNS, BOARD))
        if fits(item, "sites", "Row", int) and 0 <= item[2] < ROWS:
            row = tuple(range(item[2] * COLUMNS, (item[2] + 1) * COLUMNS))
            return lambda s: row
        if fits(item, "sites", "Mover") or fits(item, "sites", "Next"):
            player, owned = role(item[1]), self.owned
            return lambda s: owned[player(s)]
        if fits(item, "union", Call, Call):
            a, b = self.region(item[1]), self.region(item[2])
            return lambda s: tuple(dict.fromkeys(a(s) + b(s)))
        raise Unknown(show(item))

    def integer(self, item):
        """A function that gives a number."""
        if isinstance(item, int):
            return lambda s: item
        if fits(item, "count", named("at")) or fits(item, "count", "Cell", named("at")):
            # The type Cell names the sites of the hands; the sites of the board are vertices.
            if (item[1] == "Cell") != fits(item[-1][1], "handSite", str):
                raise Unknown(show(item))
            at = self.integer(item[-1][1])
            return lambda s: s.count[at(s)]
        if fits(item, "count", named("in")):
            sites = self.region(item[1][1])
            return lambda s: sum(s.count[site] for site in sites(s))
        if fits(item, "handSite", str):
            player = role(item[1])
            return lambda s: BOARD - 1 + player(s)
        if fits(item, "var", Text):
            name = item[1]
            return lambda s: s.variables[name]
        for word, field in (("mover", "mover"), ("value", "value"), ("to", "to_site"),
                            ("from", "from_site")):
            if fits(item, word):
                return operator.attrgetter(field)
        if fits(item, "last", "From"):
            return lambda s: s.last_from
        if fits(item, "trackSite", "Move", named("from"), Text, named("steps")):
            following, site = self.track(item[3]), self.integer(item[2][1])
            steps = self.integer(item[4][1])

            def walk(s):
                at = site(s)
                for _ in range(steps(s)):
                    at = following[at]
                return at
            return walk
        if fits(item, "+", None, None) or fits(item, "-", None, None):
            a, b = self.integer(item[1]), self.integer(item[2])
            return (lambda s: a(s) + b(s)) if item[0] == "+" else (lambda s: a(s) - b(s))
        if fits(item, "if", Call, None, None):
            test, a, b = self.boolean(item[1]), self.integer(item[2]), self.integer(item[3])
            return lambda s: a(s) if test(s) else b(s)
        raise Unknown(show(item))

    def boolean(self, item):
        """A function that gives True or False."""
        if any(fits(item, sign, None, None) for sign in ("=", "!=", "<")):
            a, b = self.integer(item[1]), self.integer(item[2])
            return {"=": lambda s: a(s) == b(s), "!=": lambda s: a(s) != b(s),
                    "<": lambda s: a(s) < b(s)}[item[0]]
        if fits(item, "and", list) or fits(item, "and", Call, Call):
            parts = [self.boolean(part) for part in (item[1] if len(item) == 2 else item[1:])]
            return lambda s: all(part(s) for part in parts)
        if fits(item, "is", "In", None, Call):
            site, sites = self.integer(item[2]), self.region(item[3])
            return lambda s: site(s) in sites(s)
        if fits(item, "is", "Repeat", "Positional"):
            return lambda s: s.key() in s.earlier
        raise Unknown(show(item))

    def effect(self, item):
        """A function that gives a list of actions."""
        if fits(item, "set", "Var", Text, Call) or fits(item, "set", "Var", Call):
            name, value = item[2] if len(item) == 4 else None, self.integer(item[-1])
            return lambda s: [("set", name, value(s))]
        if fits(item, "fromTo", Call, Call, named("count")):
            if not fits(item[1], "from", Call) or not fits(item[2], "to", Call):
                raise Unknown(show(item))
            source, target = self.integer(item[1][1]), self.integer(item[2][1])
            number = self.integer(item[3][1])
            return lambda s: [("move", source(s), target(s), number(s))]
        if fits(item, "if", Call, Call):
            test, effect = self.boolean(item[1]), self.effect(item[2])
            return lambda s: effect(s) if test(s) else []
        if fits(item, "and", Call, Call):
            a, b = self.effect(item[1]), self.effect(item[2])
            return lambda s: a(s) + b(s)
        if fits(item, "forEach", "Value", named("min"), named("max"), Call):
            return self.for_each_value(item)
        if fits(item, "sow", Call, named("numPerHole"), Text, named("sowEffect")):
            return self.sow(item)
        if fits(item, "seq", list):
            parts = [self.effect(part) for part in item[1]]

            def in_turn(s):
                s, actions = s.copy(), []
                for part in parts:
                    made = part(s)
                    s.apply(made)
                    actions += made
                return actions
            return in_turn
        raise Unknown(show(item))

    def for_each_value(self, item):
        least, most = self.integer(item[2][1]), self.integer(item[3][1])
        effect = self.effect(item[4])

        def each(s):
            saved, actions = s.value, []
            for s.value in range(least(s), most(s) + 1):
                actions += effect(s)
            s.value = saved
            return actions
        return each

    def sow(self, item):
        """Drops the counters of a site one by one into the following sites of a track."""
        start, number = self.integer(item[1]), self.integer(item[2][1])
        following, effect = self.track(item[3]), self.effect(item[4][1])

        def sow(s):
            saved, site, actions = s.to_site, start(s), []
            left, s.to_site = s.count[site], site
            for _ in range(left):
                s.to_site = following[s.to_site]
                dropped = min(number(s), left)
                left -= dropped
                actions += effect(s) + [("move", site, s.to_site, 1)] * dropped
                if left == 0:
                    break
            s.to_site = saved
            return actions
        return sow

    def decision(self, item):
        """A function that gives the legal moves as (site, effect)."""
        if fits(item, "priority", list):
            groups = [self.decision(part) for part in item[1]]
            return lambda s: next((moves for moves in (group(s) for group in groups) if moves), [])
        if fits(item, "move", "Pass", Call) and fits(item[2], "then", Call):
            then = self.effect(item[2][1])
            return lambda s: [(PASS, then)]
        if (fits(item, "move", "Select", Call, Call) and fits(item[3], "then", Call)
                and fits(item[2], "from", Call, named("if"))):
            sites, test = self.region(item[2][1]), self.boolean(item[2][2][1])
            then = self.effect(item[3][1])

            def select(s):
                found = []
                for s.from_site in sites(s):
                    if test(s):
                        found.append((s.from_site, then))
                return found
            return select
        raise Unknown(show(item))

    def end(self, item):
        """A function that gives the winner, 0 for a draw, or None while the game goes on."""
        if fits(item, "if", Call, Call):
            test, result = self.boolean(item[1]), self.result(item[2])
            return lambda s: result(s) if test(s) else None
        raise Unknown(show(item))

    def result(self, item):
        if fits(item, "byScore", list):
            scores = {}
            for part in item[1]:
                if not fits(part, "score", str, Call) or part[1] not in PLAYERS:
                    raise Unknown(show(part))
                scores[PLAYERS[part[1]]] = self.integer(part[2])
            if len(scores) != 2:
                raise Unknown(show(item))
            first, second = scores[1], scores[2]
            return lambda s: (0 if first(s) == second(s) else 1 if first(s) > second(s) else 2)
        if fits(item, "result", str, "Loss"):
            loser = role(item[1])
            return lambda s: 3 - loser(s)
        raise Unknown(show(item))


def random_game(game, generator):
    """Yields (holes, hands, mover, legal sites, site played) for each position of a random game, and
    (holes, hands, winner) at its end; the winner is TOO_LONG if the limit of turns ends it."""
    state = game.start_state.copy()
    state.earlier, winner = {state.key()}, TOO_LONG
    for _ in range(TURNS):
        moves = game.moves(state)
        if not moves:
            raise Unplayable("a player has no move, not even a pass")
        site, then = generator.choice(moves)
        yield state.count[:BOARD], state.count[BOARD:], state.mover, [move[0] for move in moves], site
        state.last_from = site
        state.apply(then(state))
        ended = next((won for won in (end(state) for end in game.ends) if won is not None), None)
        if ended is not None:
            winner = ended
            break
        state.earlier.add(state.key())
        state.mover = 3 - state.mover
    yield state.count[:BOARD], state.count[BOARD:], winner
