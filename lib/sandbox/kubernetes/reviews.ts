/**
 * Reviews of the requesting user's identity and access. They are not stored.
 *
 * @module
 */
import { isAllowed } from "./authorizer.ts";
import { parseBody } from "./body.ts";
import { REVIEWS } from "./discovery.ts";
import { isMap, type JsonMap, mapAt, stringAt } from "../objects/objects.ts";
import type { ObjectStore } from "./object_store.ts";
import type { User } from "./request.ts";

/** Returns the kind of review that a path names. */
export function reviewOf(path: string): string | undefined {
  return REVIEWS.find(({ group, kind }) => path === `/apis/${group}/v1/${kind.toLowerCase()}s`)
    ?.kind;
}

/** Returns a review with its status. */
export function review(
  store: ObjectStore,
  kind: string,
  user: User,
  body: Uint8Array,
): JsonMap {
  const parsed = body.length === 0 ? {} : parseBody({ body });
  const request = isMap(parsed) ? parsed : {};
  const status = kind === "SelfSubjectReview"
    ? { userInfo: { username: user.name, groups: user.groups } }
    : accessStatus(store, user, mapAt(request, "spec"));
  return { ...request, status };
}

function accessStatus(store: ObjectStore, user: User, spec: JsonMap): JsonMap {
  const attributes = mapAt(spec, "resourceAttributes");
  const text = (name: string) => stringAt(attributes, name);
  const path = stringAt(spec, "nonResourceAttributes", "path");
  const subresource = text("subresource");
  const allowed = path === ""
    ? isAllowed(store, user, {
      verb: text("verb"),
      group: text("group"),
      resource: subresource === "" ? text("resource") : `${text("resource")}/${subresource}`,
      namespace: text("namespace") || undefined,
      name: text("name") || undefined,
    })
    : isAllowed(store, user, { verb: stringAt(spec, "nonResourceAttributes", "verb"), path });
  return { allowed };
}
