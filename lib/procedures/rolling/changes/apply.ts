/**
 * Applies machine configurations, and restarts the nodes whose changes require it.
 *
 * @module
 */
import { MachineService } from "../../../../proto/machine.ts";
import { OsctlError } from "../../../errors.ts";
import { encodeConfig } from "../../../machineconfig/encode/mod.ts";
import { decodeMachineConfig } from "../../../machineconfig/load/mod.ts";
import { NEWEST } from "../../../machineconfig/schema/releases.ts";
import {
  applyConfigs,
  findRebootingNodes,
  type NodeReleases,
  predictChange,
} from "../../../node/machine_config/mod.ts";
import { hasOsFeature } from "../../../os_versions/mod.ts";
import { MACHINE_CONFIG } from "../../../resource/machine_config_type.ts";
import { ResourceReader } from "../../../resource/mod.ts";
import { sha256 } from "../../../platform/sha256.ts";
import type { Clock } from "../../../platform/system.ts";
import type { ChangeState, NodeBaseline, NodeChange, RollingNode } from "../types.ts";
import { type ChangeSources, REQUEST_MS } from "./reboot.ts";
import { compareRestarted } from "./restarted.ts";

/** Modes of rolling changes: `auto` restarts nodes whose changes require it. */
export type RollingMode = "auto" | "no-reboot" | "reboot";

/** A request to apply configurations. */
export interface ApplyRequest {
  readonly mode: RollingMode;
  /** Configurations by address; a node without one has it already. */
  readonly texts: ReadonlyMap<string, string>;
  readonly releases: NodeReleases;
}

const ACTIVE = { namespace: "config", type: MACHINE_CONFIG };
const ACTIVE_ID = "v1alpha1";

/** Limit of reading a configuration, milliseconds. */
const READ_MS = 10_000;

/** Of mode `try`, which is used for dry runs only. */
const NO_TRY = { tryTimeoutMs: 60_000 };

/** Creates a change that applies configurations. */
export function createApply(
  { client, reader, clock }: ChangeSources & { readonly clock: Clock },
  { mode, texts, releases }: ApplyRequest,
): NodeChange {
  const resources = new ResourceReader(client, { clock, callMs: READ_MS });
  /**
   * Returns the fields that differ from the requested configuration, as paths. None if the node has
   * what an earlier process requested: with a patch that appends, the present request contains the
   * patch twice.
   */
  const differences = async (node: string, earlier?: NodeBaseline) => {
    const text = texts.get(node);
    if (text === undefined) return [];
    const { yaml: previous } = await resources.get(node, ACTIVE, ACTIVE_ID);
    const requested = earlier?.configDigest;
    if (requested !== undefined && requested === await configDigest(previous)) return [];
    return predictChange({ node, text, previous }, releases);
  };
  const apply = async (node: string, how: RollingMode | "staged") => {
    const text = texts.get(node);
    if (text === undefined) return;
    const options = { mode: how, dryRun: false, ...NO_TRY };
    const [answer] = await applyConfigs(client, [{ node, text }], options);
    if (answer?.error !== undefined) throw answer.error;
  };
  const restarts = async (node: string, version: string): Promise<boolean> => {
    if (mode !== "auto") return mode === "reboot";
    const text = texts.get(node);
    if (text === undefined) return false;
    // Nodes that do not reboot themselves do not predict it either.
    if (!hasOsFeature("applyReboot", version)) {
      return (await differences(node)).some(({ effect }) => effect === "reboot");
    }
    const options = { mode, dryRun: false, ...NO_TRY };
    return (await findRebootingNodes(client, [{ node, text }], options)).length > 0;
  };
  return {
    kind: "apply",
    title: "apply the configuration",
    isFinal: false,
    async readBaseline({ address }, signal): Promise<NodeBaseline> {
      const { bootId, nodeId, version, schematic } = await reader.readFacts(address, signal);
      const text = texts.get(address);
      return {
        bootId,
        nodeId,
        version,
        schematic,
        configDigest: text === undefined ? undefined : await configDigest(text),
        restarts: await restarts(address, version),
      };
    },
    async isUnneeded({ address }) {
      const isSame = (await differences(address)).length === 0;
      return isSame ? "the configuration is the same" : undefined;
    },
    async start({ address }, { signal }, baseline) {
      const { restarts, version = "" } = baseline;
      const isActive = (await differences(address, baseline)).length === 0;
      if (!restarts) return isActive ? undefined : await apply(address, mode);
      if (!isActive && hasOsFeature("applyReboot", version)) return await apply(address, "reboot");
      if (!isActive) await apply(address, "staged");
      const options = { signal, timeoutMs: REQUEST_MS };
      await client.plainCall(MachineService.Reboot, { mode: 0 }, address, options);
    },
    isStarted: ({ address }, signal) => reader.isChanging(address, signal),
    async observe(node: RollingNode, baseline, signal): Promise<ChangeState> {
      const facts = await reader.readFacts(node.address, signal);
      const different = await differences(node.address, baseline);
      const paths = different.map(({ path }) => path).join(", ");
      if (!baseline.restarts) {
        if (facts.bootId !== baseline.bootId) {
          return { kind: "failed", reason: "the node restarted unexpectedly" };
        }
        if (different.length > 0) return { kind: "pending", reason: `not applied: ${paths}` };
        return { kind: "done", bootId: facts.bootId };
      }
      return compareRestarted(facts, baseline, () => {
        if (different.length === 0) return undefined;
        return {
          kind: "failed",
          reason: `the node restarted with another configuration: ${paths}`,
          hint: `compare it with "osctl diff -n ${node.address}"`,
        };
      });
    },
  };
}

/** Returns the SHA-256 of a configuration, hexadecimal; comments and style do not change it. */
async function configDigest(text: string): Promise<string> {
  const { documents } = decodeMachineConfig(text, { release: NEWEST, isLenient: true });
  return await sha256(encodeConfig(documents, { docs: false, examples: false }));
}

/** @throws {OsctlError} of kind `usage` for modes that a rolling change does not have. */
export function requireRollingMode(mode: string): RollingMode {
  if (mode === "auto" || mode === "no-reboot" || mode === "reboot") return mode;
  throw new OsctlError("usage", `--rolling cannot be combined with --mode ${mode}`, {
    hint: "use --mode auto, no-reboot or reboot",
  });
}
