/**
 * talosctl generates the same Secure Boot variables from the same certificate and key.
 * Runs where `OSCTL_BENCH_REFERENCE` names its executable of v1.8. Results: docs/internals/parity.md.
 */
import assert from "node:assert/strict";
import { decodeAuthenticatedVariable } from "../../lib/secureboot/authenticated_variable.ts";
import { generateDatabase } from "../../lib/secureboot/database.ts";
import { inspectSignatures } from "../../lib/secureboot/inspect.ts";
import { run } from "../lib/secureboot/fixtures.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

/** Attempts to get timestamp and signing time in the same second. */
const ATTEMPTS = 10;

for (const wellKnown of [false, true]) {
  Deno.test({
    name: `talosctl generates the same variables, Microsoft ${wellKnown}`,
    ignore: reference === undefined,
    fn: async () => {
      const path = await Deno.makeTempDir();
      try {
        const generate = async (...args: string[]) => {
          // Its timestamps are in local time.
          const env = ["TZ=UTC", `HOME=${path}`, reference!, "gen", "secureboot", ...args];
          const { code, output } = await run(path, "env", ...env);
          assert.equal(code, 0, output);
        };
        const read = (name: string) => Deno.readFile(`${path}/_out/${name}`);
        await generate("uki");
        const input = async (name: string) => ({ name, bytes: await read(name) });
        const certificate = await input("uki-signing-cert.pem");
        const key = await input("uki-signing-key.pem");
        const flags = wellKnown ? ["--include-well-known-uefi-certs"] : [];
        const equal = new Set<string>();
        for (let attempt = 0; attempt < ATTEMPTS && equal.size < 3; attempt++) {
          await generate("database", "--force", ...flags);
          for (const name of ["db.auth", "KEK.auth", "PK.auth"] as const) {
            const theirs = await read(name);
            const { timestamp, payload } = decodeAuthenticatedVariable(theirs, name);
            const [first] = await inspectSignatures(theirs, name);
            assert.equal(`${first?.signature?.variable}.auth`, name);
            const ours = (await generateDatabase({
              enrolled: certificate,
              certificate,
              key,
              wellKnown,
              now: timestamp!,
            })).get(name)!;
            assert.equal(decodeAuthenticatedVariable(ours, name).payload.toHex(), payload.toHex());
            if (ours.toHex() === theirs.toHex()) equal.add(name);
          }
        }
        assert.deepEqual([...equal].toSorted(), ["KEK.auth", "PK.auth", "db.auth"]);
      } finally {
        await Deno.remove(path, { recursive: true });
      }
    },
  });
}
