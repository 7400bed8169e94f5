import { equal, rejects } from "node:assert/strict";
import { MachineService } from "../../../proto/machine.ts";
import { createCa, decodePem, issueClientCertificate } from "../../../lib/pki/mod.ts";
import { openChannel } from "../../../lib/rpc/mod.ts";
import { ClientVerifier } from "../../../lib/sandbox/client_verifier.ts";
import { withSandbox } from "../../helpers/sandbox.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 1);
const source = { clock: { now: () => NOW }, random };

Deno.test("only certificates of the authority within their validity are valid", async () => {
  for (const kind of ["ed25519", "ecdsa"] as const) {
    const [ours, theirs] = [await createCa({ kind }, source), await createCa({ kind }, source)];
    const der = async (ca: typeof ours) => {
      const { crt } = await issueClientCertificate(ca, { roles: ["os:admin"], ttl: HOUR }, source);
      return decodePem(crt, "the certificate").der;
    };
    const admission = new ClientVerifier(ours.crt);
    const own = await der(ours);
    equal(admission.isValid(own, NOW + 1000), true);
    equal(admission.isValid(own, NOW - 1000), false);
    equal(admission.isValid(own, NOW + 2 * HOUR), false);
    equal(admission.isValid(await der(theirs), NOW + 1000), false);
    equal(admission.isValid(undefined, NOW), false);
    equal(admission.isValid(new Uint8Array(), NOW), false);
  }
});

Deno.test("a TLS session of a node in maintenance mode is rejected by a configured node", () =>
  withSandbox({ unconfigured: 1 }, async (sandbox) => {
    for (const node of [sandbox.unconfigured[0]!, sandbox.controlPlanes[0]!]) {
      const channel = openChannel(`${node.address}:${node.port}`, { insecure: true });
      const kind = node === sandbox.unconfigured[0] ? "node" : "connection";
      try {
        await rejects(channel.unary(MachineService.Version, {}), { kind });
      } finally {
        channel.close();
      }
    }
  }));
