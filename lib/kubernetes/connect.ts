/**
 * Connects to the Kubernetes API of a cluster with its admin kubeconfig.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { createKubernetesClient } from "./client.ts";
import type { KubernetesSystem } from "./connection.ts";
import { resolveConnection } from "./kubeconfig/resolve.ts";
import type { Kubeconfig } from "./kubeconfig/types.ts";
import type { KubernetesClient } from "./types.ts";

/** Port of the Kubernetes API. */
const DEFAULT_PORT = "6443";

/**
 * Creates a client. It connects on first use.
 *
 * @param endpoint host and port, as a URL or without a scheme; from the kubeconfig when empty.
 * @throws {OsctlError} of kind `usage` for an invalid endpoint.
 */
export async function connectKubernetes(
  system: KubernetesSystem,
  kubeconfig: Kubeconfig,
  endpoint: string,
): Promise<KubernetesClient> {
  const settings = await resolveConnection(kubeconfig);
  const server = endpoint === "" ? settings.server : parseEndpoint(endpoint);
  return createKubernetesClient({ ...settings, server }, system);
}

/** Parses the endpoint of the Kubernetes API in a flag; the default port is 6443. */
export function parseEndpoint(endpoint: string, flag = "--k8s-endpoint"): URL {
  const authority = endpoint.replace(/^https:\/\//, "").replace(/\/$/, "");
  const isIpv6 = /^[0-9a-f:]+$/i.test(authority) && authority.split(":").length > 2;
  const url = URL.parse(`https://${isIpv6 ? `[${authority}]` : authority}`);
  if (url === null || url.pathname !== "/" || url.username !== "" || authority === "") {
    throw new OsctlError("usage", `invalid endpoint "${endpoint}" for ${flag}`, {
      hint: "use a host and port, such as 10.0.0.10:6443",
    });
  }
  // A URL does not contain the default port of its scheme.
  if (!/:\d+$/.test(isIpv6 ? "" : authority.replace(/\[.*\]/, ""))) url.port = DEFAULT_PORT;
  return url;
}
