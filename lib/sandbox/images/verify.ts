/**
 * Verification of images by the rules of a configuration. Sandbox nodes verify no signatures: they
 * decide what rules decide without one.
 *
 * @module
 */
import { type ConfigDocument, isList, isMap } from "../../machineconfig/data.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";

/** A rule of `ImageVerificationConfig`. */
export interface VerificationRule {
  /** Pattern of registry and repository, with `*` for any text. */
  readonly image: string;
  readonly skip: boolean;
  readonly deny: boolean;
}

/** Returns the rules of a configuration, in order. */
export function verificationRules(documents: readonly ConfigDocument[]): VerificationRule[] {
  return documents.filter(({ type }) => type.kind === "ImageVerificationConfig")
    .flatMap(({ data }) => isList(data["rules"]) ? data["rules"].filter(isMap) : [])
    .map(({ image, skip, deny }) => ({
      image: String(image ?? ""),
      skip: skip === true,
      deny: deny === true,
    }));
}

/**
 * Applies the first rule that matches.
 *
 * @param name Registry and repository.
 * @throws {StatusError} PermissionDenied by a rule, FailedPrecondition where a signature decides.
 */
export function verify(
  name: string,
  rules: readonly VerificationRule[],
): { readonly verified: boolean; readonly message: string } {
  const index = rules.findIndex(({ image }) => image !== "" && matches(image, name));
  const rule = rules[index];
  if (rule === undefined) return { verified: false, message: "no matched rule" };
  // Nodes number the rules from 0.
  const id = String(index).padStart(4, "0");
  if (rule.deny) {
    const text = `verification denied by matched rule (${id})`;
    throw new StatusError(StatusCode.permissionDenied, text);
  }
  if (rule.skip) {
    return { verified: false, message: `verification skipped by matched rule (${id})` };
  }
  throw new StatusError(
    StatusCode.failedPrecondition,
    `sandbox nodes verify no signatures: rule (${id}) requires one`,
  );
}

function matches(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(text);
}
