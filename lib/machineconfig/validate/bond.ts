/**
 * Rules of bonds. The words are those of Linux' bonding driver; an empty one means its default.
 *
 * @module
 */
import { bond as BOND } from "../schema/bonds.ts";
import { allowedValues, allowedValuesOf } from "../schema/allowed_values.ts";
import { quoted } from "../problem.ts";
import type { Report } from "./report.ts";
import type { Spot } from "./spot.ts";

/** The fields that take words of the driver only. */
const WORDS = Object.entries(BOND.fields).flatMap(([field, { type }]) => {
  const words = allowedValues(type);
  return words === undefined ? [] : [[field, words] as const];
});
const MODES = allowedValuesOf(BOND, "mode");

const LACP = ["802.3ad"];
const ADAPTIVE = ["balance-tlb", "balance-alb"];
const NOT_LACP_OR_ADAPTIVE = MODES.filter((mode) =>
  !LACP.includes(mode) && !ADAPTIVE.includes(mode)
);

/** In which modes a field means something; others refuse it when it is set. */
const ONLY_IN: readonly (readonly [field: string, modes: readonly string[]])[] = [
  ["lacpRate", LACP],
  ["adActorSysPrio", LACP],
  ["adUserPortKey", LACP],
  ["arpValidate", NOT_LACP_OR_ADAPTIVE],
  ["arpInterval", NOT_LACP_OR_ADAPTIVE],
  ["primary", ["active-backup", ...ADAPTIVE]],
  ["tlbDynamicLb", ADAPTIVE],
  ["packetsPerSlave", ["balance-rr"]],
];

/** `bond` of an interface. */
export function checkBond(bond: Spot, report: Report): void {
  let isKnownMode = true;
  for (const [field, words] of WORDS) {
    const fits = report.word(bond.at(field), words);
    if (field === "mode") isKnownMode = fits;
  }
  checkDelays(bond, report);
  for (const field of ["arpIPTarget", "adActorSystem"]) {
    const spot = bond.at(field);
    if (spot.text !== "" || spot.items.length > 0) {
      report.unwanted(spot, "nodes do not support this field", "remove it");
    }
  }
  if (!isKnownMode) return;
  const mode = bond.at("mode").text || MODES[0]!;
  for (const [field, modes] of ONLY_IN) {
    const spot = bond.at(field);
    if (modes.includes(mode) || !isSet(spot, field)) continue;
    report.unwanted(
      spot,
      `it means nothing in mode ${quoted(mode)}`,
      `remove it, or use ${modes.join(", ")}`,
    );
  }
}

/** One packet for each part in turn is what other modes have, too. */
function isSet(spot: Spot, field: string): boolean {
  return spot.text !== "" || spot.number > (field === "packetsPerSlave" ? 1 : 0);
}

function checkDelays(bond: Spot, report: Report): void {
  const interval = bond.at("miimon").number;
  for (const field of ["updelay", "downdelay"]) {
    const spot = bond.at(field);
    if (interval === 0 && spot.number !== 0) {
      report.error(
        spot,
        "a delay needs link monitoring",
        'set "miimon" to a number of milliseconds',
      );
    } else if (interval !== 0 && spot.number % interval !== 0) {
      report.error(
        spot,
        `${spot.number} is no multiple of miimon, which is ${interval}`,
        `use ${Math.max(1, Math.round(spot.number / interval)) * interval}`,
      );
    }
  }
}
