/**
 * Secure Boot state from the EFI variables.
 *
 * @module
 */
import { type Controller, desired } from "../controller.ts";
import { SECURITY_STATE } from "../definitions/runtime.ts";
import { readBytes } from "./system_files.ts";

/** The EFI variable with the GUID of global variables (UEFI specification). */
const SECURE_BOOT = "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";

/** Returns the controller of the security state. */
export function securityController(): Controller {
  return {
    name: "runtime.SecurityStateController",
    inputs: [],
    outputs: [{ definition: SECURITY_STATE, kind: "exclusive" }],
    refresh: { kind: "once" },
    run: () => [
      desired(SECURITY_STATE, "securitystate", {
        secureBoot: isSecureBoot(readBytes(SECURE_BOOT)),
      }),
    ],
  };
}

/** Parses the variable: four bytes of attributes, then 1 when enabled. Disabled without EFI. */
export function isSecureBoot(variable: Uint8Array | undefined): boolean {
  return variable?.[4] === 1;
}
