/**
 * Lists and pulls images: by `ImageService`, and by `MachineService` on nodes before v1.13.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { ImageService, MachineService } from "../../../proto/machine.ts";
import { withOlderStream } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { ImageEntry } from "./images_view.ts";
import { PullProgress } from "./pull_progress.ts";

/** A containerd namespace: `inmem` is `system` of the instance in memory. */
export type ImageNamespace = "system" | "cri" | "inmem";

/** Timeout of a pull, which depends on registry and network, milliseconds. */
const PULL_TIMEOUT_MS = 60 * 60 * 1000;

const { NS_CRI, NS_SYSTEM } = common.ContainerdNamespace;

function toInstance(name: ImageNamespace): common.IContainerdInstance {
  const { CONTAINERD, CRI } = common.ContainerDriver;
  return {
    driver: name === "inmem" ? CONTAINERD : CRI,
    namespace: name === "cri" ? NS_CRI : NS_SYSTEM,
  };
}

/** @throws {OsctlError} of kind `unsupported` for a namespace that older nodes do not have. */
function toOlderNamespace(name: ImageNamespace): common.ContainerdNamespace {
  if (name !== "inmem") return name === "system" ? NS_SYSTEM : NS_CRI;
  throw new OsctlError("unsupported", "nodes before v1.13 have no namespace inmem", {
    hint: "use --namespace system or cri",
  });
}

/** Yields the images of a node. */
export function listImages(
  client: NodeClient,
  node: string,
  namespace: ImageNamespace,
  signal: AbortSignal,
): AsyncIterable<ImageEntry> {
  return withOlderStream<ImageEntry>(
    node,
    () =>
      client.plainStream(
        ImageService.List,
        { containerd: toInstance(namespace) },
        node,
        { signal },
      ),
    async function* () {
      const request = { namespace: toOlderNamespace(namespace) };
      // Messages of this method have no labels.
      yield* client.stream(MachineService.ImageList, request, node, { signal });
    },
  );
}

/** An image to pull. */
export interface PullRequest {
  readonly reference: string;
  readonly namespace: ImageNamespace;
  /** Called after each message about a layer, by nodes from v1.13 on. */
  onProgress?(progress: PullProgress): void;
}

/** Pulls an image onto a node and yields its full name; nothing from nodes before v1.13. */
export function pullImage(
  client: NodeClient,
  node: string,
  { reference, namespace, onProgress }: PullRequest,
  signal: AbortSignal,
): AsyncIterable<string> {
  const timeoutMs = PULL_TIMEOUT_MS;
  return withOlderStream<string>(
    node,
    async function* () {
      const request = { containerd: toInstance(namespace), imageRef: reference };
      // Nodes send the progress of layers, and nothing while they wait for a registry.
      const options = { timeoutMs, signal, idleLimit: "none" } as const;
      const progress = new PullProgress();
      const responses = client.plainStream(ImageService.Pull, request, node, options);
      for await (const { name, pullProgress } of responses) {
        if (pullProgress?.progress) {
          progress.update(pullProgress.layerId ?? "", pullProgress.progress);
          onProgress?.(progress);
        }
        if (name) yield name;
      }
    },
    async function* () {
      const request = { namespace: toOlderNamespace(namespace), reference };
      await client.plainCall(MachineService.ImagePull, request, node, { timeoutMs, signal });
      // The response has no name.
      yield* [];
    },
  );
}
