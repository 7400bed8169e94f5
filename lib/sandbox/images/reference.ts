/**
 * Parser of image references. Short names get the defaults of container engines: `pause:3.9` is
 * `docker.io/library/pause:3.9`.
 *
 * @module
 */
import { StatusCode, StatusError } from "../../rpc/mod.ts";

/** A parsed image reference. */
export interface ImageReference {
  /** Host with optional port, for example `127.0.0.1:5000`. */
  readonly registry: string;
  /** For example `library/pause`. */
  readonly repository: string;
  /** Tag, or digest such as `sha256:…`. */
  readonly version: string;
  /** Registry and repository. */
  readonly name: string;
  /** The normalized reference. */
  readonly text: string;
}

const DEFAULT_REGISTRY = "docker.io";
const REGISTRY = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::\d+)?$/;
const COMPONENT = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const MAX_NAME_LENGTH = 255;

/**
 * Parses and normalizes a reference. A digest takes precedence over a tag; the default tag is
 * `latest`.
 *
 * @throws {StatusError} Unknown, with the message of Talos nodes, for an invalid reference.
 */
export function parseImageReference(text: string): ImageReference {
  const match = /^(.*?)(?::([^:/@\]]*))?(?:@(.*))?$/s.exec(text)!;
  const [, path = "", tag, digest] = match;
  const segments = path.split("/");
  const first = segments[0]!;
  const hasRegistry = segments.length > 1 &&
    (/[.:[]/.test(first) || first === "localhost" || first !== first.toLowerCase());
  const registry = hasRegistry ? first : DEFAULT_REGISTRY;
  const components = hasRegistry ? segments.slice(1) : segments;
  if (!hasRegistry && components.length === 1) components.unshift("library");
  const repository = components.join("/");
  const isValid = REGISTRY.test(registry) && components.every((part) => COMPONENT.test(part)) &&
    repository.length <= MAX_NAME_LENGTH && (tag === undefined || TAG.test(tag)) &&
    (digest === undefined || DIGEST.test(digest));
  if (!isValid) {
    throw new StatusError(
      StatusCode.unknown,
      `failed to parse image reference "${text}": invalid reference format`,
    );
  }
  const name = `${registry}/${repository}`;
  const version = digest ?? tag ?? "latest";
  return {
    registry,
    repository,
    version,
    name,
    text: `${name}${digest === undefined ? ":" : "@"}${version}`,
  };
}

/** Returns the error of containerd when the registry of an image does not answer. */
export function pullError(text: string): string {
  const { registry, repository, version, text: reference } = parseImageReference(text);
  const [host = registry] = registry.split(":");
  const url = `https://${registry}/v2/${repository}/manifests/${version}`;
  return `failed to pull image "${reference}": failed to resolve reference "${reference}": failed ` +
    `to do request: Head "${url}": dial tcp: lookup ${host}: i/o timeout`;
}
