/**
 * Checks of upgrades.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { checkInstaller } from "../../os_versions/mod.ts";
import { escapeControls } from "../../output/text.ts";
import { type Extensions, listExtensions, schematicOf } from "./extensions.ts";
import { versionOf } from "../../node/version/upgrade_path.ts";

/** Timeout of reading the extensions of a node, milliseconds. */
const TIMEOUT_MS = 5000;

/**
 * Checks that an image reference has a tag or digest, and that the image is published.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function checkImage(image: string): void {
  if (/^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w][\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$/.test(image)) {
    if (versionOf(image) !== "") return checkInstaller("--image", image);
  }
  throw new OsctlError("usage", `invalid --image "${image}": not an image with a tag`, {
    hint: "use a reference such as ghcr.io/siderolabs/installer:v1.8.4",
  });
}

/** Returns the names that an upgrade to `image` may remove. */
export function removedExtensions({ names, schematic }: Extensions, image: string): string[] {
  const isSame = schematic !== undefined && schematicOf(image) === schematic;
  return isSame ? [] : [...names];
}

/** Returns a warning about nodes whose extensions the image may lack; undefined without such nodes. */
export async function lostExtensions(
  client: NodeClient,
  image: string,
  signal: AbortSignal,
  nodes: readonly string[] = client.nodes,
): Promise<string | undefined> {
  const found = await Promise.all(nodes.map(async (node) => {
    const extensions = await readExtensions(client, node, signal);
    const removed = extensions === undefined ? [] : removedExtensions(extensions, image);
    return removed.length === 0 ? undefined : `${node} (${removed.join(", ")})`;
  }));
  const losing = found.filter((text) => text !== undefined);
  if (losing.length === 0) return undefined;
  return `osctl: warning: extensions that the image may lack: ${
    escapeControls(losing.join(", "))
  }; ` +
    "use an image with the same extensions\n";
}

/** Returns the extensions of a node; undefined when they cannot be read. */
export async function readExtensions(
  client: NodeClient,
  node: string,
  signal: AbortSignal,
): Promise<Extensions | undefined> {
  try {
    return await listExtensions(client, node, { signal, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    signal.throwIfAborted();
    // The upgrade itself reports an unreachable node; old nodes do not have the type.
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
}
