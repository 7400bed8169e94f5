/**
 * Rules of a whole configuration of v1.14 and newer, whose settings can be in several documents.
 *
 * @module
 */
import type { LoadedDocument } from "../load.ts";
import { quoted } from "../problem.ts";
import { MAIN } from "../schema/documents.ts";
import { Cursor } from "./cursor.ts";
import type { Report } from "./report.ts";

/** Documents of a configuration. */
export interface Configuration {
  readonly documents: readonly LoadedDocument[];
  readonly main: Cursor | undefined;
}

/** Reports rules of the whole configuration at a document that causes them. */
export function checkConfiguration(
  document: LoadedDocument,
  cursor: Cursor,
  configuration: Configuration,
  report: Report,
): void {
  if (document.type === MAIN) {
    if (report.mode === "container") checkHostDns(cursor, configuration, report);
    checkDiscovery(cursor.atPath("machine", "network", "kubespan"), configuration, report);
    return;
  }
  const { kind, controlPlaneOnly } = document.type;
  if (controlPlaneOnly && !isControlPlane(configuration)) {
    report.error(cursor, `${kind} is allowed on control planes only`, "remove the document");
  }
  if (kind === "KubeSpanConfig") checkDiscovery(cursor, configuration, report);
  if (kind === "DiscoveryServiceConfig") checkIdentity(cursor, configuration, report);
  if (kind === "ResolverConfig") checkProtocols(cursor, configuration, report);
  if (kind === "KubeAPIServerCAConfig") checkEncryption(cursor, configuration, report);
  if (kind === "ContainerConfig") checkContainerGraph(cursor, configuration, report);
}

/** Containers that a container waits for must be configured, and must not wait for it. */
function checkContainerGraph(
  container: Cursor,
  { documents }: Configuration,
  report: Report,
): void {
  const dependenciesOf = (cursor: Cursor) => cursor.atPath("dependsOn", "containers").items;
  const containers = new Map(
    documents.filter(({ type }) => type.kind === "ContainerConfig").map((document) => {
      const cursor = Cursor.root(document);
      return [cursor.at("name").text, dependenciesOf(cursor).map(({ text }) => text)] as const;
    }),
  );
  const own = container.at("name").text;
  for (const item of dependenciesOf(container)) {
    if (item.text === "" || item.text === own) continue;
    if (!containers.has(item.text)) {
      report.error(item, `no container ${quoted(item.text)}`, "add a ContainerConfig");
    } else if (reaches(containers, item.text, own)) {
      report.error(item, `the containers ${own} and ${item.text} wait for each other`);
    }
  }
}

function reaches(
  graph: ReadonlyMap<string, readonly string[]>,
  from: string,
  to: string,
): boolean {
  const seen = new Set<string>();
  const queue = [from];
  for (const name of queue) {
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    queue.push(...graph.get(name) ?? []);
  }
  return false;
}

function isControlPlane({ main }: Configuration): boolean {
  const type = main?.atPath("machine", "type").text;
  return type === "controlplane" || type === "init";
}

function find({ documents }: Configuration, kind: string): Cursor | undefined {
  const document = documents.find(({ type }) => type.kind === kind);
  return document && Cursor.root(document);
}

/** Returns the settings of the DNS cache, from either document. */
function hostDns(configuration: Configuration): Cursor | undefined {
  const dns = find(configuration, "ResolverConfig")?.at("hostDNS");
  return dns?.isPresent ? dns : configuration.main?.atPath("machine", "features", "hostDNS");
}

function checkHostDns(main: Cursor, configuration: Configuration, report: Report): void {
  const dns = hostDns(configuration);
  for (const name of ["enabled", "forwardKubeDNSToHost"]) {
    if (dns?.at(name).isTrue) continue;
    report.error(
      main.atPath("machine", "features", "hostDNS"),
      `"hostDNS.${name}" must be true in mode container`,
      "set it to true, here or in ResolverConfig",
    );
  }
}

function checkProtocols(resolver: Cursor, configuration: Configuration, report: Report): void {
  if (hostDns(configuration)?.at("enabled").isTrue) return;
  const encrypted = resolver.at("nameservers").items.map((server) => server.at("protocol"))
    .find(({ text }) => text !== "" && text !== "Do53");
  if (encrypted === undefined) return;
  report.error(encrypted, `${encrypted.text} requires "hostDNS.enabled"`, "set it to true");
}

function checkDiscovery(mesh: Cursor, configuration: Configuration, report: Report): void {
  if (!mesh.at("enabled").isTrue) return;
  const { main } = configuration;
  const isEnabled = find(configuration, "DiscoveryServiceConfig") !== undefined ||
    main?.atPath("cluster", "discovery", "enabled").isTrue === true;
  if (isEnabled) return;
  report.error(mesh.at("enabled"), "KubeSpan requires discovery", "add a DiscoveryServiceConfig");
}

function checkIdentity(service: Cursor, configuration: Configuration, report: Report): void {
  const identity = find(configuration, "DiscoveryIdentityConfig");
  const cluster = configuration.main?.at("cluster");
  for (const [here, old] of [["clusterID", "id"], ["clusterSecret", "secret"]] as const) {
    if (identity?.at(here).isNonEmpty || cluster?.at(old).isNonEmpty) continue;
    report.error(service, `discovery requires "${here}"`, "add a DiscoveryIdentityConfig");
  }
}

function checkEncryption(authority: Cursor, configuration: Configuration, report: Report): void {
  if (!isControlPlane(configuration)) return;
  const cluster = configuration.main?.at("cluster");
  const isEncrypted = find(configuration, "KubeEtcdEncryptionConfig") !== undefined ||
    ["secretboxEncryptionSecret", "aescbcEncryptionSecret"]
      .some((name) => cluster?.at(name).isNonEmpty);
  if (isEncrypted) return;
  report.error(
    authority,
    "control planes require encryption of Secrets in etcd",
    "add a KubeEtcdEncryptionConfig",
  );
}
