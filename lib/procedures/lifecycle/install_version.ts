/**
 * Installs a version on a node by `LifecycleService`, which nodes from v1.13 on have.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { LifecycleService } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import { pullImage, type PullProgress } from "../../node/images/mod.ts";
import type { ActionStep } from "../action_step.ts";

/** Interval of progress within a layer, milliseconds. */
const PULL_REPORT_MS = 5000;

/** Exit codes of the installer of v1.14. */
const EXIT_CODES: Readonly<Record<number, string>> = {
  2: "invalid input",
  3: "unsupported operation",
  4: "environment error",
  5: "dependency error",
  6: "I/O error",
  7: "installation error",
};

/** Options of {@linkcode installVersion}. */
export interface InstallVersionOptions {
  readonly clock: Clock;
  /** Reference of the installer image. */
  readonly image: string;
  /** Limit, milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Pulls the installer image and runs it. The node boots the version at its next reboot.
 *
 * @throws {OsctlError} the node's error, or of kind `node` for an exit code other than 0.
 */
export async function installVersion(
  client: NodeClient,
  step: ActionStep,
  { clock, image, timeoutMs }: InstallVersionOptions,
): Promise<void> {
  const { node, signal } = step;
  const imageName = await pullInstaller(client, step, image, clock);
  step.report("install", `installing ${imageName}`, "the installer");
  const containerd = {
    driver: common.ContainerDriver.CRI,
    namespace: common.ContainerdNamespace.NS_SYSTEM,
  };
  const messages = client.plainStream(
    LifecycleService.Upgrade,
    { containerd, source: { imageName } },
    node,
    { timeoutMs, signal, idleLimit: "none" },
  );
  let exitCode: number | undefined;
  for await (const { progress } of messages) {
    exitCode = progress?.exitCode ?? exitCode;
    const lines = (progress?.message ?? "").split("\n").filter((line) => line.trim() !== "");
    for (const line of lines) step.report("install", line.trimEnd());
  }
  if (exitCode === 0) return;
  const meaning = EXIT_CODES[exitCode ?? 0];
  const reason = exitCode === undefined
    ? "no exit code"
    : `exit code ${exitCode}${meaning === undefined ? "" : ` (${meaning})`}`;
  throw new OsctlError("node", `installation failed: ${reason}`, {
    hint: `see "osctl dmesg -n ${node}"`,
  });
}

/** Pulls the image and returns its full name. */
async function pullInstaller(
  client: NodeClient,
  { node, signal, report }: ActionStep,
  image: string,
  clock: Clock,
): Promise<string> {
  report("pull", `pulling ${image}`, "the installer image");
  let reportedAt = clock.now();
  let layers = "";
  const onProgress = (progress: PullProgress) => {
    const isDue = clock.now() - reportedAt >= PULL_REPORT_MS;
    if (progress.layers === layers && !isDue) return;
    [layers, reportedAt] = [progress.layers, clock.now()];
    report("pull", `pulling: ${progress}`, `the installer image (${progress})`);
  };
  let name = image;
  const request = { reference: image, namespace: "system", onProgress } as const;
  for await (const fullName of pullImage(client, node, request, signal)) name = fullName;
  report("pull", `pulled ${name}`);
  return name;
}
