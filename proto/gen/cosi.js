// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./cosi.d.ts"
import "./google.js";
import { lazily as $lazily, method as $method } from "../codec.ts";
import $protobuf from "../protobuf.ts";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;
const $root = $protobuf.roots["osctl"] || ($protobuf.roots["osctl"] = {});
export const cosi = $root.cosi = (() => {
const cosi = {};
cosi.resource = (function() {
const resource = {};
$lazily(resource, "GetRequest", () => {
const GetRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
GetRequest.prototype.namespace = "";
GetRequest.prototype.type = "";
GetRequest.prototype.id = "";
GetRequest.prototype.options = null;
GetRequest.create = function(properties) {
return new GetRequest(properties);
};
GetRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.type != null && $Object.hasOwnProperty.call(m, "type") && m.type !== "")
w.uint32(18).string(m.type);
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(26).string(m.id);
if (m.options != null && $Object.hasOwnProperty.call(m, "options"))
$root.cosi.resource.GetOptions.encode(m.options, w.uint32(34).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
GetRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.GetRequest();
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
m.namespace = v;
else
delete m.namespace;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.type = v;
else
delete m.type;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.id = v;
else
delete m.id;
continue;
}
case 4: {
if (u !== 2)
break;
m.options = $root.cosi.resource.GetOptions.decode(r, r.size(), $undefined, q + 1, m.options);
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
return GetRequest;
});
$lazily(resource, "GetOptions", () => {
const GetOptions = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
GetOptions.create = function(properties) {
return new GetOptions(properties);
};
GetOptions.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
GetOptions.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.GetOptions();
while (r.pos < c) {
var s = r.pos;
var t = r.tag();
if (t === z) {
z = $undefined;
break;
}
r.skipType(t & 7, q, t);
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
return GetOptions;
});
$lazily(resource, "GetResponse", () => {
const GetResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
GetResponse.prototype.resource = null;
GetResponse.create = function(properties) {
return new GetResponse(properties);
};
GetResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.resource != null && $Object.hasOwnProperty.call(m, "resource"))
$root.cosi.resource.Resource.encode(m.resource, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
GetResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.GetResponse();
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
m.resource = $root.cosi.resource.Resource.decode(r, r.size(), $undefined, q + 1, m.resource);
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
return GetResponse;
});
$lazily(resource, "Resource", () => {
const Resource = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Resource.prototype.metadata = null;
Resource.prototype.spec = null;
Resource.create = function(properties) {
return new Resource(properties);
};
Resource.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.cosi.resource.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.spec != null && $Object.hasOwnProperty.call(m, "spec"))
$root.cosi.resource.Spec.encode(m.spec, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Resource.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.Resource();
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
m.metadata = $root.cosi.resource.Metadata.decode(r, r.size(), $undefined, q + 1, m.metadata);
continue;
}
case 2: {
if (u !== 2)
break;
m.spec = $root.cosi.resource.Spec.decode(r, r.size(), $undefined, q + 1, m.spec);
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
return Resource;
});
$lazily(resource, "Metadata", () => {
const Metadata = function (p) {
this.finalizers = [];
this.labels = {};
this.annotations = {};
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Metadata.prototype.namespace = "";
Metadata.prototype.type = "";
Metadata.prototype.id = "";
Metadata.prototype.version = "";
Metadata.prototype.owner = "";
Metadata.prototype.phase = "";
Metadata.prototype.created = null;
Metadata.prototype.updated = null;
Metadata.prototype.finalizers = $util.emptyArray;
Metadata.prototype.labels = $util.emptyObject;
Metadata.prototype.annotations = $util.emptyObject;
Metadata.create = function(properties) {
return new Metadata(properties);
};
Metadata.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.type != null && $Object.hasOwnProperty.call(m, "type") && m.type !== "")
w.uint32(18).string(m.type);
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(26).string(m.id);
if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
w.uint32(34).string(m.version);
if (m.owner != null && $Object.hasOwnProperty.call(m, "owner") && m.owner !== "")
w.uint32(42).string(m.owner);
if (m.phase != null && $Object.hasOwnProperty.call(m, "phase") && m.phase !== "")
w.uint32(50).string(m.phase);
if (m.created != null && $Object.hasOwnProperty.call(m, "created"))
$root.google.protobuf.Timestamp.encode(m.created, w.uint32(58).fork(), q + 1).ldelim();
if (m.updated != null && $Object.hasOwnProperty.call(m, "updated"))
$root.google.protobuf.Timestamp.encode(m.updated, w.uint32(66).fork(), q + 1).ldelim();
if (m.finalizers != null && m.finalizers.length) {
for (var i = 0; i < m.finalizers.length; ++i)
w.uint32(74).string(m.finalizers[i]);
}
if (m.labels != null && $Object.hasOwnProperty.call(m, "labels")) {
for (var ks = $Object.keys(m.labels), i = 0; i < ks.length; ++i) {
w.uint32(82).fork().uint32(10).string(ks[i]).uint32(18).string(m.labels[ks[i]]).ldelim();
}
}
if (m.annotations != null && $Object.hasOwnProperty.call(m, "annotations")) {
for (var ks = $Object.keys(m.annotations), i = 0; i < ks.length; ++i) {
w.uint32(90).fork().uint32(10).string(ks[i]).uint32(18).string(m.annotations[ks[i]]).ldelim();
}
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Metadata.decode = function (r, l, z, q, g) {
if (!(r instanceof $Reader))
r = $Reader.create(r);
if (q === $undefined)
q = 0;
if (q > $Reader.recursionLimit)
throw $Error("max depth exceeded");
var c, m, k, v;
if (l === $undefined)
c = r.len;
else {
c = r.pos + l;
if (c > r.len)
throw $RangeError("index out of range");
l = r.len;
r.len = c;
}
m = g || new $root.cosi.resource.Metadata();
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
m.namespace = v;
else
delete m.namespace;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.type = v;
else
delete m.type;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.id = v;
else
delete m.id;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.version = v;
else
delete m.version;
continue;
}
case 5: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.owner = v;
else
delete m.owner;
continue;
}
case 6: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.phase = v;
else
delete m.phase;
continue;
}
case 7: {
if (u !== 2)
break;
m.created = $root.google.protobuf.Timestamp.decode(r, r.size(), $undefined, q + 1, m.created);
continue;
}
case 8: {
if (u !== 2)
break;
m.updated = $root.google.protobuf.Timestamp.decode(r, r.size(), $undefined, q + 1, m.updated);
continue;
}
case 9: {
if (u !== 2)
break;
if (!(m.finalizers && m.finalizers.length))
m.finalizers = [];
m.finalizers.push(r.string());
continue;
}
case 10: {
if (u !== 2)
break;
if (m.labels === $util.emptyObject)
m.labels = {};
var c2 = r.size() + r.pos;
if (c2 > r.len)
throw $RangeError("index out of range");
r.len = c2;
k = "";
v = "";
while (r.pos < c2) {
var t2 = r.tag();
u = t2 & 7;
switch (t2 >>>= 3) {
case 1:
if (u !== 2)
break;
k = r.string();
continue;
case 2:
if (u !== 2)
break;
v = r.string();
continue;
}
r.skipType(u, q, t2);
}
if (r.pos !== c2)
throw $RangeError("index out of range");
r.len = c;
if (k === "__proto__")
$util.makeProp(m.labels, k);
m.labels[k] = v;
continue;
}
case 11: {
if (u !== 2)
break;
if (m.annotations === $util.emptyObject)
m.annotations = {};
var c2 = r.size() + r.pos;
if (c2 > r.len)
throw $RangeError("index out of range");
r.len = c2;
k = "";
v = "";
while (r.pos < c2) {
var t2 = r.tag();
u = t2 & 7;
switch (t2 >>>= 3) {
case 1:
if (u !== 2)
break;
k = r.string();
continue;
case 2:
if (u !== 2)
break;
v = r.string();
continue;
}
r.skipType(u, q, t2);
}
if (r.pos !== c2)
throw $RangeError("index out of range");
r.len = c;
if (k === "__proto__")
$util.makeProp(m.annotations, k);
m.annotations[k] = v;
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
return Metadata;
});
$lazily(resource, "Spec", () => {
const Spec = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Spec.prototype.protoSpec = $util.newBuffer([]);
Spec.prototype.yamlSpec = "";
Spec.create = function(properties) {
return new Spec(properties);
};
Spec.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.protoSpec != null && $Object.hasOwnProperty.call(m, "protoSpec") && m.protoSpec.length)
w.uint32(10).bytes(m.protoSpec);
if (m.yamlSpec != null && $Object.hasOwnProperty.call(m, "yamlSpec") && m.yamlSpec !== "")
w.uint32(18).string(m.yamlSpec);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Spec.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.Spec();
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
if ((v = r.bytes()).length)
m.protoSpec = v;
else
delete m.protoSpec;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.yamlSpec = v;
else
delete m.yamlSpec;
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
return Spec;
});
$lazily(resource, "ListRequest", () => {
const ListRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ListRequest.prototype.namespace = "";
ListRequest.prototype.type = "";
ListRequest.prototype.options = null;
ListRequest.create = function(properties) {
return new ListRequest(properties);
};
ListRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.type != null && $Object.hasOwnProperty.call(m, "type") && m.type !== "")
w.uint32(18).string(m.type);
if (m.options != null && $Object.hasOwnProperty.call(m, "options"))
$root.cosi.resource.ListOptions.encode(m.options, w.uint32(26).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ListRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.ListRequest();
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
m.namespace = v;
else
delete m.namespace;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.type = v;
else
delete m.type;
continue;
}
case 3: {
if (u !== 2)
break;
m.options = $root.cosi.resource.ListOptions.decode(r, r.size(), $undefined, q + 1, m.options);
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
return ListRequest;
});
$lazily(resource, "ListOptions", () => {
const ListOptions = function (p) {
this.labelQuery = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ListOptions.prototype.labelQuery = $util.emptyArray;
ListOptions.prototype.idQuery = null;
ListOptions.create = function(properties) {
return new ListOptions(properties);
};
ListOptions.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.labelQuery != null && m.labelQuery.length) {
for (var i = 0; i < m.labelQuery.length; ++i)
$root.cosi.resource.LabelQuery.encode(m.labelQuery[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.idQuery != null && $Object.hasOwnProperty.call(m, "idQuery"))
$root.cosi.resource.IDQuery.encode(m.idQuery, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ListOptions.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.ListOptions();
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
if (!(m.labelQuery && m.labelQuery.length))
m.labelQuery = [];
m.labelQuery.push($root.cosi.resource.LabelQuery.decode(r, r.size(), $undefined, q + 1));
continue;
}
case 2: {
if (u !== 2)
break;
m.idQuery = $root.cosi.resource.IDQuery.decode(r, r.size(), $undefined, q + 1, m.idQuery);
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
return ListOptions;
});
$lazily(resource, "LabelQuery", () => {
const LabelQuery = function (p) {
this.terms = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LabelQuery.prototype.terms = $util.emptyArray;
LabelQuery.create = function(properties) {
return new LabelQuery(properties);
};
LabelQuery.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.terms != null && m.terms.length) {
for (var i = 0; i < m.terms.length; ++i)
$root.cosi.resource.LabelTerm.encode(m.terms[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LabelQuery.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.LabelQuery();
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
if (!(m.terms && m.terms.length))
m.terms = [];
m.terms.push($root.cosi.resource.LabelTerm.decode(r, r.size(), $undefined, q + 1));
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
return LabelQuery;
});
$lazily(resource, "LabelTerm", () => {
const LabelTerm = function (p) {
this.value = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LabelTerm.prototype.key = "";
LabelTerm.prototype.op = 0;
LabelTerm.prototype.value = $util.emptyArray;
LabelTerm.prototype.invert = false;
LabelTerm.create = function(properties) {
return new LabelTerm(properties);
};
LabelTerm.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.key != null && $Object.hasOwnProperty.call(m, "key") && m.key !== "")
w.uint32(10).string(m.key);
if (m.op != null && $Object.hasOwnProperty.call(m, "op") && m.op !== 0)
w.uint32(16).int32(m.op);
if (m.value != null && m.value.length) {
for (var i = 0; i < m.value.length; ++i)
w.uint32(26).string(m.value[i]);
}
if (m.invert != null && $Object.hasOwnProperty.call(m, "invert") && m.invert !== false)
w.uint32(40).bool(m.invert);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LabelTerm.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.LabelTerm();
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
m.key = v;
else
delete m.key;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.op = v;
else
delete m.op;
continue;
}
case 3: {
if (u !== 2)
break;
if (!(m.value && m.value.length))
m.value = [];
m.value.push(r.string());
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.bool())
m.invert = v;
else
delete m.invert;
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
$lazily(LabelTerm, "Operation", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "EXISTS"] = 0;
values[valuesById[1] = "EQUAL"] = 1;
values[valuesById[2] = "NOT_EXISTS"] = 2;
values[valuesById[3] = "IN"] = 3;
values[valuesById[4] = "LT"] = 4;
values[valuesById[5] = "LTE"] = 5;
values[valuesById[6] = "LT_NUMERIC"] = 6;
values[valuesById[7] = "LTE_NUMERIC"] = 7;
return values;
});
return LabelTerm;
});
$lazily(resource, "IDQuery", () => {
const IDQuery = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
IDQuery.prototype.regexp = "";
IDQuery.create = function(properties) {
return new IDQuery(properties);
};
IDQuery.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.regexp != null && $Object.hasOwnProperty.call(m, "regexp") && m.regexp !== "")
w.uint32(10).string(m.regexp);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
IDQuery.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.IDQuery();
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
m.regexp = v;
else
delete m.regexp;
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
return IDQuery;
});
$lazily(resource, "ListResponse", () => {
const ListResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ListResponse.prototype.resource = null;
ListResponse.create = function(properties) {
return new ListResponse(properties);
};
ListResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.resource != null && $Object.hasOwnProperty.call(m, "resource"))
$root.cosi.resource.Resource.encode(m.resource, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ListResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.ListResponse();
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
m.resource = $root.cosi.resource.Resource.decode(r, r.size(), $undefined, q + 1, m.resource);
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
return ListResponse;
});
$lazily(resource, "WatchRequest", () => {
const WatchRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
WatchRequest.prototype.namespace = "";
WatchRequest.prototype.type = "";
WatchRequest.prototype.id = null;
WatchRequest.prototype.options = null;
WatchRequest.prototype.apiVersion = 0;
let $oneOfFields;
// Virtual OneOf for proto3 optional field
$Object.defineProperty(WatchRequest.prototype, "_id", {
get: $util.oneOfGetter($oneOfFields = ["id"]),
set: $util.oneOfSetter($oneOfFields)
});
WatchRequest.create = function(properties) {
return new WatchRequest(properties);
};
WatchRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.type != null && $Object.hasOwnProperty.call(m, "type") && m.type !== "")
w.uint32(18).string(m.type);
if (m.id != null && $Object.hasOwnProperty.call(m, "id"))
w.uint32(26).string(m.id);
if (m.options != null && $Object.hasOwnProperty.call(m, "options"))
$root.cosi.resource.WatchOptions.encode(m.options, w.uint32(34).fork(), q + 1).ldelim();
if (m.apiVersion != null && $Object.hasOwnProperty.call(m, "apiVersion") && m.apiVersion !== 0)
w.uint32(40).int32(m.apiVersion);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
WatchRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.WatchRequest();
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
m.namespace = v;
else
delete m.namespace;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.type = v;
else
delete m.type;
continue;
}
case 3: {
if (u !== 2)
break;
m.id = r.string();
m._id = "id";
continue;
}
case 4: {
if (u !== 2)
break;
m.options = $root.cosi.resource.WatchOptions.decode(r, r.size(), $undefined, q + 1, m.options);
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.int32())
m.apiVersion = v;
else
delete m.apiVersion;
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
return WatchRequest;
});
$lazily(resource, "WatchOptions", () => {
const WatchOptions = function (p) {
this.labelQuery = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
WatchOptions.prototype.bootstrapContents = false;
WatchOptions.prototype.tailEvents = 0;
WatchOptions.prototype.labelQuery = $util.emptyArray;
WatchOptions.prototype.idQuery = null;
WatchOptions.prototype.aggregated = false;
WatchOptions.create = function(properties) {
return new WatchOptions(properties);
};
WatchOptions.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.bootstrapContents != null && $Object.hasOwnProperty.call(m, "bootstrapContents") && m.bootstrapContents !== false)
w.uint32(8).bool(m.bootstrapContents);
if (m.tailEvents != null && $Object.hasOwnProperty.call(m, "tailEvents") && m.tailEvents !== 0)
w.uint32(16).int32(m.tailEvents);
if (m.labelQuery != null && m.labelQuery.length) {
for (var i = 0; i < m.labelQuery.length; ++i)
$root.cosi.resource.LabelQuery.encode(m.labelQuery[i], w.uint32(26).fork(), q + 1).ldelim();
}
if (m.idQuery != null && $Object.hasOwnProperty.call(m, "idQuery"))
$root.cosi.resource.IDQuery.encode(m.idQuery, w.uint32(34).fork(), q + 1).ldelim();
if (m.aggregated != null && $Object.hasOwnProperty.call(m, "aggregated") && m.aggregated !== false)
w.uint32(40).bool(m.aggregated);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
WatchOptions.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.WatchOptions();
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
if (u !== 0)
break;
if (v = r.bool())
m.bootstrapContents = v;
else
delete m.bootstrapContents;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.tailEvents = v;
else
delete m.tailEvents;
continue;
}
case 3: {
if (u !== 2)
break;
if (!(m.labelQuery && m.labelQuery.length))
m.labelQuery = [];
m.labelQuery.push($root.cosi.resource.LabelQuery.decode(r, r.size(), $undefined, q + 1));
continue;
}
case 4: {
if (u !== 2)
break;
m.idQuery = $root.cosi.resource.IDQuery.decode(r, r.size(), $undefined, q + 1, m.idQuery);
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.bool())
m.aggregated = v;
else
delete m.aggregated;
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
return WatchOptions;
});
$lazily(resource, "WatchResponse", () => {
const WatchResponse = function (p) {
this.event = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
WatchResponse.prototype.event = $util.emptyArray;
WatchResponse.create = function(properties) {
return new WatchResponse(properties);
};
WatchResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.event != null && m.event.length) {
for (var i = 0; i < m.event.length; ++i)
$root.cosi.resource.Event.encode(m.event[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
WatchResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.WatchResponse();
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
if (!(m.event && m.event.length))
m.event = [];
m.event.push($root.cosi.resource.Event.decode(r, r.size(), $undefined, q + 1));
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
return WatchResponse;
});
$lazily(resource, "Event", () => {
const Event = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Event.prototype.resource = null;
Event.prototype.eventType = 0;
Event.prototype.old = null;
Event.prototype.error = null;
let $oneOfFields;
// Virtual OneOf for proto3 optional field
$Object.defineProperty(Event.prototype, "_error", {
get: $util.oneOfGetter($oneOfFields = ["error"]),
set: $util.oneOfSetter($oneOfFields)
});
Event.create = function(properties) {
return new Event(properties);
};
Event.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.resource != null && $Object.hasOwnProperty.call(m, "resource"))
$root.cosi.resource.Resource.encode(m.resource, w.uint32(10).fork(), q + 1).ldelim();
if (m.eventType != null && $Object.hasOwnProperty.call(m, "eventType") && m.eventType !== 0)
w.uint32(16).int32(m.eventType);
if (m.old != null && $Object.hasOwnProperty.call(m, "old"))
$root.cosi.resource.Resource.encode(m.old, w.uint32(26).fork(), q + 1).ldelim();
if (m.error != null && $Object.hasOwnProperty.call(m, "error"))
w.uint32(34).string(m.error);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Event.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.Event();
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
m.resource = $root.cosi.resource.Resource.decode(r, r.size(), $undefined, q + 1, m.resource);
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.eventType = v;
else
delete m.eventType;
continue;
}
case 3: {
if (u !== 2)
break;
m.old = $root.cosi.resource.Resource.decode(r, r.size(), $undefined, q + 1, m.old);
continue;
}
case 4: {
if (u !== 2)
break;
m.error = r.string();
m._error = "error";
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
return Event;
});
$lazily(resource, "EventType", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "CREATED"] = 0;
values[valuesById[1] = "UPDATED"] = 1;
values[valuesById[2] = "DESTROYED"] = 2;
values[valuesById[3] = "BOOTSTRAPPED"] = 3;
values[valuesById[4] = "ERRORED"] = 4;
values[valuesById[5] = "NOOP"] = 5;
return values;
});
$lazily(resource, "CreateRequest", () => {
const CreateRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CreateRequest.prototype.resource = null;
CreateRequest.prototype.options = null;
CreateRequest.create = function(properties) {
return new CreateRequest(properties);
};
CreateRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.resource != null && $Object.hasOwnProperty.call(m, "resource"))
$root.cosi.resource.Resource.encode(m.resource, w.uint32(10).fork(), q + 1).ldelim();
if (m.options != null && $Object.hasOwnProperty.call(m, "options"))
$root.cosi.resource.CreateOptions.encode(m.options, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CreateRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.CreateRequest();
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
m.resource = $root.cosi.resource.Resource.decode(r, r.size(), $undefined, q + 1, m.resource);
continue;
}
case 2: {
if (u !== 2)
break;
m.options = $root.cosi.resource.CreateOptions.decode(r, r.size(), $undefined, q + 1, m.options);
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
return CreateRequest;
});
$lazily(resource, "CreateOptions", () => {
const CreateOptions = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CreateOptions.prototype.owner = "";
CreateOptions.create = function(properties) {
return new CreateOptions(properties);
};
CreateOptions.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.owner != null && $Object.hasOwnProperty.call(m, "owner") && m.owner !== "")
w.uint32(10).string(m.owner);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CreateOptions.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.CreateOptions();
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
m.owner = v;
else
delete m.owner;
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
return CreateOptions;
});
$lazily(resource, "CreateResponse", () => {
const CreateResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CreateResponse.prototype.resource = null;
CreateResponse.create = function(properties) {
return new CreateResponse(properties);
};
CreateResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.resource != null && $Object.hasOwnProperty.call(m, "resource"))
$root.cosi.resource.Resource.encode(m.resource, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CreateResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.CreateResponse();
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
m.resource = $root.cosi.resource.Resource.decode(r, r.size(), $undefined, q + 1, m.resource);
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
return CreateResponse;
});
$lazily(resource, "UpdateRequest", () => {
const UpdateRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
UpdateRequest.prototype.newResource = null;
UpdateRequest.prototype.options = null;
UpdateRequest.create = function(properties) {
return new UpdateRequest(properties);
};
UpdateRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.newResource != null && $Object.hasOwnProperty.call(m, "newResource"))
$root.cosi.resource.Resource.encode(m.newResource, w.uint32(18).fork(), q + 1).ldelim();
if (m.options != null && $Object.hasOwnProperty.call(m, "options"))
$root.cosi.resource.UpdateOptions.encode(m.options, w.uint32(26).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
UpdateRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.UpdateRequest();
while (r.pos < c) {
var s = r.pos;
var t = r.tag();
if (t === z) {
z = $undefined;
break;
}
var u = t & 7;
switch (t >>>= 3) {
case 2: {
if (u !== 2)
break;
m.newResource = $root.cosi.resource.Resource.decode(r, r.size(), $undefined, q + 1, m.newResource);
continue;
}
case 3: {
if (u !== 2)
break;
m.options = $root.cosi.resource.UpdateOptions.decode(r, r.size(), $undefined, q + 1, m.options);
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
return UpdateRequest;
});
$lazily(resource, "UpdateOptions", () => {
const UpdateOptions = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
UpdateOptions.prototype.owner = "";
UpdateOptions.prototype.expectedPhase = null;
let $oneOfFields;
// Virtual OneOf for proto3 optional field
$Object.defineProperty(UpdateOptions.prototype, "_expectedPhase", {
get: $util.oneOfGetter($oneOfFields = ["expectedPhase"]),
set: $util.oneOfSetter($oneOfFields)
});
UpdateOptions.create = function(properties) {
return new UpdateOptions(properties);
};
UpdateOptions.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.owner != null && $Object.hasOwnProperty.call(m, "owner") && m.owner !== "")
w.uint32(10).string(m.owner);
if (m.expectedPhase != null && $Object.hasOwnProperty.call(m, "expectedPhase"))
w.uint32(18).string(m.expectedPhase);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
UpdateOptions.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.UpdateOptions();
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
m.owner = v;
else
delete m.owner;
continue;
}
case 2: {
if (u !== 2)
break;
m.expectedPhase = r.string();
m._expectedPhase = "expectedPhase";
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
return UpdateOptions;
});
$lazily(resource, "UpdateResponse", () => {
const UpdateResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
UpdateResponse.prototype.resource = null;
UpdateResponse.create = function(properties) {
return new UpdateResponse(properties);
};
UpdateResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.resource != null && $Object.hasOwnProperty.call(m, "resource"))
$root.cosi.resource.Resource.encode(m.resource, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
UpdateResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.UpdateResponse();
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
m.resource = $root.cosi.resource.Resource.decode(r, r.size(), $undefined, q + 1, m.resource);
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
return UpdateResponse;
});
$lazily(resource, "DestroyRequest", () => {
const DestroyRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DestroyRequest.prototype.namespace = "";
DestroyRequest.prototype.type = "";
DestroyRequest.prototype.id = "";
DestroyRequest.prototype.options = null;
DestroyRequest.create = function(properties) {
return new DestroyRequest(properties);
};
DestroyRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.type != null && $Object.hasOwnProperty.call(m, "type") && m.type !== "")
w.uint32(18).string(m.type);
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(26).string(m.id);
if (m.options != null && $Object.hasOwnProperty.call(m, "options"))
$root.cosi.resource.DestroyOptions.encode(m.options, w.uint32(34).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DestroyRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.DestroyRequest();
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
m.namespace = v;
else
delete m.namespace;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.type = v;
else
delete m.type;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.id = v;
else
delete m.id;
continue;
}
case 4: {
if (u !== 2)
break;
m.options = $root.cosi.resource.DestroyOptions.decode(r, r.size(), $undefined, q + 1, m.options);
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
return DestroyRequest;
});
$lazily(resource, "DestroyOptions", () => {
const DestroyOptions = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DestroyOptions.prototype.owner = "";
DestroyOptions.create = function(properties) {
return new DestroyOptions(properties);
};
DestroyOptions.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.owner != null && $Object.hasOwnProperty.call(m, "owner") && m.owner !== "")
w.uint32(10).string(m.owner);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DestroyOptions.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.DestroyOptions();
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
m.owner = v;
else
delete m.owner;
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
return DestroyOptions;
});
$lazily(resource, "DestroyResponse", () => {
const DestroyResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DestroyResponse.create = function(properties) {
return new DestroyResponse(properties);
};
DestroyResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DestroyResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.DestroyResponse();
while (r.pos < c) {
var s = r.pos;
var t = r.tag();
if (t === z) {
z = $undefined;
break;
}
r.skipType(t & 7, q, t);
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
return DestroyResponse;
});
resource.meta = (function() {
const meta = {};
$lazily(meta, "NamespaceSpec", () => {
const NamespaceSpec = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NamespaceSpec.prototype.description = "";
NamespaceSpec.create = function(properties) {
return new NamespaceSpec(properties);
};
NamespaceSpec.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.description != null && $Object.hasOwnProperty.call(m, "description") && m.description !== "")
w.uint32(10).string(m.description);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NamespaceSpec.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.meta.NamespaceSpec();
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
m.description = v;
else
delete m.description;
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
return NamespaceSpec;
});
$lazily(meta, "ResourceDefinitionSpec", () => {
const ResourceDefinitionSpec = function (p) {
this.aliases = [];
this.allAliases = [];
this.printColumns = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ResourceDefinitionSpec.prototype.resourceType = "";
ResourceDefinitionSpec.prototype.displayType = "";
ResourceDefinitionSpec.prototype.defaultNamespace = "";
ResourceDefinitionSpec.prototype.aliases = $util.emptyArray;
ResourceDefinitionSpec.prototype.allAliases = $util.emptyArray;
ResourceDefinitionSpec.prototype.printColumns = $util.emptyArray;
ResourceDefinitionSpec.prototype.sensitivity = 0;
ResourceDefinitionSpec.create = function(properties) {
return new ResourceDefinitionSpec(properties);
};
ResourceDefinitionSpec.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.resourceType != null && $Object.hasOwnProperty.call(m, "resourceType") && m.resourceType !== "")
w.uint32(10).string(m.resourceType);
if (m.displayType != null && $Object.hasOwnProperty.call(m, "displayType") && m.displayType !== "")
w.uint32(18).string(m.displayType);
if (m.defaultNamespace != null && $Object.hasOwnProperty.call(m, "defaultNamespace") && m.defaultNamespace !== "")
w.uint32(26).string(m.defaultNamespace);
if (m.aliases != null && m.aliases.length) {
for (var i = 0; i < m.aliases.length; ++i)
w.uint32(34).string(m.aliases[i]);
}
if (m.allAliases != null && m.allAliases.length) {
for (var i = 0; i < m.allAliases.length; ++i)
w.uint32(42).string(m.allAliases[i]);
}
if (m.printColumns != null && m.printColumns.length) {
for (var i = 0; i < m.printColumns.length; ++i)
$root.cosi.resource.meta.ResourceDefinitionSpec.PrintColumn.encode(m.printColumns[i], w.uint32(50).fork(), q + 1).ldelim();
}
if (m.sensitivity != null && $Object.hasOwnProperty.call(m, "sensitivity") && m.sensitivity !== 0)
w.uint32(56).int32(m.sensitivity);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ResourceDefinitionSpec.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.meta.ResourceDefinitionSpec();
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
m.resourceType = v;
else
delete m.resourceType;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.displayType = v;
else
delete m.displayType;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.defaultNamespace = v;
else
delete m.defaultNamespace;
continue;
}
case 4: {
if (u !== 2)
break;
if (!(m.aliases && m.aliases.length))
m.aliases = [];
m.aliases.push(r.string());
continue;
}
case 5: {
if (u !== 2)
break;
if (!(m.allAliases && m.allAliases.length))
m.allAliases = [];
m.allAliases.push(r.string());
continue;
}
case 6: {
if (u !== 2)
break;
if (!(m.printColumns && m.printColumns.length))
m.printColumns = [];
m.printColumns.push($root.cosi.resource.meta.ResourceDefinitionSpec.PrintColumn.decode(r, r.size(), $undefined, q + 1));
continue;
}
case 7: {
if (u !== 0)
break;
if (v = r.int32())
m.sensitivity = v;
else
delete m.sensitivity;
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
$lazily(ResourceDefinitionSpec, "PrintColumn", () => {
const PrintColumn = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
PrintColumn.prototype.name = "";
PrintColumn.prototype.jsonPath = "";
PrintColumn.create = function(properties) {
return new PrintColumn(properties);
};
PrintColumn.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.jsonPath != null && $Object.hasOwnProperty.call(m, "jsonPath") && m.jsonPath !== "")
w.uint32(18).string(m.jsonPath);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
PrintColumn.decode = function (r, l, z, q, g) {
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
m = g || new $root.cosi.resource.meta.ResourceDefinitionSpec.PrintColumn();
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
m.name = v;
else
delete m.name;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.jsonPath = v;
else
delete m.jsonPath;
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
return PrintColumn;
});
$lazily(ResourceDefinitionSpec, "Sensitivity", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "NON_SENSITIVE"] = 0;
values[valuesById[1] = "SENSITIVE"] = 1;
return values;
});
return ResourceDefinitionSpec;
});
return meta;
})();
return resource;
})();
return cosi;
})();
export const State = {
Get: $method("/cosi.resource.State/Get", () => $root.cosi.resource.GetRequest, () => $root.cosi.resource.GetResponse, false, false),
List: $method("/cosi.resource.State/List", () => $root.cosi.resource.ListRequest, () => $root.cosi.resource.ListResponse, false, true),
Watch: $method("/cosi.resource.State/Watch", () => $root.cosi.resource.WatchRequest, () => $root.cosi.resource.WatchResponse, false, true),
Create: $method("/cosi.resource.State/Create", () => $root.cosi.resource.CreateRequest, () => $root.cosi.resource.CreateResponse, false, false),
Update: $method("/cosi.resource.State/Update", () => $root.cosi.resource.UpdateRequest, () => $root.cosi.resource.UpdateResponse, false, false),
Destroy: $method("/cosi.resource.State/Destroy", () => $root.cosi.resource.DestroyRequest, () => $root.cosi.resource.DestroyResponse, false, false),
};
