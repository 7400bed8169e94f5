/**
 * Columns and fields of rollouts.
 *
 * @module
 */
import { toTimestamp } from "../../../output/go_time.ts";
import { formatRelativeTime } from "../../../output/relative_time.ts";
import type { View } from "../../../output/rows.ts";
import type { Rollout } from "../../../procedures/rolling/in_cluster/rollout_map.ts";
import { createdAt } from "../../../procedures/rolling/in_cluster/rollouts.ts";

function doneOf({ journal }: Rollout): number {
  return journal?.nodes.filter(({ state }) => state === "done" || state === "unneeded").length ?? 0;
}

/** Returns the text of a rollout's change. */
export function titleOf({ title, metadata }: Rollout): string {
  return title || (metadata.annotations?.["osctl/title"] ?? "");
}

/**
 * Returns columns and fields of `rollout list`.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export const rolloutsView = (now: number): View<Rollout> => ({
  local: true,
  columns: [
    { header: "NAME", cell: ({ name }) => name },
    { header: "CHANGE", cell: titleOf },
    {
      header: "STATE",
      cell: ({ state }) => state,
      tint: ({ state }) => state === "failed" ? "red" : state === "complete" ? "green" : undefined,
    },
    {
      header: "DONE",
      cell: (one) => `${doneOf(one)}/${one.journal?.nodes.length ?? "?"}`,
      key: doneOf,
    },
    { header: "RUNS-ON", cell: ({ node, state }) => state === "running" ? node || "-" : "-" },
    {
      header: "CREATED",
      cell: (one) => formatRelativeTime(createdAt(one), now),
      key: (one) => -createdAt(one),
      time: { isRelative: true, of: (one) => toTimestamp(createdAt(one)) },
    },
  ],
  fields: {
    name: ({ name }) => name,
    change: titleOf,
    state: ({ state }) => state,
    requested: ({ control }) => control,
    done: doneOf,
    nodes: ({ journal }) => journal?.nodes.length ?? null,
    pod: ({ pod }) => pod || null,
    runsOn: ({ node }) => node || null,
    operator: ({ metadata }) => metadata.annotations?.["osctl/operator"] ?? null,
    message: ({ message }) => message || null,
    createdAt: (one) => new Date(createdAt(one)).toISOString(),
  },
});
