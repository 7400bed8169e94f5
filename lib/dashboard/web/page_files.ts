/**
 * The files of the page. They are part of the program: nothing is read from disk or from other hosts.
 *
 * @module
 */
import appScript from "./page/app.js" with { type: "text" };
import chartScript from "./page/chart.js" with { type: "text" };
import documentScript from "./page/document.js" with { type: "text" };
import domScript from "./page/dom.js" with { type: "text" };
import keysScript from "./page/keys.js" with { type: "text" };
import nodeScript from "./page/node.js" with { type: "text" };
import resourcesScript from "./page/resources.js" with { type: "text" };
import shapeScript from "./page/shape.js" with { type: "text" };
import stateScript from "./page/state.js" with { type: "text" };
import tableScript from "./page/table.js" with { type: "text" };
import markup from "./page/index.html" with { type: "text" };
import baseStyle from "./page/base.css" with { type: "text" };
import tableStyle from "./page/table.css" with { type: "text" };
import viewStyle from "./page/view.css" with { type: "text" };

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

/** Content by path, relative to the token. */
export const PAGE_FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  "": ["text/html; charset=utf-8", markup],
  "page/app.js": [SCRIPT, appScript],
  "page/chart.js": [SCRIPT, chartScript],
  "page/document.js": [SCRIPT, documentScript],
  "page/dom.js": [SCRIPT, domScript],
  "page/keys.js": [SCRIPT, keysScript],
  "page/node.js": [SCRIPT, nodeScript],
  "page/resources.js": [SCRIPT, resourcesScript],
  "page/shape.js": [SCRIPT, shapeScript],
  "page/state.js": [SCRIPT, stateScript],
  "page/table.js": [SCRIPT, tableScript],
  "page/base.css": [STYLE, baseStyle],
  "page/table.css": [STYLE, tableStyle],
  "page/view.css": [STYLE, viewStyle],
};
