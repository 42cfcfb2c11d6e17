/** Fetches a file that is compressed with gzip, whatever the host does: a Response with its content. */
export async function unpacked(address, headers = {}) {
    const response = await fetch(address);
    if (!response.ok) {
        throw new Error(`${address}: status ${response.status}`);
    }
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), {headers});
}
