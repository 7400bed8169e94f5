/**
 * The real Node and grpc-js on it: peers that share no code with ours.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const GRPC = "@grpc/grpc-js@1.14.7";

/** Whether a program can be started. */
async function exists(program: string): Promise<boolean> {
  try {
    const command = new Deno.Command(program, { args: ["--version"], stdout: "null" });
    return (await command.output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Whether this machine has them. Their absence is a failure in CI, elsewhere a reason to skip. */
export const present = await exists("node") && await exists("npm");
if (!present && Deno.env.get("CI") === "true") {
  throw new Error("node and npm are needed for the guard tests");
}

/** A folder with grpc-js and some files. */
export class Workshop implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  static async open(files: Record<string, string>): Promise<Workshop> {
    const folder = await Deno.makeTempDir();
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o600 });
    }
    // Without a route to the registry, npm by itself waits minutes, also for what its cache has.
    const network = ["--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
    const { success, stderr } = await new Deno.Command("npm", {
      args: ["install", "--prefix", folder, "--no-audit", "--no-fund", ...network, GRPC],
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return new Workshop(folder);
  }

  /** Node with a script of this folder, which gets the workshop's folder and the arguments. */
  node(script: string, ...args: string[]): Deno.Command {
    const path = fileURLToPath(new URL(script, import.meta.url));
    return new Deno.Command("node", {
      args: [path, this.folder, ...args],
      stdin: "piped",
      stdout: "piped",
    });
  }

  path(name: string): string {
    return `${this.folder}/${name}`;
  }

  async [Symbol.asyncDispose]() {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** A key under the label OpenSSL knows. */
export function plain(key: string): string {
  return key.replaceAll("ED25519 PRIVATE KEY", "PRIVATE KEY");
}
