/**
 * A minimal OpenAPI v3 document: the objects and the parameters of writes. Clients read from it
 * whether the server validates fields. Schemas of fields are not included.
 *
 * @module
 */
import { apiVersionOf, type Kind, KINDS } from "../objects/kinds.ts";
import type { JsonMap } from "../objects/objects.ts";

const ROOT = "/openapi/v3";

function pathOf(kind: Pick<Kind, "group" | "version">): string {
  return kind.group === "" ? `api/${kind.version}` : `apis/${apiVersionOf(kind)}`;
}

/** Returns the document of a path; undefined for an unknown one. */
export function openApi(path: string): JsonMap | undefined {
  if (path === ROOT || path === `${ROOT}/`) {
    const paths = Object.fromEntries(
      KINDS.map((kind) => [pathOf(kind), { serverRelativeURL: `${ROOT}/${pathOf(kind)}?hash=1` }]),
    );
    return { paths };
  }
  const kinds = KINDS.filter((kind) => path === `${ROOT}/${pathOf(kind)}`);
  if (kinds.length === 0) return undefined;
  const paths = Object.fromEntries(kinds.map((kind) => {
    const scope = kind.namespaced ? "/namespaces/{namespace}" : "";
    return [`/${pathOf(kind)}${scope}/${kind.plural}/{name}`, operations(kind)];
  }));
  return { openapi: "3.0.0", info: { title: "Kubernetes", version: "sandbox" }, paths };
}

function operations({ group, version, kind }: Kind): JsonMap {
  const parameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => ({
    name,
    in: "query",
    schema: { type: "string", uniqueItems: true },
  }));
  const operation = (action: string) => ({
    parameters,
    responses: {},
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": { group, version, kind },
  });
  return { put: operation("put"), patch: operation("patch") };
}
