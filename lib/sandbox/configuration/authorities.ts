/**
 * Certificate authorities in machine configurations.
 *
 * @module
 */
import { decodeBase64, encodeBase64 } from "../../yaml/base64.ts";
import {
  type ConfigDocument,
  type Data,
  isList,
  isMap,
  sectionOf,
  type Value,
} from "../../machineconfig/data.ts";
import type { PemPair } from "../../pki/mod.ts";
import { componentsData } from "./machine_config.ts";

/** Authorities of a section of the main document, PEM. */
export interface Authorities {
  /** The section's `ca`; workers have no key. */
  readonly own: { readonly crt: string; readonly key: string | undefined } | undefined;
  /** Certificates of `acceptedCAs` and of `ca`, in this order. */
  readonly accepted: readonly string[];
}

/** Reads the authorities of the node API (`machine`) or of Kubernetes (`cluster`). */
export function readAuthorities(config: Data, name: "machine" | "cluster"): Authorities {
  const data = sectionOf(config, name);
  const { ca, acceptedCAs } = data;
  const crt = isMap(ca) ? decodePem(ca["crt"]) : undefined;
  const own = crt === undefined ? undefined : { crt, key: decodePem(sectionOf(data, "ca")["key"]) };
  const others = isList(acceptedCAs) ? acceptedCAs : [];
  const accepted = others.map((one) => isMap(one) ? decodePem(one["crt"]) : undefined);
  return { own, accepted: [...accepted, crt].filter((one) => one !== undefined) };
}

function decodePem(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const bytes = decodeBase64(value);
  return bytes && new TextDecoder().decode(bytes);
}

/** Returns the authority with its key; undefined on workers. */
export function withKey({ own }: Authorities): PemPair | undefined {
  return own?.key === undefined ? undefined : { crt: own.crt, key: own.key };
}

/** Document of v1.14 that replaces `cluster.ca` and `cluster.acceptedCAs`. */
const CA_DOCUMENT = "KubeAPIServerCAConfig";

/**
 * Returns the main document, with the Kubernetes authorities and the settings of components in the
 * documents that replace them.
 */
export function kubernetesData(documents: readonly ConfigDocument[]): Data {
  const main = componentsData(documents);
  const separate = documents.find(({ type }) => type.kind === CA_DOCUMENT)?.data;
  if (separate === undefined) return main;
  const { issuingCA, acceptedCAs } = separate;
  const { cert, key } = isMap(issuingCA) ? issuingCA : {};
  const cluster = {
    ...sectionOf(main, "cluster"),
    ...cert === undefined ? {} : { ca: { crt: encodePem(cert), key: encodePem(key) } },
    acceptedCAs: (isList(acceptedCAs) ? acceptedCAs : []).map((crt) => ({ crt: encodePem(crt) })),
  };
  return { ...main, cluster };
}

function encodePem(value: Value | undefined): string {
  return typeof value === "string" ? encodeBase64(value) : "";
}
