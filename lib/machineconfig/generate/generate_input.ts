/**
 * Input of machine configuration generation.
 *
 * @module
 */
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import type { Contract } from "./contract.ts";
import type { Endpoint } from "./endpoint.ts";

/** Settings of a cluster and its machines. */
export interface GenerateInput {
  readonly clusterName: string;
  readonly endpoint: Endpoint;
  readonly bundle: SecretsBundle;
  readonly contract: Contract;
  /**
   * Generates configurations of interface release v1.4, which set the boot loader and omit disabled
   * discovery.
   */
  readonly legacy?: boolean;
  readonly dnsDomain: string;
  readonly installDisk: string;
  readonly installImage: string;
  /** Kubernetes version without `v`; empty to omit images. */
  readonly kubernetesVersion: string;
  /** Additional SANs of the machine and API server certificates. */
  readonly additionalSans: readonly string[];
  /** Mirror URLs by registry host. */
  readonly registryMirrors: ReadonlyMap<string, readonly string[]>;
  readonly persist: boolean;
  /** Enables cluster discovery. */
  readonly discovery: boolean;
  /** Enables KubeSpan. */
  readonly mesh: boolean;
}
