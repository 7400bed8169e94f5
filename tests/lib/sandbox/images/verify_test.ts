import { deepEqual, throws } from "node:assert/strict";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { verificationRules, verify } from "../../../../lib/sandbox/images/verify.ts";
import { doc } from "../../machineconfig/validate/case.ts";

const CONFIG = doc(
  "ImageVerificationConfig",
  "rules:",
  "  - image: registry.k8s.io/*",
  "    skip: true",
  "  - image: docker.io/bad/*",
  "    deny: true",
  "  - image: docker.io/*",
  "    keyless: {issuer: a, subject: b}",
);

Deno.test("the first rule that matches decides, without signatures", () => {
  const rules = verificationRules(decodeMachineConfig(CONFIG, { release: "v1.14" }).documents);
  deepEqual(verify("ghcr.io/a/b", rules), { verified: false, message: "no matched rule" });
  deepEqual(verify("registry.k8s.io/pause", rules), {
    verified: false,
    message: "verification skipped by matched rule (0000)",
  });
  throws(() => verify("docker.io/bad/a", rules), /denied by matched rule \(0001\)/);
  throws(
    () => verify("docker.io/library/a", rules),
    /sandbox nodes verify no signatures: rule \(0002\)/,
  );
});
