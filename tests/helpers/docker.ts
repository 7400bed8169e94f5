/**
 * Docker for tests: whether it can be used here, and images built from local files once per process.
 *
 * @module
 */
import assert from "node:assert/strict";
import { DEFAULT_RELEASE, OS_VERSION } from "../../lib/distribution.ts";
import { bundle } from "../../scripts/bundle.ts";
import { dockerProblem } from "../../scripts/docker.ts";
import { buildImages } from "../../scripts/image.ts";
import { isInstalled } from "./terminal.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/**
 * Why tests with docker cannot run; undefined when they can. In CI it must be installed, and with
 * `OSCTL_REQUIRE_DOCKER` also run: the daemon does not start on every machine.
 */
export const noDocker: string | undefined = Deno.build.os === "linux"
  ? await dockerProblem()
  : "the images run on Linux only";
const isRequired = Deno.env.has("OSCTL_REQUIRE_DOCKER") ||
  Deno.env.has("CI") && !isInstalled("dockerd");
if (noDocker !== undefined && isRequired) throw new Error(`no docker: ${noDocker}`);

/** The name of a test that is ignored without docker, with the reason. */
export function dockerTest(name: string): { name: string; ignore: boolean } {
  return { name: noDocker === undefined ? name : `${name} (${noDocker})`, ignore: !!noDocker };
}

/** Runs docker and returns its output without the last line break. */
export async function docker(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("docker", { args, stdin: "null" })
    .output();
  const text = new TextDecoder();
  assert.equal(code, 0, `docker ${args.join(" ")}: ${text.decode(stderr)}`);
  return text.decode(stdout).trimEnd();
}

/** Images of this test run. */
export interface TestImages extends AsyncDisposable {
  readonly client: string;
  readonly node: string;
  /** Archives of the images. */
  readonly archives: { readonly client: string; readonly node: string };
}

/** Builds and loads both images under names of their own; disposal removes them. */
export async function loadImages(): Promise<TestImages> {
  const folder = await Deno.makeTempDir({ prefix: "osctl-images-" });
  const id = crypto.randomUUID().slice(0, 8);
  const [client, node] = [`osctl-test-${id}:latest`, nodeImageName(`osctl-test-node-${id}`)];
  await bundle(ROOT, `${folder}/dist`);
  const archives = await buildImages(`${folder}/dist`, folder, { client, node });
  for (const path of Object.values(archives)) await docker("load", "--input", path);
  return {
    client,
    node,
    archives,
    [Symbol.asyncDispose]: async () => {
      await docker("image", "rm", "--force", client, node);
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Whether containers on the host's network reach addresses of this process. */
export async function sharesHostNetwork(image: string): Promise<boolean> {
  const link = "/proc/self/ns/net";
  const host = await docker(
    ...["run", "--rm", "--network", "host", "--entrypoint", "/usr/bin/deno", image],
    ...["eval", `console.log(Deno.readLinkSync("${link}"))`],
  );
  return host === await Deno.readLink(link);
}

/** The tag of a node image is the version of its nodes. */
function nodeImageName(repository: string): string {
  return `${repository}:${OS_VERSION[DEFAULT_RELEASE]}`;
}

/** Arguments of `docker run` for a node, as `cluster create` sets them. */
export const NODE_ARGS: readonly string[] = [
  ...["--detach", "--read-only", "--privileged", "--security-opt", "seccomp:unconfined"],
  ...["--env", "PLATFORM=container"],
  ...["/run", "/system", "/tmp"].flatMap((path) => ["--tmpfs", path]),
  ...["/var", "/system/state", "/etc/cni", "/etc/kubernetes", "/usr/libexec/kubernetes", "/opt"]
    .flatMap((path) => ["--volume", path]),
];
