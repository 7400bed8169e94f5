// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type { Method } from "../method.ts";
import type { google } from "./google.js";

export namespace cosi {
  namespace resource {
    interface IGetRequest {
      namespace?: string | null | undefined;
      type?: string | null | undefined;
      id?: string | null | undefined;
      options?: cosi.resource.IGetOptions | null | undefined;
    }
    class GetRequest {
      private constructor();
      static create(properties?: cosi.resource.IGetRequest): cosi.resource.GetRequest;
      static encode(message: cosi.resource.IGetRequest): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.GetRequest;
      namespace: string;
      type: string;
      id: string;
      options: cosi.resource.GetOptions | null;
    }
    interface IGetOptions {
    }
    class GetOptions {
      private constructor();
      static create(properties?: cosi.resource.IGetOptions): cosi.resource.GetOptions;
      static encode(message: cosi.resource.IGetOptions): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.GetOptions;
    }
    interface IGetResponse {
      resource?: cosi.resource.IResource | null | undefined;
    }
    class GetResponse {
      private constructor();
      static create(properties?: cosi.resource.IGetResponse): cosi.resource.GetResponse;
      static encode(message: cosi.resource.IGetResponse): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.GetResponse;
      resource: cosi.resource.Resource | null;
    }
    interface IResource {
      metadata?: cosi.resource.IMetadata | null | undefined;
      spec?: cosi.resource.ISpec | null | undefined;
    }
    class Resource {
      private constructor();
      static create(properties?: cosi.resource.IResource): cosi.resource.Resource;
      static encode(message: cosi.resource.IResource): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.Resource;
      metadata: cosi.resource.Metadata | null;
      spec: cosi.resource.Spec | null;
    }
    /** `version` is decimal or `undefined`, `phase` is `running` or `tearingDown`. */
    interface IMetadata {
      namespace?: string | null | undefined;
      type?: string | null | undefined;
      id?: string | null | undefined;
      version?: string | null | undefined;
      owner?: string | null | undefined;
      phase?: string | null | undefined;
      created?: google.protobuf.ITimestamp | null | undefined;
      updated?: google.protobuf.ITimestamp | null | undefined;
      finalizers?: string[] | null | undefined;
      labels?: { [key: string]: string } | null | undefined;
      annotations?: { [key: string]: string } | null | undefined;
    }
    /** `version` is decimal or `undefined`, `phase` is `running` or `tearingDown`. */
    class Metadata {
      private constructor();
      static create(properties?: cosi.resource.IMetadata): cosi.resource.Metadata;
      static encode(message: cosi.resource.IMetadata): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.Metadata;
      namespace: string;
      type: string;
      id: string;
      version: string;
      owner: string;
      phase: string;
      created: google.protobuf.Timestamp | null;
      updated: google.protobuf.Timestamp | null;
      finalizers: string[];
      labels: { [key: string]: string };
      annotations: { [key: string]: string };
    }
    /** Both encodings are equal; tombstones have neither. */
    interface ISpec {
      protoSpec?: Uint8Array | null | undefined;
      yamlSpec?: string | null | undefined;
    }
    /** Both encodings are equal; tombstones have neither. */
    class Spec {
      private constructor();
      static create(properties?: cosi.resource.ISpec): cosi.resource.Spec;
      static encode(message: cosi.resource.ISpec): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.Spec;
      protoSpec: Uint8Array;
      yamlSpec: string;
    }
    interface IListRequest {
      namespace?: string | null | undefined;
      type?: string | null | undefined;
      options?: cosi.resource.IListOptions | null | undefined;
    }
    class ListRequest {
      private constructor();
      static create(properties?: cosi.resource.IListRequest): cosi.resource.ListRequest;
      static encode(message: cosi.resource.IListRequest): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.ListRequest;
      namespace: string;
      type: string;
      options: cosi.resource.ListOptions | null;
    }
    interface IListOptions {
      labelQuery?: cosi.resource.ILabelQuery[] | null | undefined;
      idQuery?: cosi.resource.IIDQuery | null | undefined;
    }
    class ListOptions {
      private constructor();
      static create(properties?: cosi.resource.IListOptions): cosi.resource.ListOptions;
      static encode(message: cosi.resource.IListOptions): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.ListOptions;
      labelQuery: cosi.resource.LabelQuery[];
      idQuery: cosi.resource.IDQuery | null;
    }
    /** Terms of one query are joined by AND, several queries by OR. */
    interface ILabelQuery {
      terms?: cosi.resource.ILabelTerm[] | null | undefined;
    }
    /** Terms of one query are joined by AND, several queries by OR. */
    class LabelQuery {
      private constructor();
      static create(properties?: cosi.resource.ILabelQuery): cosi.resource.LabelQuery;
      static encode(message: cosi.resource.ILabelQuery): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.LabelQuery;
      terms: cosi.resource.LabelTerm[];
    }
    interface ILabelTerm {
      key?: string | null | undefined;
      op?: cosi.resource.LabelTerm.Operation | null | undefined;
      /** Older nodes support one. */
      value?: string[] | null | undefined;
      invert?: boolean | null | undefined;
    }
    class LabelTerm {
      private constructor();
      static create(properties?: cosi.resource.ILabelTerm): cosi.resource.LabelTerm;
      static encode(message: cosi.resource.ILabelTerm): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.LabelTerm;
      key: string;
      op: cosi.resource.LabelTerm.Operation;
      /** Older nodes support one. */
      value: string[];
      invert: boolean;
    }
    namespace LabelTerm {
      enum Operation {
        EXISTS = 0,
        EQUAL = 1,
        NOT_EXISTS = 2,
        IN = 3,
        LT = 4,
        LTE = 5,
        LT_NUMERIC = 6,
        LTE_NUMERIC = 7,
      }
    }
    interface IIDQuery {
      regexp?: string | null | undefined;
    }
    class IDQuery {
      private constructor();
      static create(properties?: cosi.resource.IIDQuery): cosi.resource.IDQuery;
      static encode(message: cosi.resource.IIDQuery): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.IDQuery;
      regexp: string;
    }
    interface IListResponse {
      resource?: cosi.resource.IResource | null | undefined;
    }
    class ListResponse {
      private constructor();
      static create(properties?: cosi.resource.IListResponse): cosi.resource.ListResponse;
      static encode(message: cosi.resource.IListResponse): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.ListResponse;
      resource: cosi.resource.Resource | null;
    }
    interface IWatchRequest {
      namespace?: string | null | undefined;
      type?: string | null | undefined;
      /** Present: watch one resource. Absent: the whole kind. */
      id?: string | null | undefined;
      options?: cosi.resource.IWatchOptions | null | undefined;
      /** 1: send BOOTSTRAPPED and ERRORED. */
      apiVersion?: number | null | undefined;
    }
    class WatchRequest {
      private constructor();
      static create(properties?: cosi.resource.IWatchRequest): cosi.resource.WatchRequest;
      static encode(message: cosi.resource.IWatchRequest): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.WatchRequest;
      namespace: string;
      type: string;
      /** Present: watch one resource. Absent: the whole kind. */
      id: string | null;
      options: cosi.resource.WatchOptions | null;
      /** 1: send BOOTSTRAPPED and ERRORED. */
      apiVersion: number;
    }
    interface IWatchOptions {
      bootstrapContents?: boolean | null | undefined;
      tailEvents?: number | null | undefined;
      labelQuery?: cosi.resource.ILabelQuery[] | null | undefined;
      idQuery?: cosi.resource.IIDQuery | null | undefined;
      aggregated?: boolean | null | undefined;
    }
    class WatchOptions {
      private constructor();
      static create(properties?: cosi.resource.IWatchOptions): cosi.resource.WatchOptions;
      static encode(message: cosi.resource.IWatchOptions): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.WatchOptions;
      bootstrapContents: boolean;
      tailEvents: number;
      labelQuery: cosi.resource.LabelQuery[];
      idQuery: cosi.resource.IDQuery | null;
      aggregated: boolean;
    }
    /** The first event of a stream is empty: the watch is established. */
    interface IWatchResponse {
      event?: cosi.resource.IEvent[] | null | undefined;
    }
    /** The first event of a stream is empty: the watch is established. */
    class WatchResponse {
      private constructor();
      static create(properties?: cosi.resource.IWatchResponse): cosi.resource.WatchResponse;
      static encode(message: cosi.resource.IWatchResponse): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.WatchResponse;
      event: cosi.resource.Event[];
    }
    interface IEvent {
      resource?: cosi.resource.IResource | null | undefined;
      eventType?: cosi.resource.EventType | null | undefined;
      /** The resource before an update. */
      old?: cosi.resource.IResource | null | undefined;
      error?: string | null | undefined;
    }
    class Event {
      private constructor();
      static create(properties?: cosi.resource.IEvent): cosi.resource.Event;
      static encode(message: cosi.resource.IEvent): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.Event;
      resource: cosi.resource.Resource | null;
      eventType: cosi.resource.EventType;
      /** The resource before an update. */
      old: cosi.resource.Resource | null;
      error: string | null;
    }
    enum EventType {
      CREATED = 0,
      UPDATED = 1,
      DESTROYED = 2,
      BOOTSTRAPPED = 3,
      ERRORED = 4,
      NOOP = 5,
    }
    interface ICreateRequest {
      resource?: cosi.resource.IResource | null | undefined;
      options?: cosi.resource.ICreateOptions | null | undefined;
    }
    class CreateRequest {
      private constructor();
      static create(properties?: cosi.resource.ICreateRequest): cosi.resource.CreateRequest;
      static encode(message: cosi.resource.ICreateRequest): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.CreateRequest;
      resource: cosi.resource.Resource | null;
      options: cosi.resource.CreateOptions | null;
    }
    interface ICreateOptions {
      owner?: string | null | undefined;
    }
    class CreateOptions {
      private constructor();
      static create(properties?: cosi.resource.ICreateOptions): cosi.resource.CreateOptions;
      static encode(message: cosi.resource.ICreateOptions): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.CreateOptions;
      owner: string;
    }
    interface ICreateResponse {
      resource?: cosi.resource.IResource | null | undefined;
    }
    class CreateResponse {
      private constructor();
      static create(properties?: cosi.resource.ICreateResponse): cosi.resource.CreateResponse;
      static encode(message: cosi.resource.ICreateResponse): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.CreateResponse;
      resource: cosi.resource.Resource | null;
    }
    interface IUpdateRequest {
      newResource?: cosi.resource.IResource | null | undefined;
      options?: cosi.resource.IUpdateOptions | null | undefined;
    }
    class UpdateRequest {
      private constructor();
      static create(properties?: cosi.resource.IUpdateRequest): cosi.resource.UpdateRequest;
      static encode(message: cosi.resource.IUpdateRequest): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.UpdateRequest;
      newResource: cosi.resource.Resource | null;
      options: cosi.resource.UpdateOptions | null;
    }
    interface IUpdateOptions {
      owner?: string | null | undefined;
      /** Absent: `running`; empty: any. */
      expectedPhase?: string | null | undefined;
    }
    class UpdateOptions {
      private constructor();
      static create(properties?: cosi.resource.IUpdateOptions): cosi.resource.UpdateOptions;
      static encode(message: cosi.resource.IUpdateOptions): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.UpdateOptions;
      owner: string;
      /** Absent: `running`; empty: any. */
      expectedPhase: string | null;
    }
    interface IUpdateResponse {
      resource?: cosi.resource.IResource | null | undefined;
    }
    class UpdateResponse {
      private constructor();
      static create(properties?: cosi.resource.IUpdateResponse): cosi.resource.UpdateResponse;
      static encode(message: cosi.resource.IUpdateResponse): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.UpdateResponse;
      resource: cosi.resource.Resource | null;
    }
    interface IDestroyRequest {
      namespace?: string | null | undefined;
      type?: string | null | undefined;
      id?: string | null | undefined;
      options?: cosi.resource.IDestroyOptions | null | undefined;
    }
    class DestroyRequest {
      private constructor();
      static create(properties?: cosi.resource.IDestroyRequest): cosi.resource.DestroyRequest;
      static encode(message: cosi.resource.IDestroyRequest): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.DestroyRequest;
      namespace: string;
      type: string;
      id: string;
      options: cosi.resource.DestroyOptions | null;
    }
    interface IDestroyOptions {
      owner?: string | null | undefined;
    }
    class DestroyOptions {
      private constructor();
      static create(properties?: cosi.resource.IDestroyOptions): cosi.resource.DestroyOptions;
      static encode(message: cosi.resource.IDestroyOptions): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.DestroyOptions;
      owner: string;
    }
    interface IDestroyResponse {
    }
    class DestroyResponse {
      private constructor();
      static create(properties?: cosi.resource.IDestroyResponse): cosi.resource.DestroyResponse;
      static encode(message: cosi.resource.IDestroyResponse): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): cosi.resource.DestroyResponse;
    }
    namespace meta {
      interface INamespaceSpec {
        description?: string | null | undefined;
      }
      class NamespaceSpec {
        private constructor();
        static create(properties?: cosi.resource.meta.INamespaceSpec): cosi.resource.meta.NamespaceSpec;
        static encode(message: cosi.resource.meta.INamespaceSpec): { finish(): Uint8Array };
        static decode(bytes: Uint8Array): cosi.resource.meta.NamespaceSpec;
        description: string;
      }
      interface IResourceDefinitionSpec {
        resourceType?: string | null | undefined;
        displayType?: string | null | undefined;
        defaultNamespace?: string | null | undefined;
        aliases?: string[] | null | undefined;
        allAliases?: string[] | null | undefined;
        printColumns?: cosi.resource.meta.ResourceDefinitionSpec.IPrintColumn[] | null | undefined;
        sensitivity?: cosi.resource.meta.ResourceDefinitionSpec.Sensitivity | null | undefined;
      }
      class ResourceDefinitionSpec {
        private constructor();
        static create(properties?: cosi.resource.meta.IResourceDefinitionSpec): cosi.resource.meta.ResourceDefinitionSpec;
        static encode(message: cosi.resource.meta.IResourceDefinitionSpec): { finish(): Uint8Array };
        static decode(bytes: Uint8Array): cosi.resource.meta.ResourceDefinitionSpec;
        resourceType: string;
        displayType: string;
        defaultNamespace: string;
        aliases: string[];
        allAliases: string[];
        printColumns: cosi.resource.meta.ResourceDefinitionSpec.PrintColumn[];
        sensitivity: cosi.resource.meta.ResourceDefinitionSpec.Sensitivity;
      }
      namespace ResourceDefinitionSpec {
        interface IPrintColumn {
          name?: string | null | undefined;
          jsonPath?: string | null | undefined;
        }
        class PrintColumn {
          private constructor();
          static create(properties?: cosi.resource.meta.ResourceDefinitionSpec.IPrintColumn): cosi.resource.meta.ResourceDefinitionSpec.PrintColumn;
          static encode(message: cosi.resource.meta.ResourceDefinitionSpec.IPrintColumn): { finish(): Uint8Array };
          static decode(bytes: Uint8Array): cosi.resource.meta.ResourceDefinitionSpec.PrintColumn;
          name: string;
          jsonPath: string;
        }
        enum Sensitivity {
          NON_SENSITIVE = 0,
          SENSITIVE = 1,
        }
      }
    }
  }
}
/** The methods of `cosi.resource.State`. */
export const State: {
  readonly Get: Method<cosi.resource.IGetRequest, cosi.resource.GetResponse>;
  readonly List: Method<cosi.resource.IListRequest, cosi.resource.ListResponse>;
  readonly Watch: Method<cosi.resource.IWatchRequest, cosi.resource.WatchResponse>;
  readonly Create: Method<cosi.resource.ICreateRequest, cosi.resource.CreateResponse>;
  readonly Update: Method<cosi.resource.IUpdateRequest, cosi.resource.UpdateResponse>;
  readonly Destroy: Method<cosi.resource.IDestroyRequest, cosi.resource.DestroyResponse>;
};
