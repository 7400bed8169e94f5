/**
 * Fields of the main document in the form of the documents that replace them, for hints. Secrets have
 * none, because hints are printed.
 *
 * @module
 */
import { type Data, isList, isMap, type Value } from "../data.ts";

/** Returns the fields of the document that has a value now. */
type Move = (value: Value) => Data;

const asField = (name: string): Move => (value) => ({ [name]: value });

/** Conversions by the path of the field. */
const MOVES: Readonly<Record<string, Move>> = {
  "machine.nodeLabels": asField("labels"),
  "machine.nodeAnnotations": asField("annotations"),
  "machine.nodeTaints": asField("taints"),
  "machine.kubelet.skipNodeRegistration": asField("skipNodeRegistration"),
  "machine.kubelet.registerWithFQDN": asField("registerWithFQDN"),
  "machine.kubelet.nodeIP": asField("nodeIP"),
  // A hostname contradicts the generated one, which is "stable" by default.
  "machine.network.hostname": (hostname) => ({ auto: "off", hostname }),
  "machine.network.nameservers": (servers) => ({
    nameservers: isList(servers) ? servers.map((address) => ({ address })) : [],
  }),
  "machine.network.searchDomains": (domains) => ({ searchDomains: { domains } }),
  "machine.time.servers": (servers) => ({ ntp: { servers } }),
  "machine.time.bootTimeout": asField("bootTimeout"),
  "machine.time.disabled": (isDisabled) => ({ enabled: isDisabled !== true }),
  "cluster.clusterName": asField("clusterName"),
  "cluster.controlPlane.endpoint": asField("endpoint"),
  "machine.features.kubePrism": (value) =>
    isMap(value) && value["port"] !== undefined ? { port: value["port"] } : {},
};

/** Returns the document that sets a field now, as JSON; undefined where it takes more than a move. */
export function movedField(path: string, kind: string, value: Value): string | undefined {
  const fields = MOVES[path]?.(value);
  if (fields === undefined || Object.keys(fields).length === 0) return undefined;
  const json = (_: string, part: unknown) => typeof part === "bigint" ? Number(part) : part;
  return JSON.stringify({ apiVersion: "v1alpha1", kind, ...fields }, json);
}
