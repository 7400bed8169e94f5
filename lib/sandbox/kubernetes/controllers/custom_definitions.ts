/**
 * Custom resource definitions: their conditions.
 *
 * @module
 */
import { DEFINITION } from "../custom_kinds.ts";
import { mapAt, mapsAt } from "../../objects/objects.ts";
import { type Condition, type Controller, mergeConditions } from "./controller.ts";

const CONDITIONS: readonly Condition[] = [
  {
    type: "NamesAccepted",
    status: "True",
    reason: "NoConflicts",
    message: "no conflicts found",
  },
  {
    type: "Established",
    status: "True",
    reason: "InitialNamesAccepted",
    message: "the initial names have been accepted",
  },
];

/** Accepts the names of definitions; their kinds are served at once. */
export const manageDefinitions: Controller = ({ writer }) => {
  for (const definition of writer.store.list("customresourcedefinitions.apiextensions.k8s.io")) {
    const current = mapsAt(definition, "status", "conditions");
    const stored = mapsAt(definition, "spec", "versions").filter(({ storage }) => storage === true);
    writer.patch(DEFINITION, definition, {
      status: {
        acceptedNames: mapAt(definition, "spec", "names"),
        conditions: mergeConditions(current, CONDITIONS, writer.timestamp),
        storedVersions: stored.map(({ name }) => name ?? ""),
      },
    });
  }
};
