/**
 * Network chaos: the queueing discipline of each node's tap. A tap shapes what its guest receives, so
 * that packets between two guests are shaped once in each direction.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { type ProgramHost, requireProgram, runProgram } from "./programs.ts";

/** Values of the flags `--with-network-*`. */
export interface Chaos {
  /** Milliseconds. */
  readonly latency: number;
  /** Milliseconds. */
  readonly jitter: number;
  /** Probabilities, from 0 to 1. */
  readonly loss: number;
  readonly reorder: number;
  readonly corrupt: number;
  /** kbit/s; 0 for no limit. */
  readonly bandwidth: number;
}

const FLAGS: Readonly<Record<keyof Chaos, string>> = {
  latency: "latency",
  jitter: "jitter",
  loss: "packet-loss",
  reorder: "packet-reorder",
  corrupt: "packet-corrupt",
  bandwidth: "bandwidth",
};

/**
 * Validates the flags; undefined without chaos.
 *
 * @param isEnabled value of `--with-network-chaos`.
 * @throws {OsctlError} of kind `usage`.
 */
export function parseChaos(isEnabled: boolean, chaos: Chaos): Chaos | undefined {
  const set = Object.keys(FLAGS).filter((key) => chaos[key as keyof Chaos] !== 0);
  const flag = (key: string) => `--with-network-${FLAGS[key as keyof Chaos]}`;
  if (!isEnabled) {
    if (set.length === 0) return undefined;
    throw new OsctlError("usage", `${flag(set[0]!)} requires --with-network-chaos`, {
      hint: "add --with-network-chaos",
    });
  }
  for (const key of set) {
    const value = chaos[key as keyof Chaos];
    const isProbability = key === "loss" || key === "reorder" || key === "corrupt";
    if (value > 0 && (!isProbability || value <= 1)) continue;
    const range = isProbability ? "a fraction from 0 to 1" : "a positive value";
    throw new OsctlError("usage", `invalid value ${value} for ${flag(key)}; use ${range}`);
  }
  if (chaos.bandwidth !== 0 && set.length > 1) {
    const other = set.find((key) => key !== "bandwidth")!;
    throw new OsctlError("usage", `${flag("bandwidth")} excludes ${flag(other)}`, {
      hint: "remove one of them",
    });
  }
  if (chaos.latency === 0 && chaos.reorder !== 0) {
    throw new OsctlError("usage", `${flag("reorder")} requires ${flag("latency")}`, {
      hint: "the kernel reorders delayed packets only",
    });
  }
  return set.length === 0 ? undefined : chaos;
}

/** Builds the queueing discipline for `tc`. */
export function chaosArguments(chaos: Chaos): string[] {
  if (chaos.bandwidth !== 0) {
    // Sizes of talosctl, in bytes.
    const rate = chaos.bandwidth * 125;
    const buffer = Math.floor(rate / 10);
    return [
      "tbf",
      "rate",
      `${chaos.bandwidth}kbit`,
      "burst",
      `${buffer}b`,
      "limit",
      `${5 * buffer}b`,
    ];
  }
  const percent = (fraction: number) => `${Number((fraction * 100).toPrecision(6))}%`;
  const delay = chaos.latency === 0 && chaos.jitter === 0
    ? []
    : ["delay", `${chaos.latency}ms`, ...chaos.jitter === 0 ? [] : [`${chaos.jitter}ms`]];
  return [
    "netem",
    ...delay,
    ...chaos.loss === 0 ? [] : ["loss", percent(chaos.loss)],
    ...chaos.corrupt === 0 ? [] : ["corrupt", percent(chaos.corrupt)],
    ...chaos.reorder === 0 ? [] : ["reorder", percent(chaos.reorder)],
  ];
}

/**
 * Checks that the kernel has the queueing discipline, in a network namespace of its own.
 *
 * @param isRootless whether the namespace needs a user namespace.
 * @throws {OsctlError} of kind `unsupported` with its name.
 */
export async function requireChaosSupport(
  host: ProgramHost,
  chaos: Chaos,
  isRootless: boolean,
): Promise<void> {
  const discipline = chaosArguments(chaos);
  const tc = [await requireProgram("tc", host.env), "qdisc", "add", "dev", "lo", "root"];
  const namespace = isRootless ? ["--user", "--map-root-user", "--net"] : ["--net"];
  const { code, stderr } = await runProgram(host, "unshare", [...namespace, ...tc, ...discipline]);
  if (code === 0) return;
  throw new OsctlError(
    "unsupported",
    `the kernel cannot shape traffic with ${discipline[0]}: ${stderr.trim().split("\n")[0]}`,
    {
      hint: discipline[0] === "netem"
        ? "load the module sch_netem, or use --with-network-bandwidth alone"
        : `load the module sch_${discipline[0]}`,
    },
  );
}
