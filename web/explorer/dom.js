/** Makes elements of the page and of drawings. */

const SVG = "http://www.w3.org/2000/svg";

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
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
}

/** An element of HTML. Attributes that are null or false are left out; functions are listeners. */
export function el(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

/** Puts children into an element in place of those that it has; null is none. */
export function put(element, ...children) {
    element.replaceChildren(...children.flat().filter((child) => child !== null));
}

/** An element of SVG, as el(). */
export function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
}
