/**
 * The files of the page. They are part of the program: nothing is read from disk or from other hosts.
 *
 * @module
 */
import appScript from "./page/app.js" with { type: "text" };
import chartScript from "./page/chart.js" with { type: "text" };
import connectionScript from "./page/connection.js" with { type: "text" };
import cutScript from "./page/cut.js" with { type: "text" };
import deltaScript from "./page/delta.js" with { type: "text" };
import documentScript from "./page/document.js" with { type: "text" };
import domScript from "./page/dom.js" with { type: "text" };
import keysScript from "./page/keys.js" with { type: "text" };
import logScript from "./page/log.js" with { type: "text" };
import marksScript from "./page/marks.js" with { type: "text" };
import nodeScript from "./page/node.js" with { type: "text" };
import rowScript from "./page/row.js" with { type: "text" };
import rowsScript from "./page/rows.js" with { type: "text" };
import shapeScript from "./page/shape.js" with { type: "text" };
import stateScript from "./page/state.js" with { type: "text" };
import tableScript from "./page/table.js" with { type: "text" };
import windowScript from "./page/window.js" with { type: "text" };
import markup from "./page/index.html" with { type: "text" };
import baseStyle from "./page/base.css" with { type: "text" };
import tableStyle from "./page/table.css" with { type: "text" };
import textStyle from "./page/text.css" with { type: "text" };
import viewStyle from "./page/view.css" with { type: "text" };
import { KEY_TABLE_SCRIPT } from "./page_keys.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

/** Content by path, relative to the token. */
export const PAGE_FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  "": ["text/html; charset=utf-8", markup],
  "page/app.js": [SCRIPT, appScript],
  "page/chart.js": [SCRIPT, chartScript],
  "page/connection.js": [SCRIPT, connectionScript],
  "page/cut.js": [SCRIPT, cutScript],
  "page/delta.js": [SCRIPT, deltaScript],
  "page/document.js": [SCRIPT, documentScript],
  "page/dom.js": [SCRIPT, domScript],
  "page/key_table.js": [SCRIPT, KEY_TABLE_SCRIPT],
  "page/keys.js": [SCRIPT, keysScript],
  "page/log.js": [SCRIPT, logScript],
  "page/marks.js": [SCRIPT, marksScript],
  "page/node.js": [SCRIPT, nodeScript],
  "page/row.js": [SCRIPT, rowScript],
  "page/rows.js": [SCRIPT, rowsScript],
  "page/shape.js": [SCRIPT, shapeScript],
  "page/state.js": [SCRIPT, stateScript],
  "page/table.js": [SCRIPT, tableScript],
  "page/window.js": [SCRIPT, windowScript],
  "page/base.css": [STYLE, baseStyle],
  "page/table.css": [STYLE, tableStyle],
  "page/text.css": [STYLE, textStyle],
  "page/view.css": [STYLE, viewStyle],
};
