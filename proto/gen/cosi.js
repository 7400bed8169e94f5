// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./cosi.d.ts"
import "./google.js";
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const cosi = createPackage("cosi", (path) => {
switch (path) {
case "resource.GetRequest": return ["1 namespace string, 2 type string, 3 id string, 4 options .cosi.resource.GetOptions", ([namespace, type, id, options]) => ({ namespace, type, id, options })];
case "resource.GetOptions": return ["", ([]) => ({  })];
case "resource.GetResponse": return ["1 resource .cosi.resource.Resource", ([resource]) => ({ resource })];
case "resource.Resource": return ["1 metadata .cosi.resource.Metadata, 2 spec .cosi.resource.Spec", ([metadata, spec]) => ({ metadata, spec })];
case "resource.Metadata": return ["1 namespace string, 2 type string, 3 id string, 4 version string, 5 owner string, 6 phase string, 7 created .google.protobuf.Timestamp, 8 updated .google.protobuf.Timestamp, 9 finalizers string[], 10 labels string{}, 11 annotations string{}", ([namespace, type, id, version, owner, phase, created, updated, finalizers, labels, annotations]) => ({ namespace, type, id, version, owner, phase, created, updated, finalizers, labels, annotations })];
case "resource.Spec": return ["1 protoSpec bytes, 2 yamlSpec string", ([protoSpec, yamlSpec]) => ({ protoSpec, yamlSpec })];
case "resource.ListRequest": return ["1 namespace string, 2 type string, 3 options .cosi.resource.ListOptions", ([namespace, type, options]) => ({ namespace, type, options })];
case "resource.ListOptions": return ["1 labelQuery .cosi.resource.LabelQuery[], 2 idQuery .cosi.resource.IDQuery", ([labelQuery, idQuery]) => ({ labelQuery, idQuery })];
case "resource.LabelQuery": return ["1 terms .cosi.resource.LabelTerm[]", ([terms]) => ({ terms })];
case "resource.LabelTerm": return ["1 key string, 2 op enum, 3 value string[], 5 invert bool", ([key, op, value, invert]) => ({ key, op, value, invert })];
case "resource.IDQuery": return ["1 regexp string", ([regexp]) => ({ regexp })];
case "resource.ListResponse": return ["1 resource .cosi.resource.Resource", ([resource]) => ({ resource })];
case "resource.WatchRequest": return ["1 namespace string, 2 type string, 3 id string?, 4 options .cosi.resource.WatchOptions, 5 apiVersion int32", ([namespace, type, id, options, apiVersion]) => ({ namespace, type, id, options, apiVersion })];
case "resource.WatchOptions": return ["1 bootstrapContents bool, 2 tailEvents int32, 3 labelQuery .cosi.resource.LabelQuery[], 4 idQuery .cosi.resource.IDQuery, 5 aggregated bool", ([bootstrapContents, tailEvents, labelQuery, idQuery, aggregated]) => ({ bootstrapContents, tailEvents, labelQuery, idQuery, aggregated })];
case "resource.WatchResponse": return ["1 event .cosi.resource.Event[]", ([event]) => ({ event })];
case "resource.Event": return ["1 resource .cosi.resource.Resource, 2 eventType enum, 3 old .cosi.resource.Resource, 4 error string?", ([resource, eventType, old, error]) => ({ resource, eventType, old, error })];
case "resource.CreateRequest": return ["1 resource .cosi.resource.Resource, 2 options .cosi.resource.CreateOptions", ([resource, options]) => ({ resource, options })];
case "resource.CreateOptions": return ["1 owner string", ([owner]) => ({ owner })];
case "resource.CreateResponse": return ["1 resource .cosi.resource.Resource", ([resource]) => ({ resource })];
case "resource.UpdateRequest": return ["2 newResource .cosi.resource.Resource, 3 options .cosi.resource.UpdateOptions", ([newResource, options]) => ({ newResource, options })];
case "resource.UpdateOptions": return ["1 owner string, 2 expectedPhase string?", ([owner, expectedPhase]) => ({ owner, expectedPhase })];
case "resource.UpdateResponse": return ["1 resource .cosi.resource.Resource", ([resource]) => ({ resource })];
case "resource.DestroyRequest": return ["1 namespace string, 2 type string, 3 id string, 4 options .cosi.resource.DestroyOptions", ([namespace, type, id, options]) => ({ namespace, type, id, options })];
case "resource.DestroyOptions": return ["1 owner string", ([owner]) => ({ owner })];
case "resource.DestroyResponse": return ["", ([]) => ({  })];
case "resource.meta.NamespaceSpec": return ["1 description string", ([description]) => ({ description })];
case "resource.meta.ResourceDefinitionSpec": return ["1 resourceType string, 2 displayType string, 3 defaultNamespace string, 4 aliases string[], 5 allAliases string[], 6 printColumns .cosi.resource.meta.ResourceDefinitionSpec.PrintColumn[], 7 sensitivity enum", ([resourceType, displayType, defaultNamespace, aliases, allAliases, printColumns, sensitivity]) => ({ resourceType, displayType, defaultNamespace, aliases, allAliases, printColumns, sensitivity })];
case "resource.meta.ResourceDefinitionSpec.PrintColumn": return ["1 name string, 2 jsonPath string", ([name, jsonPath]) => ({ name, jsonPath })];
default: return undefined;
}
}, (path) => {
switch (path) {
case "resource.LabelTerm.Operation": return {"EXISTS":0,"EQUAL":1,"NOT_EXISTS":2,"IN":3,"LT":4,"LTE":5,"LT_NUMERIC":6,"LTE_NUMERIC":7};
case "resource.EventType": return {"CREATED":0,"UPDATED":1,"DESTROYED":2,"BOOTSTRAPPED":3,"ERRORED":4,"NOOP":5};
case "resource.meta.ResourceDefinitionSpec.Sensitivity": return {"NON_SENSITIVE":0,"SENSITIVE":1};
default: return undefined;
}
}, ["resource.GetRequest","resource.GetOptions","resource.GetResponse","resource.Resource","resource.Metadata","resource.Spec","resource.ListRequest","resource.ListOptions","resource.LabelQuery","resource.LabelTerm","resource.LabelTerm.Operation","resource.IDQuery","resource.ListResponse","resource.WatchRequest","resource.WatchOptions","resource.WatchResponse","resource.Event","resource.EventType","resource.CreateRequest","resource.CreateOptions","resource.CreateResponse","resource.UpdateRequest","resource.UpdateOptions","resource.UpdateResponse","resource.DestroyRequest","resource.DestroyOptions","resource.DestroyResponse","resource.meta.NamespaceSpec","resource.meta.ResourceDefinitionSpec","resource.meta.ResourceDefinitionSpec.PrintColumn","resource.meta.ResourceDefinitionSpec.Sensitivity"]);
export const State = {
Get: createMethod("/cosi.resource.State/Get", ".cosi.resource.GetRequest", ".cosi.resource.GetResponse", false, false),
List: createMethod("/cosi.resource.State/List", ".cosi.resource.ListRequest", ".cosi.resource.ListResponse", false, true),
Watch: createMethod("/cosi.resource.State/Watch", ".cosi.resource.WatchRequest", ".cosi.resource.WatchResponse", false, true),
Create: createMethod("/cosi.resource.State/Create", ".cosi.resource.CreateRequest", ".cosi.resource.CreateResponse", false, false),
Update: createMethod("/cosi.resource.State/Update", ".cosi.resource.UpdateRequest", ".cosi.resource.UpdateResponse", false, false),
Destroy: createMethod("/cosi.resource.State/Destroy", ".cosi.resource.DestroyRequest", ".cosi.resource.DestroyResponse", false, false),
};
