/**
 * Node.js and grpc-js: an independent implementation of gRPC.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const GRPC = "@grpc/grpc-js@1.14.7";

/** Returns whether a program can be started. */
async function exists(program: string): Promise<boolean> {
  try {
    const command = new Deno.Command(program, { args: ["--version"], stdout: "null" });
    return (await command.output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Whether node and npm are installed. Their absence fails in CI and skips elsewhere. */
export const isNodeInstalled = await exists("node") && await exists("npm");
if (!isNodeInstalled && Deno.env.get("CI") === "true") {
  throw new Error("node and npm are needed for the guard tests");
}

/** A temporary folder with grpc-js and the files of a test. */
export class GrpcJsFolder implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  static async open(files: Record<string, string>): Promise<GrpcJsFolder> {
    const folder = await Deno.makeTempDir();
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o600 });
    }
    // Offline, npm waits minutes for the registry even for cached packages.
    const network = ["--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
    const { success, stderr } = await new Deno.Command("npm", {
      args: ["install", "--prefix", folder, "--no-audit", "--no-fund", ...network, GRPC],
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return new GrpcJsFolder(folder);
  }

  /** Returns the command that runs a script of this folder with the temporary folder and `args`. */
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

/** Replaces the PEM label of a key by the one of PKCS #8. */
export function toPkcs8(key: string): string {
  return key.replaceAll("ED25519 PRIVATE KEY", "PRIVATE KEY");
}
