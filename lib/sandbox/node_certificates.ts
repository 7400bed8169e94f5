/**
 * Certificates of a node, which follow the authorities of its machine configuration.
 *
 * @module
 */
import { type Data, isList, sectionOf } from "../machineconfig/data.ts";
import type { IssueContext, PemPair } from "../pki/mod.ts";
import type { NodeSocket } from "./addresses.ts";
import { type MachineConfig, mainData, readAuthorities, withKey } from "./configuration/mod.ts";
import { LiveValue } from "./live_value.ts";
import { issueClient, issueNodeServer } from "./secrets.ts";
import type { NodeSecrets } from "./state/mod.ts";

/** The certificates that a worker receives from trustd of a control plane. */
export interface WorkerTrust {
  /** The key is missing when the control plane is another process. */
  readonly issuer: { readonly crt: string; readonly key?: string };
  /** Certificates that the control plane accepts. */
  readonly accepted: readonly string[];
  /** Requests a server certificate of an issuer without key. */
  readonly issueServer?: (
    node: NodeSocket & { readonly name: string },
    extraHosts: readonly string[],
  ) => Promise<PemPair>;
}

/** Options of {@linkcode NodeCertificates}. */
export interface CertificateOptions {
  readonly node: NodeSocket & { readonly name: string };
  readonly type: "controlplane" | "worker";
  readonly source: IssueContext;
  /** Returns a control plane whose certificate one of these authorities issued. */
  findTrust(
    accepted: readonly string[],
  ): WorkerTrust | undefined | Promise<WorkerTrust | undefined>;
}

/** Issues the certificates of a boot, and again after changes of its configuration. */
export class NodeCertificates {
  readonly #options: CertificateOptions;
  readonly #value: LiveValue<NodeSecrets | undefined> = new LiveValue<NodeSecrets | undefined>(
    undefined,
  );
  #inputs = "";
  #isWaiting = false;
  #updating: Promise<void> = Promise.resolve();

  constructor(options: CertificateOptions) {
    this.#options = options;
  }

  /** The certificates; undefined until a worker finds a control plane that issues its own. */
  get live(): LiveValue<NodeSecrets | undefined> {
    return this.#value;
  }

  /** Whether no control plane served the last request of a worker. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /**
   * Issues certificates if authorities or subject alternative names have changed. A worker that no
   * control plane serves keeps its certificates.
   */
  update(config: MachineConfig): Promise<void> {
    const update = this.#updating.then(() => this.#update(config));
    this.#updating = update.catch(() => {}); // rejects for the caller
    return update;
  }

  async #update(config: MachineConfig): Promise<void> {
    const { node, type, source, findTrust } = this.#options;
    const data = mainData(config.documents);
    const authorities = readAuthorities(data, "machine");
    const extraHosts = readSans(data);
    const { accepted } = authorities;
    const issuer = withKey(authorities);
    const trust: WorkerTrust | undefined = type === "controlplane"
      ? issuer && { issuer, accepted }
      : await findTrust(accepted) ?? (issuer && { issuer, accepted });
    this.#isWaiting = trust === undefined;
    const inputs = JSON.stringify([issuer?.key, accepted, extraHosts, trust]);
    if (trust === undefined || inputs === this.#inputs) return;
    const { crt, key } = trust.issuer;
    const ca = key === undefined ? undefined : { crt, key };
    const issuingCa = type === "controlplane" ? ca : undefined;
    const client = issuingCa &&
      await issueClient({ ca: issuingCa, extraHosts }, ["os:impersonator"], source);
    const server = ca === undefined
      ? await trust.issueServer?.(node, extraHosts)
      : await issueNodeServer({ ca, extraHosts }, node, source);
    if (server === undefined) return;
    this.#inputs = inputs;
    this.#value.set({
      issuingCa,
      acceptedCas: accepted,
      // Trustd sends its authorities as one text.
      apiAcceptedCas: type === "controlplane" ? trust.accepted : [trust.accepted.join("")],
      server,
      client,
      extraHosts,
    });
  }
}

function readSans(config: Data): readonly string[] {
  const sans = sectionOf(config, "machine")["certSANs"];
  return isList(sans) ? sans.filter((san) => typeof san === "string") : [];
}
