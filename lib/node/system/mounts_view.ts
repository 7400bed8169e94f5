/**
 * View of mounted file systems.
 *
 * @module
 */
import { formatFixed } from "../../output/go_float.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";

/** A mounted file system, sizes in bytes. */
export interface MountEntry {
  readonly filesystem?: string | null | undefined;
  readonly size?: Integer;
  readonly available?: Integer;
  readonly mountedOn?: string | null | undefined;
}

/** Usage that is highlighted, percent. */
const HIGH_USAGE = 80;
const CRITICAL_USAGE = 90;

const size = ({ size }: MountEntry): bigint => BigInt(toExactInteger(size));
const available = ({ available }: MountEntry): bigint => BigInt(toExactInteger(available));

/** Returns the used bytes; 0 for inconsistent sizes. */
function used(mount: MountEntry): bigint {
  const rest = size(mount) - available(mount);
  return rest > 0n ? rest : 0n;
}

/** Returns the usage, 0 to 100; 100 for a size of 0. */
function percent(mount: MountEntry): number {
  const whole = size(mount);
  return whole === 0n ? 100 : 100 * (Number(used(mount)) / Number(whole));
}

/** Whether a file system has a size; virtual ones such as `/proc` have none. */
export function hasSize(mount: MountEntry): boolean {
  return size(mount) !== 0n || available(mount) !== 0n;
}

const gigabytes = (bytes: bigint): string => formatFixed(Number(bytes) * 1e-9, 2);

/** Formats the usage with the arithmetic of talosctl, which decides how halves are rounded. */
function formatPercent(mount: MountEntry): string {
  const share = Number(available(mount)) / Number(size(mount));
  return `${formatFixed(size(mount) === 0n ? 100 : 100 - 100 * share, 2)}%`;
}

/** View of mounts. */
export const mountsView: View<MountEntry> = {
  name: "mountedOn",
  hideFirst: ["AVAILABLE(GB)", "USED(GB)", "SIZE(GB)"],
  minWidths: { "MOUNTED ON": 32 },
  columns: [
    { header: "FILESYSTEM", cell: ({ filesystem }) => filesystem ?? "" },
    { header: "SIZE(GB)", cell: (mount) => gigabytes(size(mount)) },
    { header: "USED(GB)", cell: (mount) => gigabytes(used(mount)) },
    { header: "AVAILABLE(GB)", cell: (mount) => gigabytes(available(mount)) },
    {
      header: "PERCENT USED",
      cell: formatPercent,
      tint: (mount) => {
        const used = percent(mount);
        return used >= CRITICAL_USAGE ? "red" : used >= HIGH_USAGE ? "yellow" : undefined;
      },
    },
    { header: "MOUNTED ON", cell: ({ mountedOn }) => mountedOn ?? "" },
  ],
  fields: {
    filesystem: ({ filesystem }) => filesystem ?? "",
    size: (mount) => size(mount),
    used: (mount) => used(mount),
    available: (mount) => available(mount),
    percentUsed: (mount) => percent(mount),
    mountedOn: ({ mountedOn }) => mountedOn ?? "",
  },
};
