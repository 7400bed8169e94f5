/**
 * What machine configurations are made from.
 *
 * @module
 */
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import type { Contract } from "./contract.ts";
import type { Endpoint } from "./endpoint.ts";

/** A cluster, and choices for its machines. */
export interface GenerateInput {
  readonly clusterName: string;
  readonly endpoint: Endpoint;
  readonly bundle: SecretsBundle;
  readonly contract: Contract;
  /**
   * Whether the configurations are those of interface release v1.4, which names the boot loader
   * and leaves out discovery where it is off.
   */
  readonly legacy?: boolean;
  readonly dnsDomain: string;
  readonly installDisk: string;
  readonly installImage: string;
  /** Of the images of Kubernetes, without a `v`; empty for configurations without images. */
  readonly kubernetesVersion: string;
  /** More names and addresses for the certificates of machines and of the API server. */
  readonly additionalSans: readonly string[];
  /** URLs by the registry's host. */
  readonly registryMirrors: ReadonlyMap<string, readonly string[]>;
  readonly persist: boolean;
  /** Whether machines find each other through the discovery service. */
  readonly discovery: boolean;
  /** Whether machines form a mesh of encrypted links. */
  readonly mesh: boolean;
}
