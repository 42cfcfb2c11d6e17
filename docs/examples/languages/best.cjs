// npm install koffi && node best.cjs
const koffi = require("koffi");
const kauri = koffi.load("libkauri.so.1");
const open = kauri.func("int kauri_tablebase_open(const char **folders, size_t count, void *options, " +
    "_Out_ void **tables, void *error)");
const parse = kauri.func("int kauri_position_parse(const char *text, _Out_ uint8_t *position, void *error)");
const best = kauri.func("int kauri_best_move(void *tables, uint8_t *position, _Out_ int *hole, void *error)");
const close = kauri.func("void kauri_tablebase_close(void *tables)");

function check(status) {
    if (status !== 0) {
        throw new Error(`status ${status}`);
    }
}

const [tables, position, hole] = [[null], new Uint8Array(28), [0]];
check(open(["tables"], 1, null, tables, null));
check(parse("0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S", position, null));
check(best(tables[0], position, hole, null));
close(tables[0]);
console.log("best: hole", hole[0]);
