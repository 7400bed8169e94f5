/**
 * Certificates and keys for tests, and calls of the programs that judge the results.
 *
 * @module
 */
import { generateKeyPairSync } from "node:crypto";
import { selectSignatureAlgorithm } from "../../../lib/pki/algorithms.ts";
import { writeCertificate } from "../../../lib/pki/certificate_writer.ts";
import { encodeName } from "../../../lib/pki/names.ts";
import { readKey } from "../../../lib/pki/mod.ts";
import { isInstalled } from "../../helpers/terminal.ts";
import { SOURCE } from "../pki/openssl.ts";

/** The time of {@linkcode createPair}, milliseconds since the Unix epoch. */
export const NOW = SOURCE.clock.now();

/** A certificate and its key, PEM. */
export interface Pair {
  readonly crt: string;
  readonly key: string;
}

/** Creates a certificate that is valid for one hour, self-signed unless an issuer is given. */
export async function createPair(
  { bits = 2048, kind = "rsa", issuer = "Test" }: {
    bits?: number;
    kind?: "rsa" | "ec";
    issuer?: string;
  } = {},
): Promise<Pair> {
  const pair = kind === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: bits })
    : generateKeyPairSync("ec", { namedCurve: "P-256" });
  const text = pair.privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  const key = await readKey(text, "the key");
  const crt = await writeCertificate(
    {
      subject: encodeName({ organizations: ["Test"] }),
      issuer: encodeName({ commonName: issuer }),
      spki: key.spki,
      ttl: 3_600_000,
      extensions: [],
    },
    { key, signature: selectSignatureAlgorithm(key.algorithm) },
    SOURCE,
  );
  return { crt, key: text };
}

/** Names an input file in messages. */
export function toFile(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { name, bytes };
}

/** Returns whether programs of `efitools` and `sbsigntool` must be skipped; CI requires them. */
export function lacksTools(): boolean {
  const programs = ["cert-to-efi-sig-list", "sign-efi-sig-list", "sbvarsign", "sbsign"];
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return false;
  const reason = `${missing.join(", ")} missing (Debian packages efitools, sbsigntool)`;
  if (Deno.env.has("CI")) throw new Error(reason);
  console.log(`skipped: ${reason}`);
  return true;
}

/** Runs a program in a directory and returns its exit code and output. */
export async function run(
  cwd: string,
  program: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, cwd, stdin: "null" })
    .output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}
