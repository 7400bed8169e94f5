/**
 * Names of images, completed as container engines complete them: `pause:3.9` is
 * `docker.io/library/pause:3.9`.
 *
 * @module
 */
import { StatusCode, StatusError } from "../../rpc/mod.ts";

/** An image's name in its parts. */
export interface ImageReference {
  /** Host, and port if any, for example `127.0.0.1:5000`. */
  readonly registry: string;
  /** For example `library/pause`. */
  readonly repository: string;
  /** What is asked of the registry: a tag, or a digest such as `sha256:…`. */
  readonly version: string;
  /** Registry and repository. */
  readonly name: string;
  /** The whole, complete name. */
  readonly text: string;
}

const DEFAULT_REGISTRY = "docker.io";
const REGISTRY = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::\d+)?$/;
const COMPONENT = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const LONGEST_NAME = 255;

/**
 * Reads and completes a reference. A digest beside a tag wins, and without either the tag is
 * `latest`.
 *
 * @throws {StatusError} Unknown, with the text of real nodes, for what is no reference.
 */
export function parseReference(text: string): ImageReference {
  const parts = /^(.*?)(?::([^:/@\]]*))?(?:@(.*))?$/s.exec(text)!;
  const [, named = "", tag, digest] = parts;
  const words = named.split("/");
  const first = words[0]!;
  const hasRegistry = words.length > 1 &&
    (/[.:[]/.test(first) || first === "localhost" || first !== first.toLowerCase());
  const registry = hasRegistry ? first : DEFAULT_REGISTRY;
  const path = hasRegistry ? words.slice(1) : words;
  if (!hasRegistry && path.length === 1) path.unshift("library");
  const repository = path.join("/");
  const valid = REGISTRY.test(registry) && path.every((word) => COMPONENT.test(word)) &&
    repository.length <= LONGEST_NAME && (tag === undefined || TAG.test(tag)) &&
    (digest === undefined || DIGEST.test(digest));
  if (!valid) {
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
