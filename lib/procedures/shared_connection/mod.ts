/**
 * Shared connections: a background process that keeps connections to the endpoints of a context open
 * for the commands of one user. It is called a session.
 *
 * 1. The session of the same context, file and endpoints is used, if one responds.
 * 2. Otherwise a process is started: it connects, listens on sockets of a private folder, writes its
 *    record, and sends its handshake.
 * 3. Calls are forwarded; lost connections are opened again.
 * 4. It ends after the idle time, with the client certificate, when the context changes, or when it
 *    is stopped; calls that run are finished first.
 *
 * @module
 */
export { autostartSession } from "./autostart.ts";
export { listSessions } from "./records.ts";
export { serveSession } from "./serve.ts";
export { startSession } from "./start.ts";
export { stopSessions } from "./stop.ts";
export type { ListedSession, SessionOptions, SessionRecord, SessionStatus } from "./types.ts";
