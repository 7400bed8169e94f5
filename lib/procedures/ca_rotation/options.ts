/**
 * Options of a rotation.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import type { ClusterNodes } from "../health/types.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import type { Encoding } from "./journal.ts";
import type { AuthorityName } from "./types.ts";

/** Context of a rotation. */
export type RotationContext = ProcedureContext<NodeClient>;

/** Options of a new rotation and of one that continues. */
interface CommonOptions {
  /** Limit of each wait, milliseconds. */
  readonly timeoutMs: number;
  /** Idle timeout of a call, milliseconds. */
  readonly callMs: number;
}

/** Options of a new rotation. Paths are as typed. */
export interface StartOptions extends CommonOptions {
  readonly action: "start";
  readonly authorities: readonly AuthorityName[];
  readonly connection: ConnectionOptions;
  /** The given nodes; discovered when undefined. */
  readonly cluster: ClusterNodes | undefined;
  /** Whether the last control plane is the init node. */
  readonly hasInitNode: boolean;
  /** Host and port of the Kubernetes API; from the kubeconfig when empty. */
  readonly k8sEndpoint: string;
  /** Path of the new client configuration. */
  readonly output: string;
  /** Whether to replace existing files. */
  readonly force: boolean;
  /** Path of the secrets bundle to update. */
  readonly secrets: string | undefined;
  readonly encoding: Encoding | undefined;
}

/** Options of a rotation that continues with a journal. */
export interface ContinueOptions extends CommonOptions {
  readonly action: "resume" | "rollback";
  /** Path of the journal, as typed. */
  readonly journal: string;
}

/** Options of a rotation. */
export type RotationOptions = StartOptions | ContinueOptions;
