// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type { Method } from "../method.ts";
import type { common } from "./common.js";
import type { google } from "./google.js";

export namespace inspect {
  interface IControllerRuntimeDependenciesResponse {
    messages?: inspect.IControllerRuntimeDependency[] | null | undefined;
  }
  class ControllerRuntimeDependenciesResponse {
    private constructor();
    static create(properties?: inspect.IControllerRuntimeDependenciesResponse): inspect.ControllerRuntimeDependenciesResponse;
    static encode(message: inspect.IControllerRuntimeDependenciesResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): inspect.ControllerRuntimeDependenciesResponse;
    messages: inspect.ControllerRuntimeDependency[];
  }
  interface IControllerRuntimeDependency {
    metadata?: common.IMetadata | null | undefined;
    edges?: inspect.IControllerDependencyEdge[] | null | undefined;
  }
  class ControllerRuntimeDependency {
    private constructor();
    static create(properties?: inspect.IControllerRuntimeDependency): inspect.ControllerRuntimeDependency;
    static encode(message: inspect.IControllerRuntimeDependency): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): inspect.ControllerRuntimeDependency;
    metadata: common.Metadata | null;
    edges: inspect.ControllerDependencyEdge[];
  }
  /** One edge of the graph between controllers and resource types. */
  interface IControllerDependencyEdge {
    controllerName?: string | null | undefined;
    edgeType?: inspect.DependencyEdgeType | null | undefined;
    resourceNamespace?: string | null | undefined;
    resourceType?: string | null | undefined;
    resourceId?: string | null | undefined;
  }
  /** One edge of the graph between controllers and resource types. */
  class ControllerDependencyEdge {
    private constructor();
    static create(properties?: inspect.IControllerDependencyEdge): inspect.ControllerDependencyEdge;
    static encode(message: inspect.IControllerDependencyEdge): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): inspect.ControllerDependencyEdge;
    controllerName: string;
    edgeType: inspect.DependencyEdgeType;
    resourceNamespace: string;
    resourceType: string;
    resourceId: string;
  }
  enum DependencyEdgeType {
    OUTPUT_EXCLUSIVE = 0,
    INPUT_STRONG = 1,
    INPUT_WEAK = 2,
    OUTPUT_SHARED = 3,
    INPUT_DESTROY_READY = 4,
  }
}
/** The methods of `inspect.InspectService`. */
export const InspectService: {
  readonly ControllerRuntimeDependencies: Method<google.protobuf.IEmpty, inspect.ControllerRuntimeDependenciesResponse>;
};
