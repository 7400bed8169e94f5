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
import { toUrlHost } from "../../pki/ip.ts";

/** Limit of an attempt at one server, milliseconds. */
const PROBE_MS = 3000;

/** Maximum number of servers that a connection tries, besides the one of the kubeconfig. */
const MAX_SERVERS = 7;

/** Reads server and credentials: again after a server has rejected them. */
export type ReadSettings = (signal: AbortSignal) => Promise<ConnectionSettings>;

/** The API servers of a cluster. */
export class KubernetesServers implements Disposable {
  readonly #system: KubernetesSystem;
  readonly #readSettings: ReadSettings;
  /** Addresses of the control planes. */
  readonly #controlPlanes: readonly string[];
  #settings: Promise<ConnectionSettings> | undefined;
  #connection: Promise<KubernetesClient> | undefined;
  readonly #opened: KubernetesClient[] = [];

  /** @param controlPlanes Their API servers are tried as well. */
  constructor(
    system: KubernetesSystem,
    readSettings: ReadSettings,
    controlPlanes: readonly string[] = [],
  ) {
    this.#system = system;
    this.#readSettings = readSettings;
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

  /**
   * Checks `/readyz` of the API server of one control plane.
   *
   * @param port Port of the server on its node.
   * @returns Why it is not ready; undefined when it is.
   * @throws {OsctlError} when its settings cannot be read.
   */
  async findUnready(
    { address, port }: { readonly address: string; readonly port: number },
    signal: AbortSignal,
  ): Promise<UnreadyServer | undefined> {
    const reading = this.#settings ??= this.#readSettings(signal);
    reading.catch(() => this.#settings === reading && (this.#settings = undefined));
    const settings = await reading;
    const server = new URL(settings.server);
    server.hostname = toUrlHost(address);
    server.port = String(port);
    // The certificate has the name of the endpoint, and not each address of the node.
    const serverName = settings.serverName ?? settings.server.hostname;
    const client = createKubernetesClient({ ...settings, server, serverName }, this.#system);
    try {
      await client.getText("/readyz", { signal, timeoutMs: PROBE_MS });
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OsctlError)) throw error;
      // A role that may not read it has reached a server that responds.
      if (error instanceof KubernetesError && [401, 403].includes(error.code)) return undefined;
      return { reason: error.message, isSilent: !isAnswer(error) };
    } finally {
      client.close();
    }
  }

  async #connect(signal: AbortSignal): Promise<KubernetesClient> {
    const reading = this.#settings ??= this.#readSettings(signal);
    reading.catch(() => this.#settings === reading && (this.#settings = undefined));
    const settings = await reading;
    const { server } = settings;
    const others = this.#controlPlanes.slice(0, MAX_SERVERS).map((address) => {
      const url = new URL(server);
      url.hostname = toUrlHost(address);
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
    // A CA that was replaced is read again.
    this.#settings = undefined;
    throw failure!;
  }

  [Symbol.dispose](): void {
    for (const client of this.#opened) client.close();
  }
}

/** An API server that is not ready. */
export interface UnreadyServer {
  readonly reason: string;
  /** Whether nothing answered, as behind a firewall: neither the server nor its host. */
  readonly isSilent: boolean;
}

/** Reports whether a server or its host has answered: with a status, or by refusing the connection. */
function isAnswer(error: OsctlError): boolean {
  return error instanceof KubernetesError || codesOf(error).includes("ECONNREFUSED");
}

/** Returns the codes of the system in an error and its causes. */
function codesOf(error: Error): string[] {
  const codes: string[] = [];
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    if (typeof code === "string") codes.push(code);
  }
  return codes;
}

/** Returns a reader of the kubeconfig, from the first control plane that responds. */
export function readFromNodes(client: NodeClient, controlPlanes: readonly string[]): ReadSettings {
  return async (signal) => {
    let failure: unknown;
    for (const node of controlPlanes) {
      try {
        const { kubeconfig } = await fetchKubeconfig(client, node, { signal, timeoutMs: PROBE_MS });
        return await resolveConnection(kubeconfig);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof OsctlError)) throw error;
        failure ??= error;
      }
    }
    throw failure ?? new OsctlError("node", "no control plane node is known");
  };
}

/** Reports whether no API server responds: the cluster may have none. */
export function isClusterUnreachable(error: OsctlError): boolean {
  if (error instanceof KubernetesError) return error.code === 429 || error.code >= 500;
  return error.kind === "connection" || error.kind === "node";
}

async function probe(client: KubernetesClient, signal: AbortSignal): Promise<void> {
  await client.version({ signal, timeoutMs: PROBE_MS });
}
