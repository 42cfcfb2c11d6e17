/** What is said of what failed: for an answer that did not come, a text of ours with the server's line as a detail in its language. */
import {language, t} from "../texts/texts.js";

/** Texts by the status of HTTP, and for 503 by the exit status beside it (docs/reference/HTTP.md). */
const KEYS = {
    0: "offline", 400: "fault.input", 404: "fault.uncovered", 413: "fault.long", 414: "fault.long",
    429: "fault.busy", 431: "fault.long",
};
const KEYS_503 = {4: "fault.table", 5: "fault.table", 6: "fault.memory", 8: "fault.stopping"};

/** The text for an ApiError, or for a NotationError, which has a key. */
export function faultOf({key: known, values, httpStatus, status, message}) {
    if (known) {
        return t(known, values);
    }
    const key = httpStatus === 503 ? KEYS_503[status] : KEYS[httpStatus];
    const text = t(key || "fault.server");
    const [, line, column] = /\bline (\d+), column (\d+)/.exec(message) || [];
    return !message ? text
        : `${text} ${language() === "en" ? t("fault.detail", {message: message.replace(/ \(?(?:see )?docs\/[\w.\/-]+\)?/g, "")})
            : line ? t("fault.place", {line, column}) : t("fault.number", {n: status || httpStatus})}`;
}
