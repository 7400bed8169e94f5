/**
 * Handlers of `ImageList` and `ImagePull`.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import type { Clock } from "../../platform/system.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { toTimestamp } from "../machine/mod.ts";
import { type Binding, type Call, type NodeFacts, stream, unary } from "../types.ts";
import { parseImageReference } from "./reference.ts";
import { fetchImageInfo } from "./registry.ts";
import { type ImageNamespace, ImageStore } from "./store.ts";

/** Returns the bindings of `ImageList` and `ImagePull`. */
export function imageBindings(clock: Clock): Binding[] {
  const stores = new Map<string, ImageStore>();
  const storeOf = ({ folder }: NodeFacts): ImageStore => {
    let store = stores.get(folder);
    if (store === undefined) stores.set(folder, store = new ImageStore(folder));
    return store;
  };

  async function* list(
    request: machine.IImageListRequest,
    { node }: Call,
  ): AsyncGenerator<machine.ImageListResponse> {
    for (const image of await storeOf(node).list(namespaceOf(request.namespace))) {
      const { name, digest, size } = image;
      yield machine.ImageListResponse.create({
        name,
        digest,
        size,
        createdAt: toTimestamp(image.createdAt),
      });
    }
  }

  async function pull(
    request: machine.IImagePullRequest,
    { node, signal }: Call,
  ): Promise<machine.ImagePullResponse> {
    const namespace = namespaceOf(request.namespace);
    const reference = parseImageReference(request.reference ?? "");
    const store = storeOf(node);
    const isPresent = (await store.list(namespace)).some(({ name }) => name === reference.text);
    if (!isPresent) {
      const { digest, id, size } = await fetchImageInfo(reference, signal);
      const createdAt = clock.now();
      // containerd stores an image under its tag, its digest and its id.
      const names = [reference.text, `${reference.name}@${digest}`, id];
      await store.add(namespace, names.map((name) => ({ name, digest, size, createdAt })));
    }
    return machine.ImagePullResponse.create({ messages: [{}] });
  }

  return [stream(MachineService.ImageList, list), unary(MachineService.ImagePull, pull)];
}

function namespaceOf(namespace: common.ContainerdNamespace | null | undefined): ImageNamespace {
  const { NS_CRI, NS_SYSTEM, NS_UNKNOWN } = common.ContainerdNamespace;
  if (namespace === NS_CRI) return "cri";
  if (namespace === NS_SYSTEM) return "system";
  const name = (namespace ?? NS_UNKNOWN) === NS_UNKNOWN ? "NS_UNKNOWN" : String(namespace);
  throw new StatusError(StatusCode.invalidArgument, `invalid namespace ${name}`);
}
