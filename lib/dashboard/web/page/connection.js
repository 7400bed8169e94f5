/** The connection to the program: received content, reconnects, and what the page says meanwhile. */

import { applyDelta } from "./delta.js";
import { $, setText } from "./dom.js";

/** Pauses before attempts to reconnect, milliseconds; the last one is repeated. */
const RETRIES_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];
/** Time after which the page no longer reconnects by itself, milliseconds. */
const MAX_LOST_MS = 10 * 60_000;
/** The program sends content, or a sign of life every 5 s. Milliseconds. */
const MAX_SILENCE_MS = 15_000;
const CHECK_MS = 2000;
/** Responses of another program, or of a later one with another token. */
const OTHER_SERVER = [403, 404, 421];

const AGAIN = "Start the command again and open the address that it prints.";

/** What the page says, by state; `{time}` is when the last content arrived. */
const TEXTS = {
  lost: "No connection to osctl{since}. The page reconnects by itself. If the command has ended, " +
    "start it again and open the address that it prints.",
  busy: "osctl does not update this page: too many pages are open. Close another one; this page " +
    "reconnects by itself.",
  given: "No connection to osctl{since}. The page no longer tries to reconnect. " + AGAIN,
  ended: "osctl dashboard --web has ended. " + AGAIN,
};

/** `new`, `live`, or a key of {@linkcode TEXTS}. */
let state = "new";
let receive = () => {};
let changed = () => {};
let events = null;
let query = "";
let attempts = 0;
let lostAt = 0;
let heardAt = 0;
let checkedAt = 0;
let retrying = 0;
/** Whether the program has responded since the last attempt. */
let isResponding = false;
/** Time of the last content, or sign that it has not changed. */
let contentTime = "";

/** Reports whether the content is up to date. */
export function isLive() {
  return state === "live";
}

/** Reports whether no content will arrive any more. */
export function isOver() {
  return state === "ended" || state === "given";
}

/** Returns the time of the last content; empty before it. */
export function lastContentTime() {
  return contentTime;
}

function setState(next) {
  if (next === state) return;
  state = next;
  const text = TEXTS[next];
  document.body.dataset.connection = next;
  $("lost").hidden = text === undefined;
  if (text !== undefined) {
    const since = contentTime === "" ? "" : " since " + contentTime;
    const shown = contentTime === "" ? "" : " The values on this page are of " + contentTime + ".";
    setText($("lost-text"), text.replace("{since}", since) + shown);
  }
  $("reconnect").hidden = next === "ended";
  changed();
}

function heard() {
  heardAt = performance.now();
  attempts = 0;
  contentTime = new Date().toISOString().slice(11, 19) + " UTC";
}

function close() {
  clearTimeout(retrying);
  events?.close();
  events = null;
}

function open() {
  close();
  const own = new EventSource("events?" + query);
  const parameters = query;
  events = own;
  heardAt = performance.now();
  let content = null;
  own.onmessage = (event) => {
    heard();
    content = applyDelta(content, JSON.parse(event.data));
    setState("live");
    receive(content, parameters);
  };
  own.addEventListener("alive", heard);
  own.addEventListener("ended", () => {
    close();
    setState("ended");
  });
  // The browser would try again for ever, and not after a response with an error.
  own.onerror = () => lose(content === null && isResponding ? "busy" : "lost");
}

function lose(next) {
  close();
  isResponding = false;
  if (state !== "lost" && state !== "busy") lostAt = performance.now();
  if (performance.now() - lostAt > MAX_LOST_MS) return setState("given");
  setState(next);
  const ms = RETRIES_MS[Math.min(attempts, RETRIES_MS.length - 1)];
  attempts++;
  retrying = setTimeout(reconnect, ms);
}

/** Asks for a short response first: the status of a refused stream is not readable. */
async function reconnect() {
  close();
  const asked = query;
  let status;
  try {
    status = (await fetch("alive", { cache: "no-store" })).status;
  } catch {
    // The network, or nothing listens.
    if (asked === query && events === null) lose("lost");
    return;
  }
  if (asked !== query || events !== null) return;
  if (OTHER_SERVER.includes(status)) return setState("ended");
  isResponding = true;
  open();
}

/** Requests content for parameters, unless it is received already. */
export function request(parameters) {
  if (parameters === query && state !== "new") return;
  query = parameters;
  if (!isOver()) open();
}

/** After a suspension, or if the program is suspended, a connection is lost without an error. */
function check() {
  const now = performance.now();
  // Of a late timer, the data may not have been read yet.
  const isLate = now - checkedAt > 2 * CHECK_MS;
  checkedAt = now;
  if (isLate || events === null || document.visibilityState !== "visible") return;
  if (now - heardAt > MAX_SILENCE_MS) lose("lost");
}

/** Tries again at once when the network or the tab returns. */
function wake() {
  if (state === "ended" || document.visibilityState !== "visible") return;
  if (events !== null) return check();
  attempts = 0;
  lostAt = performance.now();
  if (state === "given") setState("lost");
  clearTimeout(retrying);
  void reconnect();
}

/**
 * Starts to watch the connection.
 *
 * @param onContent Called with content and the parameters that it was requested with.
 * @param onChange Called when the connection is lost or live again.
 */
export function listenToConnection(onContent, onChange) {
  receive = onContent;
  changed = onChange;
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  $("reconnect").addEventListener("click", wake);
  setInterval(check, CHECK_MS);
}
