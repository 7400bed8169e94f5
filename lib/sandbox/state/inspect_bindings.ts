/**
 * Handler of the inspect service: the dependency graph of controllers and resource types.
 *
 * @module
 */
import { inspect, InspectService } from "../../../proto/inspect.ts";
import { type Binding, unary } from "../types.ts";
import type { StateOf } from "./bindings.ts";
import type { Controller } from "./controller.ts";

const { DependencyEdgeType } = inspect;

const OUTPUTS = {
  exclusive: DependencyEdgeType.OUTPUT_EXCLUSIVE,
  shared: DependencyEdgeType.OUTPUT_SHARED,
};
const INPUTS = { strong: DependencyEdgeType.INPUT_STRONG, weak: DependencyEdgeType.INPUT_WEAK };

/** Returns the bindings of the inspect service. */
export function inspectBindings(stateOf: StateOf): Binding[] {
  return [
    unary(InspectService.ControllerRuntimeDependencies, (_, { node }) => {
      const edges = dependencyEdges(stateOf(node).controllers);
      return Promise.resolve(
        inspect.ControllerRuntimeDependenciesResponse.create({ messages: [{ edges }] }),
      );
    }),
  ];
}

/** Returns the edges of the graph, sorted by controller: outputs, then inputs. */
function dependencyEdges(
  controllers: readonly Controller[],
): inspect.IControllerDependencyEdge[] {
  const byName = controllers.toSorted((a, b) => a.name < b.name ? -1 : 1);
  return byName.flatMap(({ name, inputs, outputs }) => [
    ...outputs.map(({ definition, kind }) => ({
      controllerName: name,
      edgeType: OUTPUTS[kind],
      resourceType: definition.type,
    })),
    ...inputs.map(({ definition, namespace = definition.namespace, id = "", kind }) => ({
      controllerName: name,
      edgeType: INPUTS[kind],
      resourceNamespace: namespace,
      resourceType: definition.type,
      resourceId: id,
    })),
  ]);
}
