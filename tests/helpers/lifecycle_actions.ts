/**
 * The tracked actions, and three scripted nodes to run them on.
 *
 * @module
 */
import { pause, restart, RestartingNodes, type Script } from "./restarting_nodes.ts";
import { type Sandbox, withSandbox } from "./sandbox.ts";

/** A tracked action and what completes it. */
export interface Action {
  readonly args: readonly string[];
  /** As in messages. */
  readonly name: string;
  readonly end: "running" | "wiped" | "stopped";
}

/** The first node is the only control plane. */
const RESET = ["reset", "--yes", "--accept-quorum-loss"];

/** Every tracked action. */
export const ACTIONS: readonly Action[] = [
  { args: ["reboot"], name: "reboot", end: "running" },
  { args: ["upgrade", "-i", "example.com/installer:v9.9.9"], name: "upgrade", end: "running" },
  { args: [...RESET, "--reboot"], name: "reset", end: "wiped" },
  { args: RESET, name: "reset", end: "stopped" },
  { args: ["shutdown", "--force"], name: "shutdown", end: "stopped" },
];

/** Those after which the node is up again. */
export const RESTARTING = ACTIONS.filter(({ end }) => end !== "stopped");

/** The events and transitions of an undisturbed action. */
export function performs({ end }: Action): (script: Script) => Promise<void> {
  return end !== "stopped" ? restart : async (script) => {
    script.publish("PhaseEvent", { phase: "stopEverything", action: 0 }, script.actor);
    script.task("stopAllServices");
    await pause(20);
    await script.down();
    // For the next scenario.
    await pause(100);
    await script.boot();
    script.ready();
  };
}

/** A sandbox of one control plane and two workers. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly nodes: RestartingNodes;
  readonly addresses: readonly [string, string, string];
}

/** Runs `body` with three scripted nodes. */
export async function withThreeNodes(body: (scene: Scene) => Promise<void>): Promise<void> {
  const nodes = new RestartingNodes();
  await withSandbox({ workers: 2, bindings: nodes.bindings }, async (sandbox) => {
    nodes.attach(sandbox);
    const [one, two, three] = sandbox.nodes.map(({ address }) => address);
    await body({ sandbox, nodes, addresses: [one!, two!, three!] });
    await nodes.waitForScripts();
  });
}

/** Name of a test step. */
export const label = ({ args }: Action) => args.filter((arg) => !arg.includes("/")).join(" ");
