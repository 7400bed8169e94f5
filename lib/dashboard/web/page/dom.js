/** Small changes of the page. All data is set as text. */

export const $ = (id) => document.getElementById(id);

/** Creates an element; properties that it does not have are attributes. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** Creates an element of a picture. */
export function picture(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

export function setAttributes(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (node.getAttribute(key) !== String(value)) node.setAttribute(key, value);
  }
}

/** Changes of equal content would end a selection of text. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setClass(node, name) {
  if (node.getAttribute("class") !== name) node.setAttribute("class", name);
}

/** Replaces the children after a change of `value`, and returns whether it did. */
export function renderWhenChanged(node, value, create) {
  const key = JSON.stringify(value);
  if (node.dataset.key === key) return false;
  node.dataset.key = key;
  node.replaceChildren(...create(value));
  return true;
}

/** Part of the next link that stays visible, pixels. */
const SCROLL_MARGIN = 30;

/** Renders links to views; the current one is marked. */
export function renderLinks(parent, entries, current, hrefOf) {
  renderWhenChanged(
    parent,
    entries,
    () => entries.map(([id, label]) => element("a", { "data-id": id }, label)),
  );
  for (const link of parent.children) {
    const { id } = link.dataset;
    const href = hrefOf(id);
    if (link.getAttribute("href") !== href) link.setAttribute("href", href);
    if (id !== current) link.removeAttribute("aria-current");
    else if (!link.hasAttribute("aria-current")) {
      link.setAttribute("aria-current", "page");
      // In a line that scrolls; the page itself stays where it is.
      const { left, right } = parent.getBoundingClientRect();
      const place = link.getBoundingClientRect();
      if (place.right > right) parent.scrollLeft += place.right - right + SCROLL_MARGIN;
      if (place.left < left) parent.scrollLeft -= left - place.left + SCROLL_MARGIN;
    }
  }
}

export function renderOptions(select, entries, current) {
  renderWhenChanged(
    select,
    entries,
    () => entries.map(([value, label]) => element("option", { value }, label)),
  );
  if (select.value !== current) select.value = current;
}

let hiding = 0;
/** Time that a message is shown, milliseconds. */
const MESSAGE_MS = 4000;

/** Shows a message, which a reader announces. */
export function say(text) {
  setText($("say"), text);
  $("say").hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => $("say").hidden = true, MESSAGE_MS);
}

/** Copies a text. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say("copied " + what);
  } catch {
    say("the browser does not permit to copy");
  }
}

/** Saves a file from an address or a text. */
export function save(href, name) {
  const link = element("a", { href });
  link.download = name;
  link.click();
}

/** Saves a text as a file. */
export function saveText(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  save(url, name);
  setTimeout(() => URL.revokeObjectURL(url), MESSAGE_MS);
}

/** Scrolls to the next match among elements, and returns the index of it. */
export function findNext(elements, text, from, step) {
  const wanted = text.toLowerCase();
  if (wanted === "" || elements.length === 0) return -1;
  for (let count = 1; count <= elements.length; count++) {
    const index = (from + step * count + 2 * elements.length) % elements.length;
    if (elements[index].textContent.toLowerCase().includes(wanted)) return index;
  }
  return -1;
}

/** Moves the mark of a found element. */
export function showFound(parent, found) {
  parent.querySelector(".found")?.classList.remove("found");
  if (found === undefined) return;
  found.classList.add("found");
  for (let at = found.parentElement; at !== parent; at = at.parentElement) {
    if (at.tagName === "DETAILS") at.open = true;
  }
  found.scrollIntoView({ block: "nearest" });
}
