/**
 * A second implementation to judge what lib/pki writes: the openssl program.
 *
 * @module
 */
import { type Source, toPkcs8Label } from "../../../lib/pki/mod.ts";

/** A clock that stands at a whole second, and real randomness. */
export const SOURCE: Source = {
  clock: { now: () => Date.UTC(2030, 0, 2, 3, 4, 5) },
  random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
};

/** The same second for openssl, which otherwise verifies at the time of the wall. */
export const AT_THAT_TIME = ["-attime", String(SOURCE.clock.now() / 1000)];

/** Runs openssl; an argument `@name` is the path of the file of that name. */
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
