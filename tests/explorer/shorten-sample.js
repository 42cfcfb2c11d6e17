/* A sample for scripts/packages/shorten.py: the body of a function whose value must stay the same. It holds
   what a shortener that does not read tokens gets wrong: // in strings, ` in comments, and so on. */
const out = [];
const say = (...what) => out.push(what.join("|")); // a comment; with { ( , and "quotes' in it
say("http://example.org; // no comment", '/* none */ here', "a  =  b ; // c {\
 d", 'it\'s "so" \\');
say(`two // lines {
    indented = ${ [1, 2].map((n) => `n = ${ n + 1 } ; // ${ `}` }`).join(" , ") }   }
  // not a comment
` + "x", `${/a  "/.test('a  "')}${ /[`}]/.source }`, `\`\${ 1 }$ $$ {`, `${ ({a : {b : "}"}}).a.b }`);
say(/[/*"'`]+ \/\/ \] = /.source, /a b/.test("a b"), "x = y".replace(/ = /g, " : "));
say(typeof /=/ , [/\//, / , /g].map(String), ((a) => /'/.exec(a))("'") !== null);
const a = 7, b = 2;
let c = a / b / 2; // half / of it
c /= 2
let d = c
++d
say(a - -b, a + +b, a - - - b, d, a<b, a > - b);
say((c) / 2);
/* one */ say("after"); /** two **/ say(/* three */ "inside" /* four */); // five */
function none() {
    return // nothing
    "never"
}
say(none(), (function () { return /}/ .test("}") })(), [1, , 2].length, [ , ].length);
const label = (x) => { switch (x) { case "a" : return 1; default : return { a, } . a } };
say(label("a"), label("b"), ((p, q = {}, ) => p ?? q)(null, ), "in" in { in : 1 }, 1 in [0, 1]);
const odd = { "a // b" : 1, 'c /* d' : 2, get // here
    e () { return 3 } };
say(Object.keys(odd), odd.e, a ? .5 : 1, a ? b ? 1 : 2 : 3, a !== b && ! b || b)
say("ü – “ ” ；", '`', "'", `"'`, 1
    + 2, [3]
    [0], b ** - 1, a & - b, a | ~b)
const [ h , [ j ] ] = [ "h" , [ "j" ] ] , k = [ 1 ] [ 0 ] in [ 2, 3 ] ? a - [ 1 ] [ 0 ] : b;
say(h, j, k, a / /x/g.lastIndex, typeof "x", ((z) => { switch (z) { case "y" : return "z" } }) ("y"))
for (const i of [0, 1]) say(i); while (false);
class Hidden {
    static #count = 1;
    #value = "#value { #count }";
    get #longer() { return `#value ${ this.#value } ${ Hidden.#count }`; }
    async #later(one) { return #value in one ? [one.#longer, one?.#value] : null; }
    told() { return [ this.#longer, "this.#value", { "#": 1 }["#"], typeof this.#later ]; }
}
say(new Hidden().told(), "a #value", /this.#value/.source);
if (a) { say("if") } else { say("else") }
return JSON.stringify(out)
