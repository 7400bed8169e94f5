// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./cosi.d.ts"
import "./google.js";
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const cosi = createPackage("cosi", {
"resource.GetRequest": ["1 namespace string, 2 type string, 3 id string, 4 options .cosi.resource.GetOptions", ([namespace, type, id, options]) => ({ namespace, type, id, options })],
"resource.GetOptions": ["", ([]) => ({  })],
"resource.GetResponse": ["1 resource .cosi.resource.Resource", ([resource]) => ({ resource })],
"resource.Resource": ["1 metadata .cosi.resource.Metadata, 2 spec .cosi.resource.Spec", ([metadata, spec]) => ({ metadata, spec })],
"resource.Metadata": ["1 namespace string, 2 type string, 3 id string, 4 version string, 5 owner string, 6 phase string, 7 created .google.protobuf.Timestamp, 8 updated .google.protobuf.Timestamp, 9 finalizers string[], 10 labels string{}, 11 annotations string{}", ([namespace, type, id, version, owner, phase, created, updated, finalizers, labels, annotations]) => ({ namespace, type, id, version, owner, phase, created, updated, finalizers, labels, annotations })],
"resource.Spec": ["1 protoSpec bytes, 2 yamlSpec string", ([protoSpec, yamlSpec]) => ({ protoSpec, yamlSpec })],
"resource.ListRequest": ["1 namespace string, 2 type string, 3 options .cosi.resource.ListOptions", ([namespace, type, options]) => ({ namespace, type, options })],
"resource.ListOptions": ["1 labelQuery .cosi.resource.LabelQuery[], 2 idQuery .cosi.resource.IDQuery", ([labelQuery, idQuery]) => ({ labelQuery, idQuery })],
"resource.LabelQuery": ["1 terms .cosi.resource.LabelTerm[]", ([terms]) => ({ terms })],
"resource.LabelTerm": ["1 key string, 2 op enum, 3 value string[], 5 invert bool", ([key, op, value, invert]) => ({ key, op, value, invert })],
"resource.IDQuery": ["1 regexp string", ([regexp]) => ({ regexp })],
"resource.ListResponse": ["1 resource .cosi.resource.Resource", ([resource]) => ({ resource })],
"resource.WatchRequest": ["1 namespace string, 2 type string, 3 id string?, 4 options .cosi.resource.WatchOptions, 5 apiVersion int32", ([namespace, type, id, options, apiVersion]) => ({ namespace, type, id, options, apiVersion })],
"resource.WatchOptions": ["1 bootstrapContents bool, 2 tailEvents int32, 3 labelQuery .cosi.resource.LabelQuery[], 4 idQuery .cosi.resource.IDQuery, 5 aggregated bool", ([bootstrapContents, tailEvents, labelQuery, idQuery, aggregated]) => ({ bootstrapContents, tailEvents, labelQuery, idQuery, aggregated })],
"resource.WatchResponse": ["1 event .cosi.resource.Event[]", ([event]) => ({ event })],
"resource.Event": ["1 resource .cosi.resource.Resource, 2 eventType enum, 3 old .cosi.resource.Resource, 4 error string?", ([resource, eventType, old, error]) => ({ resource, eventType, old, error })],
"resource.CreateRequest": ["1 resource .cosi.resource.Resource, 2 options .cosi.resource.CreateOptions", ([resource, options]) => ({ resource, options })],
"resource.CreateOptions": ["1 owner string", ([owner]) => ({ owner })],
"resource.CreateResponse": ["1 resource .cosi.resource.Resource", ([resource]) => ({ resource })],
"resource.UpdateRequest": ["2 newResource .cosi.resource.Resource, 3 options .cosi.resource.UpdateOptions", ([newResource, options]) => ({ newResource, options })],
"resource.UpdateOptions": ["1 owner string, 2 expectedPhase string?", ([owner, expectedPhase]) => ({ owner, expectedPhase })],
"resource.UpdateResponse": ["1 resource .cosi.resource.Resource", ([resource]) => ({ resource })],
"resource.DestroyRequest": ["1 namespace string, 2 type string, 3 id string, 4 options .cosi.resource.DestroyOptions", ([namespace, type, id, options]) => ({ namespace, type, id, options })],
"resource.DestroyOptions": ["1 owner string", ([owner]) => ({ owner })],
"resource.DestroyResponse": ["", ([]) => ({  })],
"resource.meta.NamespaceSpec": ["1 description string", ([description]) => ({ description })],
"resource.meta.ResourceDefinitionSpec": ["1 resourceType string, 2 displayType string, 3 defaultNamespace string, 4 aliases string[], 5 allAliases string[], 6 printColumns .cosi.resource.meta.ResourceDefinitionSpec.PrintColumn[], 7 sensitivity enum", ([resourceType, displayType, defaultNamespace, aliases, allAliases, printColumns, sensitivity]) => ({ resourceType, displayType, defaultNamespace, aliases, allAliases, printColumns, sensitivity })],
"resource.meta.ResourceDefinitionSpec.PrintColumn": ["1 name string, 2 jsonPath string", ([name, jsonPath]) => ({ name, jsonPath })],
}, {
"resource.LabelTerm.Operation": {"EXISTS":0,"EQUAL":1,"NOT_EXISTS":2,"IN":3,"LT":4,"LTE":5,"LT_NUMERIC":6,"LTE_NUMERIC":7},
"resource.EventType": {"CREATED":0,"UPDATED":1,"DESTROYED":2,"BOOTSTRAPPED":3,"ERRORED":4,"NOOP":5},
"resource.meta.ResourceDefinitionSpec.Sensitivity": {"NON_SENSITIVE":0,"SENSITIVE":1},
});
export const State = {
Get: createMethod("/cosi.resource.State/Get", ".cosi.resource.GetRequest", ".cosi.resource.GetResponse", false, false),
List: createMethod("/cosi.resource.State/List", ".cosi.resource.ListRequest", ".cosi.resource.ListResponse", false, true),
Watch: createMethod("/cosi.resource.State/Watch", ".cosi.resource.WatchRequest", ".cosi.resource.WatchResponse", false, true),
Create: createMethod("/cosi.resource.State/Create", ".cosi.resource.CreateRequest", ".cosi.resource.CreateResponse", false, false),
Update: createMethod("/cosi.resource.State/Update", ".cosi.resource.UpdateRequest", ".cosi.resource.UpdateResponse", false, false),
Destroy: createMethod("/cosi.resource.State/Destroy", ".cosi.resource.DestroyRequest", ".cosi.resource.DestroyResponse", false, false),
};
