/**
 * Rules of the verification of images.
 *
 * @module
 */
import type { Cursor } from "./cursor.ts";
import type { Report } from "./report.ts";

/** Checks the document `ImageVerificationConfig`. */
export function checkImageVerification(document: Cursor, report: Report): void {
  for (const rule of document.at("rules").items) {
    checkPattern(rule.at("image"), report);
    checkVerifiers(rule, report);
  }
}

/** Nodes match registry and repository only. */
function checkPattern(image: Cursor, report: Report): void {
  const { text } = image;
  const path = text.includes("/") ? text.slice(text.indexOf("/")) : "";
  if (text.includes("@") || path.includes(":")) {
    report.warning(image, "tags and digests are not compared", "remove them");
  }
  if (text !== "" && text !== "*" && !text.includes("/")) {
    report.warning(image, "the pattern has no registry", `use docker.io/${text}`);
  }
}

function checkVerifiers(rule: Cursor, report: Report): void {
  const [keyless, publicKey] = [rule.at("keyless"), rule.at("publicKey")];
  const [skip, deny] = [rule.at("skip"), rule.at("deny")];
  const isDecided = skip.isTrue || deny.isTrue;
  if (skip.isTrue && deny.isTrue) {
    report.error(deny, '"deny" is not allowed with "skip"', "remove one of them");
  }
  if (keyless.isPresent && publicKey.isPresent) {
    report.error(publicKey, '"publicKey" is not allowed with "keyless"', "remove one of them");
  }
  const verifier = [keyless, publicKey].find(({ isPresent }) => isPresent);
  if (isDecided && verifier !== undefined) {
    const name = verifier.path.at(-1);
    report.error(verifier, `"${name}" is not allowed with "skip" or "deny"`, "remove it");
  }
  if (!isDecided && verifier === undefined) {
    report.error(rule, "a verifier is required", "add keyless, publicKey, skip or deny");
  }
  const subjects = [keyless.at("subject"), keyless.at("subjectRegex")];
  if (keyless.isPresent && !subjects.some(({ isNonEmpty }) => isNonEmpty)) {
    report.error(subjects[0]!, '"subject" or "subjectRegex" is required');
  }
}
