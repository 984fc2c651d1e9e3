// Making elements. Text is always set as text, so nothing a person wrote becomes markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("button", { class: "primary", onclick: go }, "Go")`. */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An element of a picture. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Puts new children in the place of the old ones. */
export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat().filter((child) => child != null && child !== false));
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style")
      for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) {
    if (child != null && child !== false) element.append(child);
  }
  return element;
}
