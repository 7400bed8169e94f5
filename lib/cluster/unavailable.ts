/**
 * The error of a provisioner that this machine cannot run.
 *
 * @module
 */
import { OsctlError, type OsctlErrorOptions } from "../errors.ts";

/** A provisioner that cannot run here; `create` suggests the sandbox instead. */
export class ProvisionerUnavailableError extends OsctlError {
  override readonly name = "ProvisionerUnavailableError";

  constructor(message: string, options?: OsctlErrorOptions) {
    super("unsupported", message, options);
  }
}
