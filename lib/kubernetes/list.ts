/**
 * Lists objects page by page.
 *
 * @module
 */
import type { Connection } from "./connection.ts";
import { KubernetesError } from "./kubernetes_error.ts";
import type { KubernetesObject, ResourceType } from "./objects.ts";
import { apiVersionOf } from "./objects.ts";
import { collectionPath, withQuery } from "./paths.ts";
import type { ListOptions, ObjectList, SelectOptions } from "./types.ts";

const PAGE_SIZE = 500;

/** A page in its JSON form. */
interface Page<T> {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: readonly T[] | null;
}

/**
 * Yields the pages of a list. When its snapshot expires between two pages, `onRestart` is called
 * and the list starts again; without it the list continues with a newer snapshot, if the server has
 * one.
 *
 * @param onRestart Discards the pages so far.
 */
export async function* listPages<T extends KubernetesObject>(
  connection: Connection,
  type: ResourceType<T>,
  options: ListOptions = {},
  onRestart?: () => void,
): AsyncGenerator<ObjectList<T>, void, undefined> {
  const { pageSize = PAGE_SIZE } = options;
  let token: string | undefined;
  let restarts = 0;
  while (true) {
    const query = { ...selectQuery(options), limit: pageSize, continue: token };
    const path = withQuery(collectionPath(type, options.namespace), query);
    let page: Page<T>;
    try {
      page = await connection.json({ method: "GET", path }, options) as Page<T>;
    } catch (error) {
      if (token === undefined || !isExpired(error) || restarts++ >= MAX_RESTARTS) throw error;
      token = onRestart === undefined ? error.status?.metadata?.continue : undefined;
      // Without a token for a newer snapshot, pages that were yielded would be repeated.
      if (onRestart === undefined && token === undefined) throw error;
      onRestart?.();
      continue;
    }
    const { metadata = {}, items } = page;
    yield {
      items: (items ?? []).map((item) => withType(type, item)),
      resourceVersion: metadata.resourceVersion ?? "",
    };
    if (!metadata.continue) return;
    token = metadata.continue;
  }
}

const MAX_RESTARTS = 3;

/** Reports whether the resource version or the list token is no longer available. */
export function isExpired(error: unknown): error is KubernetesError {
  return error instanceof KubernetesError && error.code === 410;
}

/** Query of a selection. */
export function selectQuery({ labelSelector, fieldSelector }: SelectOptions) {
  return { labelSelector, fieldSelector };
}

/** Items of a list lack their type. */
function withType<T extends KubernetesObject>(type: ResourceType<T>, item: T): T {
  return { apiVersion: apiVersionOf(type), kind: type.kind, ...item };
}
