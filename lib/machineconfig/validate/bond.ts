/**
 * Rules of bonds. Values follow the Linux bonding driver; an empty one is the default.
 *
 * @module
 */
import { bond as BOND } from "../schema/bonds.ts";
import { allowedValues, allowedValuesOf } from "../schema/allowed_values.ts";
import { quoted } from "../problem.ts";
import type { Report } from "./report.ts";
import type { Cursor } from "./cursor.ts";

/** Fields with values limited by the driver. */
const ENUM_FIELDS = Object.entries(BOND.fields).flatMap(([field, { type }]) => {
  const allowed = allowedValues(type);
  return allowed === undefined ? [] : [[field, allowed] as const];
});
const MODES = allowedValuesOf(BOND, "mode");

const LACP = ["802.3ad"];
const ADAPTIVE = ["balance-tlb", "balance-alb"];
const NOT_LACP_OR_ADAPTIVE = MODES.filter((mode) =>
  !LACP.includes(mode) && !ADAPTIVE.includes(mode)
);

/** Modes in which a field is allowed. */
const MODES_BY_FIELD: readonly (readonly [field: string, modes: readonly string[]])[] = [
  ["lacpRate", LACP],
  ["adActorSysPrio", LACP],
  ["adUserPortKey", LACP],
  ["arpValidate", NOT_LACP_OR_ADAPTIVE],
  ["arpInterval", NOT_LACP_OR_ADAPTIVE],
  ["primary", ["active-backup", ...ADAPTIVE]],
  ["tlbDynamicLb", ADAPTIVE],
  ["packetsPerSlave", ["balance-rr"]],
];

/** Checks `bond` of an interface. */
export function checkBond(bond: Cursor, report: Report): void {
  let isKnownMode = true;
  for (const [field, allowed] of ENUM_FIELDS) {
    const isAllowed = report.checkAllowed(bond.at(field), allowed);
    if (field === "mode") isKnownMode = isAllowed;
  }
  checkDelays(bond, report);
  for (const field of ["arpIPTarget", "adActorSystem"]) {
    const cursor = bond.at(field);
    if (cursor.text !== "" || cursor.items.length > 0) {
      report.errorAtKey(cursor, `"${field}" is not supported by nodes`, "remove it");
    }
  }
  if (!isKnownMode) return;
  const mode = bond.at("mode").text || MODES[0]!;
  for (const [field, modes] of MODES_BY_FIELD) {
    const cursor = bond.at(field);
    if (modes.includes(mode) || !isSet(cursor, field)) continue;
    report.errorAtKey(
      cursor,
      `"${field}" is not supported in mode ${quoted(mode)}`,
      `remove it or use mode ${modes.join(", ")}`,
    );
  }
}

/** `packetsPerSlave: 1` equals the default and is accepted in every mode. */
function isSet(cursor: Cursor, field: string): boolean {
  return cursor.text !== "" || cursor.number > (field === "packetsPerSlave" ? 1 : 0);
}

function checkDelays(bond: Cursor, report: Report): void {
  const interval = bond.at("miimon").number;
  for (const field of ["updelay", "downdelay"]) {
    const cursor = bond.at(field);
    if (interval === 0 && cursor.number !== 0) {
      report.error(
        cursor,
        `"${field}" requires "miimon"`,
        'set "miimon" to an interval in milliseconds',
      );
    } else if (interval !== 0 && cursor.number % interval !== 0) {
      report.error(
        cursor,
        `${cursor.number} is not a multiple of "miimon" (${interval})`,
        `use ${Math.max(1, Math.round(cursor.number / interval)) * interval}`,
      );
    }
  }
}
