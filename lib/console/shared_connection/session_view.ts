/** Output of `session status`. */
import { formatDuration } from "../../output/duration.ts";
import { formatRelativeTime } from "../../output/relative_time.ts";
import type { View } from "../../output/rows.ts";
import { toTimestamp } from "../../output/go_time.ts";
import type { ListedSession } from "../../procedures/shared_connection/types.ts";

/**
 * Returns the view of sessions.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export const sessionsView = (now: number): View<ListedSession> => ({
  local: true,
  columns: [
    { header: "CONTEXT", cell: ({ record }) => record.context },
    { header: "PID", cell: ({ record }) => String(record.process.pid) },
    {
      header: "STATE",
      cell: stateOf,
      tint: (session) => stateOf(session) === "connected" ? "green" : "red",
    },
    { header: "ENDPOINTS", cell: ({ record }) => record.endpoints.join(", ") },
    { header: "CALLS", cell: ({ status }) => status === undefined ? "-" : String(status.calls) },
    { header: "OPEN", cell: ({ status }) => status === undefined ? "-" : String(status.open) },
    {
      header: "LAST USED",
      cell: ({ status }) => status === undefined ? "-" : formatRelativeTime(status.lastUsed, now),
      key: ({ status }) => -(status?.lastUsed ?? 0),
      time: {
        isRelative: true,
        of: ({ status }) => status === undefined ? undefined : toTimestamp(status.lastUsed),
      },
    },
    { header: "IDLE", cell: ({ record }) => formatDuration(record.idleMs) },
  ],
  fields: {
    context: ({ record }) => record.context,
    osconfig: ({ record }) => record.osconfig,
    pid: ({ record }) => record.process.pid,
    state: stateOf,
    endpoints: ({ record }) => record.endpoints,
    connected: ({ status }) => status?.connected ?? null,
    calls: ({ status }) => status?.calls ?? null,
    open: ({ status }) => status?.open ?? null,
    since: ({ record }) => new Date(record.since).toISOString(),
    lastUsed: ({ status }) => status === undefined ? null : new Date(status.lastUsed).toISOString(),
    idle: ({ record }) => formatDuration(record.idleMs),
  },
});

function stateOf({ record, status }: ListedSession): string {
  if (status === undefined) return "not responding";
  const { length } = status.connected;
  if (length === record.endpoints.length) return "connected";
  return length === 0 ? "disconnected" : `${length} of ${record.endpoints.length} connected`;
}
