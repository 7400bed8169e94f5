/**
 * The protocol between the nodes of a cluster that run in processes of their own: JSON over HTTPS
 * to the Kubernetes endpoint of their configuration, below {@linkcode PEERS_PATH}.
 *
 * The node whose etcd was bootstrapped has the state of the cluster and answers. The API servers of
 * other control planes relay connections to it, so that every address of the endpoint reaches it.
 * Clients verify it by the Kubernetes authorities, and prove membership by a key of the cluster's
 * secret.
 *
 * @module
 */
import { decodeBase64 } from "../../yaml/base64.ts";
import { type Data, sectionOf } from "../../machineconfig/data.ts";
import type { StoredEtcd } from "../etcd/mod.ts";
import type { JsonMap } from "../objects/objects.ts";

/** Common prefix of all paths. */
export const PEERS_PATH = "/sandbox/peers/";

/** A request of another node to the API server. */
export interface PeerRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined when the body exceeds the limit. */
  readonly body: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** The response to a {@linkcode PeerRequest}, JSON. */
export interface PeerResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Facts of a node that all others receive. */
export interface PeerFacts {
  readonly name: string;
  readonly address: string;
  readonly type: "controlplane" | "worker";
  readonly nodeId: string;
  /** Version of the operating system, such as `v1.8.4`. */
  readonly version: string;
}

/** State of a node that the Kubernetes API reads. */
export interface NodeReport extends PeerFacts {
  readonly bootId: string;
  /** Milliseconds since the Unix epoch. */
  readonly bootedAt: number;
  /** The active machine configuration. */
  readonly config: string;
  readonly isRunning: boolean;
  /** Null while the kubelet does not run. */
  readonly kubeletImage: string | null;
  readonly staticPods: readonly JsonMap[];
}

/** The state of the cluster. */
export interface ClusterView {
  /** Identifies the state; a request with it is answered after the next change. */
  readonly revision: string;
  /** The node that answers. */
  readonly hub: { readonly address: string; readonly port: number };
  readonly peers: readonly PeerFacts[];
  readonly etcd: StoredEtcd;
  /** Whether the answering node has a report of the requesting one. */
  readonly isReported: boolean;
}

/** Authorities of node certificates, PEM. */
export interface TrustResponse {
  readonly issuer: string;
  readonly accepted: readonly string[];
}

/** Returns the key that proves membership; undefined without a cluster secret. */
export async function deriveKey(config: Data): Promise<string | undefined> {
  const { secret, id } = sectionOf(config, "cluster");
  const bytes = typeof secret === "string" ? decodeBase64(secret) : undefined;
  if (bytes === undefined || bytes.length === 0) return undefined;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new Uint8Array(bytes), algorithm, false, [
    "sign",
  ]);
  const text = new TextEncoder().encode(`sandbox peers ${typeof id === "string" ? id : ""}`);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, text)).toHex();
}
