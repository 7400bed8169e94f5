/**
 * Downloads the admin kubeconfig from a node.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { toByteStream } from "../../client/collect.ts";
import { addNodeName } from "../../client/node_error.ts";
import type { NodeCallOptions, NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { ParsedKubeconfig } from "../kubeconfig/parse.ts";
import type { Kubeconfig } from "../kubeconfig/types.ts";

/** Maximum size of a kubeconfig, bytes; one of a node has about 3 KiB. */
const MAX_BYTES = 1024 * 1024;

/** A downloaded kubeconfig. */
export interface DownloadedKubeconfig extends ParsedKubeconfig {
  /** The content as received. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Downloads and parses the admin kubeconfig of a node's cluster.
 *
 * @throws {OsctlError} the node's error, or one of kind `node` for content that is not a kubeconfig.
 */
export async function fetchKubeconfig(
  client: NodeClient,
  node: string,
  options: NodeCallOptions = {},
): Promise<DownloadedKubeconfig> {
  const pieces = toByteStream(client.stream(MachineService.Kubeconfig, {}, node, options));
  // The modules load while the node responds.
  const first = pieces.next();
  first.catch(() => {}); // thrown by the archive's reader
  const { readTarGzMember } = await import("../../platform/tar_member.ts");
  const { parseKubeconfig } = await import("../kubeconfig/parse.ts");
  try {
    const source = startingWith(first, pieces);
    const bytes = await readTarGzMember(source, { name: "kubeconfig", maxBytes: MAX_BYTES });
    return { bytes, ...parseReceived(bytes, parseKubeconfig) };
  } catch (error) {
    throw addNodeName(node, error);
  }
}

async function* startingWith<T>(
  first: Promise<IteratorResult<T, void>>,
  rest: AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  try {
    for (let result = await first; !result.done; result = await rest.next()) yield result.value;
  } finally {
    await rest.return();
  }
}

function parseReceived(
  bytes: Uint8Array,
  parse: (text: string, name: string) => ParsedKubeconfig,
): ParsedKubeconfig {
  let parsed: ParsedKubeconfig;
  try {
    parsed = parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), "kubeconfig");
  } catch (error) {
    if (error instanceof TypeError) throw new OsctlError("node", "invalid kubeconfig: not UTF-8");
    if (!(error instanceof OsctlError)) throw error;
    throw new OsctlError("node", `invalid kubeconfig: ${error.message}`);
  }
  if (parsed.kubeconfig.contexts.size === 0) {
    throw new OsctlError("node", "invalid kubeconfig: no contexts");
  }
  requireInline(parsed.kubeconfig);
  return parsed;
}

/** Keys that run a program or read a file of the client. */
const FOREIGN_KEYS = [
  "auth-provider",
  "certificate-authority",
  "client-certificate",
  "client-key",
  "exec",
  "tokenFile",
];

/** Rejects programs and files: a node must not select what runs or is read on this machine. */
function requireInline({ clusters, users }: Kubeconfig): void {
  for (const [section, entries] of [["cluster", clusters], ["user", users]] as const) {
    for (const [name, { value }] of entries) {
      const key = FOREIGN_KEYS.find((key) => value[key] !== undefined);
      if (key === undefined) continue;
      const reason = `"${key}" of ${section} "${name}" refers to this machine`;
      throw new OsctlError("node", `invalid kubeconfig: ${reason}`);
    }
  }
}
