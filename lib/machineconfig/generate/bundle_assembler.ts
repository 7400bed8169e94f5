/**
 * Assembles and checks a secrets bundle from the values of its fields, whatever their source.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { createAuthority, readAuthorityCertificate } from "../../pki/authority.ts";
import { type LabelledKey, readLabelledKey } from "../../pki/labelled_key.ts";
import { REDACTED } from "../../pki/redacted.ts";
import type { BundleOptions, SecretsBundle } from "../../pki/secrets_bundle.ts";
import { decodeBase64 } from "../../yaml/base64.ts";
import { collecting, together } from "../patch/problems.ts";
import { type BundleField, FIELD_NAMES } from "./bundle_fields.ts";

/** The value of a field with its source location. */
export interface Located {
  readonly text: string;
  /** Location as a message prefix: `secrets.yaml:3:9: cluster.id`. */
  readonly place: string;
}

/** A checked bundle with warnings. */
export interface CheckedBundle {
  readonly bundle: SecretsBundle;
  /** Warnings without a full stop. */
  readonly warnings: readonly string[];
}

/** Optional fields that a bundle must have. */
export type RequiredFields = Pick<BundleOptions, "aggregator" | "serviceAccount"> & {
  /** Required encryption secret, or undefined when none is required. */
  readonly encryption: BundleOptions["encryption"] | undefined;
};

const TOKEN = /^[a-z0-9]{6}\.[a-z0-9]{16}$/;

/** Returns a warning for an invalid bootstrap token, which nodes accept and Kubernetes ignores. */
export function tokenWarning(text: string, place: string): string | undefined {
  return TOKEN.test(text)
    ? undefined
    : `${place} is not a valid bootstrap token; Kubernetes ignores it: use 6 and 16 characters of ` +
      `a-z and 0-9, separated by a dot`;
}

/** Collects fields and their errors. */
export class BundleAssembler {
  readonly #find: (field: BundleField) => Located | undefined;
  readonly #errors: OsctlError[] = [];
  readonly #warnings: string[] = [];

  /** @param find Returns a field, or undefined when it is absent or null. */
  constructor(find: (field: BundleField) => Located | undefined) {
    this.#find = find;
  }

  /** Returns the required fields that are absent or empty, in order. */
  missing({ aggregator, serviceAccount, encryption }: RequiredFields): BundleField[] {
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
      // An empty encryption secret explicitly disables encryption.
      const empty = found?.text === "" && !field.endsWith("encryptionsecret");
      return !optional.has(field) && (found === undefined || empty);
    });
  }

  /**
   * Returns the bundle.
   *
   * @throws {OsctlError} of kind `input` with all invalid fields.
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
          ? { k8sServiceAccount: { key: await this.#keyOnly("certs.k8sserviceaccount.key") } }
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

  /** Returns a base64 value unchanged, and checks it. */
  #base64(field: BundleField): string | undefined {
    const found = this.#find(field);
    if (found !== undefined && decodeBase64(found.text) === undefined) {
      this.#addError(`${found.place} is not valid base64`, "use 32 random bytes in base64");
    }
    return found?.text;
  }

  /** Returns the decoded PEM of a field. */
  #pem(field: BundleField): string {
    const found = this.#find(field);
    if (found === undefined || found.text === REDACTED) return found?.text ?? "";
    const bytes = decodeBase64(found.text);
    if (bytes === undefined) {
      this.#addError(`${found.place} is not valid base64`, "encode the PEM as base64 on one line");
      return "";
    }
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      this.#addError(`${found.place} is not text`, "use PEM instead of DER");
      return "";
    }
  }

  async #key(field: BundleField): Promise<LabelledKey | undefined> {
    const pem = this.#pem(field);
    if (pem === REDACTED) this.#warnings.push(`${this.#place(field)} is redacted`);
    if (pem === "" || pem === REDACTED) return undefined;
    return await collecting(this.#errors, () => readLabelledKey(pem, this.#place(field)));
  }

  async #keyOnly(field: BundleField): Promise<string> {
    return this.#keyText(await this.#key(field), field);
  }

  /** Returns the PEM of a key, or the placeholder of a redacted one. */
  #keyText(key: LabelledKey | undefined, field: BundleField): string {
    return key?.pem ?? this.#text(field);
  }

  async #authority(
    pair: "certs.etcd" | "certs.k8s" | "certs.k8saggregator" | "certs.os",
  ): Promise<{ crt: string; key: string }> {
    const names = { crt: this.#place(`${pair}.crt`), key: this.#place(`${pair}.key`) };
    const [crt, key] = [this.#pem(`${pair}.crt`), await this.#key(`${pair}.key`)];
    if (crt !== "") {
      await collecting(this.#errors, () => {
        const certificate = readAuthorityCertificate(crt, names.crt);
        if (key !== undefined) createAuthority(certificate, key.key, names);
      });
    }
    return { crt, key: this.#keyText(key, `${pair}.key`) };
  }

  #place(field: BundleField): string {
    return this.#find(field)?.place ?? field;
  }

  #addError(message: string, hint: string): void {
    this.#errors.push(new OsctlError("input", message, { hint }));
  }
}
