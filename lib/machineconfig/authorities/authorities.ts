/**
 * Certificate authorities in machine configurations: which one issues certificates and which ones are
 * accepted. Nodes up to v1.13 store Kubernetes authorities in the main document, newer ones may store them
 * in the document `KubeAPIServerCAConfig`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { decodeBase64, encodeBase64 } from "../../yaml/base64.ts";
import { type Data, isList, isMap, sectionOf, type Value } from "../data.ts";
import { decodeMachineConfig } from "../load/load.ts";
import { editDocuments } from "../patch/edit_documents.ts";
import { errorOf } from "../patch/problems.ts";
import type { ConfigText } from "../patch/mod.ts";
import { MAIN } from "../schema/documents.ts";

/** An authority: `os` of the node API, `kubernetes` of the Kubernetes API. */
export type AuthorityName = "os" | "kubernetes";

/** The authorities of one API in a configuration, PEM. */
export interface Trust {
  /** The issuing authority; `key` is undefined on workers. Workers of v1.14 have none. */
  readonly issuing: { readonly crt: string; readonly key: string | undefined } | undefined;
  /** Other accepted authorities, in order. */
  readonly accepted: readonly string[];
}

/** Facts of a configuration. */
export interface TrustedConfig {
  readonly isControlPlane: boolean;
  readonly os: Trust;
  readonly kubernetes: Trust;
}

/** Document with the Kubernetes authorities of v1.14. */
const CA_DOCUMENT = "KubeAPIServerCAConfig";

/** Sections of the main document. */
const SECTIONS: Readonly<Record<AuthorityName, string>> = { os: "machine", kubernetes: "cluster" };

/**
 * Reads the authorities of a configuration.
 *
 * @throws {OsctlError} of kind `input` when the text is not a configuration.
 */
export function readTrust(config: ConfigText): TrustedConfig {
  const { text, name, release } = config;
  const { documents, problems } = decodeMachineConfig(text, { release });
  const wrong = errorOf(problems, { name, text });
  if (wrong !== undefined) throw wrong;
  const main = documents.find(({ type }) => type === MAIN)?.data ?? {};
  const separate = documents.find(({ type }) => type.kind === CA_DOCUMENT)?.data;
  const type = sectionOf(main, "machine")["type"];
  return {
    isControlPlane: type === "controlplane" || type === "init",
    os: sectionTrust(sectionOf(main, SECTIONS.os)),
    kubernetes: separate === undefined
      ? sectionTrust(sectionOf(main, SECTIONS.kubernetes))
      : documentTrust(separate),
  };
}

/**
 * Returns the text with other authorities of one API. Entries that remain keep their bytes.
 *
 * @throws {OsctlError} of kind `input` when the text is not a configuration.
 */
export function writeTrust(config: ConfigText, name: AuthorityName, trust: Trust): string {
  const { documents } = decodeMachineConfig(config.text, { release: config.release });
  const isSeparate = name === "kubernetes" &&
    documents.some(({ type }) => type.kind === CA_DOCUMENT);
  return editDocuments(config, (type, data) => {
    if (isSeparate) return type.kind === CA_DOCUMENT ? writeDocument(data, trust) : data;
    if (type !== MAIN) return data;
    const section = SECTIONS[name];
    return { ...data, [section]: writeSection(sectionOf(data, section), trust) };
  });
}

function sectionTrust({ ca, acceptedCAs }: Data): Trust {
  const crt = isMap(ca) ? decodePem(ca["crt"]) : undefined;
  const key = isMap(ca) ? decodePem(ca["key"]) : undefined;
  return {
    issuing: crt === undefined ? undefined : { crt, key },
    accepted: listed(acceptedCAs).flatMap((one) => (isMap(one) && decodePem(one["crt"])) || []),
  };
}

function documentTrust({ issuingCA, acceptedCAs }: Data): Trust {
  const { cert, key } = isMap(issuingCA) ? issuingCA : {};
  return {
    issuing: typeof cert !== "string" || cert === ""
      ? undefined
      : { crt: cert, key: typeof key === "string" && key !== "" ? key : undefined },
    accepted: listed(acceptedCAs).filter((one) => typeof one === "string"),
  };
}

function writeSection(data: Data, { issuing, accepted }: Trust): Data {
  const before = sectionTrust(data);
  const entries = listed(data["acceptedCAs"]);
  const isSame = before.issuing?.crt === issuing?.crt && before.issuing?.key === issuing?.key;
  const next = { ...data };
  if (!isSame) {
    if (issuing === undefined) delete next["ca"];
    else next["ca"] = { crt: encodeBase64(issuing.crt), key: encodeBase64(issuing.key ?? "") };
  }
  const certificates = accepted.map((crt) =>
    entries.find((one) => isMap(one) && decodePem(one["crt"]) === crt) ?? { crt: encodeBase64(crt) }
  );
  return withList(next, certificates);
}

function writeDocument(data: Data, { issuing, accepted }: Trust): Data {
  const next = { ...data };
  if (issuing === undefined) delete next["issuingCA"];
  else next["issuingCA"] = { cert: issuing.crt, key: issuing.key ?? "" };
  return withList(next, accepted);
}

/** Sets `acceptedCAs`, or removes an empty list. */
function withList(data: Data, acceptedCAs: readonly Value[]): Data {
  if (acceptedCAs.length > 0) return { ...data, acceptedCAs };
  const { acceptedCAs: _removed, ...rest } = data;
  return rest;
}

function listed(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : [];
}

function decodePem(value: Value | undefined): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const bytes = decodeBase64(value);
  if (bytes === undefined) throw new OsctlError("input", "a certificate authority is not base64");
  return new TextDecoder().decode(bytes);
}
