/**
 * The secrets of an embedded cluster: a certificate authority for the node API, Ed25519, made
 * fresh for each cluster. Everything else is issued from it when needed.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { PRODUCT } from "../distribution.ts";
import {
  createCa,
  issueClientCertificate,
  issueServerCertificate,
  parseIp,
  type PemPair,
  type Source,
} from "../pki/mod.ts";
import { readText, writeFileAtomic } from "../platform/files.ts";
import type { NodeSocket } from "./addresses.ts";
import type { Role } from "./types.ts";

/** What a cluster must keep to itself. */
export interface SandboxSecrets {
  /** Signs the certificates of nodes and clients. */
  readonly ca: PemPair;
  /** More names or addresses the nodes' certificates are good for. */
  readonly extraHosts: readonly string[];
}

const YEAR_MS = 8760 * 3_600_000;

/** Makes the secrets of a new cluster. */
export async function createSecrets(
  source: Source,
  extraHosts: readonly string[] = [],
): Promise<SandboxSecrets> {
  return { ca: await createCa({ organization: PRODUCT.toLowerCase() }, source), extraHosts };
}

/** A client certificate and key with these roles, good for a year. */
export async function issueClient(
  { ca }: SandboxSecrets,
  roles: readonly Role[],
  source: Source,
): Promise<PemPair> {
  return await issueClientCertificate(ca, { roles, ttl: YEAR_MS }, source);
}

/** A node's server certificate: its address and name, loopback, and the extra hosts. */
export async function issueNodeServer(
  { ca, extraHosts }: SandboxSecrets,
  node: NodeSocket & { readonly name: string },
  source: Source,
): Promise<PemPair> {
  const hosts = [node.address, "127.0.0.1", node.name, "localhost", ...extraHosts];
  return await issueServerCertificate(ca, { ...split(hosts), commonName: node.name }, source);
}

/** The certificate of a node in maintenance mode: of an authority that nobody knows. */
export async function issueMaintenance(
  node: NodeSocket & { readonly name: string },
  source: Source,
): Promise<PemPair> {
  const ca = await createCa({ organization: "maintenance" }, source);
  const hosts = [node.address, "127.0.0.1", node.name, "localhost"];
  return await issueServerCertificate(ca, split(hosts), source);
}

function split(hosts: readonly string[]): { ips: string[]; dnsNames: string[] } {
  const isIp = (host: string) => parseIp(host) !== undefined;
  const unique = [...new Set(hosts)];
  return { ips: unique.filter(isIp), dnsNames: unique.filter((host) => !isIp(host)) };
}

/** Writes the secrets, readable by their owner only. */
export async function writeSecrets(path: string, secrets: SandboxSecrets): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
}

/**
 * Reads them back.
 *
 * @throws {OsctlError} of kind `input` when the file cannot be understood; says nothing of its text.
 */
export async function readSecrets(path: string): Promise<SandboxSecrets> {
  let value: Partial<SandboxSecrets> | null = null;
  try {
    value = JSON.parse(await readText(path));
  } catch (error) {
    // The parser's message quotes the text, which is secret.
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (typeof value?.ca?.crt !== "string" || typeof value.ca.key !== "string") {
    throw new OsctlError("input", `"${path}" holds no secrets of a cluster`);
  }
  return { ca: value.ca, extraHosts: value.extraHosts ?? [] };
}
