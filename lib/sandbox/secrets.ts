/**
 * Secrets of an embedded cluster: an Ed25519 certificate authority for the node API, generated per
 * cluster. All other certificates are issued from it on demand.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { PRODUCT } from "../distribution.ts";
import {
  createCa,
  issueClientCertificate,
  type IssueContext,
  issueServerCertificate,
  parseIp,
  type PemPair,
} from "../pki/mod.ts";
import { readText, writeFileAtomic } from "../platform/files.ts";
import type { NodeSocket } from "./addresses.ts";
import type { Role } from "./types.ts";

/** The secrets of a cluster. */
export interface SandboxSecrets {
  /** Authority of node and client certificates. */
  readonly ca: PemPair;
  /** Additional subject alternative names of node certificates. */
  readonly extraHosts: readonly string[];
}

const YEAR_MS = 8760 * 3_600_000;

/** Generates the secrets of a new cluster. */
export async function createSecrets(
  source: IssueContext,
  extraHosts: readonly string[] = [],
): Promise<SandboxSecrets> {
  return { ca: await createCa({ organization: PRODUCT.toLowerCase() }, source), extraHosts };
}

/** Issues a client certificate with these roles, valid for one year. */
export async function issueClient(
  { ca }: SandboxSecrets,
  roles: readonly Role[],
  source: IssueContext,
): Promise<PemPair> {
  return await issueClientCertificate(ca, { roles, ttl: YEAR_MS }, source);
}

/** Returns the subject alternative names of a node's server certificate. */
export function serverHosts(
  node: NodeSocket & { readonly name: string },
  extraHosts: readonly string[],
): { ips: string[]; dnsNames: string[] } {
  return splitHosts([node.address, "127.0.0.1", node.name, "localhost", ...extraHosts]);
}

/** Issues a node's server certificate for its address and name, loopback, and the extra hosts. */
export async function issueNodeServer(
  { ca, extraHosts }: SandboxSecrets,
  node: NodeSocket & { readonly name: string },
  source: IssueContext,
): Promise<PemPair> {
  const hosts = serverHosts(node, extraHosts);
  return await issueServerCertificate(ca, { ...hosts, commonName: node.name }, source);
}

/** Issues the server certificate of a node in maintenance mode, from a throwaway authority. */
export async function issueMaintenance(
  node: NodeSocket & { readonly name: string },
  source: IssueContext,
): Promise<PemPair> {
  const ca = await createCa({ organization: "maintenance" }, source);
  const hosts = [node.address, "127.0.0.1", node.name, "localhost"];
  return await issueServerCertificate(ca, splitHosts(hosts), source);
}

function splitHosts(hosts: readonly string[]): { ips: string[]; dnsNames: string[] } {
  const isIp = (host: string) => parseIp(host) !== undefined;
  const unique = [...new Set(hosts)];
  return { ips: unique.filter(isIp), dnsNames: unique.filter((host) => !isIp(host)) };
}

/** Writes the secrets with mode 0600. */
export async function writeSecrets(path: string, secrets: SandboxSecrets): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
}

/**
 * Reads the secrets.
 *
 * @throws {OsctlError} of kind `input` when the file is invalid; never quotes its content.
 */
export async function readSecrets(path: string): Promise<SandboxSecrets> {
  let value: Partial<SandboxSecrets> | null = null;
  try {
    value = JSON.parse(await readText(path));
  } catch (error) {
    // The parser's message quotes the content, which is secret.
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (typeof value?.ca?.crt !== "string" || typeof value.ca.key !== "string") {
    throw new OsctlError("input", `"${path}" is not a cluster secrets file`, {
      hint: 'restore it, or remove the cluster with "osctl cluster destroy"',
    });
  }
  return { ca: value.ca, extraHosts: value.extraHosts ?? [] };
}
