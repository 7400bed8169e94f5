/**
 * View of node clocks.
 *
 * @module
 */
import { formatGoTime, formatRfc3339, type Timestamp } from "../../output/go_time.ts";
import { toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";

/** The clock of a node and of an NTP server. */
export interface Clocks {
  readonly server?: string | null | undefined;
  readonly localtime?: Timestamp | null | undefined;
  readonly remotetime?: Timestamp | null | undefined;
}

/** Returns the offset of the node's clock in seconds; positive when it is ahead. */
function getOffset({ localtime, remotetime }: Clocks): number | null {
  if (!localtime || !remotetime) return null;
  const seconds = Number(toExactInteger(localtime.seconds)) -
    Number(toExactInteger(remotetime.seconds));
  const nanos = (localtime.nanos ?? 0) - (remotetime.nanos ?? 0);
  return Math.round(seconds * 1e9 + nanos) / 1e9;
}

/** View of clocks; an absent time is a dash. */
export const timeView: View<Clocks> = {
  name: "node",
  hideFirst: ["NTP-SERVER"],
  columns: [
    { header: "NTP-SERVER", cell: ({ server }) => server ?? "" },
    {
      header: "NODE-TIME",
      cell: ({ localtime }) => localtime ? formatGoTime(localtime) : "-",
      time: { isExact: true, of: ({ localtime }) => localtime ?? undefined },
    },
    {
      header: "NTP-SERVER-TIME",
      cell: ({ remotetime }) => remotetime ? formatGoTime(remotetime) : "-",
      time: { isExact: true, of: ({ remotetime }) => remotetime ?? undefined },
    },
  ],
  fields: {
    server: ({ server }) => server ?? "",
    nodeTime: ({ localtime }) => localtime ? formatRfc3339(localtime) : null,
    serverTime: ({ remotetime }) => remotetime ? formatRfc3339(remotetime) : null,
    offset: getOffset,
  },
};
