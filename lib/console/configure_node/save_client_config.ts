/**
 * Stores the client configuration of a new cluster.
 *
 * @module
 */
import {
  createConfig,
  describeMerge,
  editConfig,
  locateForWriting,
  mergeConfig,
  parseConfig,
} from "../../osconfig/mod.ts";
import { escapeControls } from "../../output/text.ts";
import { exists } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { askChoice } from "./ask_choice.ts";

/** Where to store a client configuration. */
export interface Destination {
  readonly kind: "merge" | "create";
  readonly path: string;
}

/** Asks where to store the client configuration. */
export async function askDestination(
  context: ConsoleContext,
  flags: ConnectionOptions,
): Promise<Destination> {
  const { prompts, cwd } = context;
  const path = await locateForWriting(flags.osconfig, context);
  const kind = await askChoice(
    prompts,
    "Client configuration of the new cluster",
    [
      ["merge", `add it to ${path}`],
      ["create", "write a new file"],
    ] as const,
  );
  if (kind === "merge") return { kind, path };
  let reason = "";
  while (true) {
    const name = await prompts.text(`Path of the new file${reason}`, {
      initial: "osconfig",
      validate: (text) => text === "" ? "a value is required" : undefined,
    });
    const path = resolve(cwd, name);
    if (!(await exists(path))) return { kind, path };
    reason = ` ("${name}" already exists)`;
  }
}

/** Stores a client configuration and prints on stderr what changed. */
export async function saveClientConfig(
  context: ConsoleContext,
  text: string,
  { kind, path }: Destination,
  flags: ConnectionOptions,
): Promise<void> {
  const { stderr } = context;
  if (kind === "create") {
    await createConfig(path, text);
    await stderr.write(`the client configuration is in "${escapeControls(path)}"\n`);
    return;
  }
  const foreign = parseConfig(text, "the client configuration of the node");
  const report = await editConfig(path, context, (editor) => {
    const before = editor.config.current;
    return describeMerge(mergeConfig(editor, foreign), before, flags.osconfig);
  });
  for (const line of report) await stderr.write(`${escapeControls(line)}\n`);
}
