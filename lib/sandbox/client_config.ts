/**
 * Handler of `MachineService.GenerateClientConfiguration`: issues client certificates from the
 * cluster's authority.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import { encodeBase64, renderConfig } from "../osconfig/mod.ts";
import { issueClientCertificate, type IssueContext, type PemPair } from "../pki/mod.ts";
import { StatusCode, StatusError } from "../rpc/mod.ts";
import { type Binding, type NodeFacts, unary } from "./types.ts";

/**
 * Returns the binding of `GenerateClientConfiguration`.
 *
 * @param caOf returns the authority of a control plane.
 */
export function clientConfigBinding(
  caOf: (node: NodeFacts) => PemPair,
  source: IssueContext,
): Binding {
  return unary(MachineService.GenerateClientConfiguration, async ({ roles, crtTtl }, { node }) => {
    if (node.type === "worker") {
      throw new StatusError(
        StatusCode.failedPrecondition,
        "client configuration can't be generated on worker nodes",
      );
    }
    const ttlMs = Number(crtTtl?.seconds ?? 0) * 1000 + (crtTtl?.nanos ?? 0) / 1e6;
    const request = { roles: roles ?? [], ttlMs, cluster: node.cluster };
    return { messages: [await generateClientConfiguration(caOf(node), request, source)] };
  });
}

/** Parameters of a client configuration. */
export interface ClientConfigRequest {
  /** Empty roles are dropped; unknown roles are kept in the certificate and grant nothing. */
  readonly roles: readonly string[];
  /** Validity in milliseconds. */
  readonly ttlMs: number;
  /** Cluster name, part of the context name. */
  readonly cluster: string;
}

/** The issued credentials; the fields of `machine.GenerateClientConfiguration`. */
export interface ClientConfigResponse {
  readonly ca: Uint8Array;
  readonly crt: Uint8Array;
  readonly key: Uint8Array;
  /** Client configuration with one context and no endpoints. */
  readonly talosconfig: Uint8Array;
}

/**
 * Issues a client certificate and its configuration. The context has the name of the cluster, with
 * the role as prefix when there is exactly one: `reader@demo`.
 *
 * @throws {StatusError} InvalidArgument when the validity is not positive.
 */
async function generateClientConfiguration(
  ca: PemPair,
  { roles, ttlMs, cluster }: ClientConfigRequest,
  source: IssueContext,
): Promise<ClientConfigResponse> {
  if (ttlMs <= 0) {
    throw new StatusError(StatusCode.invalidArgument, "crt_ttl should be positive");
  }
  const granted = [...new Set(roles.map((role) => role.trim()))].filter((role) => role !== "");
  granted.sort();
  const { crt, key } = await issueClientCertificate(ca, { roles: granted, ttl: ttlMs }, source);
  const [only, ...more] = granted;
  const name = only === undefined || more.length > 0
    ? cluster
    : `${only.replace(/^os:/, "")}@${cluster}`;
  const config = renderConfig(name, {
    [name]: {
      endpoints: [],
      nodes: [],
      ca: encodeBase64(ca.crt),
      crt: encodeBase64(crt),
      key: encodeBase64(key),
    },
  });
  const bytes = (text: string) => new TextEncoder().encode(text);
  return { ca: bytes(ca.crt), crt: bytes(crt), key: bytes(key), talosconfig: bytes(config) };
}
