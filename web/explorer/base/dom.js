/** Makes elements of the page and of drawings. */

const SVG = "http://www.w3.org/2000/svg";

export const page = document.documentElement;

export function byId(id) {
    return document.getElementById(id);
}

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) {
            continue;
        }
        if (typeof value === "function") {
            element.addEventListener(name.replace(/^on/, ""), value);
        } else if (name === "text") {
            element.textContent = value;
        } else {
            element.setAttribute(name, value === true ? "" : value);
        }
    }
    element.append(...children.flat().filter((child) => child || child === 0));
    return element;
}

/** An element of HTML. Attributes that are null or false are left out; functions are listeners. */
export function el(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

/**
 * Puts children into an element in place of those that it has; null is none. What is there already
 * stays, so that a click is not lost and the focus kept when something else is drawn anew.
 */
export function put(element, ...children) {
    const next = children.flat().filter((child) => child !== null);
    const old = [...element.childNodes];
    old.slice(next.length).forEach((node) => node.remove());
    next.forEach((node, i) => {
        if (i >= old.length) {
            element.append(node);
        } else if (isSame(old[i], node)) {
            put(old[i], ...node.childNodes);
        } else {
            old[i].replaceWith(node);
        }
    });
}

/** Whether two nodes differ at most in what they contain. A hole takes over the other's attributes. */
function isSame(old, node) {
    const hole = node.dataset && node.dataset.hole;
    if (hole && old.dataset && old.dataset.hole === hole) {
        for (const {name, value} of node.attributes) {
            old.setAttribute(name, value);
        }
        return true;
    }
    // What a button does belongs to its text.
    const deep = node.nodeName === "BUTTON";
    return old.cloneNode(deep).isEqualNode(node.cloneNode(deep));
}

/** An element of SVG, as el(). */
export function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
}
