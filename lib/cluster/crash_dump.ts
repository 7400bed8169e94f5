/**
 * Crash dumps: the logs of all nodes in one file.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { oneLine } from "../output/text.ts";
import { writeFileAtomic } from "../platform/files.ts";
import { join } from "../platform/paths.ts";
import type { System } from "../platform/system.ts";
import type { Provisioner } from "./types.ts";

/**
 * Writes the logs of a cluster to a new file in the working directory and reports its path on
 * stderr. A failure is reported too: the error that caused the dump follows.
 */
export async function dumpLogs(
  system: Pick<System, "cwd" | "clock" | "stderr">,
  provisioner: Provisioner,
  { stateFolder, name }: { readonly stateFolder: string; readonly name: string },
): Promise<void> {
  const time = new Date(system.clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const path = join(system.cwd, `${name}-crashdump-${time}.log`);
  try {
    await writeFileAtomic(path, encoded(provisioner.logs(stateFolder, name)), {
      mode: 0o600,
      overwrite: false,
    });
    await system.stderr.write(`wrote the logs of the nodes to ${path}\n`);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    await system.stderr.write(`cannot write the logs of the nodes: ${oneLine(error.message)}\n`);
  }
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
