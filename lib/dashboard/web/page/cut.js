/** Marks of lines and tables that continue beyond an edge, where scroll bars are hidden. */

import { $ } from "./dom.js";

/** Part of the next link that stays visible beside the current one, pixels; as wide as the fade. */
const MARGIN = 40;

/** Scrolls to the current link of a line; the page itself stays where it is. */
function showCurrent(line) {
  const link = line.querySelector("[aria-current]");
  if (link === null) return;
  const { left, right } = line.getBoundingClientRect();
  const place = link.getBoundingClientRect();
  if (place.right > right) line.scrollLeft += place.right - right + MARGIN;
  else if (place.left < left) line.scrollLeft -= left - place.left + MARGIN;
}

function markEdges(element) {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  const edges = [
    ...scrollLeft > 1 ? ["left"] : [],
    ...scrollWidth - clientWidth - scrollLeft > 1 ? ["right"] : [],
  ].join(" ");
  if (element.dataset.cut !== edges) element.dataset.cut = edges;
}

/** Marks the edges of all lines and tables. */
export function markCuts() {
  for (const element of document.querySelectorAll("#views, #panes, .scroll")) markEdges(element);
}

/** Keeps marks and current links up to date while the window changes and lines are scrolled. */
export function listenToCuts() {
  addEventListener("resize", () => {
    for (const id of ["views", "panes"]) showCurrent($(id));
    markCuts();
  });
  document.addEventListener("scroll", ({ target }) => {
    if (target instanceof Element && "cut" in target.dataset) markEdges(target);
  }, { capture: true, passive: true });
}
