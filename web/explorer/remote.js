/** The API of the server that the page comes from: one of the two implementations of send(). */

/**
 * Sends a request. Resolves with {status, text}, with status 0 if the answer came as events, which
 * onEvent(name, text) has got. Rejects with AbortError, or another error if there is no server.
 */
export async function send(target, {method = "GET", accept, body, signal, onEvent} = {}) {
    const headers = {...(accept ? {Accept: accept} : {}),
        ...(body === undefined ? {} : {"Content-Type": "text/plain"})};
    const response = await fetch(target, {cache: "no-cache", method, body, signal, headers});
    const type = response.headers.get("Content-Type") || "";
    if (!type.startsWith("text/event-stream")) {
        return {status: response.status, text: await response.text()};
    }
    for await (const event of events(response.body)) {
        onEvent(event.name, event.data);
    }
    return {status: 0, text: ""};
}

/** The server-sent events of a body: {name, data}. */
async function* events(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
        const {done, value} = await reader.read();
        if (done) {
            return;
        }
        text += value;
        const blocks = text.split(/\r?\n\r?\n/);
        text = blocks.pop();
        for (const block of blocks) {
            const event = {name: "message", data: ""};
            for (const row of block.split(/\r?\n/)) {
                const [, field, content] = /^(\w*):? ?(.*)$/.exec(row) || [];
                if (field === "event") {
                    event.name = content;
                } else if (field === "data") {
                    event.data += content;
                }
            }
            if (event.data) {
                yield event;
            }
        }
    }
}
