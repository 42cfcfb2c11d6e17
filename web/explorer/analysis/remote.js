/** The API of the server that the page comes from: one of the two implementations of send(). */

/**
 * Sends a request. Resolves with {status, text}, or with status 0 alone if the answer came as events,
 * which onEvent(name, text) has got. Rejects with AbortError, or another error if there is no server.
 */
export async function send(target, {method = "GET", accept, body, signal, onEvent} = {}) {
    const headers = {...(accept ? {Accept: accept} : {}),
        ...(body === undefined ? {} : {"Content-Type": "text/plain"})};
    const response = await fetch(target, {cache: "no-cache", method, body, signal, headers});
    const type = response.headers.get("Content-Type") || "";
    if (!type.startsWith("text/event-stream")) {
        return {status: response.status, text: await response.text()};
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const {done, value} = await reader.read();
        if (done) {
            return {status: 0};
        }
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        for (const block of blocks) { // of server-sent events, or a comment between them
            const [, name, data] = /^event: (.*)\ndata: (.*)/.exec(block) || [];
            if (name) {
                onEvent(name, data);
            }
        }
    }
}
