/**
 * Creates a client configuration with a new certificate, issued by a node.
 *
 * @module
 */
import { machine, MachineService } from "../../../proto/machine.ts";
import { OsctlError } from "../../errors.ts";
import { createConfig, editedText, parseConfig } from "../../osconfig/mod.ts";
import { parseRoles } from "../../pki/mod.ts";
import { exists } from "../../platform/files.ts";
import { requireSuccess } from "../../client/collect.ts";
import type { NodeClient } from "../../client/types.ts";
import { resolve } from "../../platform/paths.ts";

/** Options of {@linkcode createClientConfig}. */
export interface ClientConfigOptions {
  /** The file to create, relative to `cwd`. */
  readonly path: string;
  readonly cwd: string;
  readonly roles: readonly string[];
  /** Validity of the certificate, milliseconds. */
  readonly ttlMs: number;
  /** The proxy of the new context. */
  readonly proxyUrl: string | undefined;
}

/**
 * Requests a client certificate from the node and writes a configuration file with it and the
 * client's endpoints. Validates all options before the request.
 *
 * @throws {OsctlError} for several nodes, invalid roles, a lifetime that is not positive, an existing
 * file, and errors of the node.
 */
export async function createClientConfig(
  client: NodeClient,
  { path, cwd, roles, ttlMs, proxyUrl }: ClientConfigOptions,
): Promise<void> {
  const node = client.singleNode("config new");
  const wanted = parseRoles(roles, "--roles");
  const file = resolve(cwd, path);
  if (await exists(file)) {
    throw new OsctlError("file", `"${file}" already exists`, { hint: "use another path" });
  }
  if (ttlMs <= 0) {
    throw new OsctlError("usage", "--crt-ttl must be positive", {
      hint: "use a value such as 24h",
    });
  }
  const request = machine.GenerateClientConfigurationRequest.create({
    roles: wanted,
    crtTtl: { seconds: Math.floor(ttlMs / 1000), nanos: Math.round(ttlMs % 1000 * 1e6) },
  });
  const results = await client.call(MachineService.GenerateClientConfiguration, request);
  requireSuccess(results);
  const text = new TextDecoder().decode(results[0]!.value!.talosconfig);
  await createConfig(file, withRoute(text, node, client.endpoints, proxyUrl));
}

/** Returns the issued configuration with endpoints and proxy. */
function withRoute(
  text: string,
  node: string,
  endpoints: readonly string[],
  proxyUrl = "",
): string {
  const issued = parseConfig(text, `the configuration issued by ${node}`);
  const { current, contexts } = issued.config;
  if (!contexts.has(current)) {
    throw new OsctlError("node", `the configuration issued by ${node} has no current context`);
  }
  return editedText(issued, (editor) => {
    editor.setEndpoints(current, endpoints);
    if (proxyUrl !== "") editor.setProxyUrl(current, proxyUrl);
  });
}
