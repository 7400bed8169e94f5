/**
 * Sessions: background processes that hold connections to endpoints for the commands of a user. Load
 * it with `await import()`.
 *
 * @module
 */
export { callSession } from "./call_session.ts";
export { sessionFolder } from "./session_folder.ts";
export { sessionName } from "./session_name.ts";
export { serveControl, SessionListener } from "./serve_session.ts";
export { Upstream } from "./upstream.ts";
