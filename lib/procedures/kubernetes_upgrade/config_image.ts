/**
 * Changes the image of a component in the machine configuration of a node.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { type ConfigDocument, type Data, sectionOf } from "../../machineconfig/data.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import { patchText, readPatch } from "../../machineconfig/patch/mod.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import { NEWEST } from "../../machineconfig/schema/releases.ts";
import { applyConfigs } from "../../node/machine_config/mod.ts";
import { type Component, IMAGE_PLACES, MACHINE_CONFIG_KIND } from "./components.ts";
import { readResource, type UpgradeContext } from "./upgrade_context.ts";
import { retryNode, type Wait } from "../waits.ts";

/** Id of the active configuration. */
const ACTIVE = "v1alpha1";

/** A machine configuration of a node. */
export interface NodeConfig {
  readonly text: string;
  readonly documents: readonly ConfigDocument[];
}

/** Reads the active configuration of a node. */
export async function readConfig(
  context: UpgradeContext,
  wait: Wait,
  node: string,
): Promise<NodeConfig> {
  const { yaml: text } = await readResource(context, wait, node, MACHINE_CONFIG_KIND, ACTIVE);
  return { text, documents: decodeMachineConfig(text, { release: NEWEST }).documents };
}

/** Returns the data of the main document; empty without one. */
export function mainOf({ documents }: NodeConfig): Data {
  return documents.find(({ type }) => type === MAIN)?.data ?? {};
}

/** Returns the settings of a component: its document, else its section of the main document. */
export function componentSettings(config: NodeConfig, component: Component): Data {
  const { path: [section, field], kind } = IMAGE_PLACES[component];
  const own = config.documents.find(({ type }) => type.kind === kind);
  return own?.data ?? sectionOf(sectionOf(mainOf(config), section), field);
}

/** Reports whether a component is disabled in a configuration. */
export function isDisabled(config: NodeConfig, component: Component): boolean {
  const { disabled, enabled } = componentSettings(config, component);
  return disabled === true || enabled === false;
}

/** Returns the configuration with another image of a component. */
export function withImage(
  config: NodeConfig,
  component: Component,
  image: string,
  { comments, name }: {
    readonly comments: UpgradeContext["options"]["comments"];
    readonly name: string;
  },
): string {
  const { path: [section, field], kind } = IMAGE_PLACES[component];
  const hasDocument = config.documents.some(({ type }) => type.kind === kind);
  const patch = hasDocument
    ? { apiVersion: "v1alpha1", kind, image }
    : { [section]: { [field]: { image } } };
  const parsed = readPatch(JSON.stringify(patch), {
    name: `image of ${component}`,
    release: NEWEST,
  });
  const text = patchText({ text: config.text, name, release: NEWEST }, [parsed]);
  if (!comments.docs && !comments.examples) return text;
  return encodeConfig(decodeMachineConfig(text, { release: NEWEST }).documents, comments);
}

/**
 * Changes an image without a reboot, unless the configuration has it. A lost reply is not an error:
 * the next attempt reads the configuration first.
 *
 * @returns Whether the configuration was changed.
 */
export async function changeImage(
  context: UpgradeContext,
  wait: Wait,
  node: string,
  component: Component,
  image: string,
): Promise<boolean> {
  const { client, clock, options: { comments, release } } = context;
  let isChanged = false;
  await retryNode(clock, wait, async () => {
    const config = await readConfig(context, wait, node);
    if (componentSettings(config, component)["image"] === image) return;
    if (release === "v1.4" && mainOf(config)["persist"] === false) {
      throw new OsctlError("node", `${node}: the machine configuration has persist: false`, {
        hint: "set persist: true, so that the change survives a reboot",
      });
    }
    const text = withImage(config, component, image, {
      comments,
      name: `configuration of ${node}`,
    });
    // Also when the reply is lost.
    isChanged = true;
    const [result] = await applyConfigs(client, [{ node, text }], {
      mode: "no-reboot",
      dryRun: false,
      tryTimeoutMs: 0,
    });
    if (result?.error !== undefined) throw result.error;
  });
  return isChanged;
}
