/**
 * Verification of lib/pki output by openssl.
 *
 * @module
 */
import { type IssueContext, toPkcs8Label } from "../../../lib/pki/mod.ts";

/** A clock stopped at a whole second, and real randomness. */
export const SOURCE: IssueContext = {
  clock: { now: () => Date.UTC(2030, 0, 2, 3, 4, 5) },
  random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
};

/** The same time for openssl, which otherwise verifies at the current time. */
export const AT_THAT_TIME = ["-attime", String(SOURCE.clock.now() / 1000)];

/** Runs openssl; an argument `@name` is replaced by the path of that file. */
export async function openssl(
  args: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<{ code: number; output: string }> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, pem] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, toPkcs8Label(pem));
    }
    const { code, stdout, stderr } = await new Deno.Command("openssl", {
      args: args.map((arg) => arg.startsWith("@") ? `${folder}/${arg.slice(1)}` : arg),
      stdin: "null",
    }).output();
    const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    return { code, output: output.replaceAll(folder, "") };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
