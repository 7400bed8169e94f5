/**
 * From the texts of fields to a checked secrets bundle, wherever the texts come from.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { createAuthority, readAuthorityCertificate } from "../../pki/authority.ts";
import { type LabelledKey, readLabelledKey } from "../../pki/labelled_key.ts";
import { type BundleOptions, REDACTED, type SecretsBundle } from "../../pki/secrets_bundle.ts";
import { decodeBase64 } from "../base64.ts";
import { collecting, together } from "../patch/problems.ts";
import { type BundleField, FIELD_NAMES } from "./bundle_fields.ts";

/** The text of a field. */
export interface Located {
  readonly text: string;
  /** Where it is, as it begins a sentence: `secrets.yaml:3:9: cluster.id`. */
  readonly place: string;
}

/** A bundle, and what a person should know about it. */
export interface CheckedBundle {
  readonly bundle: SecretsBundle;
  /** Sentences without a full stop. */
  readonly warnings: readonly string[];
}

/** What a bundle must have beside what all have. */
export type Needs = Pick<BundleOptions, "aggregator" | "serviceAccount"> & {
  /** Of the two encryption secrets; undefined when the bundle may do without. */
  readonly encryption: BundleOptions["encryption"] | undefined;
};

const TOKEN = /^[a-z0-9]{6}\.[a-z0-9]{16}$/;

/** What is wrong with a bootstrap token, or undefined. Nodes take any; Kubernetes does not. */
export function tokenWarning(text: string, place: string): string | undefined {
  return TOKEN.test(text)
    ? undefined
    : `${place} is no bootstrap token, and Kubernetes ignores it: one has 6 characters, a dot and ` +
      `16 characters, all of a to z and 0 to 9`;
}

/** Collects the fields and what is wrong with them. */
export class Assembler {
  readonly #find: (field: BundleField) => Located | undefined;
  readonly #errors: OsctlError[] = [];
  readonly #warnings: string[] = [];

  /** @param find Gives a field's text, or undefined when it is absent or null. */
  constructor(find: (field: BundleField) => Located | undefined) {
    this.#find = find;
  }

  /** The fields that are needed and are absent or empty, in order. */
  missing({ aggregator, serviceAccount, encryption }: Needs): BundleField[] {
    const optional = new Set<BundleField>();
    const unless = (needed: boolean, ...fields: BundleField[]) => {
      if (!needed) fields.forEach((field) => optional.add(field));
    };
    unless(aggregator, "certs.k8saggregator.crt", "certs.k8saggregator.key");
    unless(serviceAccount !== undefined, "certs.k8sserviceaccount.key");
    for (const kind of ["aescbc", "secretbox"] as const) {
      unless(encryption === kind, `secrets.${kind}encryptionsecret`);
    }
    return FIELD_NAMES.filter((field) => {
      const found = this.#find(field);
      // Whoever does not encrypt Secrets says so with an empty text.
      const empty = found?.text === "" && !field.endsWith("encryptionsecret");
      return !optional.has(field) && (found === undefined || empty);
    });
  }

  /**
   * The bundle.
   *
   * @throws {OsctlError} of kind `input` for what is wrong with the fields; several at once.
   */
  async bundle(): Promise<CheckedBundle> {
    const bundle: SecretsBundle = {
      cluster: { id: this.#text("cluster.id"), secret: this.#base64("cluster.secret") ?? "" },
      secrets: {
        bootstrapToken: this.#token(),
        ...this.#secret("aescbc"),
        ...this.#secret("secretbox"),
      },
      trustdInfo: { token: this.#text("trustdinfo.token") },
      certs: {
        etcd: await this.#authority("certs.etcd"),
        k8s: await this.#authority("certs.k8s"),
        ...(this.#has("certs.k8saggregator.crt")
          ? { k8sAggregator: await this.#authority("certs.k8saggregator") }
          : {}),
        ...(this.#has("certs.k8sserviceaccount.key")
          ? { k8sServiceAccount: { key: await this.#loneKey("certs.k8sserviceaccount.key") } }
          : {}),
        os: await this.#authority("certs.os"),
      },
    };
    if (this.#errors.length > 0) throw together(this.#errors);
    return { bundle, warnings: this.#warnings };
  }

  #has(field: BundleField): boolean {
    return (this.#find(field)?.text ?? "") !== "";
  }

  #text(field: BundleField): string {
    return this.#find(field)?.text ?? "";
  }

  #token(): string {
    const found = this.#find("secrets.bootstraptoken");
    if (found === undefined) return "";
    const warning = tokenWarning(found.text, found.place);
    if (warning !== undefined) this.#warnings.push(warning);
    return found.text;
  }

  #secret(kind: "aescbc" | "secretbox"): Partial<SecretsBundle["secrets"]> {
    const text = this.#base64(`secrets.${kind}encryptionsecret`);
    return text === undefined ? {} : { [`${kind}EncryptionSecret`]: text };
  }

  /** A text that must be base64, as it is. */
  #base64(field: BundleField): string | undefined {
    const found = this.#find(field);
    if (found !== undefined && decodeBase64(found.text) === undefined) {
      this.#wrong(`${found.place} is no base64`, "give 32 random bytes in base64");
    }
    return found?.text;
  }

  /** The PEM text behind a field. */
  #pem(field: BundleField): string {
    const found = this.#find(field);
    if (found === undefined || found.text === REDACTED) return found?.text ?? "";
    const bytes = decodeBase64(found.text);
    if (bytes === undefined) {
      this.#wrong(`${found.place} is no base64`, "give the PEM text as base64 on one line");
      return "";
    }
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      this.#wrong(`${found.place} is no text in base64`, "give PEM, not DER");
      return "";
    }
  }

  async #key(field: BundleField): Promise<LabelledKey | undefined> {
    const pem = this.#pem(field);
    if (pem === REDACTED) this.#warnings.push(`${this.#place(field)} is redacted`);
    if (pem === "" || pem === REDACTED) return undefined;
    return await collecting(this.#errors, () => readLabelledKey(pem, this.#place(field)));
  }

  async #loneKey(field: BundleField): Promise<string> {
    return this.#written(await this.#key(field), field);
  }

  /** The key as it is written again: what stands for one that was taken out stays. */
  #written(key: LabelledKey | undefined, field: BundleField): string {
    return key?.pem ?? this.#text(field);
  }

  async #authority(
    way: "certs.etcd" | "certs.k8s" | "certs.k8saggregator" | "certs.os",
  ): Promise<{ crt: string; key: string }> {
    const names = { crt: this.#place(`${way}.crt`), key: this.#place(`${way}.key`) };
    const [crt, key] = [this.#pem(`${way}.crt`), await this.#key(`${way}.key`)];
    if (crt !== "") {
      await collecting(this.#errors, () => {
        const certificate = readAuthorityCertificate(crt, names.crt);
        if (key !== undefined) createAuthority(certificate, key.key, names);
      });
    }
    return { crt, key: this.#written(key, `${way}.key`) };
  }

  #place(field: BundleField): string {
    return this.#find(field)?.place ?? field;
  }

  #wrong(message: string, hint: string): void {
    this.#errors.push(new OsctlError("input", message, { hint }));
  }
}
