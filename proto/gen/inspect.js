// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./inspect.d.ts"
import "./common.js";
import "./google.js";
import { lazily as $lazily, method as $method } from "../codec.ts";
import $protobuf from "../protobuf.ts";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;
const $root = $protobuf.roots["osctl"] || ($protobuf.roots["osctl"] = {});
export const inspect = $root.inspect = (() => {
const inspect = {};
$lazily(inspect, "ControllerRuntimeDependenciesResponse", () => {
const ControllerRuntimeDependenciesResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ControllerRuntimeDependenciesResponse.prototype.messages = $util.emptyArray;
ControllerRuntimeDependenciesResponse.create = function(properties) {
return new ControllerRuntimeDependenciesResponse(properties);
};
ControllerRuntimeDependenciesResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.inspect.ControllerRuntimeDependency.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ControllerRuntimeDependenciesResponse.decode = function (r, l, z, q, g) {
if (!(r instanceof $Reader))
r = $Reader.create(r);
if (q === $undefined)
q = 0;
if (q > $Reader.recursionLimit)
throw $Error("max depth exceeded");
var c, m;
if (l === $undefined)
c = r.len;
else {
c = r.pos + l;
if (c > r.len)
throw $RangeError("index out of range");
l = r.len;
r.len = c;
}
m = g || new $root.inspect.ControllerRuntimeDependenciesResponse();
while (r.pos < c) {
var s = r.pos;
var t = r.tag();
if (t === z) {
z = $undefined;
break;
}
var u = t & 7;
switch (t >>>= 3) {
case 1: {
if (u !== 2)
break;
if (!(m.messages && m.messages.length))
m.messages = [];
m.messages.push($root.inspect.ControllerRuntimeDependency.decode(r, r.size(), $undefined, q + 1));
continue;
}
}
r.skipType(u, q, t);
if (!r.discardUnknown) {
$util.makeProp(m, "$unknowns", false);
(m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
}
}
if (l !== $undefined) {
if (r.pos !== c)
throw $RangeError("index out of range");
r.len = l;
}
if (z !== $undefined)
throw $Error("missing end group");
return m;
};
return ControllerRuntimeDependenciesResponse;
});
$lazily(inspect, "ControllerRuntimeDependency", () => {
const ControllerRuntimeDependency = function (p) {
this.edges = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ControllerRuntimeDependency.prototype.metadata = null;
ControllerRuntimeDependency.prototype.edges = $util.emptyArray;
ControllerRuntimeDependency.create = function(properties) {
return new ControllerRuntimeDependency(properties);
};
ControllerRuntimeDependency.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.edges != null && m.edges.length) {
for (var i = 0; i < m.edges.length; ++i)
$root.inspect.ControllerDependencyEdge.encode(m.edges[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ControllerRuntimeDependency.decode = function (r, l, z, q, g) {
if (!(r instanceof $Reader))
r = $Reader.create(r);
if (q === $undefined)
q = 0;
if (q > $Reader.recursionLimit)
throw $Error("max depth exceeded");
var c, m, v;
if (l === $undefined)
c = r.len;
else {
c = r.pos + l;
if (c > r.len)
throw $RangeError("index out of range");
l = r.len;
r.len = c;
}
m = g || new $root.inspect.ControllerRuntimeDependency();
while (r.pos < c) {
var s = r.pos;
var t = r.tag();
if (t === z) {
z = $undefined;
break;
}
var u = t & 7;
switch (t >>>= 3) {
case 1: {
if (u !== 2)
break;
m.metadata = $root.common.Metadata.decode(r, r.size(), $undefined, q + 1, m.metadata);
continue;
}
case 2: {
if (u !== 2)
break;
if (!(m.edges && m.edges.length))
m.edges = [];
m.edges.push($root.inspect.ControllerDependencyEdge.decode(r, r.size(), $undefined, q + 1));
continue;
}
}
r.skipType(u, q, t);
if (!r.discardUnknown) {
$util.makeProp(m, "$unknowns", false);
(m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
}
}
if (l !== $undefined) {
if (r.pos !== c)
throw $RangeError("index out of range");
r.len = l;
}
if (z !== $undefined)
throw $Error("missing end group");
return m;
};
return ControllerRuntimeDependency;
});
$lazily(inspect, "ControllerDependencyEdge", () => {
const ControllerDependencyEdge = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ControllerDependencyEdge.prototype.controllerName = "";
ControllerDependencyEdge.prototype.edgeType = 0;
ControllerDependencyEdge.prototype.resourceNamespace = "";
ControllerDependencyEdge.prototype.resourceType = "";
ControllerDependencyEdge.prototype.resourceId = "";
ControllerDependencyEdge.create = function(properties) {
return new ControllerDependencyEdge(properties);
};
ControllerDependencyEdge.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.controllerName != null && $Object.hasOwnProperty.call(m, "controllerName") && m.controllerName !== "")
w.uint32(10).string(m.controllerName);
if (m.edgeType != null && $Object.hasOwnProperty.call(m, "edgeType") && m.edgeType !== 0)
w.uint32(16).int32(m.edgeType);
if (m.resourceNamespace != null && $Object.hasOwnProperty.call(m, "resourceNamespace") && m.resourceNamespace !== "")
w.uint32(26).string(m.resourceNamespace);
if (m.resourceType != null && $Object.hasOwnProperty.call(m, "resourceType") && m.resourceType !== "")
w.uint32(34).string(m.resourceType);
if (m.resourceId != null && $Object.hasOwnProperty.call(m, "resourceId") && m.resourceId !== "")
w.uint32(42).string(m.resourceId);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ControllerDependencyEdge.decode = function (r, l, z, q, g) {
if (!(r instanceof $Reader))
r = $Reader.create(r);
if (q === $undefined)
q = 0;
if (q > $Reader.recursionLimit)
throw $Error("max depth exceeded");
var c, m, v;
if (l === $undefined)
c = r.len;
else {
c = r.pos + l;
if (c > r.len)
throw $RangeError("index out of range");
l = r.len;
r.len = c;
}
m = g || new $root.inspect.ControllerDependencyEdge();
while (r.pos < c) {
var s = r.pos;
var t = r.tag();
if (t === z) {
z = $undefined;
break;
}
var u = t & 7;
switch (t >>>= 3) {
case 1: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.controllerName = v;
else
delete m.controllerName;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.edgeType = v;
else
delete m.edgeType;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.resourceNamespace = v;
else
delete m.resourceNamespace;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.resourceType = v;
else
delete m.resourceType;
continue;
}
case 5: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.resourceId = v;
else
delete m.resourceId;
continue;
}
}
r.skipType(u, q, t);
if (!r.discardUnknown) {
$util.makeProp(m, "$unknowns", false);
(m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
}
}
if (l !== $undefined) {
if (r.pos !== c)
throw $RangeError("index out of range");
r.len = l;
}
if (z !== $undefined)
throw $Error("missing end group");
return m;
};
return ControllerDependencyEdge;
});
$lazily(inspect, "DependencyEdgeType", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "OUTPUT_EXCLUSIVE"] = 0;
values[valuesById[1] = "INPUT_STRONG"] = 1;
values[valuesById[2] = "INPUT_WEAK"] = 2;
values[valuesById[3] = "OUTPUT_SHARED"] = 3;
values[valuesById[4] = "INPUT_DESTROY_READY"] = 4;
return values;
});
return inspect;
})();
export const InspectService = {
ControllerRuntimeDependencies: $method("/inspect.InspectService/ControllerRuntimeDependencies", () => $root.google.protobuf.Empty, () => $root.inspect.ControllerRuntimeDependenciesResponse, false, false),
};
