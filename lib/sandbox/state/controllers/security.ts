/**
 * Whether the machine was started securely, from the variables of its firmware.
 *
 * @module
 */
import { type Controller, wanted } from "../controller.ts";
import { SECURITY_STATE } from "../definitions/runtime.ts";
import { readBytes } from "./system_files.ts";

/** Named by the identifier of global variables in the UEFI specification. */
const SECURE_BOOT = "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";

/** The state of security. */
export function securityController(): Controller {
  return {
    name: "runtime.SecurityStateController",
    inputs: [],
    outputs: [{ definition: SECURITY_STATE, kind: "exclusive" }],
    refresh: { kind: "once" },
    run: () => [
      wanted(SECURITY_STATE, "securitystate", { secureBoot: isSecureBoot(readBytes(SECURE_BOOT)) }),
    ],
  };
}

/** What the variable says: four bytes of attributes, then 1 for on. Without firmware it is off. */
export function isSecureBoot(variable: Uint8Array | undefined): boolean {
  return variable?.[4] === 1;
}
