/**
 * Connects to Kubernetes while API servers restart: each connection uses the first server that
 * responds.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { createKubernetesClient } from "../../kubernetes/client.ts";
import type { KubernetesSystem } from "../../kubernetes/connection.ts";
import { fetchKubeconfig } from "../../kubernetes/download/fetch_kubeconfig.ts";
import { resolveConnection } from "../../kubernetes/kubeconfig/resolve.ts";
import type { ConnectionSettings } from "../../kubernetes/kubeconfig/types.ts";
import { KubernetesError } from "../../kubernetes/kubernetes_error.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";

/** Limit of an attempt at one server, milliseconds. */
const PROBE_MS = 3000;

/** Most servers that a connection tries, besides the one of the kubeconfig. */
const MOST_SERVERS = 7;

/** The API servers of a cluster. */
export class KubernetesServers implements Disposable {
  readonly #system: KubernetesSystem;
  readonly #client: NodeClient;
  /** Addresses of the control planes. */
  readonly #controlPlanes: readonly string[];
  #settings: Promise<ConnectionSettings> | undefined;
  #connection: Promise<KubernetesClient> | undefined;
  readonly #opened: KubernetesClient[] = [];

  constructor(system: KubernetesSystem, client: NodeClient, controlPlanes: readonly string[]) {
    this.#system = system;
    this.#client = client;
    this.#controlPlanes = controlPlanes;
  }

  /**
   * Returns a client of a server that responds; the present one as long as it does.
   *
   * @throws {OsctlError} the reason of the first server when none responds.
   */
  readonly open = async (signal: AbortSignal): Promise<KubernetesClient> => {
    const present = this.#connection;
    try {
      const client = await (this.#connection ??= this.#connect(signal));
      await probe(client, signal);
      return client;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OsctlError)) throw error;
      // Another caller may have connected meanwhile.
      if (this.#connection === present || present === undefined) this.#connection = undefined;
      const again = this.#connection ??= this.#connect(signal);
      again.catch(() => this.#connection === again && (this.#connection = undefined));
      return await again;
    }
  };

  async #connect(signal: AbortSignal): Promise<KubernetesClient> {
    const settings = await (this.#settings ??= this.#readSettings(signal));
    const { server } = settings;
    const others = this.#controlPlanes.slice(0, MOST_SERVERS).map((address) => {
      const url = new URL(server);
      url.hostname = address.includes(":") ? `[${address}]` : address;
      return url;
    }).filter(({ host }) => host !== server.host);
    let failure: OsctlError | undefined;
    for (const url of [server, ...others]) {
      const client = createKubernetesClient({ ...settings, server: url }, this.#system);
      try {
        await probe(client, signal);
        this.#opened.push(client);
        return client;
      } catch (error) {
        client.close();
        signal.throwIfAborted();
        if (!(error instanceof OsctlError)) throw error;
        // Credentials are the same for all servers.
        if (error instanceof KubernetesError && [401, 403].includes(error.code)) {
          this.#settings = undefined;
          throw error;
        }
        failure ??= error;
      }
    }
    throw failure!;
  }

  /** Reads the kubeconfig from the first control plane that responds. */
  async #readSettings(signal: AbortSignal): Promise<ConnectionSettings> {
    let failure: unknown;
    for (const node of this.#controlPlanes) {
      try {
        const options = { signal, timeoutMs: PROBE_MS };
        const { kubeconfig } = await fetchKubeconfig(this.#client, node, options);
        return await resolveConnection(kubeconfig);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof OsctlError)) throw error;
        failure ??= error;
      }
    }
    this.#settings = undefined;
    throw failure ?? new OsctlError("node", "no control plane node is known");
  }

  [Symbol.dispose](): void {
    for (const client of this.#opened) client.close();
  }
}

/** Whether no API server responds: the cluster may have none. */
export function isClusterUnreachable(error: OsctlError): boolean {
  if (error instanceof KubernetesError) return error.code === 429 || error.code >= 500;
  return error.kind === "connection" || error.kind === "node";
}

async function probe(client: KubernetesClient, signal: AbortSignal): Promise<void> {
  await client.version({ signal, timeoutMs: PROBE_MS });
}
