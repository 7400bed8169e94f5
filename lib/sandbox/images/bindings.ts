/**
 * Handlers of `ImageService`, and of `ImageList` and `ImagePull`.
 *
 * @module
 */
import { KUBERNETES_COMPONENTS } from "../../distribution.ts";
import { common } from "../../../proto/common.ts";
import { ImageService, machine, MachineService } from "../../../proto/machine.ts";
import { sleep } from "../../async/sleep.ts";
import { sha256 } from "../../platform/sha256.ts";
import type { Clock } from "../../platform/system.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { toTimestamp } from "../machine/mod.ts";
import { type Binding, type Call, type NodeFacts, stream, unary } from "../types.ts";
import { type ImageReference, parseImageReference, pullError } from "./reference.ts";
import { type VerificationRule, verify } from "./verify.ts";
import { fetchImageInfo } from "./registry.ts";
import { type ImageNamespace, ImageStore } from "./store.ts";

/** Default time of the pull of a Kubernetes image, milliseconds. */
const PULL_MS = 300;

/**
 * Returns the bindings of the methods for images.
 *
 * @param rulesOf returns the verification rules of a node's configuration.
 * @param canPull reports whether a node reaches registries.
 * @param pullMs time of the pull of a Kubernetes image, milliseconds.
 */
export function imageBindings(
  clock: Clock,
  rulesOf: (node: NodeFacts) => readonly VerificationRule[],
  canPull: (node: NodeFacts) => boolean = () => true,
  pullMs = PULL_MS,
): Binding[] {
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

  /** Stores an image and returns its name: by digest, where the sandbox fetched it. */
  async function pull(
    text: string,
    namespace: ImageNamespace,
    { node, signal }: Call,
  ): Promise<string> {
    const reference = parseImageReference(text);
    const store = storeOf(node);
    if (!canPull(node)) throw new StatusError(StatusCode.unknown, pullError(reference.text));
    const isPresent = (await store.list(namespace)).some(({ name }) => name === reference.text);
    // Installer images are not fetched: an upgrade of a sandbox node reads their tag only.
    if (isInstaller(reference)) return reference.text;
    if (isPresent) return await pinnedName(store, namespace, reference);
    if (isKubernetes(reference)) {
      // No container runs, so nothing is fetched: the digest is computed from the name.
      await sleep(clock, pullMs, signal);
      const digest = `sha256:${await sha256(reference.text)}`;
      await store.add(namespace, [{
        name: reference.text,
        digest,
        size: 0,
        createdAt: clock.now(),
      }]);
    } else {
      const { digest, id, size } = await fetchImageInfo(reference, signal);
      const createdAt = clock.now();
      // containerd stores an image under its tag, its digest and its id.
      const names = [reference.text, `${reference.name}@${digest}`, id];
      await store.add(namespace, names.map((name) => ({ name, digest, size, createdAt })));
    }
    return await pinnedName(store, namespace, reference);
  }

  async function* listInstance(
    { containerd }: machine.IImageServiceListRequest,
    { node }: Call,
  ): AsyncGenerator<machine.ImageServiceListResponse> {
    const namespace = instanceNamespace(containerd);
    for (const image of await storeOf(node).list(namespace)) {
      const { name, digest, size } = image;
      const labels = namespace === "cri" ? MANAGED : {};
      const createdAt = toTimestamp(image.createdAt);
      yield machine.ImageServiceListResponse.create({ name, digest, size, createdAt, labels });
    }
  }

  async function* pullInstance(
    { containerd, imageRef }: machine.IImageServicePullRequest,
    call: Call,
  ): AsyncGenerator<machine.ImageServicePullResponse> {
    const name = await pull(imageRef ?? "", instanceNamespace(containerd), call);
    yield machine.ImageServicePullResponse.create({ name });
  }

  const remove = async (
    { containerd, imageRef }: machine.IImageServiceRemoveRequest,
    call: Call,
  ) => {
    const { text } = parseImageReference(imageRef ?? "");
    if (await storeOf(call.node).remove(instanceNamespace(containerd), text)) return {};
    throw new StatusError(
      StatusCode.notFound,
      `failed to delete image: image ${JSON.stringify(text)}: not found`,
    );
  };

  return [
    stream(MachineService.ImageList, list),
    unary(MachineService.ImagePull, async ({ namespace, reference }, call) => {
      await pull(reference ?? "", namespaceOf(namespace), call);
      return machine.ImagePullResponse.create({ messages: [{}] });
    }),
    stream(ImageService.List, listInstance),
    stream(ImageService.Pull, pullInstance),
    unary(ImageService.Remove, remove),
    unary(ImageService.Verify, (request, { node }) => {
      const { name } = parseImageReference(request.imageRef ?? "");
      return Promise.resolve(
        machine.ImageServiceVerifyResponse.create(verify(name, rulesOf(node))),
      );
    }),
  ];
}

/** Returns the name of an image by digest if the store contains it, otherwise its text. */
async function pinnedName(
  store: ImageStore,
  namespace: ImageNamespace,
  { name, text }: ImageReference,
): Promise<string> {
  const images = await store.list(namespace);
  const pinned = `${name}@${images.find((image) => image.name === text)?.digest}`;
  return images.some((image) => image.name === pinned) ? pinned : text;
}

/** Label of images that the CRI plugin of containerd manages. */
const MANAGED = { "io.cri-containerd.image": "managed" };

/** Reports whether a reference names an installer, such as `metal-installer`. */
function isInstaller({ repository }: ImageReference): boolean {
  return /(^|[/-])installer(-base)?(\/[0-9a-f]{64})?$/.test(repository);
}

const KUBERNETES: readonly string[] = [...KUBERNETES_COMPONENTS, "kubelet"];

/**
 * Reports whether a reference names a Kubernetes component, outside of the reserved domain
 * `invalid`.
 */
function isKubernetes({ registry, repository }: ImageReference): boolean {
  const isReserved = /\.invalid(:\d+)?$/.test(registry);
  return !isReserved && KUBERNETES.includes(repository.split("/").at(-1)!);
}

function instanceNamespace(
  instance: common.IContainerdInstance | null | undefined,
): ImageNamespace {
  const namespace = namespaceOf(instance?.namespace);
  if (instance?.driver === common.ContainerDriver.CRI) return namespace;
  if (namespace === "system") return "inmem";
  throw new StatusError(
    StatusCode.invalidArgument,
    "the in-memory instance has only the namespace system",
  );
}

function namespaceOf(namespace: common.ContainerdNamespace | null | undefined): ImageNamespace {
  const { NS_CRI, NS_SYSTEM, NS_UNKNOWN } = common.ContainerdNamespace;
  if (namespace === NS_CRI) return "cri";
  if (namespace === NS_SYSTEM) return "system";
  const name = (namespace ?? NS_UNKNOWN) === NS_UNKNOWN ? "NS_UNKNOWN" : String(namespace);
  throw new StatusError(StatusCode.invalidArgument, `invalid namespace ${name}`);
}
