// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./machine.d.ts"
import "./common.js";
import "./google.js";
import { lazily as $lazily, method as $method } from "../codec.ts";
import $protobuf from "../protobuf.ts";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;
const $root = $protobuf.roots["osctl"] || ($protobuf.roots["osctl"] = {});
export const machine = $root.machine = (() => {
const machine = {};
$lazily(machine, "ImageServiceListRequest", () => {
const ImageServiceListRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServiceListRequest.prototype.containerd = null;
ImageServiceListRequest.create = function(properties) {
return new ImageServiceListRequest(properties);
};
ImageServiceListRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.containerd != null && $Object.hasOwnProperty.call(m, "containerd"))
$root.common.ContainerdInstance.encode(m.containerd, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServiceListRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServiceListRequest();
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
m.containerd = $root.common.ContainerdInstance.decode(r, r.size(), $undefined, q + 1, m.containerd);
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
return ImageServiceListRequest;
});
$lazily(machine, "ImageServiceListResponse", () => {
const ImageServiceListResponse = function (p) {
this.labels = {};
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServiceListResponse.prototype.name = "";
ImageServiceListResponse.prototype.digest = "";
ImageServiceListResponse.prototype.size = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
ImageServiceListResponse.prototype.createdAt = null;
ImageServiceListResponse.prototype.labels = $util.emptyObject;
ImageServiceListResponse.create = function(properties) {
return new ImageServiceListResponse(properties);
};
ImageServiceListResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.digest != null && $Object.hasOwnProperty.call(m, "digest") && m.digest !== "")
w.uint32(18).string(m.digest);
if (m.size != null && $Object.hasOwnProperty.call(m, "size") && (typeof m.size === "object" ? m.size.low || m.size.high : m.size !== 0))
w.uint32(24).int64(m.size);
if (m.createdAt != null && $Object.hasOwnProperty.call(m, "createdAt"))
$root.google.protobuf.Timestamp.encode(m.createdAt, w.uint32(34).fork(), q + 1).ldelim();
if (m.labels != null && $Object.hasOwnProperty.call(m, "labels")) {
for (var ks = $Object.keys(m.labels), i = 0; i < ks.length; ++i) {
w.uint32(42).fork().uint32(10).string(ks[i]).uint32(18).string(m.labels[ks[i]]).ldelim();
}
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServiceListResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServiceListResponse();
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
m.digest = v;
else
delete m.digest;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.size = v;
else
delete m.size;
continue;
}
case 4: {
if (u !== 2)
break;
m.createdAt = $root.google.protobuf.Timestamp.decode(r, r.size(), $undefined, q + 1, m.createdAt);
continue;
}
case 5: {
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
return ImageServiceListResponse;
});
$lazily(machine, "ImageServicePullRequest", () => {
const ImageServicePullRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServicePullRequest.prototype.containerd = null;
ImageServicePullRequest.prototype.imageRef = "";
ImageServicePullRequest.create = function(properties) {
return new ImageServicePullRequest(properties);
};
ImageServicePullRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.containerd != null && $Object.hasOwnProperty.call(m, "containerd"))
$root.common.ContainerdInstance.encode(m.containerd, w.uint32(10).fork(), q + 1).ldelim();
if (m.imageRef != null && $Object.hasOwnProperty.call(m, "imageRef") && m.imageRef !== "")
w.uint32(26).string(m.imageRef);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServicePullRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServicePullRequest();
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
m.containerd = $root.common.ContainerdInstance.decode(r, r.size(), $undefined, q + 1, m.containerd);
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.imageRef = v;
else
delete m.imageRef;
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
return ImageServicePullRequest;
});
$lazily(machine, "ImageServicePullResponse", () => {
const ImageServicePullResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServicePullResponse.prototype.name = null;
ImageServicePullResponse.prototype.pullProgress = null;
let $oneOfFields;
$Object.defineProperty(ImageServicePullResponse.prototype, "response", {
get: $util.oneOfGetter($oneOfFields = ["name", "pullProgress"]),
set: $util.oneOfSetter($oneOfFields)
});
ImageServicePullResponse.create = function(properties) {
return new ImageServicePullResponse(properties);
};
ImageServicePullResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name"))
w.uint32(10).string(m.name);
if (m.pullProgress != null && $Object.hasOwnProperty.call(m, "pullProgress"))
$root.machine.ImageServicePullProgress.encode(m.pullProgress, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServicePullResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServicePullResponse();
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
m.name = r.string();
m.response = "name";
continue;
}
case 2: {
if (u !== 2)
break;
m.pullProgress = $root.machine.ImageServicePullProgress.decode(r, r.size(), $undefined, q + 1, m.pullProgress);
m.response = "pullProgress";
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
return ImageServicePullResponse;
});
$lazily(machine, "ImageServicePullProgress", () => {
const ImageServicePullProgress = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServicePullProgress.prototype.layerId = "";
ImageServicePullProgress.prototype.progress = null;
ImageServicePullProgress.create = function(properties) {
return new ImageServicePullProgress(properties);
};
ImageServicePullProgress.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.layerId != null && $Object.hasOwnProperty.call(m, "layerId") && m.layerId !== "")
w.uint32(10).string(m.layerId);
if (m.progress != null && $Object.hasOwnProperty.call(m, "progress"))
$root.machine.ImageServicePullLayerProgress.encode(m.progress, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServicePullProgress.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServicePullProgress();
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
m.layerId = v;
else
delete m.layerId;
continue;
}
case 2: {
if (u !== 2)
break;
m.progress = $root.machine.ImageServicePullLayerProgress.decode(r, r.size(), $undefined, q + 1, m.progress);
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
return ImageServicePullProgress;
});
$lazily(machine, "ImageServicePullLayerProgress", () => {
const ImageServicePullLayerProgress = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServicePullLayerProgress.prototype.status = 0;
ImageServicePullLayerProgress.prototype.elapsed = null;
ImageServicePullLayerProgress.prototype.offset = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
ImageServicePullLayerProgress.prototype.total = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
ImageServicePullLayerProgress.create = function(properties) {
return new ImageServicePullLayerProgress(properties);
};
ImageServicePullLayerProgress.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.status != null && $Object.hasOwnProperty.call(m, "status") && m.status !== 0)
w.uint32(8).int32(m.status);
if (m.elapsed != null && $Object.hasOwnProperty.call(m, "elapsed"))
$root.google.protobuf.Duration.encode(m.elapsed, w.uint32(18).fork(), q + 1).ldelim();
if (m.offset != null && $Object.hasOwnProperty.call(m, "offset") && (typeof m.offset === "object" ? m.offset.low || m.offset.high : m.offset !== 0))
w.uint32(24).int64(m.offset);
if (m.total != null && $Object.hasOwnProperty.call(m, "total") && (typeof m.total === "object" ? m.total.low || m.total.high : m.total !== 0))
w.uint32(32).int64(m.total);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServicePullLayerProgress.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServicePullLayerProgress();
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
if (v = r.int32())
m.status = v;
else
delete m.status;
continue;
}
case 2: {
if (u !== 2)
break;
m.elapsed = $root.google.protobuf.Duration.decode(r, r.size(), $undefined, q + 1, m.elapsed);
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.offset = v;
else
delete m.offset;
continue;
}
case 4: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.total = v;
else
delete m.total;
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
$lazily(ImageServicePullLayerProgress, "Status", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "DOWNLOADING"] = 0;
values[valuesById[1] = "DOWNLOAD_COMPLETE"] = 1;
values[valuesById[2] = "EXTRACTING"] = 2;
values[valuesById[3] = "EXTRACT_COMPLETE"] = 3;
values[valuesById[4] = "ALREADY_EXISTS"] = 4;
return values;
});
return ImageServicePullLayerProgress;
});
$lazily(machine, "ImageServiceImportRequest", () => {
const ImageServiceImportRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServiceImportRequest.prototype.containerd = null;
ImageServiceImportRequest.prototype.imageChunk = null;
let $oneOfFields;
$Object.defineProperty(ImageServiceImportRequest.prototype, "request", {
get: $util.oneOfGetter($oneOfFields = ["containerd", "imageChunk"]),
set: $util.oneOfSetter($oneOfFields)
});
ImageServiceImportRequest.create = function(properties) {
return new ImageServiceImportRequest(properties);
};
ImageServiceImportRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.containerd != null && $Object.hasOwnProperty.call(m, "containerd"))
$root.common.ContainerdInstance.encode(m.containerd, w.uint32(10).fork(), q + 1).ldelim();
if (m.imageChunk != null && $Object.hasOwnProperty.call(m, "imageChunk"))
$root.common.Data.encode(m.imageChunk, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServiceImportRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServiceImportRequest();
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
m.containerd = $root.common.ContainerdInstance.decode(r, r.size(), $undefined, q + 1, m.containerd);
m.request = "containerd";
continue;
}
case 2: {
if (u !== 2)
break;
m.imageChunk = $root.common.Data.decode(r, r.size(), $undefined, q + 1, m.imageChunk);
m.request = "imageChunk";
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
return ImageServiceImportRequest;
});
$lazily(machine, "ImageServiceImportResponse", () => {
const ImageServiceImportResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServiceImportResponse.prototype.name = "";
ImageServiceImportResponse.create = function(properties) {
return new ImageServiceImportResponse(properties);
};
ImageServiceImportResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServiceImportResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServiceImportResponse();
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
return ImageServiceImportResponse;
});
$lazily(machine, "ImageServiceRemoveRequest", () => {
const ImageServiceRemoveRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServiceRemoveRequest.prototype.containerd = null;
ImageServiceRemoveRequest.prototype.imageRef = "";
ImageServiceRemoveRequest.create = function(properties) {
return new ImageServiceRemoveRequest(properties);
};
ImageServiceRemoveRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.containerd != null && $Object.hasOwnProperty.call(m, "containerd"))
$root.common.ContainerdInstance.encode(m.containerd, w.uint32(10).fork(), q + 1).ldelim();
if (m.imageRef != null && $Object.hasOwnProperty.call(m, "imageRef") && m.imageRef !== "")
w.uint32(18).string(m.imageRef);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServiceRemoveRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServiceRemoveRequest();
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
m.containerd = $root.common.ContainerdInstance.decode(r, r.size(), $undefined, q + 1, m.containerd);
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.imageRef = v;
else
delete m.imageRef;
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
return ImageServiceRemoveRequest;
});
$lazily(machine, "ImageServiceVerifyRequest", () => {
const ImageServiceVerifyRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServiceVerifyRequest.prototype.imageRef = "";
ImageServiceVerifyRequest.prototype.credentials = null;
ImageServiceVerifyRequest.create = function(properties) {
return new ImageServiceVerifyRequest(properties);
};
ImageServiceVerifyRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.imageRef != null && $Object.hasOwnProperty.call(m, "imageRef") && m.imageRef !== "")
w.uint32(10).string(m.imageRef);
if (m.credentials != null && $Object.hasOwnProperty.call(m, "credentials"))
$root.machine.ImageServiceCredentials.encode(m.credentials, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServiceVerifyRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServiceVerifyRequest();
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
m.imageRef = v;
else
delete m.imageRef;
continue;
}
case 2: {
if (u !== 2)
break;
m.credentials = $root.machine.ImageServiceCredentials.decode(r, r.size(), $undefined, q + 1, m.credentials);
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
return ImageServiceVerifyRequest;
});
$lazily(machine, "ImageServiceCredentials", () => {
const ImageServiceCredentials = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServiceCredentials.prototype.host = "";
ImageServiceCredentials.prototype.username = "";
ImageServiceCredentials.prototype.password = "";
ImageServiceCredentials.create = function(properties) {
return new ImageServiceCredentials(properties);
};
ImageServiceCredentials.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.host != null && $Object.hasOwnProperty.call(m, "host") && m.host !== "")
w.uint32(10).string(m.host);
if (m.username != null && $Object.hasOwnProperty.call(m, "username") && m.username !== "")
w.uint32(18).string(m.username);
if (m.password != null && $Object.hasOwnProperty.call(m, "password") && m.password !== "")
w.uint32(26).string(m.password);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServiceCredentials.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServiceCredentials();
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
m.host = v;
else
delete m.host;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.username = v;
else
delete m.username;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.password = v;
else
delete m.password;
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
return ImageServiceCredentials;
});
$lazily(machine, "ImageServiceVerifyResponse", () => {
const ImageServiceVerifyResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageServiceVerifyResponse.prototype.verified = false;
ImageServiceVerifyResponse.prototype.message = "";
ImageServiceVerifyResponse.prototype.digestedImageRef = "";
ImageServiceVerifyResponse.create = function(properties) {
return new ImageServiceVerifyResponse(properties);
};
ImageServiceVerifyResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.verified != null && $Object.hasOwnProperty.call(m, "verified") && m.verified !== false)
w.uint32(8).bool(m.verified);
if (m.message != null && $Object.hasOwnProperty.call(m, "message") && m.message !== "")
w.uint32(18).string(m.message);
if (m.digestedImageRef != null && $Object.hasOwnProperty.call(m, "digestedImageRef") && m.digestedImageRef !== "")
w.uint32(26).string(m.digestedImageRef);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageServiceVerifyResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageServiceVerifyResponse();
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
m.verified = v;
else
delete m.verified;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.message = v;
else
delete m.message;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.digestedImageRef = v;
else
delete m.digestedImageRef;
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
return ImageServiceVerifyResponse;
});
$lazily(machine, "InstallArtifactsSource", () => {
const InstallArtifactsSource = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
InstallArtifactsSource.prototype.imageName = "";
InstallArtifactsSource.create = function(properties) {
return new InstallArtifactsSource(properties);
};
InstallArtifactsSource.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.imageName != null && $Object.hasOwnProperty.call(m, "imageName") && m.imageName !== "")
w.uint32(10).string(m.imageName);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
InstallArtifactsSource.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.InstallArtifactsSource();
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
m.imageName = v;
else
delete m.imageName;
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
return InstallArtifactsSource;
});
$lazily(machine, "InstallDestination", () => {
const InstallDestination = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
InstallDestination.prototype.disk = "";
InstallDestination.create = function(properties) {
return new InstallDestination(properties);
};
InstallDestination.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.disk != null && $Object.hasOwnProperty.call(m, "disk") && m.disk !== "")
w.uint32(10).string(m.disk);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
InstallDestination.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.InstallDestination();
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
m.disk = v;
else
delete m.disk;
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
return InstallDestination;
});
$lazily(machine, "LifecycleServiceInstallRequest", () => {
const LifecycleServiceInstallRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LifecycleServiceInstallRequest.prototype.containerd = null;
LifecycleServiceInstallRequest.prototype.source = null;
LifecycleServiceInstallRequest.prototype.destination = null;
LifecycleServiceInstallRequest.create = function(properties) {
return new LifecycleServiceInstallRequest(properties);
};
LifecycleServiceInstallRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.containerd != null && $Object.hasOwnProperty.call(m, "containerd"))
$root.common.ContainerdInstance.encode(m.containerd, w.uint32(10).fork(), q + 1).ldelim();
if (m.source != null && $Object.hasOwnProperty.call(m, "source"))
$root.machine.InstallArtifactsSource.encode(m.source, w.uint32(18).fork(), q + 1).ldelim();
if (m.destination != null && $Object.hasOwnProperty.call(m, "destination"))
$root.machine.InstallDestination.encode(m.destination, w.uint32(26).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LifecycleServiceInstallRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LifecycleServiceInstallRequest();
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
m.containerd = $root.common.ContainerdInstance.decode(r, r.size(), $undefined, q + 1, m.containerd);
continue;
}
case 2: {
if (u !== 2)
break;
m.source = $root.machine.InstallArtifactsSource.decode(r, r.size(), $undefined, q + 1, m.source);
continue;
}
case 3: {
if (u !== 2)
break;
m.destination = $root.machine.InstallDestination.decode(r, r.size(), $undefined, q + 1, m.destination);
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
return LifecycleServiceInstallRequest;
});
$lazily(machine, "LifecycleServiceInstallProgress", () => {
const LifecycleServiceInstallProgress = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LifecycleServiceInstallProgress.prototype.message = null;
LifecycleServiceInstallProgress.prototype.exitCode = null;
let $oneOfFields;
$Object.defineProperty(LifecycleServiceInstallProgress.prototype, "response", {
get: $util.oneOfGetter($oneOfFields = ["message", "exitCode"]),
set: $util.oneOfSetter($oneOfFields)
});
LifecycleServiceInstallProgress.create = function(properties) {
return new LifecycleServiceInstallProgress(properties);
};
LifecycleServiceInstallProgress.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.message != null && $Object.hasOwnProperty.call(m, "message"))
w.uint32(10).string(m.message);
if (m.exitCode != null && $Object.hasOwnProperty.call(m, "exitCode"))
w.uint32(16).int32(m.exitCode);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LifecycleServiceInstallProgress.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LifecycleServiceInstallProgress();
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
m.message = r.string();
m.response = "message";
continue;
}
case 2: {
if (u !== 0)
break;
m.exitCode = r.int32();
m.response = "exitCode";
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
return LifecycleServiceInstallProgress;
});
$lazily(machine, "LifecycleServiceInstallResponse", () => {
const LifecycleServiceInstallResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LifecycleServiceInstallResponse.prototype.progress = null;
LifecycleServiceInstallResponse.create = function(properties) {
return new LifecycleServiceInstallResponse(properties);
};
LifecycleServiceInstallResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.progress != null && $Object.hasOwnProperty.call(m, "progress"))
$root.machine.LifecycleServiceInstallProgress.encode(m.progress, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LifecycleServiceInstallResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LifecycleServiceInstallResponse();
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
m.progress = $root.machine.LifecycleServiceInstallProgress.decode(r, r.size(), $undefined, q + 1, m.progress);
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
return LifecycleServiceInstallResponse;
});
$lazily(machine, "LifecycleServiceUpgradeRequest", () => {
const LifecycleServiceUpgradeRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LifecycleServiceUpgradeRequest.prototype.containerd = null;
LifecycleServiceUpgradeRequest.prototype.source = null;
LifecycleServiceUpgradeRequest.create = function(properties) {
return new LifecycleServiceUpgradeRequest(properties);
};
LifecycleServiceUpgradeRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.containerd != null && $Object.hasOwnProperty.call(m, "containerd"))
$root.common.ContainerdInstance.encode(m.containerd, w.uint32(10).fork(), q + 1).ldelim();
if (m.source != null && $Object.hasOwnProperty.call(m, "source"))
$root.machine.InstallArtifactsSource.encode(m.source, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LifecycleServiceUpgradeRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LifecycleServiceUpgradeRequest();
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
m.containerd = $root.common.ContainerdInstance.decode(r, r.size(), $undefined, q + 1, m.containerd);
continue;
}
case 2: {
if (u !== 2)
break;
m.source = $root.machine.InstallArtifactsSource.decode(r, r.size(), $undefined, q + 1, m.source);
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
return LifecycleServiceUpgradeRequest;
});
$lazily(machine, "LifecycleServiceUpgradeResponse", () => {
const LifecycleServiceUpgradeResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LifecycleServiceUpgradeResponse.prototype.progress = null;
LifecycleServiceUpgradeResponse.create = function(properties) {
return new LifecycleServiceUpgradeResponse(properties);
};
LifecycleServiceUpgradeResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.progress != null && $Object.hasOwnProperty.call(m, "progress"))
$root.machine.LifecycleServiceInstallProgress.encode(m.progress, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LifecycleServiceUpgradeResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LifecycleServiceUpgradeResponse();
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
m.progress = $root.machine.LifecycleServiceInstallProgress.decode(r, r.size(), $undefined, q + 1, m.progress);
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
return LifecycleServiceUpgradeResponse;
});
$lazily(machine, "VersionResponse", () => {
const VersionResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
VersionResponse.prototype.messages = $util.emptyArray;
VersionResponse.create = function(properties) {
return new VersionResponse(properties);
};
VersionResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Version.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
VersionResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.VersionResponse();
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
m.messages.push($root.machine.Version.decode(r, r.size(), $undefined, q + 1));
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
return VersionResponse;
});
$lazily(machine, "Version", () => {
const Version = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Version.prototype.metadata = null;
Version.prototype.version = null;
Version.prototype.platform = null;
Version.prototype.features = null;
Version.create = function(properties) {
return new Version(properties);
};
Version.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.version != null && $Object.hasOwnProperty.call(m, "version"))
$root.machine.VersionInfo.encode(m.version, w.uint32(18).fork(), q + 1).ldelim();
if (m.platform != null && $Object.hasOwnProperty.call(m, "platform"))
$root.machine.PlatformInfo.encode(m.platform, w.uint32(26).fork(), q + 1).ldelim();
if (m.features != null && $Object.hasOwnProperty.call(m, "features"))
$root.machine.FeaturesInfo.encode(m.features, w.uint32(34).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Version.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Version();
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
m.version = $root.machine.VersionInfo.decode(r, r.size(), $undefined, q + 1, m.version);
continue;
}
case 3: {
if (u !== 2)
break;
m.platform = $root.machine.PlatformInfo.decode(r, r.size(), $undefined, q + 1, m.platform);
continue;
}
case 4: {
if (u !== 2)
break;
m.features = $root.machine.FeaturesInfo.decode(r, r.size(), $undefined, q + 1, m.features);
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
return Version;
});
$lazily(machine, "VersionInfo", () => {
const VersionInfo = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
VersionInfo.prototype.tag = "";
VersionInfo.prototype.sha = "";
VersionInfo.prototype.built = "";
VersionInfo.prototype.goVersion = "";
VersionInfo.prototype.os = "";
VersionInfo.prototype.arch = "";
VersionInfo.create = function(properties) {
return new VersionInfo(properties);
};
VersionInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.tag != null && $Object.hasOwnProperty.call(m, "tag") && m.tag !== "")
w.uint32(10).string(m.tag);
if (m.sha != null && $Object.hasOwnProperty.call(m, "sha") && m.sha !== "")
w.uint32(18).string(m.sha);
if (m.built != null && $Object.hasOwnProperty.call(m, "built") && m.built !== "")
w.uint32(26).string(m.built);
if (m.goVersion != null && $Object.hasOwnProperty.call(m, "goVersion") && m.goVersion !== "")
w.uint32(34).string(m.goVersion);
if (m.os != null && $Object.hasOwnProperty.call(m, "os") && m.os !== "")
w.uint32(42).string(m.os);
if (m.arch != null && $Object.hasOwnProperty.call(m, "arch") && m.arch !== "")
w.uint32(50).string(m.arch);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
VersionInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.VersionInfo();
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
m.tag = v;
else
delete m.tag;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.sha = v;
else
delete m.sha;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.built = v;
else
delete m.built;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.goVersion = v;
else
delete m.goVersion;
continue;
}
case 5: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.os = v;
else
delete m.os;
continue;
}
case 6: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.arch = v;
else
delete m.arch;
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
return VersionInfo;
});
$lazily(machine, "PlatformInfo", () => {
const PlatformInfo = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
PlatformInfo.prototype.name = "";
PlatformInfo.prototype.mode = "";
PlatformInfo.create = function(properties) {
return new PlatformInfo(properties);
};
PlatformInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.mode != null && $Object.hasOwnProperty.call(m, "mode") && m.mode !== "")
w.uint32(18).string(m.mode);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
PlatformInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.PlatformInfo();
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
m.mode = v;
else
delete m.mode;
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
return PlatformInfo;
});
$lazily(machine, "FeaturesInfo", () => {
const FeaturesInfo = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
FeaturesInfo.prototype.rbac = false;
FeaturesInfo.create = function(properties) {
return new FeaturesInfo(properties);
};
FeaturesInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.rbac != null && $Object.hasOwnProperty.call(m, "rbac") && m.rbac !== false)
w.uint32(8).bool(m.rbac);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
FeaturesInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.FeaturesInfo();
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
m.rbac = v;
else
delete m.rbac;
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
return FeaturesInfo;
});
$lazily(machine, "HostnameResponse", () => {
const HostnameResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
HostnameResponse.prototype.messages = $util.emptyArray;
HostnameResponse.create = function(properties) {
return new HostnameResponse(properties);
};
HostnameResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Hostname.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
HostnameResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.HostnameResponse();
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
m.messages.push($root.machine.Hostname.decode(r, r.size(), $undefined, q + 1));
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
return HostnameResponse;
});
$lazily(machine, "Hostname", () => {
const Hostname = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Hostname.prototype.metadata = null;
Hostname.prototype.hostname = "";
Hostname.create = function(properties) {
return new Hostname(properties);
};
Hostname.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.hostname != null && $Object.hasOwnProperty.call(m, "hostname") && m.hostname !== "")
w.uint32(18).string(m.hostname);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Hostname.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Hostname();
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
if ((v = r.string()).length)
m.hostname = v;
else
delete m.hostname;
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
return Hostname;
});
$lazily(machine, "CPUInfoResponse", () => {
const CPUInfoResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CPUInfoResponse.prototype.messages = $util.emptyArray;
CPUInfoResponse.create = function(properties) {
return new CPUInfoResponse(properties);
};
CPUInfoResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.CPUsInfo.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CPUInfoResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.CPUInfoResponse();
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
m.messages.push($root.machine.CPUsInfo.decode(r, r.size(), $undefined, q + 1));
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
return CPUInfoResponse;
});
$lazily(machine, "CPUsInfo", () => {
const CPUsInfo = function (p) {
this.cpuInfo = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CPUsInfo.prototype.metadata = null;
CPUsInfo.prototype.cpuInfo = $util.emptyArray;
CPUsInfo.create = function(properties) {
return new CPUsInfo(properties);
};
CPUsInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.cpuInfo != null && m.cpuInfo.length) {
for (var i = 0; i < m.cpuInfo.length; ++i)
$root.machine.CPUInfo.encode(m.cpuInfo[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CPUsInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.CPUsInfo();
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
if (!(m.cpuInfo && m.cpuInfo.length))
m.cpuInfo = [];
m.cpuInfo.push($root.machine.CPUInfo.decode(r, r.size(), $undefined, q + 1));
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
return CPUsInfo;
});
$lazily(machine, "CPUInfo", () => {
const CPUInfo = function (p) {
this.flags = [];
this.bugs = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CPUInfo.prototype.processor = 0;
CPUInfo.prototype.vendorId = "";
CPUInfo.prototype.cpuFamily = "";
CPUInfo.prototype.model = "";
CPUInfo.prototype.modelName = "";
CPUInfo.prototype.stepping = "";
CPUInfo.prototype.microcode = "";
CPUInfo.prototype.cpuMhz = 0;
CPUInfo.prototype.cacheSize = "";
CPUInfo.prototype.physicalId = "";
CPUInfo.prototype.siblings = 0;
CPUInfo.prototype.coreId = "";
CPUInfo.prototype.cpuCores = 0;
CPUInfo.prototype.apicId = "";
CPUInfo.prototype.initialApicId = "";
CPUInfo.prototype.fpu = "";
CPUInfo.prototype.fpuException = "";
CPUInfo.prototype.cpuIdLevel = 0;
CPUInfo.prototype.wp = "";
CPUInfo.prototype.flags = $util.emptyArray;
CPUInfo.prototype.bugs = $util.emptyArray;
CPUInfo.prototype.bogoMips = 0;
CPUInfo.prototype.clFlushSize = 0;
CPUInfo.prototype.cacheAlignment = 0;
CPUInfo.prototype.addressSizes = "";
CPUInfo.prototype.powerManagement = "";
CPUInfo.create = function(properties) {
return new CPUInfo(properties);
};
CPUInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.processor != null && $Object.hasOwnProperty.call(m, "processor") && m.processor !== 0)
w.uint32(8).uint32(m.processor);
if (m.vendorId != null && $Object.hasOwnProperty.call(m, "vendorId") && m.vendorId !== "")
w.uint32(18).string(m.vendorId);
if (m.cpuFamily != null && $Object.hasOwnProperty.call(m, "cpuFamily") && m.cpuFamily !== "")
w.uint32(26).string(m.cpuFamily);
if (m.model != null && $Object.hasOwnProperty.call(m, "model") && m.model !== "")
w.uint32(34).string(m.model);
if (m.modelName != null && $Object.hasOwnProperty.call(m, "modelName") && m.modelName !== "")
w.uint32(42).string(m.modelName);
if (m.stepping != null && $Object.hasOwnProperty.call(m, "stepping") && m.stepping !== "")
w.uint32(50).string(m.stepping);
if (m.microcode != null && $Object.hasOwnProperty.call(m, "microcode") && m.microcode !== "")
w.uint32(58).string(m.microcode);
if (m.cpuMhz != null && $Object.hasOwnProperty.call(m, "cpuMhz") && !$Object.is(m.cpuMhz, 0))
w.uint32(65).double(m.cpuMhz);
if (m.cacheSize != null && $Object.hasOwnProperty.call(m, "cacheSize") && m.cacheSize !== "")
w.uint32(74).string(m.cacheSize);
if (m.physicalId != null && $Object.hasOwnProperty.call(m, "physicalId") && m.physicalId !== "")
w.uint32(82).string(m.physicalId);
if (m.siblings != null && $Object.hasOwnProperty.call(m, "siblings") && m.siblings !== 0)
w.uint32(88).uint32(m.siblings);
if (m.coreId != null && $Object.hasOwnProperty.call(m, "coreId") && m.coreId !== "")
w.uint32(98).string(m.coreId);
if (m.cpuCores != null && $Object.hasOwnProperty.call(m, "cpuCores") && m.cpuCores !== 0)
w.uint32(104).uint32(m.cpuCores);
if (m.apicId != null && $Object.hasOwnProperty.call(m, "apicId") && m.apicId !== "")
w.uint32(114).string(m.apicId);
if (m.initialApicId != null && $Object.hasOwnProperty.call(m, "initialApicId") && m.initialApicId !== "")
w.uint32(122).string(m.initialApicId);
if (m.fpu != null && $Object.hasOwnProperty.call(m, "fpu") && m.fpu !== "")
w.uint32(130).string(m.fpu);
if (m.fpuException != null && $Object.hasOwnProperty.call(m, "fpuException") && m.fpuException !== "")
w.uint32(138).string(m.fpuException);
if (m.cpuIdLevel != null && $Object.hasOwnProperty.call(m, "cpuIdLevel") && m.cpuIdLevel !== 0)
w.uint32(144).uint32(m.cpuIdLevel);
if (m.wp != null && $Object.hasOwnProperty.call(m, "wp") && m.wp !== "")
w.uint32(154).string(m.wp);
if (m.flags != null && m.flags.length) {
for (var i = 0; i < m.flags.length; ++i)
w.uint32(162).string(m.flags[i]);
}
if (m.bugs != null && m.bugs.length) {
for (var i = 0; i < m.bugs.length; ++i)
w.uint32(170).string(m.bugs[i]);
}
if (m.bogoMips != null && $Object.hasOwnProperty.call(m, "bogoMips") && !$Object.is(m.bogoMips, 0))
w.uint32(177).double(m.bogoMips);
if (m.clFlushSize != null && $Object.hasOwnProperty.call(m, "clFlushSize") && m.clFlushSize !== 0)
w.uint32(184).uint32(m.clFlushSize);
if (m.cacheAlignment != null && $Object.hasOwnProperty.call(m, "cacheAlignment") && m.cacheAlignment !== 0)
w.uint32(192).uint32(m.cacheAlignment);
if (m.addressSizes != null && $Object.hasOwnProperty.call(m, "addressSizes") && m.addressSizes !== "")
w.uint32(202).string(m.addressSizes);
if (m.powerManagement != null && $Object.hasOwnProperty.call(m, "powerManagement") && m.powerManagement !== "")
w.uint32(210).string(m.powerManagement);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CPUInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.CPUInfo();
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
if (v = r.uint32())
m.processor = v;
else
delete m.processor;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.vendorId = v;
else
delete m.vendorId;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.cpuFamily = v;
else
delete m.cpuFamily;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.model = v;
else
delete m.model;
continue;
}
case 5: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.modelName = v;
else
delete m.modelName;
continue;
}
case 6: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.stepping = v;
else
delete m.stepping;
continue;
}
case 7: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.microcode = v;
else
delete m.microcode;
continue;
}
case 8: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.cpuMhz = v;
else
delete m.cpuMhz;
continue;
}
case 9: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.cacheSize = v;
else
delete m.cacheSize;
continue;
}
case 10: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.physicalId = v;
else
delete m.physicalId;
continue;
}
case 11: {
if (u !== 0)
break;
if (v = r.uint32())
m.siblings = v;
else
delete m.siblings;
continue;
}
case 12: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.coreId = v;
else
delete m.coreId;
continue;
}
case 13: {
if (u !== 0)
break;
if (v = r.uint32())
m.cpuCores = v;
else
delete m.cpuCores;
continue;
}
case 14: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.apicId = v;
else
delete m.apicId;
continue;
}
case 15: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.initialApicId = v;
else
delete m.initialApicId;
continue;
}
case 16: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.fpu = v;
else
delete m.fpu;
continue;
}
case 17: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.fpuException = v;
else
delete m.fpuException;
continue;
}
case 18: {
if (u !== 0)
break;
if (v = r.uint32())
m.cpuIdLevel = v;
else
delete m.cpuIdLevel;
continue;
}
case 19: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.wp = v;
else
delete m.wp;
continue;
}
case 20: {
if (u !== 2)
break;
if (!(m.flags && m.flags.length))
m.flags = [];
m.flags.push(r.string());
continue;
}
case 21: {
if (u !== 2)
break;
if (!(m.bugs && m.bugs.length))
m.bugs = [];
m.bugs.push(r.string());
continue;
}
case 22: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.bogoMips = v;
else
delete m.bogoMips;
continue;
}
case 23: {
if (u !== 0)
break;
if (v = r.uint32())
m.clFlushSize = v;
else
delete m.clFlushSize;
continue;
}
case 24: {
if (u !== 0)
break;
if (v = r.uint32())
m.cacheAlignment = v;
else
delete m.cacheAlignment;
continue;
}
case 25: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.addressSizes = v;
else
delete m.addressSizes;
continue;
}
case 26: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.powerManagement = v;
else
delete m.powerManagement;
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
return CPUInfo;
});
$lazily(machine, "MemoryResponse", () => {
const MemoryResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MemoryResponse.prototype.messages = $util.emptyArray;
MemoryResponse.create = function(properties) {
return new MemoryResponse(properties);
};
MemoryResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Memory.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MemoryResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MemoryResponse();
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
m.messages.push($root.machine.Memory.decode(r, r.size(), $undefined, q + 1));
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
return MemoryResponse;
});
$lazily(machine, "Memory", () => {
const Memory = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Memory.prototype.metadata = null;
Memory.prototype.meminfo = null;
Memory.create = function(properties) {
return new Memory(properties);
};
Memory.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.meminfo != null && $Object.hasOwnProperty.call(m, "meminfo"))
$root.machine.MemInfo.encode(m.meminfo, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Memory.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Memory();
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
m.meminfo = $root.machine.MemInfo.decode(r, r.size(), $undefined, q + 1, m.meminfo);
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
return Memory;
});
$lazily(machine, "MemInfo", () => {
const MemInfo = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MemInfo.prototype.memtotal = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.memfree = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.memavailable = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.buffers = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.cached = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.swapcached = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.active = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.inactive = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.activeanon = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.inactiveanon = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.activefile = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.inactivefile = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.unevictable = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.mlocked = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.swaptotal = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.swapfree = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.dirty = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.writeback = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.anonpages = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.mapped = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.shmem = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.slab = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.sreclaimable = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.sunreclaim = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.kernelstack = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.pagetables = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.nfsunstable = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.bounce = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.writebacktmp = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.commitlimit = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.committedas = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.vmalloctotal = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.vmallocused = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.vmallocchunk = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.hardwarecorrupted = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.anonhugepages = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.shmemhugepages = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.shmempmdmapped = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.cmatotal = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.cmafree = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.hugepagestotal = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.hugepagesfree = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.hugepagesrsvd = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.hugepagessurp = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.hugepagesize = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.directmap4k = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.directmap2m = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.prototype.directmap1g = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MemInfo.create = function(properties) {
return new MemInfo(properties);
};
MemInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.memtotal != null && $Object.hasOwnProperty.call(m, "memtotal") && (typeof m.memtotal === "object" ? m.memtotal.low || m.memtotal.high : m.memtotal !== 0))
w.uint32(8).uint64(m.memtotal);
if (m.memfree != null && $Object.hasOwnProperty.call(m, "memfree") && (typeof m.memfree === "object" ? m.memfree.low || m.memfree.high : m.memfree !== 0))
w.uint32(16).uint64(m.memfree);
if (m.memavailable != null && $Object.hasOwnProperty.call(m, "memavailable") && (typeof m.memavailable === "object" ? m.memavailable.low || m.memavailable.high : m.memavailable !== 0))
w.uint32(24).uint64(m.memavailable);
if (m.buffers != null && $Object.hasOwnProperty.call(m, "buffers") && (typeof m.buffers === "object" ? m.buffers.low || m.buffers.high : m.buffers !== 0))
w.uint32(32).uint64(m.buffers);
if (m.cached != null && $Object.hasOwnProperty.call(m, "cached") && (typeof m.cached === "object" ? m.cached.low || m.cached.high : m.cached !== 0))
w.uint32(40).uint64(m.cached);
if (m.swapcached != null && $Object.hasOwnProperty.call(m, "swapcached") && (typeof m.swapcached === "object" ? m.swapcached.low || m.swapcached.high : m.swapcached !== 0))
w.uint32(48).uint64(m.swapcached);
if (m.active != null && $Object.hasOwnProperty.call(m, "active") && (typeof m.active === "object" ? m.active.low || m.active.high : m.active !== 0))
w.uint32(56).uint64(m.active);
if (m.inactive != null && $Object.hasOwnProperty.call(m, "inactive") && (typeof m.inactive === "object" ? m.inactive.low || m.inactive.high : m.inactive !== 0))
w.uint32(64).uint64(m.inactive);
if (m.activeanon != null && $Object.hasOwnProperty.call(m, "activeanon") && (typeof m.activeanon === "object" ? m.activeanon.low || m.activeanon.high : m.activeanon !== 0))
w.uint32(72).uint64(m.activeanon);
if (m.inactiveanon != null && $Object.hasOwnProperty.call(m, "inactiveanon") && (typeof m.inactiveanon === "object" ? m.inactiveanon.low || m.inactiveanon.high : m.inactiveanon !== 0))
w.uint32(80).uint64(m.inactiveanon);
if (m.activefile != null && $Object.hasOwnProperty.call(m, "activefile") && (typeof m.activefile === "object" ? m.activefile.low || m.activefile.high : m.activefile !== 0))
w.uint32(88).uint64(m.activefile);
if (m.inactivefile != null && $Object.hasOwnProperty.call(m, "inactivefile") && (typeof m.inactivefile === "object" ? m.inactivefile.low || m.inactivefile.high : m.inactivefile !== 0))
w.uint32(96).uint64(m.inactivefile);
if (m.unevictable != null && $Object.hasOwnProperty.call(m, "unevictable") && (typeof m.unevictable === "object" ? m.unevictable.low || m.unevictable.high : m.unevictable !== 0))
w.uint32(104).uint64(m.unevictable);
if (m.mlocked != null && $Object.hasOwnProperty.call(m, "mlocked") && (typeof m.mlocked === "object" ? m.mlocked.low || m.mlocked.high : m.mlocked !== 0))
w.uint32(112).uint64(m.mlocked);
if (m.swaptotal != null && $Object.hasOwnProperty.call(m, "swaptotal") && (typeof m.swaptotal === "object" ? m.swaptotal.low || m.swaptotal.high : m.swaptotal !== 0))
w.uint32(120).uint64(m.swaptotal);
if (m.swapfree != null && $Object.hasOwnProperty.call(m, "swapfree") && (typeof m.swapfree === "object" ? m.swapfree.low || m.swapfree.high : m.swapfree !== 0))
w.uint32(128).uint64(m.swapfree);
if (m.dirty != null && $Object.hasOwnProperty.call(m, "dirty") && (typeof m.dirty === "object" ? m.dirty.low || m.dirty.high : m.dirty !== 0))
w.uint32(136).uint64(m.dirty);
if (m.writeback != null && $Object.hasOwnProperty.call(m, "writeback") && (typeof m.writeback === "object" ? m.writeback.low || m.writeback.high : m.writeback !== 0))
w.uint32(144).uint64(m.writeback);
if (m.anonpages != null && $Object.hasOwnProperty.call(m, "anonpages") && (typeof m.anonpages === "object" ? m.anonpages.low || m.anonpages.high : m.anonpages !== 0))
w.uint32(152).uint64(m.anonpages);
if (m.mapped != null && $Object.hasOwnProperty.call(m, "mapped") && (typeof m.mapped === "object" ? m.mapped.low || m.mapped.high : m.mapped !== 0))
w.uint32(160).uint64(m.mapped);
if (m.shmem != null && $Object.hasOwnProperty.call(m, "shmem") && (typeof m.shmem === "object" ? m.shmem.low || m.shmem.high : m.shmem !== 0))
w.uint32(168).uint64(m.shmem);
if (m.slab != null && $Object.hasOwnProperty.call(m, "slab") && (typeof m.slab === "object" ? m.slab.low || m.slab.high : m.slab !== 0))
w.uint32(176).uint64(m.slab);
if (m.sreclaimable != null && $Object.hasOwnProperty.call(m, "sreclaimable") && (typeof m.sreclaimable === "object" ? m.sreclaimable.low || m.sreclaimable.high : m.sreclaimable !== 0))
w.uint32(184).uint64(m.sreclaimable);
if (m.sunreclaim != null && $Object.hasOwnProperty.call(m, "sunreclaim") && (typeof m.sunreclaim === "object" ? m.sunreclaim.low || m.sunreclaim.high : m.sunreclaim !== 0))
w.uint32(192).uint64(m.sunreclaim);
if (m.kernelstack != null && $Object.hasOwnProperty.call(m, "kernelstack") && (typeof m.kernelstack === "object" ? m.kernelstack.low || m.kernelstack.high : m.kernelstack !== 0))
w.uint32(200).uint64(m.kernelstack);
if (m.pagetables != null && $Object.hasOwnProperty.call(m, "pagetables") && (typeof m.pagetables === "object" ? m.pagetables.low || m.pagetables.high : m.pagetables !== 0))
w.uint32(208).uint64(m.pagetables);
if (m.nfsunstable != null && $Object.hasOwnProperty.call(m, "nfsunstable") && (typeof m.nfsunstable === "object" ? m.nfsunstable.low || m.nfsunstable.high : m.nfsunstable !== 0))
w.uint32(216).uint64(m.nfsunstable);
if (m.bounce != null && $Object.hasOwnProperty.call(m, "bounce") && (typeof m.bounce === "object" ? m.bounce.low || m.bounce.high : m.bounce !== 0))
w.uint32(224).uint64(m.bounce);
if (m.writebacktmp != null && $Object.hasOwnProperty.call(m, "writebacktmp") && (typeof m.writebacktmp === "object" ? m.writebacktmp.low || m.writebacktmp.high : m.writebacktmp !== 0))
w.uint32(232).uint64(m.writebacktmp);
if (m.commitlimit != null && $Object.hasOwnProperty.call(m, "commitlimit") && (typeof m.commitlimit === "object" ? m.commitlimit.low || m.commitlimit.high : m.commitlimit !== 0))
w.uint32(240).uint64(m.commitlimit);
if (m.committedas != null && $Object.hasOwnProperty.call(m, "committedas") && (typeof m.committedas === "object" ? m.committedas.low || m.committedas.high : m.committedas !== 0))
w.uint32(248).uint64(m.committedas);
if (m.vmalloctotal != null && $Object.hasOwnProperty.call(m, "vmalloctotal") && (typeof m.vmalloctotal === "object" ? m.vmalloctotal.low || m.vmalloctotal.high : m.vmalloctotal !== 0))
w.uint32(256).uint64(m.vmalloctotal);
if (m.vmallocused != null && $Object.hasOwnProperty.call(m, "vmallocused") && (typeof m.vmallocused === "object" ? m.vmallocused.low || m.vmallocused.high : m.vmallocused !== 0))
w.uint32(264).uint64(m.vmallocused);
if (m.vmallocchunk != null && $Object.hasOwnProperty.call(m, "vmallocchunk") && (typeof m.vmallocchunk === "object" ? m.vmallocchunk.low || m.vmallocchunk.high : m.vmallocchunk !== 0))
w.uint32(272).uint64(m.vmallocchunk);
if (m.hardwarecorrupted != null && $Object.hasOwnProperty.call(m, "hardwarecorrupted") && (typeof m.hardwarecorrupted === "object" ? m.hardwarecorrupted.low || m.hardwarecorrupted.high : m.hardwarecorrupted !== 0))
w.uint32(280).uint64(m.hardwarecorrupted);
if (m.anonhugepages != null && $Object.hasOwnProperty.call(m, "anonhugepages") && (typeof m.anonhugepages === "object" ? m.anonhugepages.low || m.anonhugepages.high : m.anonhugepages !== 0))
w.uint32(288).uint64(m.anonhugepages);
if (m.shmemhugepages != null && $Object.hasOwnProperty.call(m, "shmemhugepages") && (typeof m.shmemhugepages === "object" ? m.shmemhugepages.low || m.shmemhugepages.high : m.shmemhugepages !== 0))
w.uint32(296).uint64(m.shmemhugepages);
if (m.shmempmdmapped != null && $Object.hasOwnProperty.call(m, "shmempmdmapped") && (typeof m.shmempmdmapped === "object" ? m.shmempmdmapped.low || m.shmempmdmapped.high : m.shmempmdmapped !== 0))
w.uint32(304).uint64(m.shmempmdmapped);
if (m.cmatotal != null && $Object.hasOwnProperty.call(m, "cmatotal") && (typeof m.cmatotal === "object" ? m.cmatotal.low || m.cmatotal.high : m.cmatotal !== 0))
w.uint32(312).uint64(m.cmatotal);
if (m.cmafree != null && $Object.hasOwnProperty.call(m, "cmafree") && (typeof m.cmafree === "object" ? m.cmafree.low || m.cmafree.high : m.cmafree !== 0))
w.uint32(320).uint64(m.cmafree);
if (m.hugepagestotal != null && $Object.hasOwnProperty.call(m, "hugepagestotal") && (typeof m.hugepagestotal === "object" ? m.hugepagestotal.low || m.hugepagestotal.high : m.hugepagestotal !== 0))
w.uint32(328).uint64(m.hugepagestotal);
if (m.hugepagesfree != null && $Object.hasOwnProperty.call(m, "hugepagesfree") && (typeof m.hugepagesfree === "object" ? m.hugepagesfree.low || m.hugepagesfree.high : m.hugepagesfree !== 0))
w.uint32(336).uint64(m.hugepagesfree);
if (m.hugepagesrsvd != null && $Object.hasOwnProperty.call(m, "hugepagesrsvd") && (typeof m.hugepagesrsvd === "object" ? m.hugepagesrsvd.low || m.hugepagesrsvd.high : m.hugepagesrsvd !== 0))
w.uint32(344).uint64(m.hugepagesrsvd);
if (m.hugepagessurp != null && $Object.hasOwnProperty.call(m, "hugepagessurp") && (typeof m.hugepagessurp === "object" ? m.hugepagessurp.low || m.hugepagessurp.high : m.hugepagessurp !== 0))
w.uint32(352).uint64(m.hugepagessurp);
if (m.hugepagesize != null && $Object.hasOwnProperty.call(m, "hugepagesize") && (typeof m.hugepagesize === "object" ? m.hugepagesize.low || m.hugepagesize.high : m.hugepagesize !== 0))
w.uint32(360).uint64(m.hugepagesize);
if (m.directmap4k != null && $Object.hasOwnProperty.call(m, "directmap4k") && (typeof m.directmap4k === "object" ? m.directmap4k.low || m.directmap4k.high : m.directmap4k !== 0))
w.uint32(368).uint64(m.directmap4k);
if (m.directmap2m != null && $Object.hasOwnProperty.call(m, "directmap2m") && (typeof m.directmap2m === "object" ? m.directmap2m.low || m.directmap2m.high : m.directmap2m !== 0))
w.uint32(376).uint64(m.directmap2m);
if (m.directmap1g != null && $Object.hasOwnProperty.call(m, "directmap1g") && (typeof m.directmap1g === "object" ? m.directmap1g.low || m.directmap1g.high : m.directmap1g !== 0))
w.uint32(384).uint64(m.directmap1g);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MemInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MemInfo();
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
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.memtotal = v;
else
delete m.memtotal;
continue;
}
case 2: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.memfree = v;
else
delete m.memfree;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.memavailable = v;
else
delete m.memavailable;
continue;
}
case 4: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.buffers = v;
else
delete m.buffers;
continue;
}
case 5: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.cached = v;
else
delete m.cached;
continue;
}
case 6: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.swapcached = v;
else
delete m.swapcached;
continue;
}
case 7: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.active = v;
else
delete m.active;
continue;
}
case 8: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.inactive = v;
else
delete m.inactive;
continue;
}
case 9: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.activeanon = v;
else
delete m.activeanon;
continue;
}
case 10: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.inactiveanon = v;
else
delete m.inactiveanon;
continue;
}
case 11: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.activefile = v;
else
delete m.activefile;
continue;
}
case 12: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.inactivefile = v;
else
delete m.inactivefile;
continue;
}
case 13: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.unevictable = v;
else
delete m.unevictable;
continue;
}
case 14: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.mlocked = v;
else
delete m.mlocked;
continue;
}
case 15: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.swaptotal = v;
else
delete m.swaptotal;
continue;
}
case 16: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.swapfree = v;
else
delete m.swapfree;
continue;
}
case 17: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.dirty = v;
else
delete m.dirty;
continue;
}
case 18: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.writeback = v;
else
delete m.writeback;
continue;
}
case 19: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.anonpages = v;
else
delete m.anonpages;
continue;
}
case 20: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.mapped = v;
else
delete m.mapped;
continue;
}
case 21: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.shmem = v;
else
delete m.shmem;
continue;
}
case 22: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.slab = v;
else
delete m.slab;
continue;
}
case 23: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.sreclaimable = v;
else
delete m.sreclaimable;
continue;
}
case 24: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.sunreclaim = v;
else
delete m.sunreclaim;
continue;
}
case 25: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.kernelstack = v;
else
delete m.kernelstack;
continue;
}
case 26: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.pagetables = v;
else
delete m.pagetables;
continue;
}
case 27: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.nfsunstable = v;
else
delete m.nfsunstable;
continue;
}
case 28: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.bounce = v;
else
delete m.bounce;
continue;
}
case 29: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.writebacktmp = v;
else
delete m.writebacktmp;
continue;
}
case 30: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.commitlimit = v;
else
delete m.commitlimit;
continue;
}
case 31: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.committedas = v;
else
delete m.committedas;
continue;
}
case 32: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.vmalloctotal = v;
else
delete m.vmalloctotal;
continue;
}
case 33: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.vmallocused = v;
else
delete m.vmallocused;
continue;
}
case 34: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.vmallocchunk = v;
else
delete m.vmallocchunk;
continue;
}
case 35: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.hardwarecorrupted = v;
else
delete m.hardwarecorrupted;
continue;
}
case 36: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.anonhugepages = v;
else
delete m.anonhugepages;
continue;
}
case 37: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.shmemhugepages = v;
else
delete m.shmemhugepages;
continue;
}
case 38: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.shmempmdmapped = v;
else
delete m.shmempmdmapped;
continue;
}
case 39: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.cmatotal = v;
else
delete m.cmatotal;
continue;
}
case 40: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.cmafree = v;
else
delete m.cmafree;
continue;
}
case 41: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.hugepagestotal = v;
else
delete m.hugepagestotal;
continue;
}
case 42: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.hugepagesfree = v;
else
delete m.hugepagesfree;
continue;
}
case 43: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.hugepagesrsvd = v;
else
delete m.hugepagesrsvd;
continue;
}
case 44: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.hugepagessurp = v;
else
delete m.hugepagessurp;
continue;
}
case 45: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.hugepagesize = v;
else
delete m.hugepagesize;
continue;
}
case 46: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.directmap4k = v;
else
delete m.directmap4k;
continue;
}
case 47: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.directmap2m = v;
else
delete m.directmap2m;
continue;
}
case 48: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.directmap1g = v;
else
delete m.directmap1g;
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
return MemInfo;
});
$lazily(machine, "LoadAvgResponse", () => {
const LoadAvgResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LoadAvgResponse.prototype.messages = $util.emptyArray;
LoadAvgResponse.create = function(properties) {
return new LoadAvgResponse(properties);
};
LoadAvgResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.LoadAvg.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LoadAvgResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LoadAvgResponse();
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
m.messages.push($root.machine.LoadAvg.decode(r, r.size(), $undefined, q + 1));
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
return LoadAvgResponse;
});
$lazily(machine, "LoadAvg", () => {
const LoadAvg = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LoadAvg.prototype.metadata = null;
LoadAvg.prototype.load1 = 0;
LoadAvg.prototype.load5 = 0;
LoadAvg.prototype.load15 = 0;
LoadAvg.create = function(properties) {
return new LoadAvg(properties);
};
LoadAvg.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.load1 != null && $Object.hasOwnProperty.call(m, "load1") && !$Object.is(m.load1, 0))
w.uint32(17).double(m.load1);
if (m.load5 != null && $Object.hasOwnProperty.call(m, "load5") && !$Object.is(m.load5, 0))
w.uint32(25).double(m.load5);
if (m.load15 != null && $Object.hasOwnProperty.call(m, "load15") && !$Object.is(m.load15, 0))
w.uint32(33).double(m.load15);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LoadAvg.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LoadAvg();
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
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.load1 = v;
else
delete m.load1;
continue;
}
case 3: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.load5 = v;
else
delete m.load5;
continue;
}
case 4: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.load15 = v;
else
delete m.load15;
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
return LoadAvg;
});
$lazily(machine, "SystemStatResponse", () => {
const SystemStatResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
SystemStatResponse.prototype.messages = $util.emptyArray;
SystemStatResponse.create = function(properties) {
return new SystemStatResponse(properties);
};
SystemStatResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.SystemStat.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
SystemStatResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.SystemStatResponse();
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
m.messages.push($root.machine.SystemStat.decode(r, r.size(), $undefined, q + 1));
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
return SystemStatResponse;
});
$lazily(machine, "SystemStat", () => {
const SystemStat = function (p) {
this.cpu = [];
this.irq = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
SystemStat.prototype.metadata = null;
SystemStat.prototype.bootTime = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SystemStat.prototype.cpuTotal = null;
SystemStat.prototype.cpu = $util.emptyArray;
SystemStat.prototype.irqTotal = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SystemStat.prototype.irq = $util.emptyArray;
SystemStat.prototype.contextSwitches = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SystemStat.prototype.processCreated = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SystemStat.prototype.processRunning = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SystemStat.prototype.processBlocked = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SystemStat.prototype.softIrqTotal = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SystemStat.prototype.softIrq = null;
SystemStat.create = function(properties) {
return new SystemStat(properties);
};
SystemStat.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.bootTime != null && $Object.hasOwnProperty.call(m, "bootTime") && (typeof m.bootTime === "object" ? m.bootTime.low || m.bootTime.high : m.bootTime !== 0))
w.uint32(16).uint64(m.bootTime);
if (m.cpuTotal != null && $Object.hasOwnProperty.call(m, "cpuTotal"))
$root.machine.CPUStat.encode(m.cpuTotal, w.uint32(26).fork(), q + 1).ldelim();
if (m.cpu != null && m.cpu.length) {
for (var i = 0; i < m.cpu.length; ++i)
$root.machine.CPUStat.encode(m.cpu[i], w.uint32(34).fork(), q + 1).ldelim();
}
if (m.irqTotal != null && $Object.hasOwnProperty.call(m, "irqTotal") && (typeof m.irqTotal === "object" ? m.irqTotal.low || m.irqTotal.high : m.irqTotal !== 0))
w.uint32(40).uint64(m.irqTotal);
if (m.irq != null && m.irq.length) {
w.uint32(50).uint64s(m.irq);
}
if (m.contextSwitches != null && $Object.hasOwnProperty.call(m, "contextSwitches") && (typeof m.contextSwitches === "object" ? m.contextSwitches.low || m.contextSwitches.high : m.contextSwitches !== 0))
w.uint32(56).uint64(m.contextSwitches);
if (m.processCreated != null && $Object.hasOwnProperty.call(m, "processCreated") && (typeof m.processCreated === "object" ? m.processCreated.low || m.processCreated.high : m.processCreated !== 0))
w.uint32(64).uint64(m.processCreated);
if (m.processRunning != null && $Object.hasOwnProperty.call(m, "processRunning") && (typeof m.processRunning === "object" ? m.processRunning.low || m.processRunning.high : m.processRunning !== 0))
w.uint32(72).uint64(m.processRunning);
if (m.processBlocked != null && $Object.hasOwnProperty.call(m, "processBlocked") && (typeof m.processBlocked === "object" ? m.processBlocked.low || m.processBlocked.high : m.processBlocked !== 0))
w.uint32(80).uint64(m.processBlocked);
if (m.softIrqTotal != null && $Object.hasOwnProperty.call(m, "softIrqTotal") && (typeof m.softIrqTotal === "object" ? m.softIrqTotal.low || m.softIrqTotal.high : m.softIrqTotal !== 0))
w.uint32(88).uint64(m.softIrqTotal);
if (m.softIrq != null && $Object.hasOwnProperty.call(m, "softIrq"))
$root.machine.SoftIRQStat.encode(m.softIrq, w.uint32(98).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
SystemStat.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.SystemStat();
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
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.bootTime = v;
else
delete m.bootTime;
continue;
}
case 3: {
if (u !== 2)
break;
m.cpuTotal = $root.machine.CPUStat.decode(r, r.size(), $undefined, q + 1, m.cpuTotal);
continue;
}
case 4: {
if (u !== 2)
break;
if (!(m.cpu && m.cpu.length))
m.cpu = [];
m.cpu.push($root.machine.CPUStat.decode(r, r.size(), $undefined, q + 1));
continue;
}
case 5: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.irqTotal = v;
else
delete m.irqTotal;
continue;
}
case 6: {
if (u === 2) {
if (!(m.irq && m.irq.length))
m.irq = [];
r.uint64s(m.irq);
continue;
}
if (u !== 0)
break;
if (!(m.irq && m.irq.length))
m.irq = [];
m.irq.push(r.uint64());
continue;
}
case 7: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.contextSwitches = v;
else
delete m.contextSwitches;
continue;
}
case 8: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.processCreated = v;
else
delete m.processCreated;
continue;
}
case 9: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.processRunning = v;
else
delete m.processRunning;
continue;
}
case 10: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.processBlocked = v;
else
delete m.processBlocked;
continue;
}
case 11: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.softIrqTotal = v;
else
delete m.softIrqTotal;
continue;
}
case 12: {
if (u !== 2)
break;
m.softIrq = $root.machine.SoftIRQStat.decode(r, r.size(), $undefined, q + 1, m.softIrq);
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
return SystemStat;
});
$lazily(machine, "CPUStat", () => {
const CPUStat = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CPUStat.prototype.user = 0;
CPUStat.prototype.nice = 0;
CPUStat.prototype.system = 0;
CPUStat.prototype.idle = 0;
CPUStat.prototype.iowait = 0;
CPUStat.prototype.irq = 0;
CPUStat.prototype.softIrq = 0;
CPUStat.prototype.steal = 0;
CPUStat.prototype.guest = 0;
CPUStat.prototype.guestNice = 0;
CPUStat.create = function(properties) {
return new CPUStat(properties);
};
CPUStat.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.user != null && $Object.hasOwnProperty.call(m, "user") && !$Object.is(m.user, 0))
w.uint32(9).double(m.user);
if (m.nice != null && $Object.hasOwnProperty.call(m, "nice") && !$Object.is(m.nice, 0))
w.uint32(17).double(m.nice);
if (m.system != null && $Object.hasOwnProperty.call(m, "system") && !$Object.is(m.system, 0))
w.uint32(25).double(m.system);
if (m.idle != null && $Object.hasOwnProperty.call(m, "idle") && !$Object.is(m.idle, 0))
w.uint32(33).double(m.idle);
if (m.iowait != null && $Object.hasOwnProperty.call(m, "iowait") && !$Object.is(m.iowait, 0))
w.uint32(41).double(m.iowait);
if (m.irq != null && $Object.hasOwnProperty.call(m, "irq") && !$Object.is(m.irq, 0))
w.uint32(49).double(m.irq);
if (m.softIrq != null && $Object.hasOwnProperty.call(m, "softIrq") && !$Object.is(m.softIrq, 0))
w.uint32(57).double(m.softIrq);
if (m.steal != null && $Object.hasOwnProperty.call(m, "steal") && !$Object.is(m.steal, 0))
w.uint32(65).double(m.steal);
if (m.guest != null && $Object.hasOwnProperty.call(m, "guest") && !$Object.is(m.guest, 0))
w.uint32(73).double(m.guest);
if (m.guestNice != null && $Object.hasOwnProperty.call(m, "guestNice") && !$Object.is(m.guestNice, 0))
w.uint32(81).double(m.guestNice);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CPUStat.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.CPUStat();
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
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.user = v;
else
delete m.user;
continue;
}
case 2: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.nice = v;
else
delete m.nice;
continue;
}
case 3: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.system = v;
else
delete m.system;
continue;
}
case 4: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.idle = v;
else
delete m.idle;
continue;
}
case 5: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.iowait = v;
else
delete m.iowait;
continue;
}
case 6: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.irq = v;
else
delete m.irq;
continue;
}
case 7: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.softIrq = v;
else
delete m.softIrq;
continue;
}
case 8: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.steal = v;
else
delete m.steal;
continue;
}
case 9: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.guest = v;
else
delete m.guest;
continue;
}
case 10: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.guestNice = v;
else
delete m.guestNice;
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
return CPUStat;
});
$lazily(machine, "SoftIRQStat", () => {
const SoftIRQStat = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
SoftIRQStat.prototype.hi = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.prototype.timer = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.prototype.netTx = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.prototype.netRx = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.prototype.block = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.prototype.blockIoPoll = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.prototype.tasklet = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.prototype.sched = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.prototype.hrtimer = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.prototype.rcu = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
SoftIRQStat.create = function(properties) {
return new SoftIRQStat(properties);
};
SoftIRQStat.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.hi != null && $Object.hasOwnProperty.call(m, "hi") && (typeof m.hi === "object" ? m.hi.low || m.hi.high : m.hi !== 0))
w.uint32(8).uint64(m.hi);
if (m.timer != null && $Object.hasOwnProperty.call(m, "timer") && (typeof m.timer === "object" ? m.timer.low || m.timer.high : m.timer !== 0))
w.uint32(16).uint64(m.timer);
if (m.netTx != null && $Object.hasOwnProperty.call(m, "netTx") && (typeof m.netTx === "object" ? m.netTx.low || m.netTx.high : m.netTx !== 0))
w.uint32(24).uint64(m.netTx);
if (m.netRx != null && $Object.hasOwnProperty.call(m, "netRx") && (typeof m.netRx === "object" ? m.netRx.low || m.netRx.high : m.netRx !== 0))
w.uint32(32).uint64(m.netRx);
if (m.block != null && $Object.hasOwnProperty.call(m, "block") && (typeof m.block === "object" ? m.block.low || m.block.high : m.block !== 0))
w.uint32(40).uint64(m.block);
if (m.blockIoPoll != null && $Object.hasOwnProperty.call(m, "blockIoPoll") && (typeof m.blockIoPoll === "object" ? m.blockIoPoll.low || m.blockIoPoll.high : m.blockIoPoll !== 0))
w.uint32(48).uint64(m.blockIoPoll);
if (m.tasklet != null && $Object.hasOwnProperty.call(m, "tasklet") && (typeof m.tasklet === "object" ? m.tasklet.low || m.tasklet.high : m.tasklet !== 0))
w.uint32(56).uint64(m.tasklet);
if (m.sched != null && $Object.hasOwnProperty.call(m, "sched") && (typeof m.sched === "object" ? m.sched.low || m.sched.high : m.sched !== 0))
w.uint32(64).uint64(m.sched);
if (m.hrtimer != null && $Object.hasOwnProperty.call(m, "hrtimer") && (typeof m.hrtimer === "object" ? m.hrtimer.low || m.hrtimer.high : m.hrtimer !== 0))
w.uint32(72).uint64(m.hrtimer);
if (m.rcu != null && $Object.hasOwnProperty.call(m, "rcu") && (typeof m.rcu === "object" ? m.rcu.low || m.rcu.high : m.rcu !== 0))
w.uint32(80).uint64(m.rcu);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
SoftIRQStat.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.SoftIRQStat();
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
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.hi = v;
else
delete m.hi;
continue;
}
case 2: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.timer = v;
else
delete m.timer;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.netTx = v;
else
delete m.netTx;
continue;
}
case 4: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.netRx = v;
else
delete m.netRx;
continue;
}
case 5: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.block = v;
else
delete m.block;
continue;
}
case 6: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.blockIoPoll = v;
else
delete m.blockIoPoll;
continue;
}
case 7: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.tasklet = v;
else
delete m.tasklet;
continue;
}
case 8: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.sched = v;
else
delete m.sched;
continue;
}
case 9: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.hrtimer = v;
else
delete m.hrtimer;
continue;
}
case 10: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rcu = v;
else
delete m.rcu;
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
return SoftIRQStat;
});
$lazily(machine, "DiskStatsResponse", () => {
const DiskStatsResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DiskStatsResponse.prototype.messages = $util.emptyArray;
DiskStatsResponse.create = function(properties) {
return new DiskStatsResponse(properties);
};
DiskStatsResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.DiskStats.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DiskStatsResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.DiskStatsResponse();
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
m.messages.push($root.machine.DiskStats.decode(r, r.size(), $undefined, q + 1));
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
return DiskStatsResponse;
});
$lazily(machine, "DiskStats", () => {
const DiskStats = function (p) {
this.devices = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DiskStats.prototype.metadata = null;
DiskStats.prototype.total = null;
DiskStats.prototype.devices = $util.emptyArray;
DiskStats.create = function(properties) {
return new DiskStats(properties);
};
DiskStats.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.total != null && $Object.hasOwnProperty.call(m, "total"))
$root.machine.DiskStat.encode(m.total, w.uint32(18).fork(), q + 1).ldelim();
if (m.devices != null && m.devices.length) {
for (var i = 0; i < m.devices.length; ++i)
$root.machine.DiskStat.encode(m.devices[i], w.uint32(26).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DiskStats.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.DiskStats();
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
m.total = $root.machine.DiskStat.decode(r, r.size(), $undefined, q + 1, m.total);
continue;
}
case 3: {
if (u !== 2)
break;
if (!(m.devices && m.devices.length))
m.devices = [];
m.devices.push($root.machine.DiskStat.decode(r, r.size(), $undefined, q + 1));
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
return DiskStats;
});
$lazily(machine, "DiskStat", () => {
const DiskStat = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DiskStat.prototype.name = "";
DiskStat.prototype.readCompleted = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.readMerged = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.readSectors = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.readTimeMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.writeCompleted = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.writeMerged = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.writeSectors = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.writeTimeMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.ioInProgress = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.ioTimeMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.ioTimeWeightedMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.discardCompleted = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.discardMerged = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.discardSectors = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.prototype.discardTimeMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
DiskStat.create = function(properties) {
return new DiskStat(properties);
};
DiskStat.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.readCompleted != null && $Object.hasOwnProperty.call(m, "readCompleted") && (typeof m.readCompleted === "object" ? m.readCompleted.low || m.readCompleted.high : m.readCompleted !== 0))
w.uint32(16).uint64(m.readCompleted);
if (m.readMerged != null && $Object.hasOwnProperty.call(m, "readMerged") && (typeof m.readMerged === "object" ? m.readMerged.low || m.readMerged.high : m.readMerged !== 0))
w.uint32(24).uint64(m.readMerged);
if (m.readSectors != null && $Object.hasOwnProperty.call(m, "readSectors") && (typeof m.readSectors === "object" ? m.readSectors.low || m.readSectors.high : m.readSectors !== 0))
w.uint32(32).uint64(m.readSectors);
if (m.readTimeMs != null && $Object.hasOwnProperty.call(m, "readTimeMs") && (typeof m.readTimeMs === "object" ? m.readTimeMs.low || m.readTimeMs.high : m.readTimeMs !== 0))
w.uint32(40).uint64(m.readTimeMs);
if (m.writeCompleted != null && $Object.hasOwnProperty.call(m, "writeCompleted") && (typeof m.writeCompleted === "object" ? m.writeCompleted.low || m.writeCompleted.high : m.writeCompleted !== 0))
w.uint32(48).uint64(m.writeCompleted);
if (m.writeMerged != null && $Object.hasOwnProperty.call(m, "writeMerged") && (typeof m.writeMerged === "object" ? m.writeMerged.low || m.writeMerged.high : m.writeMerged !== 0))
w.uint32(56).uint64(m.writeMerged);
if (m.writeSectors != null && $Object.hasOwnProperty.call(m, "writeSectors") && (typeof m.writeSectors === "object" ? m.writeSectors.low || m.writeSectors.high : m.writeSectors !== 0))
w.uint32(64).uint64(m.writeSectors);
if (m.writeTimeMs != null && $Object.hasOwnProperty.call(m, "writeTimeMs") && (typeof m.writeTimeMs === "object" ? m.writeTimeMs.low || m.writeTimeMs.high : m.writeTimeMs !== 0))
w.uint32(72).uint64(m.writeTimeMs);
if (m.ioInProgress != null && $Object.hasOwnProperty.call(m, "ioInProgress") && (typeof m.ioInProgress === "object" ? m.ioInProgress.low || m.ioInProgress.high : m.ioInProgress !== 0))
w.uint32(80).uint64(m.ioInProgress);
if (m.ioTimeMs != null && $Object.hasOwnProperty.call(m, "ioTimeMs") && (typeof m.ioTimeMs === "object" ? m.ioTimeMs.low || m.ioTimeMs.high : m.ioTimeMs !== 0))
w.uint32(88).uint64(m.ioTimeMs);
if (m.ioTimeWeightedMs != null && $Object.hasOwnProperty.call(m, "ioTimeWeightedMs") && (typeof m.ioTimeWeightedMs === "object" ? m.ioTimeWeightedMs.low || m.ioTimeWeightedMs.high : m.ioTimeWeightedMs !== 0))
w.uint32(96).uint64(m.ioTimeWeightedMs);
if (m.discardCompleted != null && $Object.hasOwnProperty.call(m, "discardCompleted") && (typeof m.discardCompleted === "object" ? m.discardCompleted.low || m.discardCompleted.high : m.discardCompleted !== 0))
w.uint32(104).uint64(m.discardCompleted);
if (m.discardMerged != null && $Object.hasOwnProperty.call(m, "discardMerged") && (typeof m.discardMerged === "object" ? m.discardMerged.low || m.discardMerged.high : m.discardMerged !== 0))
w.uint32(112).uint64(m.discardMerged);
if (m.discardSectors != null && $Object.hasOwnProperty.call(m, "discardSectors") && (typeof m.discardSectors === "object" ? m.discardSectors.low || m.discardSectors.high : m.discardSectors !== 0))
w.uint32(120).uint64(m.discardSectors);
if (m.discardTimeMs != null && $Object.hasOwnProperty.call(m, "discardTimeMs") && (typeof m.discardTimeMs === "object" ? m.discardTimeMs.low || m.discardTimeMs.high : m.discardTimeMs !== 0))
w.uint32(128).uint64(m.discardTimeMs);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DiskStat.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.DiskStat();
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
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.readCompleted = v;
else
delete m.readCompleted;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.readMerged = v;
else
delete m.readMerged;
continue;
}
case 4: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.readSectors = v;
else
delete m.readSectors;
continue;
}
case 5: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.readTimeMs = v;
else
delete m.readTimeMs;
continue;
}
case 6: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.writeCompleted = v;
else
delete m.writeCompleted;
continue;
}
case 7: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.writeMerged = v;
else
delete m.writeMerged;
continue;
}
case 8: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.writeSectors = v;
else
delete m.writeSectors;
continue;
}
case 9: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.writeTimeMs = v;
else
delete m.writeTimeMs;
continue;
}
case 10: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.ioInProgress = v;
else
delete m.ioInProgress;
continue;
}
case 11: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.ioTimeMs = v;
else
delete m.ioTimeMs;
continue;
}
case 12: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.ioTimeWeightedMs = v;
else
delete m.ioTimeWeightedMs;
continue;
}
case 13: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.discardCompleted = v;
else
delete m.discardCompleted;
continue;
}
case 14: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.discardMerged = v;
else
delete m.discardMerged;
continue;
}
case 15: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.discardSectors = v;
else
delete m.discardSectors;
continue;
}
case 16: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.discardTimeMs = v;
else
delete m.discardTimeMs;
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
return DiskStat;
});
$lazily(machine, "NetworkDeviceStatsResponse", () => {
const NetworkDeviceStatsResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetworkDeviceStatsResponse.prototype.messages = $util.emptyArray;
NetworkDeviceStatsResponse.create = function(properties) {
return new NetworkDeviceStatsResponse(properties);
};
NetworkDeviceStatsResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.NetworkDeviceStats.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetworkDeviceStatsResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetworkDeviceStatsResponse();
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
m.messages.push($root.machine.NetworkDeviceStats.decode(r, r.size(), $undefined, q + 1));
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
return NetworkDeviceStatsResponse;
});
$lazily(machine, "NetworkDeviceStats", () => {
const NetworkDeviceStats = function (p) {
this.devices = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetworkDeviceStats.prototype.metadata = null;
NetworkDeviceStats.prototype.total = null;
NetworkDeviceStats.prototype.devices = $util.emptyArray;
NetworkDeviceStats.create = function(properties) {
return new NetworkDeviceStats(properties);
};
NetworkDeviceStats.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.total != null && $Object.hasOwnProperty.call(m, "total"))
$root.machine.NetDev.encode(m.total, w.uint32(18).fork(), q + 1).ldelim();
if (m.devices != null && m.devices.length) {
for (var i = 0; i < m.devices.length; ++i)
$root.machine.NetDev.encode(m.devices[i], w.uint32(26).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetworkDeviceStats.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetworkDeviceStats();
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
m.total = $root.machine.NetDev.decode(r, r.size(), $undefined, q + 1, m.total);
continue;
}
case 3: {
if (u !== 2)
break;
if (!(m.devices && m.devices.length))
m.devices = [];
m.devices.push($root.machine.NetDev.decode(r, r.size(), $undefined, q + 1));
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
return NetworkDeviceStats;
});
$lazily(machine, "NetDev", () => {
const NetDev = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetDev.prototype.name = "";
NetDev.prototype.rxBytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.rxPackets = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.rxErrors = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.rxDropped = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.rxFifo = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.rxFrame = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.rxCompressed = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.rxMulticast = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.txBytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.txPackets = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.txErrors = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.txDropped = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.txFifo = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.txCollisions = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.txCarrier = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.prototype.txCompressed = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
NetDev.create = function(properties) {
return new NetDev(properties);
};
NetDev.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.rxBytes != null && $Object.hasOwnProperty.call(m, "rxBytes") && (typeof m.rxBytes === "object" ? m.rxBytes.low || m.rxBytes.high : m.rxBytes !== 0))
w.uint32(16).uint64(m.rxBytes);
if (m.rxPackets != null && $Object.hasOwnProperty.call(m, "rxPackets") && (typeof m.rxPackets === "object" ? m.rxPackets.low || m.rxPackets.high : m.rxPackets !== 0))
w.uint32(24).uint64(m.rxPackets);
if (m.rxErrors != null && $Object.hasOwnProperty.call(m, "rxErrors") && (typeof m.rxErrors === "object" ? m.rxErrors.low || m.rxErrors.high : m.rxErrors !== 0))
w.uint32(32).uint64(m.rxErrors);
if (m.rxDropped != null && $Object.hasOwnProperty.call(m, "rxDropped") && (typeof m.rxDropped === "object" ? m.rxDropped.low || m.rxDropped.high : m.rxDropped !== 0))
w.uint32(40).uint64(m.rxDropped);
if (m.rxFifo != null && $Object.hasOwnProperty.call(m, "rxFifo") && (typeof m.rxFifo === "object" ? m.rxFifo.low || m.rxFifo.high : m.rxFifo !== 0))
w.uint32(48).uint64(m.rxFifo);
if (m.rxFrame != null && $Object.hasOwnProperty.call(m, "rxFrame") && (typeof m.rxFrame === "object" ? m.rxFrame.low || m.rxFrame.high : m.rxFrame !== 0))
w.uint32(56).uint64(m.rxFrame);
if (m.rxCompressed != null && $Object.hasOwnProperty.call(m, "rxCompressed") && (typeof m.rxCompressed === "object" ? m.rxCompressed.low || m.rxCompressed.high : m.rxCompressed !== 0))
w.uint32(64).uint64(m.rxCompressed);
if (m.rxMulticast != null && $Object.hasOwnProperty.call(m, "rxMulticast") && (typeof m.rxMulticast === "object" ? m.rxMulticast.low || m.rxMulticast.high : m.rxMulticast !== 0))
w.uint32(72).uint64(m.rxMulticast);
if (m.txBytes != null && $Object.hasOwnProperty.call(m, "txBytes") && (typeof m.txBytes === "object" ? m.txBytes.low || m.txBytes.high : m.txBytes !== 0))
w.uint32(80).uint64(m.txBytes);
if (m.txPackets != null && $Object.hasOwnProperty.call(m, "txPackets") && (typeof m.txPackets === "object" ? m.txPackets.low || m.txPackets.high : m.txPackets !== 0))
w.uint32(88).uint64(m.txPackets);
if (m.txErrors != null && $Object.hasOwnProperty.call(m, "txErrors") && (typeof m.txErrors === "object" ? m.txErrors.low || m.txErrors.high : m.txErrors !== 0))
w.uint32(96).uint64(m.txErrors);
if (m.txDropped != null && $Object.hasOwnProperty.call(m, "txDropped") && (typeof m.txDropped === "object" ? m.txDropped.low || m.txDropped.high : m.txDropped !== 0))
w.uint32(104).uint64(m.txDropped);
if (m.txFifo != null && $Object.hasOwnProperty.call(m, "txFifo") && (typeof m.txFifo === "object" ? m.txFifo.low || m.txFifo.high : m.txFifo !== 0))
w.uint32(112).uint64(m.txFifo);
if (m.txCollisions != null && $Object.hasOwnProperty.call(m, "txCollisions") && (typeof m.txCollisions === "object" ? m.txCollisions.low || m.txCollisions.high : m.txCollisions !== 0))
w.uint32(120).uint64(m.txCollisions);
if (m.txCarrier != null && $Object.hasOwnProperty.call(m, "txCarrier") && (typeof m.txCarrier === "object" ? m.txCarrier.low || m.txCarrier.high : m.txCarrier !== 0))
w.uint32(128).uint64(m.txCarrier);
if (m.txCompressed != null && $Object.hasOwnProperty.call(m, "txCompressed") && (typeof m.txCompressed === "object" ? m.txCompressed.low || m.txCompressed.high : m.txCompressed !== 0))
w.uint32(136).uint64(m.txCompressed);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetDev.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetDev();
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
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rxBytes = v;
else
delete m.rxBytes;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rxPackets = v;
else
delete m.rxPackets;
continue;
}
case 4: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rxErrors = v;
else
delete m.rxErrors;
continue;
}
case 5: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rxDropped = v;
else
delete m.rxDropped;
continue;
}
case 6: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rxFifo = v;
else
delete m.rxFifo;
continue;
}
case 7: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rxFrame = v;
else
delete m.rxFrame;
continue;
}
case 8: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rxCompressed = v;
else
delete m.rxCompressed;
continue;
}
case 9: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rxMulticast = v;
else
delete m.rxMulticast;
continue;
}
case 10: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.txBytes = v;
else
delete m.txBytes;
continue;
}
case 11: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.txPackets = v;
else
delete m.txPackets;
continue;
}
case 12: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.txErrors = v;
else
delete m.txErrors;
continue;
}
case 13: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.txDropped = v;
else
delete m.txDropped;
continue;
}
case 14: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.txFifo = v;
else
delete m.txFifo;
continue;
}
case 15: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.txCollisions = v;
else
delete m.txCollisions;
continue;
}
case 16: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.txCarrier = v;
else
delete m.txCarrier;
continue;
}
case 17: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.txCompressed = v;
else
delete m.txCompressed;
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
return NetDev;
});
$lazily(machine, "MountsResponse", () => {
const MountsResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MountsResponse.prototype.messages = $util.emptyArray;
MountsResponse.create = function(properties) {
return new MountsResponse(properties);
};
MountsResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Mounts.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MountsResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MountsResponse();
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
m.messages.push($root.machine.Mounts.decode(r, r.size(), $undefined, q + 1));
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
return MountsResponse;
});
$lazily(machine, "Mounts", () => {
const Mounts = function (p) {
this.stats = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Mounts.prototype.metadata = null;
Mounts.prototype.stats = $util.emptyArray;
Mounts.create = function(properties) {
return new Mounts(properties);
};
Mounts.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.stats != null && m.stats.length) {
for (var i = 0; i < m.stats.length; ++i)
$root.machine.MountStat.encode(m.stats[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Mounts.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Mounts();
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
if (!(m.stats && m.stats.length))
m.stats = [];
m.stats.push($root.machine.MountStat.decode(r, r.size(), $undefined, q + 1));
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
return Mounts;
});
$lazily(machine, "MountStat", () => {
const MountStat = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MountStat.prototype.filesystem = "";
MountStat.prototype.size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MountStat.prototype.available = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
MountStat.prototype.mountedOn = "";
MountStat.create = function(properties) {
return new MountStat(properties);
};
MountStat.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.filesystem != null && $Object.hasOwnProperty.call(m, "filesystem") && m.filesystem !== "")
w.uint32(10).string(m.filesystem);
if (m.size != null && $Object.hasOwnProperty.call(m, "size") && (typeof m.size === "object" ? m.size.low || m.size.high : m.size !== 0))
w.uint32(16).uint64(m.size);
if (m.available != null && $Object.hasOwnProperty.call(m, "available") && (typeof m.available === "object" ? m.available.low || m.available.high : m.available !== 0))
w.uint32(24).uint64(m.available);
if (m.mountedOn != null && $Object.hasOwnProperty.call(m, "mountedOn") && m.mountedOn !== "")
w.uint32(34).string(m.mountedOn);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MountStat.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MountStat();
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
m.filesystem = v;
else
delete m.filesystem;
continue;
}
case 2: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.size = v;
else
delete m.size;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.available = v;
else
delete m.available;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.mountedOn = v;
else
delete m.mountedOn;
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
return MountStat;
});
$lazily(machine, "ProcessesResponse", () => {
const ProcessesResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ProcessesResponse.prototype.messages = $util.emptyArray;
ProcessesResponse.create = function(properties) {
return new ProcessesResponse(properties);
};
ProcessesResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Process.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ProcessesResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ProcessesResponse();
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
m.messages.push($root.machine.Process.decode(r, r.size(), $undefined, q + 1));
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
return ProcessesResponse;
});
$lazily(machine, "Process", () => {
const Process = function (p) {
this.processes = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Process.prototype.metadata = null;
Process.prototype.processes = $util.emptyArray;
Process.create = function(properties) {
return new Process(properties);
};
Process.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.processes != null && m.processes.length) {
for (var i = 0; i < m.processes.length; ++i)
$root.machine.ProcessInfo.encode(m.processes[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Process.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Process();
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
if (!(m.processes && m.processes.length))
m.processes = [];
m.processes.push($root.machine.ProcessInfo.decode(r, r.size(), $undefined, q + 1));
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
return Process;
});
$lazily(machine, "ProcessInfo", () => {
const ProcessInfo = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ProcessInfo.prototype.pid = 0;
ProcessInfo.prototype.ppid = 0;
ProcessInfo.prototype.state = "";
ProcessInfo.prototype.threads = 0;
ProcessInfo.prototype.cpuTime = 0;
ProcessInfo.prototype.virtualMemory = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ProcessInfo.prototype.residentMemory = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ProcessInfo.prototype.command = "";
ProcessInfo.prototype.executable = "";
ProcessInfo.prototype.args = "";
ProcessInfo.prototype.label = "";
ProcessInfo.create = function(properties) {
return new ProcessInfo(properties);
};
ProcessInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.pid != null && $Object.hasOwnProperty.call(m, "pid") && m.pid !== 0)
w.uint32(8).int32(m.pid);
if (m.ppid != null && $Object.hasOwnProperty.call(m, "ppid") && m.ppid !== 0)
w.uint32(16).int32(m.ppid);
if (m.state != null && $Object.hasOwnProperty.call(m, "state") && m.state !== "")
w.uint32(26).string(m.state);
if (m.threads != null && $Object.hasOwnProperty.call(m, "threads") && m.threads !== 0)
w.uint32(32).int32(m.threads);
if (m.cpuTime != null && $Object.hasOwnProperty.call(m, "cpuTime") && !$Object.is(m.cpuTime, 0))
w.uint32(41).double(m.cpuTime);
if (m.virtualMemory != null && $Object.hasOwnProperty.call(m, "virtualMemory") && (typeof m.virtualMemory === "object" ? m.virtualMemory.low || m.virtualMemory.high : m.virtualMemory !== 0))
w.uint32(48).uint64(m.virtualMemory);
if (m.residentMemory != null && $Object.hasOwnProperty.call(m, "residentMemory") && (typeof m.residentMemory === "object" ? m.residentMemory.low || m.residentMemory.high : m.residentMemory !== 0))
w.uint32(56).uint64(m.residentMemory);
if (m.command != null && $Object.hasOwnProperty.call(m, "command") && m.command !== "")
w.uint32(66).string(m.command);
if (m.executable != null && $Object.hasOwnProperty.call(m, "executable") && m.executable !== "")
w.uint32(74).string(m.executable);
if (m.args != null && $Object.hasOwnProperty.call(m, "args") && m.args !== "")
w.uint32(82).string(m.args);
if (m.label != null && $Object.hasOwnProperty.call(m, "label") && m.label !== "")
w.uint32(90).string(m.label);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ProcessInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ProcessInfo();
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
if (v = r.int32())
m.pid = v;
else
delete m.pid;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.ppid = v;
else
delete m.ppid;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.state = v;
else
delete m.state;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.int32())
m.threads = v;
else
delete m.threads;
continue;
}
case 5: {
if (u !== 1)
break;
if (!$Object.is(v = r.double(), 0))
m.cpuTime = v;
else
delete m.cpuTime;
continue;
}
case 6: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.virtualMemory = v;
else
delete m.virtualMemory;
continue;
}
case 7: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.residentMemory = v;
else
delete m.residentMemory;
continue;
}
case 8: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.command = v;
else
delete m.command;
continue;
}
case 9: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.executable = v;
else
delete m.executable;
continue;
}
case 10: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.args = v;
else
delete m.args;
continue;
}
case 11: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.label = v;
else
delete m.label;
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
return ProcessInfo;
});
$lazily(machine, "ContainersRequest", () => {
const ContainersRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ContainersRequest.prototype.namespace = "";
ContainersRequest.prototype.driver = 0;
ContainersRequest.create = function(properties) {
return new ContainersRequest(properties);
};
ContainersRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.driver != null && $Object.hasOwnProperty.call(m, "driver") && m.driver !== 0)
w.uint32(16).int32(m.driver);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ContainersRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ContainersRequest();
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
if (u !== 0)
break;
if (v = r.int32())
m.driver = v;
else
delete m.driver;
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
return ContainersRequest;
});
$lazily(machine, "ContainersResponse", () => {
const ContainersResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ContainersResponse.prototype.messages = $util.emptyArray;
ContainersResponse.create = function(properties) {
return new ContainersResponse(properties);
};
ContainersResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Container.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ContainersResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ContainersResponse();
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
m.messages.push($root.machine.Container.decode(r, r.size(), $undefined, q + 1));
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
return ContainersResponse;
});
$lazily(machine, "Container", () => {
const Container = function (p) {
this.containers = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Container.prototype.metadata = null;
Container.prototype.containers = $util.emptyArray;
Container.create = function(properties) {
return new Container(properties);
};
Container.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.containers != null && m.containers.length) {
for (var i = 0; i < m.containers.length; ++i)
$root.machine.ContainerInfo.encode(m.containers[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Container.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Container();
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
if (!(m.containers && m.containers.length))
m.containers = [];
m.containers.push($root.machine.ContainerInfo.decode(r, r.size(), $undefined, q + 1));
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
return Container;
});
$lazily(machine, "ContainerInfo", () => {
const ContainerInfo = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ContainerInfo.prototype.namespace = "";
ContainerInfo.prototype.id = "";
ContainerInfo.prototype.image = "";
ContainerInfo.prototype.pid = 0;
ContainerInfo.prototype.status = "";
ContainerInfo.prototype.podId = "";
ContainerInfo.prototype.name = "";
ContainerInfo.prototype.networkNamespace = "";
ContainerInfo.prototype.internalId = "";
ContainerInfo.prototype.uid = "";
ContainerInfo.create = function(properties) {
return new ContainerInfo(properties);
};
ContainerInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(18).string(m.id);
if (m.image != null && $Object.hasOwnProperty.call(m, "image") && m.image !== "")
w.uint32(26).string(m.image);
if (m.pid != null && $Object.hasOwnProperty.call(m, "pid") && m.pid !== 0)
w.uint32(32).uint32(m.pid);
if (m.status != null && $Object.hasOwnProperty.call(m, "status") && m.status !== "")
w.uint32(42).string(m.status);
if (m.podId != null && $Object.hasOwnProperty.call(m, "podId") && m.podId !== "")
w.uint32(50).string(m.podId);
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(58).string(m.name);
if (m.networkNamespace != null && $Object.hasOwnProperty.call(m, "networkNamespace") && m.networkNamespace !== "")
w.uint32(66).string(m.networkNamespace);
if (m.internalId != null && $Object.hasOwnProperty.call(m, "internalId") && m.internalId !== "")
w.uint32(74).string(m.internalId);
if (m.uid != null && $Object.hasOwnProperty.call(m, "uid") && m.uid !== "")
w.uint32(82).string(m.uid);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ContainerInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ContainerInfo();
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
m.id = v;
else
delete m.id;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.image = v;
else
delete m.image;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.uint32())
m.pid = v;
else
delete m.pid;
continue;
}
case 5: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.status = v;
else
delete m.status;
continue;
}
case 6: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.podId = v;
else
delete m.podId;
continue;
}
case 7: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.name = v;
else
delete m.name;
continue;
}
case 8: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.networkNamespace = v;
else
delete m.networkNamespace;
continue;
}
case 9: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.internalId = v;
else
delete m.internalId;
continue;
}
case 10: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.uid = v;
else
delete m.uid;
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
return ContainerInfo;
});
$lazily(machine, "StatsRequest", () => {
const StatsRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
StatsRequest.prototype.namespace = "";
StatsRequest.prototype.driver = 0;
StatsRequest.create = function(properties) {
return new StatsRequest(properties);
};
StatsRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.driver != null && $Object.hasOwnProperty.call(m, "driver") && m.driver !== 0)
w.uint32(16).int32(m.driver);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
StatsRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.StatsRequest();
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
if (u !== 0)
break;
if (v = r.int32())
m.driver = v;
else
delete m.driver;
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
return StatsRequest;
});
$lazily(machine, "StatsResponse", () => {
const StatsResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
StatsResponse.prototype.messages = $util.emptyArray;
StatsResponse.create = function(properties) {
return new StatsResponse(properties);
};
StatsResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Stats.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
StatsResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.StatsResponse();
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
m.messages.push($root.machine.Stats.decode(r, r.size(), $undefined, q + 1));
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
return StatsResponse;
});
$lazily(machine, "Stats", () => {
const Stats = function (p) {
this.stats = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Stats.prototype.metadata = null;
Stats.prototype.stats = $util.emptyArray;
Stats.create = function(properties) {
return new Stats(properties);
};
Stats.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.stats != null && m.stats.length) {
for (var i = 0; i < m.stats.length; ++i)
$root.machine.Stat.encode(m.stats[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Stats.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Stats();
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
if (!(m.stats && m.stats.length))
m.stats = [];
m.stats.push($root.machine.Stat.decode(r, r.size(), $undefined, q + 1));
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
return Stats;
});
$lazily(machine, "Stat", () => {
const Stat = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Stat.prototype.namespace = "";
Stat.prototype.id = "";
Stat.prototype.memoryUsage = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
Stat.prototype.cpuUsage = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
Stat.prototype.podId = "";
Stat.prototype.name = "";
Stat.create = function(properties) {
return new Stat(properties);
};
Stat.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(18).string(m.id);
if (m.memoryUsage != null && $Object.hasOwnProperty.call(m, "memoryUsage") && (typeof m.memoryUsage === "object" ? m.memoryUsage.low || m.memoryUsage.high : m.memoryUsage !== 0))
w.uint32(32).uint64(m.memoryUsage);
if (m.cpuUsage != null && $Object.hasOwnProperty.call(m, "cpuUsage") && (typeof m.cpuUsage === "object" ? m.cpuUsage.low || m.cpuUsage.high : m.cpuUsage !== 0))
w.uint32(40).uint64(m.cpuUsage);
if (m.podId != null && $Object.hasOwnProperty.call(m, "podId") && m.podId !== "")
w.uint32(50).string(m.podId);
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(58).string(m.name);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Stat.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Stat();
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
m.id = v;
else
delete m.id;
continue;
}
case 4: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.memoryUsage = v;
else
delete m.memoryUsage;
continue;
}
case 5: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.cpuUsage = v;
else
delete m.cpuUsage;
continue;
}
case 6: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.podId = v;
else
delete m.podId;
continue;
}
case 7: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.name = v;
else
delete m.name;
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
return Stat;
});
$lazily(machine, "RestartRequest", () => {
const RestartRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
RestartRequest.prototype.namespace = "";
RestartRequest.prototype.id = "";
RestartRequest.prototype.driver = 0;
RestartRequest.create = function(properties) {
return new RestartRequest(properties);
};
RestartRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(18).string(m.id);
if (m.driver != null && $Object.hasOwnProperty.call(m, "driver") && m.driver !== 0)
w.uint32(24).int32(m.driver);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
RestartRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.RestartRequest();
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
m.id = v;
else
delete m.id;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.int32())
m.driver = v;
else
delete m.driver;
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
return RestartRequest;
});
$lazily(machine, "RestartResponse", () => {
const RestartResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
RestartResponse.prototype.messages = $util.emptyArray;
RestartResponse.create = function(properties) {
return new RestartResponse(properties);
};
RestartResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Restart.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
RestartResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.RestartResponse();
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
m.messages.push($root.machine.Restart.decode(r, r.size(), $undefined, q + 1));
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
return RestartResponse;
});
$lazily(machine, "Restart", () => {
const Restart = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Restart.prototype.metadata = null;
Restart.create = function(properties) {
return new Restart(properties);
};
Restart.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Restart.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Restart();
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
return Restart;
});
$lazily(machine, "ListRequest", () => {
const ListRequest = function (p) {
this.types = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ListRequest.prototype.root = "";
ListRequest.prototype.recurse = false;
ListRequest.prototype.recursionDepth = 0;
ListRequest.prototype.types = $util.emptyArray;
ListRequest.prototype.reportXattrs = false;
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
if (m.root != null && $Object.hasOwnProperty.call(m, "root") && m.root !== "")
w.uint32(10).string(m.root);
if (m.recurse != null && $Object.hasOwnProperty.call(m, "recurse") && m.recurse !== false)
w.uint32(16).bool(m.recurse);
if (m.recursionDepth != null && $Object.hasOwnProperty.call(m, "recursionDepth") && m.recursionDepth !== 0)
w.uint32(24).int32(m.recursionDepth);
if (m.types != null && m.types.length) {
w.uint32(34).int32s(m.types);
}
if (m.reportXattrs != null && $Object.hasOwnProperty.call(m, "reportXattrs") && m.reportXattrs !== false)
w.uint32(40).bool(m.reportXattrs);
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
m = g || new $root.machine.ListRequest();
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
m.root = v;
else
delete m.root;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.recurse = v;
else
delete m.recurse;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.int32())
m.recursionDepth = v;
else
delete m.recursionDepth;
continue;
}
case 4: {
if (u === 2) {
if (!(m.types && m.types.length))
m.types = [];
r.int32s(m.types);
continue;
}
if (u !== 0)
break;
if (!(m.types && m.types.length))
m.types = [];
m.types.push(r.int32());
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.bool())
m.reportXattrs = v;
else
delete m.reportXattrs;
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
$lazily(ListRequest, "Type", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "REGULAR"] = 0;
values[valuesById[1] = "DIRECTORY"] = 1;
values[valuesById[2] = "SYMLINK"] = 2;
return values;
});
return ListRequest;
});
$lazily(machine, "FileInfo", () => {
const FileInfo = function (p) {
this.xattrs = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
FileInfo.prototype.metadata = null;
FileInfo.prototype.name = "";
FileInfo.prototype.size = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
FileInfo.prototype.mode = 0;
FileInfo.prototype.modified = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
FileInfo.prototype.isDir = false;
FileInfo.prototype.error = "";
FileInfo.prototype.link = "";
FileInfo.prototype.relativeName = "";
FileInfo.prototype.uid = 0;
FileInfo.prototype.gid = 0;
FileInfo.prototype.xattrs = $util.emptyArray;
FileInfo.create = function(properties) {
return new FileInfo(properties);
};
FileInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(18).string(m.name);
if (m.size != null && $Object.hasOwnProperty.call(m, "size") && (typeof m.size === "object" ? m.size.low || m.size.high : m.size !== 0))
w.uint32(24).int64(m.size);
if (m.mode != null && $Object.hasOwnProperty.call(m, "mode") && m.mode !== 0)
w.uint32(32).uint32(m.mode);
if (m.modified != null && $Object.hasOwnProperty.call(m, "modified") && (typeof m.modified === "object" ? m.modified.low || m.modified.high : m.modified !== 0))
w.uint32(40).int64(m.modified);
if (m.isDir != null && $Object.hasOwnProperty.call(m, "isDir") && m.isDir !== false)
w.uint32(48).bool(m.isDir);
if (m.error != null && $Object.hasOwnProperty.call(m, "error") && m.error !== "")
w.uint32(58).string(m.error);
if (m.link != null && $Object.hasOwnProperty.call(m, "link") && m.link !== "")
w.uint32(66).string(m.link);
if (m.relativeName != null && $Object.hasOwnProperty.call(m, "relativeName") && m.relativeName !== "")
w.uint32(74).string(m.relativeName);
if (m.uid != null && $Object.hasOwnProperty.call(m, "uid") && m.uid !== 0)
w.uint32(80).uint32(m.uid);
if (m.gid != null && $Object.hasOwnProperty.call(m, "gid") && m.gid !== 0)
w.uint32(88).uint32(m.gid);
if (m.xattrs != null && m.xattrs.length) {
for (var i = 0; i < m.xattrs.length; ++i)
$root.machine.Xattr.encode(m.xattrs[i], w.uint32(98).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
FileInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.FileInfo();
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
if ((v = r.string()).length)
m.name = v;
else
delete m.name;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.size = v;
else
delete m.size;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.uint32())
m.mode = v;
else
delete m.mode;
continue;
}
case 5: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.modified = v;
else
delete m.modified;
continue;
}
case 6: {
if (u !== 0)
break;
if (v = r.bool())
m.isDir = v;
else
delete m.isDir;
continue;
}
case 7: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.error = v;
else
delete m.error;
continue;
}
case 8: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.link = v;
else
delete m.link;
continue;
}
case 9: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.relativeName = v;
else
delete m.relativeName;
continue;
}
case 10: {
if (u !== 0)
break;
if (v = r.uint32())
m.uid = v;
else
delete m.uid;
continue;
}
case 11: {
if (u !== 0)
break;
if (v = r.uint32())
m.gid = v;
else
delete m.gid;
continue;
}
case 12: {
if (u !== 2)
break;
if (!(m.xattrs && m.xattrs.length))
m.xattrs = [];
m.xattrs.push($root.machine.Xattr.decode(r, r.size(), $undefined, q + 1));
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
return FileInfo;
});
$lazily(machine, "Xattr", () => {
const Xattr = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Xattr.prototype.name = "";
Xattr.prototype.data = $util.newBuffer([]);
Xattr.create = function(properties) {
return new Xattr(properties);
};
Xattr.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.data != null && $Object.hasOwnProperty.call(m, "data") && m.data.length)
w.uint32(18).bytes(m.data);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Xattr.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Xattr();
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
if ((v = r.bytes()).length)
m.data = v;
else
delete m.data;
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
return Xattr;
});
$lazily(machine, "DiskUsageRequest", () => {
const DiskUsageRequest = function (p) {
this.paths = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DiskUsageRequest.prototype.recursionDepth = 0;
DiskUsageRequest.prototype.all = false;
DiskUsageRequest.prototype.threshold = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
DiskUsageRequest.prototype.paths = $util.emptyArray;
DiskUsageRequest.create = function(properties) {
return new DiskUsageRequest(properties);
};
DiskUsageRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.recursionDepth != null && $Object.hasOwnProperty.call(m, "recursionDepth") && m.recursionDepth !== 0)
w.uint32(8).int32(m.recursionDepth);
if (m.all != null && $Object.hasOwnProperty.call(m, "all") && m.all !== false)
w.uint32(16).bool(m.all);
if (m.threshold != null && $Object.hasOwnProperty.call(m, "threshold") && (typeof m.threshold === "object" ? m.threshold.low || m.threshold.high : m.threshold !== 0))
w.uint32(24).int64(m.threshold);
if (m.paths != null && m.paths.length) {
for (var i = 0; i < m.paths.length; ++i)
w.uint32(34).string(m.paths[i]);
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DiskUsageRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.DiskUsageRequest();
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
if (v = r.int32())
m.recursionDepth = v;
else
delete m.recursionDepth;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.all = v;
else
delete m.all;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.threshold = v;
else
delete m.threshold;
continue;
}
case 4: {
if (u !== 2)
break;
if (!(m.paths && m.paths.length))
m.paths = [];
m.paths.push(r.string());
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
return DiskUsageRequest;
});
$lazily(machine, "DiskUsageInfo", () => {
const DiskUsageInfo = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DiskUsageInfo.prototype.metadata = null;
DiskUsageInfo.prototype.name = "";
DiskUsageInfo.prototype.size = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
DiskUsageInfo.prototype.error = "";
DiskUsageInfo.prototype.relativeName = "";
DiskUsageInfo.create = function(properties) {
return new DiskUsageInfo(properties);
};
DiskUsageInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(18).string(m.name);
if (m.size != null && $Object.hasOwnProperty.call(m, "size") && (typeof m.size === "object" ? m.size.low || m.size.high : m.size !== 0))
w.uint32(24).int64(m.size);
if (m.error != null && $Object.hasOwnProperty.call(m, "error") && m.error !== "")
w.uint32(34).string(m.error);
if (m.relativeName != null && $Object.hasOwnProperty.call(m, "relativeName") && m.relativeName !== "")
w.uint32(42).string(m.relativeName);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DiskUsageInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.DiskUsageInfo();
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
if ((v = r.string()).length)
m.name = v;
else
delete m.name;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.size = v;
else
delete m.size;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.error = v;
else
delete m.error;
continue;
}
case 5: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.relativeName = v;
else
delete m.relativeName;
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
return DiskUsageInfo;
});
$lazily(machine, "ReadRequest", () => {
const ReadRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ReadRequest.prototype.path = "";
ReadRequest.create = function(properties) {
return new ReadRequest(properties);
};
ReadRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.path != null && $Object.hasOwnProperty.call(m, "path") && m.path !== "")
w.uint32(10).string(m.path);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ReadRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ReadRequest();
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
m.path = v;
else
delete m.path;
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
return ReadRequest;
});
$lazily(machine, "CopyRequest", () => {
const CopyRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CopyRequest.prototype.rootPath = "";
CopyRequest.create = function(properties) {
return new CopyRequest(properties);
};
CopyRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.rootPath != null && $Object.hasOwnProperty.call(m, "rootPath") && m.rootPath !== "")
w.uint32(10).string(m.rootPath);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CopyRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.CopyRequest();
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
m.rootPath = v;
else
delete m.rootPath;
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
return CopyRequest;
});
$lazily(machine, "LogsRequest", () => {
const LogsRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LogsRequest.prototype.namespace = "";
LogsRequest.prototype.id = "";
LogsRequest.prototype.driver = 0;
LogsRequest.prototype.follow = false;
LogsRequest.prototype.tailLines = 0;
LogsRequest.create = function(properties) {
return new LogsRequest(properties);
};
LogsRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== "")
w.uint32(10).string(m.namespace);
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(18).string(m.id);
if (m.driver != null && $Object.hasOwnProperty.call(m, "driver") && m.driver !== 0)
w.uint32(24).int32(m.driver);
if (m.follow != null && $Object.hasOwnProperty.call(m, "follow") && m.follow !== false)
w.uint32(32).bool(m.follow);
if (m.tailLines != null && $Object.hasOwnProperty.call(m, "tailLines") && m.tailLines !== 0)
w.uint32(40).int32(m.tailLines);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LogsRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LogsRequest();
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
m.id = v;
else
delete m.id;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.int32())
m.driver = v;
else
delete m.driver;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.bool())
m.follow = v;
else
delete m.follow;
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.int32())
m.tailLines = v;
else
delete m.tailLines;
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
return LogsRequest;
});
$lazily(machine, "LogsContainersResponse", () => {
const LogsContainersResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LogsContainersResponse.prototype.messages = $util.emptyArray;
LogsContainersResponse.create = function(properties) {
return new LogsContainersResponse(properties);
};
LogsContainersResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.LogsContainer.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LogsContainersResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LogsContainersResponse();
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
m.messages.push($root.machine.LogsContainer.decode(r, r.size(), $undefined, q + 1));
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
return LogsContainersResponse;
});
$lazily(machine, "LogsContainer", () => {
const LogsContainer = function (p) {
this.ids = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
LogsContainer.prototype.metadata = null;
LogsContainer.prototype.ids = $util.emptyArray;
LogsContainer.create = function(properties) {
return new LogsContainer(properties);
};
LogsContainer.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.ids != null && m.ids.length) {
for (var i = 0; i < m.ids.length; ++i)
w.uint32(18).string(m.ids[i]);
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
LogsContainer.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.LogsContainer();
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
if (!(m.ids && m.ids.length))
m.ids = [];
m.ids.push(r.string());
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
return LogsContainer;
});
$lazily(machine, "DmesgRequest", () => {
const DmesgRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DmesgRequest.prototype.follow = false;
DmesgRequest.prototype.tail = false;
DmesgRequest.create = function(properties) {
return new DmesgRequest(properties);
};
DmesgRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.follow != null && $Object.hasOwnProperty.call(m, "follow") && m.follow !== false)
w.uint32(8).bool(m.follow);
if (m.tail != null && $Object.hasOwnProperty.call(m, "tail") && m.tail !== false)
w.uint32(16).bool(m.tail);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DmesgRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.DmesgRequest();
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
m.follow = v;
else
delete m.follow;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.tail = v;
else
delete m.tail;
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
return DmesgRequest;
});
$lazily(machine, "EventsRequest", () => {
const EventsRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EventsRequest.prototype.tailEvents = 0;
EventsRequest.prototype.tailId = "";
EventsRequest.prototype.tailSeconds = 0;
EventsRequest.prototype.withActorId = "";
EventsRequest.create = function(properties) {
return new EventsRequest(properties);
};
EventsRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.tailEvents != null && $Object.hasOwnProperty.call(m, "tailEvents") && m.tailEvents !== 0)
w.uint32(8).int32(m.tailEvents);
if (m.tailId != null && $Object.hasOwnProperty.call(m, "tailId") && m.tailId !== "")
w.uint32(18).string(m.tailId);
if (m.tailSeconds != null && $Object.hasOwnProperty.call(m, "tailSeconds") && m.tailSeconds !== 0)
w.uint32(24).int32(m.tailSeconds);
if (m.withActorId != null && $Object.hasOwnProperty.call(m, "withActorId") && m.withActorId !== "")
w.uint32(34).string(m.withActorId);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EventsRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EventsRequest();
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
if (v = r.int32())
m.tailEvents = v;
else
delete m.tailEvents;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.tailId = v;
else
delete m.tailId;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.int32())
m.tailSeconds = v;
else
delete m.tailSeconds;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.withActorId = v;
else
delete m.withActorId;
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
return EventsRequest;
});
$lazily(machine, "Event", () => {
const Event = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Event.prototype.metadata = null;
Event.prototype.data = null;
Event.prototype.id = "";
Event.prototype.actorId = "";
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
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.data != null && $Object.hasOwnProperty.call(m, "data"))
$root.google.protobuf.Any.encode(m.data, w.uint32(18).fork(), q + 1).ldelim();
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(26).string(m.id);
if (m.actorId != null && $Object.hasOwnProperty.call(m, "actorId") && m.actorId !== "")
w.uint32(34).string(m.actorId);
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
m = g || new $root.machine.Event();
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
m.data = $root.google.protobuf.Any.decode(r, r.size(), $undefined, q + 1, m.data);
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
m.actorId = v;
else
delete m.actorId;
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
$lazily(machine, "SequenceEvent", () => {
const SequenceEvent = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
SequenceEvent.prototype.sequence = "";
SequenceEvent.prototype.action = 0;
SequenceEvent.prototype.error = null;
SequenceEvent.create = function(properties) {
return new SequenceEvent(properties);
};
SequenceEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.sequence != null && $Object.hasOwnProperty.call(m, "sequence") && m.sequence !== "")
w.uint32(10).string(m.sequence);
if (m.action != null && $Object.hasOwnProperty.call(m, "action") && m.action !== 0)
w.uint32(16).int32(m.action);
if (m.error != null && $Object.hasOwnProperty.call(m, "error"))
$root.common.Error.encode(m.error, w.uint32(26).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
SequenceEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.SequenceEvent();
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
m.sequence = v;
else
delete m.sequence;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.action = v;
else
delete m.action;
continue;
}
case 3: {
if (u !== 2)
break;
m.error = $root.common.Error.decode(r, r.size(), $undefined, q + 1, m.error);
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
$lazily(SequenceEvent, "Action", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "NOOP"] = 0;
values[valuesById[1] = "START"] = 1;
values[valuesById[2] = "STOP"] = 2;
return values;
});
return SequenceEvent;
});
$lazily(machine, "PhaseEvent", () => {
const PhaseEvent = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
PhaseEvent.prototype.phase = "";
PhaseEvent.prototype.action = 0;
PhaseEvent.create = function(properties) {
return new PhaseEvent(properties);
};
PhaseEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.phase != null && $Object.hasOwnProperty.call(m, "phase") && m.phase !== "")
w.uint32(10).string(m.phase);
if (m.action != null && $Object.hasOwnProperty.call(m, "action") && m.action !== 0)
w.uint32(16).int32(m.action);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
PhaseEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.PhaseEvent();
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
m.phase = v;
else
delete m.phase;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.action = v;
else
delete m.action;
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
$lazily(PhaseEvent, "Action", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "START"] = 0;
values[valuesById[1] = "STOP"] = 1;
return values;
});
return PhaseEvent;
});
$lazily(machine, "TaskEvent", () => {
const TaskEvent = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
TaskEvent.prototype.task = "";
TaskEvent.prototype.action = 0;
TaskEvent.create = function(properties) {
return new TaskEvent(properties);
};
TaskEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.task != null && $Object.hasOwnProperty.call(m, "task") && m.task !== "")
w.uint32(10).string(m.task);
if (m.action != null && $Object.hasOwnProperty.call(m, "action") && m.action !== 0)
w.uint32(16).int32(m.action);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
TaskEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.TaskEvent();
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
m.task = v;
else
delete m.task;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.action = v;
else
delete m.action;
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
$lazily(TaskEvent, "Action", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "START"] = 0;
values[valuesById[1] = "STOP"] = 1;
return values;
});
return TaskEvent;
});
$lazily(machine, "ServiceStateEvent", () => {
const ServiceStateEvent = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceStateEvent.prototype.service = "";
ServiceStateEvent.prototype.action = 0;
ServiceStateEvent.prototype.message = "";
ServiceStateEvent.prototype.health = null;
ServiceStateEvent.create = function(properties) {
return new ServiceStateEvent(properties);
};
ServiceStateEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.service != null && $Object.hasOwnProperty.call(m, "service") && m.service !== "")
w.uint32(10).string(m.service);
if (m.action != null && $Object.hasOwnProperty.call(m, "action") && m.action !== 0)
w.uint32(16).int32(m.action);
if (m.message != null && $Object.hasOwnProperty.call(m, "message") && m.message !== "")
w.uint32(26).string(m.message);
if (m.health != null && $Object.hasOwnProperty.call(m, "health"))
$root.machine.ServiceHealth.encode(m.health, w.uint32(34).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceStateEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceStateEvent();
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
m.service = v;
else
delete m.service;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.action = v;
else
delete m.action;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.message = v;
else
delete m.message;
continue;
}
case 4: {
if (u !== 2)
break;
m.health = $root.machine.ServiceHealth.decode(r, r.size(), $undefined, q + 1, m.health);
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
$lazily(ServiceStateEvent, "Action", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "INITIALIZED"] = 0;
values[valuesById[1] = "PREPARING"] = 1;
values[valuesById[2] = "WAITING"] = 2;
values[valuesById[3] = "RUNNING"] = 3;
values[valuesById[4] = "STOPPING"] = 4;
values[valuesById[5] = "FINISHED"] = 5;
values[valuesById[6] = "FAILED"] = 6;
values[valuesById[7] = "SKIPPED"] = 7;
values[valuesById[8] = "STARTING"] = 8;
return values;
});
return ServiceStateEvent;
});
$lazily(machine, "ServiceHealth", () => {
const ServiceHealth = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceHealth.prototype.unknown = false;
ServiceHealth.prototype.healthy = false;
ServiceHealth.prototype.lastMessage = "";
ServiceHealth.prototype.lastChange = null;
ServiceHealth.create = function(properties) {
return new ServiceHealth(properties);
};
ServiceHealth.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.unknown != null && $Object.hasOwnProperty.call(m, "unknown") && m.unknown !== false)
w.uint32(8).bool(m.unknown);
if (m.healthy != null && $Object.hasOwnProperty.call(m, "healthy") && m.healthy !== false)
w.uint32(16).bool(m.healthy);
if (m.lastMessage != null && $Object.hasOwnProperty.call(m, "lastMessage") && m.lastMessage !== "")
w.uint32(26).string(m.lastMessage);
if (m.lastChange != null && $Object.hasOwnProperty.call(m, "lastChange"))
$root.google.protobuf.Timestamp.encode(m.lastChange, w.uint32(34).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceHealth.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceHealth();
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
m.unknown = v;
else
delete m.unknown;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.healthy = v;
else
delete m.healthy;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.lastMessage = v;
else
delete m.lastMessage;
continue;
}
case 4: {
if (u !== 2)
break;
m.lastChange = $root.google.protobuf.Timestamp.decode(r, r.size(), $undefined, q + 1, m.lastChange);
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
return ServiceHealth;
});
$lazily(machine, "RestartEvent", () => {
const RestartEvent = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
RestartEvent.prototype.cmd = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
RestartEvent.create = function(properties) {
return new RestartEvent(properties);
};
RestartEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.cmd != null && $Object.hasOwnProperty.call(m, "cmd") && (typeof m.cmd === "object" ? m.cmd.low || m.cmd.high : m.cmd !== 0))
w.uint32(8).int64(m.cmd);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
RestartEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.RestartEvent();
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
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.cmd = v;
else
delete m.cmd;
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
return RestartEvent;
});
$lazily(machine, "ConfigLoadErrorEvent", () => {
const ConfigLoadErrorEvent = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ConfigLoadErrorEvent.prototype.error = "";
ConfigLoadErrorEvent.create = function(properties) {
return new ConfigLoadErrorEvent(properties);
};
ConfigLoadErrorEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.error != null && $Object.hasOwnProperty.call(m, "error") && m.error !== "")
w.uint32(10).string(m.error);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ConfigLoadErrorEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ConfigLoadErrorEvent();
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
m.error = v;
else
delete m.error;
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
return ConfigLoadErrorEvent;
});
$lazily(machine, "ConfigValidationErrorEvent", () => {
const ConfigValidationErrorEvent = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ConfigValidationErrorEvent.prototype.error = "";
ConfigValidationErrorEvent.create = function(properties) {
return new ConfigValidationErrorEvent(properties);
};
ConfigValidationErrorEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.error != null && $Object.hasOwnProperty.call(m, "error") && m.error !== "")
w.uint32(10).string(m.error);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ConfigValidationErrorEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ConfigValidationErrorEvent();
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
m.error = v;
else
delete m.error;
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
return ConfigValidationErrorEvent;
});
$lazily(machine, "AddressEvent", () => {
const AddressEvent = function (p) {
this.addresses = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
AddressEvent.prototype.hostname = "";
AddressEvent.prototype.addresses = $util.emptyArray;
AddressEvent.create = function(properties) {
return new AddressEvent(properties);
};
AddressEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.hostname != null && $Object.hasOwnProperty.call(m, "hostname") && m.hostname !== "")
w.uint32(10).string(m.hostname);
if (m.addresses != null && m.addresses.length) {
for (var i = 0; i < m.addresses.length; ++i)
w.uint32(18).string(m.addresses[i]);
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
AddressEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.AddressEvent();
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
m.hostname = v;
else
delete m.hostname;
continue;
}
case 2: {
if (u !== 2)
break;
if (!(m.addresses && m.addresses.length))
m.addresses = [];
m.addresses.push(r.string());
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
return AddressEvent;
});
$lazily(machine, "MachineStatusEvent", () => {
const MachineStatusEvent = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MachineStatusEvent.prototype.stage = 0;
MachineStatusEvent.prototype.status = null;
MachineStatusEvent.create = function(properties) {
return new MachineStatusEvent(properties);
};
MachineStatusEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.stage != null && $Object.hasOwnProperty.call(m, "stage") && m.stage !== 0)
w.uint32(8).int32(m.stage);
if (m.status != null && $Object.hasOwnProperty.call(m, "status"))
$root.machine.MachineStatusEvent.MachineStatus.encode(m.status, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MachineStatusEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MachineStatusEvent();
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
if (v = r.int32())
m.stage = v;
else
delete m.stage;
continue;
}
case 2: {
if (u !== 2)
break;
m.status = $root.machine.MachineStatusEvent.MachineStatus.decode(r, r.size(), $undefined, q + 1, m.status);
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
$lazily(MachineStatusEvent, "MachineStatus", () => {
const MachineStatus = function (p) {
this.unmetConditions = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MachineStatus.prototype.ready = false;
MachineStatus.prototype.unmetConditions = $util.emptyArray;
MachineStatus.create = function(properties) {
return new MachineStatus(properties);
};
MachineStatus.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.ready != null && $Object.hasOwnProperty.call(m, "ready") && m.ready !== false)
w.uint32(8).bool(m.ready);
if (m.unmetConditions != null && m.unmetConditions.length) {
for (var i = 0; i < m.unmetConditions.length; ++i)
$root.machine.MachineStatusEvent.MachineStatus.UnmetCondition.encode(m.unmetConditions[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MachineStatus.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MachineStatusEvent.MachineStatus();
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
m.ready = v;
else
delete m.ready;
continue;
}
case 2: {
if (u !== 2)
break;
if (!(m.unmetConditions && m.unmetConditions.length))
m.unmetConditions = [];
m.unmetConditions.push($root.machine.MachineStatusEvent.MachineStatus.UnmetCondition.decode(r, r.size(), $undefined, q + 1));
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
$lazily(MachineStatus, "UnmetCondition", () => {
const UnmetCondition = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
UnmetCondition.prototype.name = "";
UnmetCondition.prototype.reason = "";
UnmetCondition.create = function(properties) {
return new UnmetCondition(properties);
};
UnmetCondition.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.reason != null && $Object.hasOwnProperty.call(m, "reason") && m.reason !== "")
w.uint32(18).string(m.reason);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
UnmetCondition.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MachineStatusEvent.MachineStatus.UnmetCondition();
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
m.reason = v;
else
delete m.reason;
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
return UnmetCondition;
});
return MachineStatus;
});
$lazily(MachineStatusEvent, "MachineStage", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "UNKNOWN"] = 0;
values[valuesById[1] = "BOOTING"] = 1;
values[valuesById[2] = "INSTALLING"] = 2;
values[valuesById[3] = "MAINTENANCE"] = 3;
values[valuesById[4] = "RUNNING"] = 4;
values[valuesById[5] = "REBOOTING"] = 5;
values[valuesById[6] = "SHUTTING_DOWN"] = 6;
values[valuesById[7] = "RESETTING"] = 7;
values[valuesById[8] = "UPGRADING"] = 8;
return values;
});
return MachineStatusEvent;
});
$lazily(machine, "NetstatRequest", () => {
const NetstatRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetstatRequest.prototype.filter = 0;
NetstatRequest.prototype.feature = null;
NetstatRequest.prototype.l4proto = null;
NetstatRequest.prototype.netns = null;
NetstatRequest.create = function(properties) {
return new NetstatRequest(properties);
};
NetstatRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.filter != null && $Object.hasOwnProperty.call(m, "filter") && m.filter !== 0)
w.uint32(8).int32(m.filter);
if (m.feature != null && $Object.hasOwnProperty.call(m, "feature"))
$root.machine.NetstatRequest.Feature.encode(m.feature, w.uint32(18).fork(), q + 1).ldelim();
if (m.l4proto != null && $Object.hasOwnProperty.call(m, "l4proto"))
$root.machine.NetstatRequest.L4proto.encode(m.l4proto, w.uint32(26).fork(), q + 1).ldelim();
if (m.netns != null && $Object.hasOwnProperty.call(m, "netns"))
$root.machine.NetstatRequest.NetNS.encode(m.netns, w.uint32(34).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetstatRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetstatRequest();
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
if (v = r.int32())
m.filter = v;
else
delete m.filter;
continue;
}
case 2: {
if (u !== 2)
break;
m.feature = $root.machine.NetstatRequest.Feature.decode(r, r.size(), $undefined, q + 1, m.feature);
continue;
}
case 3: {
if (u !== 2)
break;
m.l4proto = $root.machine.NetstatRequest.L4proto.decode(r, r.size(), $undefined, q + 1, m.l4proto);
continue;
}
case 4: {
if (u !== 2)
break;
m.netns = $root.machine.NetstatRequest.NetNS.decode(r, r.size(), $undefined, q + 1, m.netns);
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
$lazily(NetstatRequest, "Filter", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "ALL"] = 0;
values[valuesById[1] = "CONNECTED"] = 1;
values[valuesById[2] = "LISTENING"] = 2;
return values;
});
$lazily(NetstatRequest, "Feature", () => {
const Feature = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Feature.prototype.pid = false;
Feature.create = function(properties) {
return new Feature(properties);
};
Feature.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.pid != null && $Object.hasOwnProperty.call(m, "pid") && m.pid !== false)
w.uint32(8).bool(m.pid);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Feature.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetstatRequest.Feature();
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
m.pid = v;
else
delete m.pid;
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
return Feature;
});
$lazily(NetstatRequest, "L4proto", () => {
const L4proto = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
L4proto.prototype.tcp = false;
L4proto.prototype.tcp6 = false;
L4proto.prototype.udp = false;
L4proto.prototype.udp6 = false;
L4proto.prototype.udplite = false;
L4proto.prototype.udplite6 = false;
L4proto.prototype.raw = false;
L4proto.prototype.raw6 = false;
L4proto.create = function(properties) {
return new L4proto(properties);
};
L4proto.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.tcp != null && $Object.hasOwnProperty.call(m, "tcp") && m.tcp !== false)
w.uint32(8).bool(m.tcp);
if (m.tcp6 != null && $Object.hasOwnProperty.call(m, "tcp6") && m.tcp6 !== false)
w.uint32(16).bool(m.tcp6);
if (m.udp != null && $Object.hasOwnProperty.call(m, "udp") && m.udp !== false)
w.uint32(24).bool(m.udp);
if (m.udp6 != null && $Object.hasOwnProperty.call(m, "udp6") && m.udp6 !== false)
w.uint32(32).bool(m.udp6);
if (m.udplite != null && $Object.hasOwnProperty.call(m, "udplite") && m.udplite !== false)
w.uint32(40).bool(m.udplite);
if (m.udplite6 != null && $Object.hasOwnProperty.call(m, "udplite6") && m.udplite6 !== false)
w.uint32(48).bool(m.udplite6);
if (m.raw != null && $Object.hasOwnProperty.call(m, "raw") && m.raw !== false)
w.uint32(56).bool(m.raw);
if (m.raw6 != null && $Object.hasOwnProperty.call(m, "raw6") && m.raw6 !== false)
w.uint32(64).bool(m.raw6);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
L4proto.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetstatRequest.L4proto();
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
m.tcp = v;
else
delete m.tcp;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.tcp6 = v;
else
delete m.tcp6;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.bool())
m.udp = v;
else
delete m.udp;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.bool())
m.udp6 = v;
else
delete m.udp6;
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.bool())
m.udplite = v;
else
delete m.udplite;
continue;
}
case 6: {
if (u !== 0)
break;
if (v = r.bool())
m.udplite6 = v;
else
delete m.udplite6;
continue;
}
case 7: {
if (u !== 0)
break;
if (v = r.bool())
m.raw = v;
else
delete m.raw;
continue;
}
case 8: {
if (u !== 0)
break;
if (v = r.bool())
m.raw6 = v;
else
delete m.raw6;
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
return L4proto;
});
$lazily(NetstatRequest, "NetNS", () => {
const NetNS = function (p) {
this.netns = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetNS.prototype.hostnetwork = false;
NetNS.prototype.netns = $util.emptyArray;
NetNS.prototype.allnetns = false;
NetNS.create = function(properties) {
return new NetNS(properties);
};
NetNS.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.hostnetwork != null && $Object.hasOwnProperty.call(m, "hostnetwork") && m.hostnetwork !== false)
w.uint32(8).bool(m.hostnetwork);
if (m.netns != null && m.netns.length) {
for (var i = 0; i < m.netns.length; ++i)
w.uint32(18).string(m.netns[i]);
}
if (m.allnetns != null && $Object.hasOwnProperty.call(m, "allnetns") && m.allnetns !== false)
w.uint32(24).bool(m.allnetns);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetNS.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetstatRequest.NetNS();
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
m.hostnetwork = v;
else
delete m.hostnetwork;
continue;
}
case 2: {
if (u !== 2)
break;
if (!(m.netns && m.netns.length))
m.netns = [];
m.netns.push(r.string());
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.bool())
m.allnetns = v;
else
delete m.allnetns;
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
return NetNS;
});
return NetstatRequest;
});
$lazily(machine, "NetstatResponse", () => {
const NetstatResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetstatResponse.prototype.messages = $util.emptyArray;
NetstatResponse.create = function(properties) {
return new NetstatResponse(properties);
};
NetstatResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Netstat.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetstatResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetstatResponse();
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
m.messages.push($root.machine.Netstat.decode(r, r.size(), $undefined, q + 1));
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
return NetstatResponse;
});
$lazily(machine, "Netstat", () => {
const Netstat = function (p) {
this.connectrecord = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Netstat.prototype.metadata = null;
Netstat.prototype.connectrecord = $util.emptyArray;
Netstat.create = function(properties) {
return new Netstat(properties);
};
Netstat.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.connectrecord != null && m.connectrecord.length) {
for (var i = 0; i < m.connectrecord.length; ++i)
$root.machine.ConnectRecord.encode(m.connectrecord[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Netstat.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Netstat();
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
if (!(m.connectrecord && m.connectrecord.length))
m.connectrecord = [];
m.connectrecord.push($root.machine.ConnectRecord.decode(r, r.size(), $undefined, q + 1));
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
return Netstat;
});
$lazily(machine, "ConnectRecord", () => {
const ConnectRecord = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ConnectRecord.prototype.l4proto = "";
ConnectRecord.prototype.localip = "";
ConnectRecord.prototype.localport = 0;
ConnectRecord.prototype.remoteip = "";
ConnectRecord.prototype.remoteport = 0;
ConnectRecord.prototype.state = 0;
ConnectRecord.prototype.txqueue = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ConnectRecord.prototype.rxqueue = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ConnectRecord.prototype.tr = 0;
ConnectRecord.prototype.timerwhen = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ConnectRecord.prototype.retrnsmt = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ConnectRecord.prototype.uid = 0;
ConnectRecord.prototype.timeout = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ConnectRecord.prototype.inode = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ConnectRecord.prototype.ref = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ConnectRecord.prototype.pointer = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
ConnectRecord.prototype.process = null;
ConnectRecord.prototype.netns = "";
ConnectRecord.create = function(properties) {
return new ConnectRecord(properties);
};
ConnectRecord.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.l4proto != null && $Object.hasOwnProperty.call(m, "l4proto") && m.l4proto !== "")
w.uint32(10).string(m.l4proto);
if (m.localip != null && $Object.hasOwnProperty.call(m, "localip") && m.localip !== "")
w.uint32(18).string(m.localip);
if (m.localport != null && $Object.hasOwnProperty.call(m, "localport") && m.localport !== 0)
w.uint32(24).uint32(m.localport);
if (m.remoteip != null && $Object.hasOwnProperty.call(m, "remoteip") && m.remoteip !== "")
w.uint32(34).string(m.remoteip);
if (m.remoteport != null && $Object.hasOwnProperty.call(m, "remoteport") && m.remoteport !== 0)
w.uint32(40).uint32(m.remoteport);
if (m.state != null && $Object.hasOwnProperty.call(m, "state") && m.state !== 0)
w.uint32(48).int32(m.state);
if (m.txqueue != null && $Object.hasOwnProperty.call(m, "txqueue") && (typeof m.txqueue === "object" ? m.txqueue.low || m.txqueue.high : m.txqueue !== 0))
w.uint32(56).uint64(m.txqueue);
if (m.rxqueue != null && $Object.hasOwnProperty.call(m, "rxqueue") && (typeof m.rxqueue === "object" ? m.rxqueue.low || m.rxqueue.high : m.rxqueue !== 0))
w.uint32(64).uint64(m.rxqueue);
if (m.tr != null && $Object.hasOwnProperty.call(m, "tr") && m.tr !== 0)
w.uint32(72).int32(m.tr);
if (m.timerwhen != null && $Object.hasOwnProperty.call(m, "timerwhen") && (typeof m.timerwhen === "object" ? m.timerwhen.low || m.timerwhen.high : m.timerwhen !== 0))
w.uint32(80).uint64(m.timerwhen);
if (m.retrnsmt != null && $Object.hasOwnProperty.call(m, "retrnsmt") && (typeof m.retrnsmt === "object" ? m.retrnsmt.low || m.retrnsmt.high : m.retrnsmt !== 0))
w.uint32(88).uint64(m.retrnsmt);
if (m.uid != null && $Object.hasOwnProperty.call(m, "uid") && m.uid !== 0)
w.uint32(96).uint32(m.uid);
if (m.timeout != null && $Object.hasOwnProperty.call(m, "timeout") && (typeof m.timeout === "object" ? m.timeout.low || m.timeout.high : m.timeout !== 0))
w.uint32(104).uint64(m.timeout);
if (m.inode != null && $Object.hasOwnProperty.call(m, "inode") && (typeof m.inode === "object" ? m.inode.low || m.inode.high : m.inode !== 0))
w.uint32(112).uint64(m.inode);
if (m.ref != null && $Object.hasOwnProperty.call(m, "ref") && (typeof m.ref === "object" ? m.ref.low || m.ref.high : m.ref !== 0))
w.uint32(120).uint64(m.ref);
if (m.pointer != null && $Object.hasOwnProperty.call(m, "pointer") && (typeof m.pointer === "object" ? m.pointer.low || m.pointer.high : m.pointer !== 0))
w.uint32(128).uint64(m.pointer);
if (m.process != null && $Object.hasOwnProperty.call(m, "process"))
$root.machine.ConnectRecord.Process.encode(m.process, w.uint32(138).fork(), q + 1).ldelim();
if (m.netns != null && $Object.hasOwnProperty.call(m, "netns") && m.netns !== "")
w.uint32(146).string(m.netns);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ConnectRecord.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ConnectRecord();
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
m.l4proto = v;
else
delete m.l4proto;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.localip = v;
else
delete m.localip;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.uint32())
m.localport = v;
else
delete m.localport;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.remoteip = v;
else
delete m.remoteip;
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.uint32())
m.remoteport = v;
else
delete m.remoteport;
continue;
}
case 6: {
if (u !== 0)
break;
if (v = r.int32())
m.state = v;
else
delete m.state;
continue;
}
case 7: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.txqueue = v;
else
delete m.txqueue;
continue;
}
case 8: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.rxqueue = v;
else
delete m.rxqueue;
continue;
}
case 9: {
if (u !== 0)
break;
if (v = r.int32())
m.tr = v;
else
delete m.tr;
continue;
}
case 10: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.timerwhen = v;
else
delete m.timerwhen;
continue;
}
case 11: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.retrnsmt = v;
else
delete m.retrnsmt;
continue;
}
case 12: {
if (u !== 0)
break;
if (v = r.uint32())
m.uid = v;
else
delete m.uid;
continue;
}
case 13: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.timeout = v;
else
delete m.timeout;
continue;
}
case 14: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.inode = v;
else
delete m.inode;
continue;
}
case 15: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.ref = v;
else
delete m.ref;
continue;
}
case 16: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.pointer = v;
else
delete m.pointer;
continue;
}
case 17: {
if (u !== 2)
break;
m.process = $root.machine.ConnectRecord.Process.decode(r, r.size(), $undefined, q + 1, m.process);
continue;
}
case 18: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.netns = v;
else
delete m.netns;
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
$lazily(ConnectRecord, "State", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "RESERVED"] = 0;
values[valuesById[1] = "ESTABLISHED"] = 1;
values[valuesById[2] = "SYN_SENT"] = 2;
values[valuesById[3] = "SYN_RECV"] = 3;
values[valuesById[4] = "FIN_WAIT1"] = 4;
values[valuesById[5] = "FIN_WAIT2"] = 5;
values[valuesById[6] = "TIME_WAIT"] = 6;
values[valuesById[7] = "CLOSE"] = 7;
values[valuesById[8] = "CLOSEWAIT"] = 8;
values[valuesById[9] = "LASTACK"] = 9;
values[valuesById[10] = "LISTEN"] = 10;
values[valuesById[11] = "CLOSING"] = 11;
return values;
});
$lazily(ConnectRecord, "TimerActive", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "OFF"] = 0;
values[valuesById[1] = "ON"] = 1;
values[valuesById[2] = "KEEPALIVE"] = 2;
values[valuesById[3] = "TIMEWAIT"] = 3;
values[valuesById[4] = "PROBE"] = 4;
return values;
});
$lazily(ConnectRecord, "Process", () => {
const Process = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Process.prototype.pid = 0;
Process.prototype.name = "";
Process.create = function(properties) {
return new Process(properties);
};
Process.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.pid != null && $Object.hasOwnProperty.call(m, "pid") && m.pid !== 0)
w.uint32(8).uint32(m.pid);
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(18).string(m.name);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Process.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ConnectRecord.Process();
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
if (v = r.uint32())
m.pid = v;
else
delete m.pid;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.name = v;
else
delete m.name;
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
return Process;
});
return ConnectRecord;
});
$lazily(machine, "PacketCaptureRequest", () => {
const PacketCaptureRequest = function (p) {
this.bpfFilter = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
PacketCaptureRequest.prototype["interface"] = "";
PacketCaptureRequest.prototype.promiscuous = false;
PacketCaptureRequest.prototype.snapLen = 0;
PacketCaptureRequest.prototype.bpfFilter = $util.emptyArray;
PacketCaptureRequest.create = function(properties) {
return new PacketCaptureRequest(properties);
};
PacketCaptureRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m["interface"] != null && $Object.hasOwnProperty.call(m, "interface") && m["interface"] !== "")
w.uint32(10).string(m["interface"]);
if (m.promiscuous != null && $Object.hasOwnProperty.call(m, "promiscuous") && m.promiscuous !== false)
w.uint32(16).bool(m.promiscuous);
if (m.snapLen != null && $Object.hasOwnProperty.call(m, "snapLen") && m.snapLen !== 0)
w.uint32(24).uint32(m.snapLen);
if (m.bpfFilter != null && m.bpfFilter.length) {
for (var i = 0; i < m.bpfFilter.length; ++i)
$root.machine.BPFInstruction.encode(m.bpfFilter[i], w.uint32(34).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
PacketCaptureRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.PacketCaptureRequest();
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
m["interface"] = v;
else
delete m["interface"];
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.promiscuous = v;
else
delete m.promiscuous;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.uint32())
m.snapLen = v;
else
delete m.snapLen;
continue;
}
case 4: {
if (u !== 2)
break;
if (!(m.bpfFilter && m.bpfFilter.length))
m.bpfFilter = [];
m.bpfFilter.push($root.machine.BPFInstruction.decode(r, r.size(), $undefined, q + 1));
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
return PacketCaptureRequest;
});
$lazily(machine, "BPFInstruction", () => {
const BPFInstruction = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
BPFInstruction.prototype.op = 0;
BPFInstruction.prototype.jt = 0;
BPFInstruction.prototype.jf = 0;
BPFInstruction.prototype.k = 0;
BPFInstruction.create = function(properties) {
return new BPFInstruction(properties);
};
BPFInstruction.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.op != null && $Object.hasOwnProperty.call(m, "op") && m.op !== 0)
w.uint32(8).uint32(m.op);
if (m.jt != null && $Object.hasOwnProperty.call(m, "jt") && m.jt !== 0)
w.uint32(16).uint32(m.jt);
if (m.jf != null && $Object.hasOwnProperty.call(m, "jf") && m.jf !== 0)
w.uint32(24).uint32(m.jf);
if (m.k != null && $Object.hasOwnProperty.call(m, "k") && m.k !== 0)
w.uint32(32).uint32(m.k);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
BPFInstruction.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.BPFInstruction();
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
if (v = r.uint32())
m.op = v;
else
delete m.op;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.uint32())
m.jt = v;
else
delete m.jt;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.uint32())
m.jf = v;
else
delete m.jf;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.uint32())
m.k = v;
else
delete m.k;
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
return BPFInstruction;
});
$lazily(machine, "ServiceListResponse", () => {
const ServiceListResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceListResponse.prototype.messages = $util.emptyArray;
ServiceListResponse.create = function(properties) {
return new ServiceListResponse(properties);
};
ServiceListResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.ServiceList.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceListResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceListResponse();
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
m.messages.push($root.machine.ServiceList.decode(r, r.size(), $undefined, q + 1));
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
return ServiceListResponse;
});
$lazily(machine, "ServiceList", () => {
const ServiceList = function (p) {
this.services = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceList.prototype.metadata = null;
ServiceList.prototype.services = $util.emptyArray;
ServiceList.create = function(properties) {
return new ServiceList(properties);
};
ServiceList.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.services != null && m.services.length) {
for (var i = 0; i < m.services.length; ++i)
$root.machine.ServiceInfo.encode(m.services[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceList.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceList();
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
if (!(m.services && m.services.length))
m.services = [];
m.services.push($root.machine.ServiceInfo.decode(r, r.size(), $undefined, q + 1));
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
return ServiceList;
});
$lazily(machine, "ServiceInfo", () => {
const ServiceInfo = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceInfo.prototype.id = "";
ServiceInfo.prototype.state = "";
ServiceInfo.prototype.events = null;
ServiceInfo.prototype.health = null;
ServiceInfo.create = function(properties) {
return new ServiceInfo(properties);
};
ServiceInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(10).string(m.id);
if (m.state != null && $Object.hasOwnProperty.call(m, "state") && m.state !== "")
w.uint32(18).string(m.state);
if (m.events != null && $Object.hasOwnProperty.call(m, "events"))
$root.machine.ServiceEvents.encode(m.events, w.uint32(26).fork(), q + 1).ldelim();
if (m.health != null && $Object.hasOwnProperty.call(m, "health"))
$root.machine.ServiceHealth.encode(m.health, w.uint32(34).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceInfo();
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
m.id = v;
else
delete m.id;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.state = v;
else
delete m.state;
continue;
}
case 3: {
if (u !== 2)
break;
m.events = $root.machine.ServiceEvents.decode(r, r.size(), $undefined, q + 1, m.events);
continue;
}
case 4: {
if (u !== 2)
break;
m.health = $root.machine.ServiceHealth.decode(r, r.size(), $undefined, q + 1, m.health);
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
return ServiceInfo;
});
$lazily(machine, "ServiceEvents", () => {
const ServiceEvents = function (p) {
this.events = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceEvents.prototype.events = $util.emptyArray;
ServiceEvents.create = function(properties) {
return new ServiceEvents(properties);
};
ServiceEvents.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.events != null && m.events.length) {
for (var i = 0; i < m.events.length; ++i)
$root.machine.ServiceEvent.encode(m.events[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceEvents.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceEvents();
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
if (!(m.events && m.events.length))
m.events = [];
m.events.push($root.machine.ServiceEvent.decode(r, r.size(), $undefined, q + 1));
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
return ServiceEvents;
});
$lazily(machine, "ServiceEvent", () => {
const ServiceEvent = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceEvent.prototype.msg = "";
ServiceEvent.prototype.state = "";
ServiceEvent.prototype.ts = null;
ServiceEvent.create = function(properties) {
return new ServiceEvent(properties);
};
ServiceEvent.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.msg != null && $Object.hasOwnProperty.call(m, "msg") && m.msg !== "")
w.uint32(10).string(m.msg);
if (m.state != null && $Object.hasOwnProperty.call(m, "state") && m.state !== "")
w.uint32(18).string(m.state);
if (m.ts != null && $Object.hasOwnProperty.call(m, "ts"))
$root.google.protobuf.Timestamp.encode(m.ts, w.uint32(26).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceEvent.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceEvent();
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
m.msg = v;
else
delete m.msg;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.state = v;
else
delete m.state;
continue;
}
case 3: {
if (u !== 2)
break;
m.ts = $root.google.protobuf.Timestamp.decode(r, r.size(), $undefined, q + 1, m.ts);
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
return ServiceEvent;
});
$lazily(machine, "ServiceStartRequest", () => {
const ServiceStartRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceStartRequest.prototype.id = "";
ServiceStartRequest.create = function(properties) {
return new ServiceStartRequest(properties);
};
ServiceStartRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(10).string(m.id);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceStartRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceStartRequest();
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
m.id = v;
else
delete m.id;
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
return ServiceStartRequest;
});
$lazily(machine, "ServiceStartResponse", () => {
const ServiceStartResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceStartResponse.prototype.messages = $util.emptyArray;
ServiceStartResponse.create = function(properties) {
return new ServiceStartResponse(properties);
};
ServiceStartResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.ServiceStart.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceStartResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceStartResponse();
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
m.messages.push($root.machine.ServiceStart.decode(r, r.size(), $undefined, q + 1));
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
return ServiceStartResponse;
});
$lazily(machine, "ServiceStart", () => {
const ServiceStart = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceStart.prototype.metadata = null;
ServiceStart.prototype.resp = "";
ServiceStart.create = function(properties) {
return new ServiceStart(properties);
};
ServiceStart.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.resp != null && $Object.hasOwnProperty.call(m, "resp") && m.resp !== "")
w.uint32(18).string(m.resp);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceStart.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceStart();
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
if ((v = r.string()).length)
m.resp = v;
else
delete m.resp;
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
return ServiceStart;
});
$lazily(machine, "ServiceStopRequest", () => {
const ServiceStopRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceStopRequest.prototype.id = "";
ServiceStopRequest.create = function(properties) {
return new ServiceStopRequest(properties);
};
ServiceStopRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(10).string(m.id);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceStopRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceStopRequest();
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
m.id = v;
else
delete m.id;
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
return ServiceStopRequest;
});
$lazily(machine, "ServiceStopResponse", () => {
const ServiceStopResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceStopResponse.prototype.messages = $util.emptyArray;
ServiceStopResponse.create = function(properties) {
return new ServiceStopResponse(properties);
};
ServiceStopResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.ServiceStop.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceStopResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceStopResponse();
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
m.messages.push($root.machine.ServiceStop.decode(r, r.size(), $undefined, q + 1));
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
return ServiceStopResponse;
});
$lazily(machine, "ServiceStop", () => {
const ServiceStop = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceStop.prototype.metadata = null;
ServiceStop.prototype.resp = "";
ServiceStop.create = function(properties) {
return new ServiceStop(properties);
};
ServiceStop.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.resp != null && $Object.hasOwnProperty.call(m, "resp") && m.resp !== "")
w.uint32(18).string(m.resp);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceStop.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceStop();
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
if ((v = r.string()).length)
m.resp = v;
else
delete m.resp;
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
return ServiceStop;
});
$lazily(machine, "ServiceRestartRequest", () => {
const ServiceRestartRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceRestartRequest.prototype.id = "";
ServiceRestartRequest.create = function(properties) {
return new ServiceRestartRequest(properties);
};
ServiceRestartRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
w.uint32(10).string(m.id);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceRestartRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceRestartRequest();
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
m.id = v;
else
delete m.id;
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
return ServiceRestartRequest;
});
$lazily(machine, "ServiceRestartResponse", () => {
const ServiceRestartResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceRestartResponse.prototype.messages = $util.emptyArray;
ServiceRestartResponse.create = function(properties) {
return new ServiceRestartResponse(properties);
};
ServiceRestartResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.ServiceRestart.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceRestartResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceRestartResponse();
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
m.messages.push($root.machine.ServiceRestart.decode(r, r.size(), $undefined, q + 1));
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
return ServiceRestartResponse;
});
$lazily(machine, "ServiceRestart", () => {
const ServiceRestart = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ServiceRestart.prototype.metadata = null;
ServiceRestart.prototype.resp = "";
ServiceRestart.create = function(properties) {
return new ServiceRestart(properties);
};
ServiceRestart.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.resp != null && $Object.hasOwnProperty.call(m, "resp") && m.resp !== "")
w.uint32(18).string(m.resp);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ServiceRestart.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ServiceRestart();
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
if ((v = r.string()).length)
m.resp = v;
else
delete m.resp;
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
return ServiceRestart;
});
$lazily(machine, "ApplyConfigurationRequest", () => {
const ApplyConfigurationRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ApplyConfigurationRequest.prototype.data = $util.newBuffer([]);
ApplyConfigurationRequest.prototype.mode = 0;
ApplyConfigurationRequest.prototype.dryRun = false;
ApplyConfigurationRequest.prototype.tryModeTimeout = null;
ApplyConfigurationRequest.create = function(properties) {
return new ApplyConfigurationRequest(properties);
};
ApplyConfigurationRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.data != null && $Object.hasOwnProperty.call(m, "data") && m.data.length)
w.uint32(10).bytes(m.data);
if (m.mode != null && $Object.hasOwnProperty.call(m, "mode") && m.mode !== 0)
w.uint32(32).int32(m.mode);
if (m.dryRun != null && $Object.hasOwnProperty.call(m, "dryRun") && m.dryRun !== false)
w.uint32(40).bool(m.dryRun);
if (m.tryModeTimeout != null && $Object.hasOwnProperty.call(m, "tryModeTimeout"))
$root.google.protobuf.Duration.encode(m.tryModeTimeout, w.uint32(50).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ApplyConfigurationRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ApplyConfigurationRequest();
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
m.data = v;
else
delete m.data;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.int32())
m.mode = v;
else
delete m.mode;
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.bool())
m.dryRun = v;
else
delete m.dryRun;
continue;
}
case 6: {
if (u !== 2)
break;
m.tryModeTimeout = $root.google.protobuf.Duration.decode(r, r.size(), $undefined, q + 1, m.tryModeTimeout);
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
$lazily(ApplyConfigurationRequest, "Mode", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "REBOOT"] = 0;
values[valuesById[1] = "AUTO"] = 1;
values[valuesById[2] = "NO_REBOOT"] = 2;
values[valuesById[3] = "STAGED"] = 3;
values[valuesById[4] = "TRY"] = 4;
return values;
});
return ApplyConfigurationRequest;
});
$lazily(machine, "ApplyConfigurationResponse", () => {
const ApplyConfigurationResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ApplyConfigurationResponse.prototype.messages = $util.emptyArray;
ApplyConfigurationResponse.create = function(properties) {
return new ApplyConfigurationResponse(properties);
};
ApplyConfigurationResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.ApplyConfiguration.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ApplyConfigurationResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ApplyConfigurationResponse();
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
m.messages.push($root.machine.ApplyConfiguration.decode(r, r.size(), $undefined, q + 1));
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
return ApplyConfigurationResponse;
});
$lazily(machine, "ApplyConfiguration", () => {
const ApplyConfiguration = function (p) {
this.warnings = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ApplyConfiguration.prototype.metadata = null;
ApplyConfiguration.prototype.warnings = $util.emptyArray;
ApplyConfiguration.prototype.mode = 0;
ApplyConfiguration.prototype.modeDetails = "";
ApplyConfiguration.create = function(properties) {
return new ApplyConfiguration(properties);
};
ApplyConfiguration.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.warnings != null && m.warnings.length) {
for (var i = 0; i < m.warnings.length; ++i)
w.uint32(18).string(m.warnings[i]);
}
if (m.mode != null && $Object.hasOwnProperty.call(m, "mode") && m.mode !== 0)
w.uint32(24).int32(m.mode);
if (m.modeDetails != null && $Object.hasOwnProperty.call(m, "modeDetails") && m.modeDetails !== "")
w.uint32(34).string(m.modeDetails);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ApplyConfiguration.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ApplyConfiguration();
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
if (!(m.warnings && m.warnings.length))
m.warnings = [];
m.warnings.push(r.string());
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.int32())
m.mode = v;
else
delete m.mode;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.modeDetails = v;
else
delete m.modeDetails;
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
return ApplyConfiguration;
});
$lazily(machine, "GenerateConfigurationRequest", () => {
const GenerateConfigurationRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
GenerateConfigurationRequest.prototype.configVersion = "";
GenerateConfigurationRequest.prototype.clusterConfig = null;
GenerateConfigurationRequest.prototype.machineConfig = null;
GenerateConfigurationRequest.prototype.overrideTime = null;
GenerateConfigurationRequest.create = function(properties) {
return new GenerateConfigurationRequest(properties);
};
GenerateConfigurationRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.configVersion != null && $Object.hasOwnProperty.call(m, "configVersion") && m.configVersion !== "")
w.uint32(10).string(m.configVersion);
if (m.clusterConfig != null && $Object.hasOwnProperty.call(m, "clusterConfig"))
$root.machine.ClusterConfig.encode(m.clusterConfig, w.uint32(18).fork(), q + 1).ldelim();
if (m.machineConfig != null && $Object.hasOwnProperty.call(m, "machineConfig"))
$root.machine.MachineConfig.encode(m.machineConfig, w.uint32(26).fork(), q + 1).ldelim();
if (m.overrideTime != null && $Object.hasOwnProperty.call(m, "overrideTime"))
$root.google.protobuf.Timestamp.encode(m.overrideTime, w.uint32(34).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
GenerateConfigurationRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.GenerateConfigurationRequest();
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
m.configVersion = v;
else
delete m.configVersion;
continue;
}
case 2: {
if (u !== 2)
break;
m.clusterConfig = $root.machine.ClusterConfig.decode(r, r.size(), $undefined, q + 1, m.clusterConfig);
continue;
}
case 3: {
if (u !== 2)
break;
m.machineConfig = $root.machine.MachineConfig.decode(r, r.size(), $undefined, q + 1, m.machineConfig);
continue;
}
case 4: {
if (u !== 2)
break;
m.overrideTime = $root.google.protobuf.Timestamp.decode(r, r.size(), $undefined, q + 1, m.overrideTime);
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
return GenerateConfigurationRequest;
});
$lazily(machine, "ClusterConfig", () => {
const ClusterConfig = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ClusterConfig.prototype.name = "";
ClusterConfig.prototype.controlPlane = null;
ClusterConfig.prototype.clusterNetwork = null;
ClusterConfig.prototype.allowSchedulingOnControlPlanes = false;
ClusterConfig.create = function(properties) {
return new ClusterConfig(properties);
};
ClusterConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.controlPlane != null && $Object.hasOwnProperty.call(m, "controlPlane"))
$root.machine.ControlPlaneConfig.encode(m.controlPlane, w.uint32(18).fork(), q + 1).ldelim();
if (m.clusterNetwork != null && $Object.hasOwnProperty.call(m, "clusterNetwork"))
$root.machine.ClusterNetworkConfig.encode(m.clusterNetwork, w.uint32(26).fork(), q + 1).ldelim();
if (m.allowSchedulingOnControlPlanes != null && $Object.hasOwnProperty.call(m, "allowSchedulingOnControlPlanes") && m.allowSchedulingOnControlPlanes !== false)
w.uint32(32).bool(m.allowSchedulingOnControlPlanes);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ClusterConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ClusterConfig();
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
m.controlPlane = $root.machine.ControlPlaneConfig.decode(r, r.size(), $undefined, q + 1, m.controlPlane);
continue;
}
case 3: {
if (u !== 2)
break;
m.clusterNetwork = $root.machine.ClusterNetworkConfig.decode(r, r.size(), $undefined, q + 1, m.clusterNetwork);
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.bool())
m.allowSchedulingOnControlPlanes = v;
else
delete m.allowSchedulingOnControlPlanes;
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
return ClusterConfig;
});
$lazily(machine, "ControlPlaneConfig", () => {
const ControlPlaneConfig = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ControlPlaneConfig.prototype.endpoint = "";
ControlPlaneConfig.create = function(properties) {
return new ControlPlaneConfig(properties);
};
ControlPlaneConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.endpoint != null && $Object.hasOwnProperty.call(m, "endpoint") && m.endpoint !== "")
w.uint32(10).string(m.endpoint);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ControlPlaneConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ControlPlaneConfig();
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
m.endpoint = v;
else
delete m.endpoint;
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
return ControlPlaneConfig;
});
$lazily(machine, "ClusterNetworkConfig", () => {
const ClusterNetworkConfig = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ClusterNetworkConfig.prototype.dnsDomain = "";
ClusterNetworkConfig.prototype.cniConfig = null;
ClusterNetworkConfig.create = function(properties) {
return new ClusterNetworkConfig(properties);
};
ClusterNetworkConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.dnsDomain != null && $Object.hasOwnProperty.call(m, "dnsDomain") && m.dnsDomain !== "")
w.uint32(10).string(m.dnsDomain);
if (m.cniConfig != null && $Object.hasOwnProperty.call(m, "cniConfig"))
$root.machine.CNIConfig.encode(m.cniConfig, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ClusterNetworkConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ClusterNetworkConfig();
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
m.dnsDomain = v;
else
delete m.dnsDomain;
continue;
}
case 2: {
if (u !== 2)
break;
m.cniConfig = $root.machine.CNIConfig.decode(r, r.size(), $undefined, q + 1, m.cniConfig);
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
return ClusterNetworkConfig;
});
$lazily(machine, "CNIConfig", () => {
const CNIConfig = function (p) {
this.urls = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CNIConfig.prototype.name = "";
CNIConfig.prototype.urls = $util.emptyArray;
CNIConfig.create = function(properties) {
return new CNIConfig(properties);
};
CNIConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(10).string(m.name);
if (m.urls != null && m.urls.length) {
for (var i = 0; i < m.urls.length; ++i)
w.uint32(18).string(m.urls[i]);
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CNIConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.CNIConfig();
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
if (!(m.urls && m.urls.length))
m.urls = [];
m.urls.push(r.string());
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
return CNIConfig;
});
$lazily(machine, "MachineConfig", () => {
const MachineConfig = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MachineConfig.prototype.type = 0;
MachineConfig.prototype.installConfig = null;
MachineConfig.prototype.networkConfig = null;
MachineConfig.prototype.kubernetesVersion = "";
MachineConfig.create = function(properties) {
return new MachineConfig(properties);
};
MachineConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.type != null && $Object.hasOwnProperty.call(m, "type") && m.type !== 0)
w.uint32(8).int32(m.type);
if (m.installConfig != null && $Object.hasOwnProperty.call(m, "installConfig"))
$root.machine.InstallConfig.encode(m.installConfig, w.uint32(18).fork(), q + 1).ldelim();
if (m.networkConfig != null && $Object.hasOwnProperty.call(m, "networkConfig"))
$root.machine.NetworkConfig.encode(m.networkConfig, w.uint32(26).fork(), q + 1).ldelim();
if (m.kubernetesVersion != null && $Object.hasOwnProperty.call(m, "kubernetesVersion") && m.kubernetesVersion !== "")
w.uint32(34).string(m.kubernetesVersion);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MachineConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MachineConfig();
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
if (v = r.int32())
m.type = v;
else
delete m.type;
continue;
}
case 2: {
if (u !== 2)
break;
m.installConfig = $root.machine.InstallConfig.decode(r, r.size(), $undefined, q + 1, m.installConfig);
continue;
}
case 3: {
if (u !== 2)
break;
m.networkConfig = $root.machine.NetworkConfig.decode(r, r.size(), $undefined, q + 1, m.networkConfig);
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.kubernetesVersion = v;
else
delete m.kubernetesVersion;
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
$lazily(MachineConfig, "MachineType", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "TYPE_UNKNOWN"] = 0;
values[valuesById[1] = "TYPE_INIT"] = 1;
values[valuesById[2] = "TYPE_CONTROL_PLANE"] = 2;
values[valuesById[3] = "TYPE_WORKER"] = 3;
return values;
});
return MachineConfig;
});
$lazily(machine, "InstallConfig", () => {
const InstallConfig = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
InstallConfig.prototype.installDisk = "";
InstallConfig.prototype.installImage = "";
InstallConfig.create = function(properties) {
return new InstallConfig(properties);
};
InstallConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.installDisk != null && $Object.hasOwnProperty.call(m, "installDisk") && m.installDisk !== "")
w.uint32(10).string(m.installDisk);
if (m.installImage != null && $Object.hasOwnProperty.call(m, "installImage") && m.installImage !== "")
w.uint32(18).string(m.installImage);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
InstallConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.InstallConfig();
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
m.installDisk = v;
else
delete m.installDisk;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.installImage = v;
else
delete m.installImage;
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
return InstallConfig;
});
$lazily(machine, "NetworkConfig", () => {
const NetworkConfig = function (p) {
this.interfaces = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetworkConfig.prototype.hostname = "";
NetworkConfig.prototype.interfaces = $util.emptyArray;
NetworkConfig.create = function(properties) {
return new NetworkConfig(properties);
};
NetworkConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.hostname != null && $Object.hasOwnProperty.call(m, "hostname") && m.hostname !== "")
w.uint32(10).string(m.hostname);
if (m.interfaces != null && m.interfaces.length) {
for (var i = 0; i < m.interfaces.length; ++i)
$root.machine.NetworkDeviceConfig.encode(m.interfaces[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetworkConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetworkConfig();
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
m.hostname = v;
else
delete m.hostname;
continue;
}
case 2: {
if (u !== 2)
break;
if (!(m.interfaces && m.interfaces.length))
m.interfaces = [];
m.interfaces.push($root.machine.NetworkDeviceConfig.decode(r, r.size(), $undefined, q + 1));
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
return NetworkConfig;
});
$lazily(machine, "NetworkDeviceConfig", () => {
const NetworkDeviceConfig = function (p) {
this.routes = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetworkDeviceConfig.prototype["interface"] = "";
NetworkDeviceConfig.prototype.cidr = "";
NetworkDeviceConfig.prototype.mtu = 0;
NetworkDeviceConfig.prototype.dhcp = false;
NetworkDeviceConfig.prototype.ignore = false;
NetworkDeviceConfig.prototype.dhcpOptions = null;
NetworkDeviceConfig.prototype.routes = $util.emptyArray;
NetworkDeviceConfig.create = function(properties) {
return new NetworkDeviceConfig(properties);
};
NetworkDeviceConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m["interface"] != null && $Object.hasOwnProperty.call(m, "interface") && m["interface"] !== "")
w.uint32(10).string(m["interface"]);
if (m.cidr != null && $Object.hasOwnProperty.call(m, "cidr") && m.cidr !== "")
w.uint32(18).string(m.cidr);
if (m.mtu != null && $Object.hasOwnProperty.call(m, "mtu") && m.mtu !== 0)
w.uint32(24).int32(m.mtu);
if (m.dhcp != null && $Object.hasOwnProperty.call(m, "dhcp") && m.dhcp !== false)
w.uint32(32).bool(m.dhcp);
if (m.ignore != null && $Object.hasOwnProperty.call(m, "ignore") && m.ignore !== false)
w.uint32(40).bool(m.ignore);
if (m.dhcpOptions != null && $Object.hasOwnProperty.call(m, "dhcpOptions"))
$root.machine.DHCPOptionsConfig.encode(m.dhcpOptions, w.uint32(50).fork(), q + 1).ldelim();
if (m.routes != null && m.routes.length) {
for (var i = 0; i < m.routes.length; ++i)
$root.machine.RouteConfig.encode(m.routes[i], w.uint32(58).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetworkDeviceConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.NetworkDeviceConfig();
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
m["interface"] = v;
else
delete m["interface"];
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.cidr = v;
else
delete m.cidr;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.int32())
m.mtu = v;
else
delete m.mtu;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.bool())
m.dhcp = v;
else
delete m.dhcp;
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.bool())
m.ignore = v;
else
delete m.ignore;
continue;
}
case 6: {
if (u !== 2)
break;
m.dhcpOptions = $root.machine.DHCPOptionsConfig.decode(r, r.size(), $undefined, q + 1, m.dhcpOptions);
continue;
}
case 7: {
if (u !== 2)
break;
if (!(m.routes && m.routes.length))
m.routes = [];
m.routes.push($root.machine.RouteConfig.decode(r, r.size(), $undefined, q + 1));
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
return NetworkDeviceConfig;
});
$lazily(machine, "DHCPOptionsConfig", () => {
const DHCPOptionsConfig = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DHCPOptionsConfig.prototype.routeMetric = 0;
DHCPOptionsConfig.create = function(properties) {
return new DHCPOptionsConfig(properties);
};
DHCPOptionsConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.routeMetric != null && $Object.hasOwnProperty.call(m, "routeMetric") && m.routeMetric !== 0)
w.uint32(8).uint32(m.routeMetric);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DHCPOptionsConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.DHCPOptionsConfig();
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
if (v = r.uint32())
m.routeMetric = v;
else
delete m.routeMetric;
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
return DHCPOptionsConfig;
});
$lazily(machine, "RouteConfig", () => {
const RouteConfig = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
RouteConfig.prototype.network = "";
RouteConfig.prototype.gateway = "";
RouteConfig.prototype.metric = 0;
RouteConfig.create = function(properties) {
return new RouteConfig(properties);
};
RouteConfig.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.network != null && $Object.hasOwnProperty.call(m, "network") && m.network !== "")
w.uint32(10).string(m.network);
if (m.gateway != null && $Object.hasOwnProperty.call(m, "gateway") && m.gateway !== "")
w.uint32(18).string(m.gateway);
if (m.metric != null && $Object.hasOwnProperty.call(m, "metric") && m.metric !== 0)
w.uint32(24).uint32(m.metric);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
RouteConfig.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.RouteConfig();
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
m.network = v;
else
delete m.network;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.gateway = v;
else
delete m.gateway;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.uint32())
m.metric = v;
else
delete m.metric;
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
return RouteConfig;
});
$lazily(machine, "GenerateConfigurationResponse", () => {
const GenerateConfigurationResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
GenerateConfigurationResponse.prototype.messages = $util.emptyArray;
GenerateConfigurationResponse.create = function(properties) {
return new GenerateConfigurationResponse(properties);
};
GenerateConfigurationResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.GenerateConfiguration.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
GenerateConfigurationResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.GenerateConfigurationResponse();
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
m.messages.push($root.machine.GenerateConfiguration.decode(r, r.size(), $undefined, q + 1));
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
return GenerateConfigurationResponse;
});
$lazily(machine, "GenerateConfiguration", () => {
const GenerateConfiguration = function (p) {
this.data = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
GenerateConfiguration.prototype.metadata = null;
GenerateConfiguration.prototype.data = $util.emptyArray;
GenerateConfiguration.prototype.talosconfig = $util.newBuffer([]);
GenerateConfiguration.create = function(properties) {
return new GenerateConfiguration(properties);
};
GenerateConfiguration.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.data != null && m.data.length) {
for (var i = 0; i < m.data.length; ++i)
w.uint32(18).bytes(m.data[i]);
}
if (m.talosconfig != null && $Object.hasOwnProperty.call(m, "talosconfig") && m.talosconfig.length)
w.uint32(26).bytes(m.talosconfig);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
GenerateConfiguration.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.GenerateConfiguration();
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
if (!(m.data && m.data.length))
m.data = [];
m.data.push(r.bytes());
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.bytes()).length)
m.talosconfig = v;
else
delete m.talosconfig;
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
return GenerateConfiguration;
});
$lazily(machine, "GenerateClientConfigurationRequest", () => {
const GenerateClientConfigurationRequest = function (p) {
this.roles = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
GenerateClientConfigurationRequest.prototype.roles = $util.emptyArray;
GenerateClientConfigurationRequest.prototype.crtTtl = null;
GenerateClientConfigurationRequest.create = function(properties) {
return new GenerateClientConfigurationRequest(properties);
};
GenerateClientConfigurationRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.roles != null && m.roles.length) {
for (var i = 0; i < m.roles.length; ++i)
w.uint32(10).string(m.roles[i]);
}
if (m.crtTtl != null && $Object.hasOwnProperty.call(m, "crtTtl"))
$root.google.protobuf.Duration.encode(m.crtTtl, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
GenerateClientConfigurationRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.GenerateClientConfigurationRequest();
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
if (!(m.roles && m.roles.length))
m.roles = [];
m.roles.push(r.string());
continue;
}
case 2: {
if (u !== 2)
break;
m.crtTtl = $root.google.protobuf.Duration.decode(r, r.size(), $undefined, q + 1, m.crtTtl);
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
return GenerateClientConfigurationRequest;
});
$lazily(machine, "GenerateClientConfigurationResponse", () => {
const GenerateClientConfigurationResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
GenerateClientConfigurationResponse.prototype.messages = $util.emptyArray;
GenerateClientConfigurationResponse.create = function(properties) {
return new GenerateClientConfigurationResponse(properties);
};
GenerateClientConfigurationResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.GenerateClientConfiguration.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
GenerateClientConfigurationResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.GenerateClientConfigurationResponse();
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
m.messages.push($root.machine.GenerateClientConfiguration.decode(r, r.size(), $undefined, q + 1));
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
return GenerateClientConfigurationResponse;
});
$lazily(machine, "GenerateClientConfiguration", () => {
const GenerateClientConfiguration = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
GenerateClientConfiguration.prototype.metadata = null;
GenerateClientConfiguration.prototype.ca = $util.newBuffer([]);
GenerateClientConfiguration.prototype.crt = $util.newBuffer([]);
GenerateClientConfiguration.prototype.key = $util.newBuffer([]);
GenerateClientConfiguration.prototype.talosconfig = $util.newBuffer([]);
GenerateClientConfiguration.create = function(properties) {
return new GenerateClientConfiguration(properties);
};
GenerateClientConfiguration.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.ca != null && $Object.hasOwnProperty.call(m, "ca") && m.ca.length)
w.uint32(18).bytes(m.ca);
if (m.crt != null && $Object.hasOwnProperty.call(m, "crt") && m.crt.length)
w.uint32(26).bytes(m.crt);
if (m.key != null && $Object.hasOwnProperty.call(m, "key") && m.key.length)
w.uint32(34).bytes(m.key);
if (m.talosconfig != null && $Object.hasOwnProperty.call(m, "talosconfig") && m.talosconfig.length)
w.uint32(42).bytes(m.talosconfig);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
GenerateClientConfiguration.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.GenerateClientConfiguration();
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
if ((v = r.bytes()).length)
m.ca = v;
else
delete m.ca;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.bytes()).length)
m.crt = v;
else
delete m.crt;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.bytes()).length)
m.key = v;
else
delete m.key;
continue;
}
case 5: {
if (u !== 2)
break;
if ((v = r.bytes()).length)
m.talosconfig = v;
else
delete m.talosconfig;
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
return GenerateClientConfiguration;
});
$lazily(machine, "MetaWriteRequest", () => {
const MetaWriteRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MetaWriteRequest.prototype.key = 0;
MetaWriteRequest.prototype.value = $util.newBuffer([]);
MetaWriteRequest.create = function(properties) {
return new MetaWriteRequest(properties);
};
MetaWriteRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.key != null && $Object.hasOwnProperty.call(m, "key") && m.key !== 0)
w.uint32(8).uint32(m.key);
if (m.value != null && $Object.hasOwnProperty.call(m, "value") && m.value.length)
w.uint32(18).bytes(m.value);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MetaWriteRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MetaWriteRequest();
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
if (v = r.uint32())
m.key = v;
else
delete m.key;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.bytes()).length)
m.value = v;
else
delete m.value;
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
return MetaWriteRequest;
});
$lazily(machine, "MetaWriteResponse", () => {
const MetaWriteResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MetaWriteResponse.prototype.messages = $util.emptyArray;
MetaWriteResponse.create = function(properties) {
return new MetaWriteResponse(properties);
};
MetaWriteResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.MetaWrite.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MetaWriteResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MetaWriteResponse();
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
m.messages.push($root.machine.MetaWrite.decode(r, r.size(), $undefined, q + 1));
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
return MetaWriteResponse;
});
$lazily(machine, "MetaWrite", () => {
const MetaWrite = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MetaWrite.prototype.metadata = null;
MetaWrite.create = function(properties) {
return new MetaWrite(properties);
};
MetaWrite.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MetaWrite.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MetaWrite();
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
return MetaWrite;
});
$lazily(machine, "MetaDeleteRequest", () => {
const MetaDeleteRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MetaDeleteRequest.prototype.key = 0;
MetaDeleteRequest.create = function(properties) {
return new MetaDeleteRequest(properties);
};
MetaDeleteRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.key != null && $Object.hasOwnProperty.call(m, "key") && m.key !== 0)
w.uint32(8).uint32(m.key);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MetaDeleteRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MetaDeleteRequest();
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
if (v = r.uint32())
m.key = v;
else
delete m.key;
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
return MetaDeleteRequest;
});
$lazily(machine, "MetaDeleteResponse", () => {
const MetaDeleteResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MetaDeleteResponse.prototype.messages = $util.emptyArray;
MetaDeleteResponse.create = function(properties) {
return new MetaDeleteResponse(properties);
};
MetaDeleteResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.MetaDelete.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MetaDeleteResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MetaDeleteResponse();
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
m.messages.push($root.machine.MetaDelete.decode(r, r.size(), $undefined, q + 1));
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
return MetaDeleteResponse;
});
$lazily(machine, "MetaDelete", () => {
const MetaDelete = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
MetaDelete.prototype.metadata = null;
MetaDelete.create = function(properties) {
return new MetaDelete(properties);
};
MetaDelete.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
MetaDelete.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.MetaDelete();
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
return MetaDelete;
});
$lazily(machine, "BootstrapRequest", () => {
const BootstrapRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
BootstrapRequest.prototype.recoverEtcd = false;
BootstrapRequest.prototype.recoverSkipHashCheck = false;
BootstrapRequest.create = function(properties) {
return new BootstrapRequest(properties);
};
BootstrapRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.recoverEtcd != null && $Object.hasOwnProperty.call(m, "recoverEtcd") && m.recoverEtcd !== false)
w.uint32(8).bool(m.recoverEtcd);
if (m.recoverSkipHashCheck != null && $Object.hasOwnProperty.call(m, "recoverSkipHashCheck") && m.recoverSkipHashCheck !== false)
w.uint32(16).bool(m.recoverSkipHashCheck);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
BootstrapRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.BootstrapRequest();
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
m.recoverEtcd = v;
else
delete m.recoverEtcd;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.recoverSkipHashCheck = v;
else
delete m.recoverSkipHashCheck;
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
return BootstrapRequest;
});
$lazily(machine, "BootstrapResponse", () => {
const BootstrapResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
BootstrapResponse.prototype.messages = $util.emptyArray;
BootstrapResponse.create = function(properties) {
return new BootstrapResponse(properties);
};
BootstrapResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Bootstrap.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
BootstrapResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.BootstrapResponse();
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
m.messages.push($root.machine.Bootstrap.decode(r, r.size(), $undefined, q + 1));
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
return BootstrapResponse;
});
$lazily(machine, "Bootstrap", () => {
const Bootstrap = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Bootstrap.prototype.metadata = null;
Bootstrap.create = function(properties) {
return new Bootstrap(properties);
};
Bootstrap.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Bootstrap.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Bootstrap();
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
return Bootstrap;
});
$lazily(machine, "RebootRequest", () => {
const RebootRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
RebootRequest.prototype.mode = 0;
RebootRequest.create = function(properties) {
return new RebootRequest(properties);
};
RebootRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.mode != null && $Object.hasOwnProperty.call(m, "mode") && m.mode !== 0)
w.uint32(8).int32(m.mode);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
RebootRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.RebootRequest();
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
if (v = r.int32())
m.mode = v;
else
delete m.mode;
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
$lazily(RebootRequest, "Mode", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "DEFAULT"] = 0;
values[valuesById[1] = "POWERCYCLE"] = 1;
values[valuesById[2] = "FORCE"] = 2;
return values;
});
return RebootRequest;
});
$lazily(machine, "RebootResponse", () => {
const RebootResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
RebootResponse.prototype.messages = $util.emptyArray;
RebootResponse.create = function(properties) {
return new RebootResponse(properties);
};
RebootResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Reboot.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
RebootResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.RebootResponse();
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
m.messages.push($root.machine.Reboot.decode(r, r.size(), $undefined, q + 1));
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
return RebootResponse;
});
$lazily(machine, "Reboot", () => {
const Reboot = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Reboot.prototype.metadata = null;
Reboot.prototype.actorId = "";
Reboot.create = function(properties) {
return new Reboot(properties);
};
Reboot.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.actorId != null && $Object.hasOwnProperty.call(m, "actorId") && m.actorId !== "")
w.uint32(18).string(m.actorId);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Reboot.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Reboot();
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
if ((v = r.string()).length)
m.actorId = v;
else
delete m.actorId;
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
return Reboot;
});
$lazily(machine, "ShutdownRequest", () => {
const ShutdownRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ShutdownRequest.prototype.force = false;
ShutdownRequest.create = function(properties) {
return new ShutdownRequest(properties);
};
ShutdownRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.force != null && $Object.hasOwnProperty.call(m, "force") && m.force !== false)
w.uint32(8).bool(m.force);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ShutdownRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ShutdownRequest();
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
m.force = v;
else
delete m.force;
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
return ShutdownRequest;
});
$lazily(machine, "ShutdownResponse", () => {
const ShutdownResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ShutdownResponse.prototype.messages = $util.emptyArray;
ShutdownResponse.create = function(properties) {
return new ShutdownResponse(properties);
};
ShutdownResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Shutdown.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ShutdownResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ShutdownResponse();
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
m.messages.push($root.machine.Shutdown.decode(r, r.size(), $undefined, q + 1));
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
return ShutdownResponse;
});
$lazily(machine, "Shutdown", () => {
const Shutdown = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Shutdown.prototype.metadata = null;
Shutdown.prototype.actorId = "";
Shutdown.create = function(properties) {
return new Shutdown(properties);
};
Shutdown.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.actorId != null && $Object.hasOwnProperty.call(m, "actorId") && m.actorId !== "")
w.uint32(18).string(m.actorId);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Shutdown.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Shutdown();
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
if ((v = r.string()).length)
m.actorId = v;
else
delete m.actorId;
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
return Shutdown;
});
$lazily(machine, "ResetRequest", () => {
const ResetRequest = function (p) {
this.systemPartitionsToWipe = [];
this.userDisksToWipe = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ResetRequest.prototype.graceful = false;
ResetRequest.prototype.reboot = false;
ResetRequest.prototype.systemPartitionsToWipe = $util.emptyArray;
ResetRequest.prototype.userDisksToWipe = $util.emptyArray;
ResetRequest.prototype.mode = 0;
ResetRequest.create = function(properties) {
return new ResetRequest(properties);
};
ResetRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.graceful != null && $Object.hasOwnProperty.call(m, "graceful") && m.graceful !== false)
w.uint32(8).bool(m.graceful);
if (m.reboot != null && $Object.hasOwnProperty.call(m, "reboot") && m.reboot !== false)
w.uint32(16).bool(m.reboot);
if (m.systemPartitionsToWipe != null && m.systemPartitionsToWipe.length) {
for (var i = 0; i < m.systemPartitionsToWipe.length; ++i)
$root.machine.ResetPartitionSpec.encode(m.systemPartitionsToWipe[i], w.uint32(26).fork(), q + 1).ldelim();
}
if (m.userDisksToWipe != null && m.userDisksToWipe.length) {
for (var i = 0; i < m.userDisksToWipe.length; ++i)
w.uint32(34).string(m.userDisksToWipe[i]);
}
if (m.mode != null && $Object.hasOwnProperty.call(m, "mode") && m.mode !== 0)
w.uint32(40).int32(m.mode);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ResetRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ResetRequest();
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
m.graceful = v;
else
delete m.graceful;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.reboot = v;
else
delete m.reboot;
continue;
}
case 3: {
if (u !== 2)
break;
if (!(m.systemPartitionsToWipe && m.systemPartitionsToWipe.length))
m.systemPartitionsToWipe = [];
m.systemPartitionsToWipe.push($root.machine.ResetPartitionSpec.decode(r, r.size(), $undefined, q + 1));
continue;
}
case 4: {
if (u !== 2)
break;
if (!(m.userDisksToWipe && m.userDisksToWipe.length))
m.userDisksToWipe = [];
m.userDisksToWipe.push(r.string());
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.int32())
m.mode = v;
else
delete m.mode;
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
$lazily(ResetRequest, "WipeMode", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "ALL"] = 0;
values[valuesById[1] = "SYSTEM_DISK"] = 1;
values[valuesById[2] = "USER_DISKS"] = 2;
return values;
});
return ResetRequest;
});
$lazily(machine, "ResetPartitionSpec", () => {
const ResetPartitionSpec = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ResetPartitionSpec.prototype.label = "";
ResetPartitionSpec.prototype.wipe = false;
ResetPartitionSpec.create = function(properties) {
return new ResetPartitionSpec(properties);
};
ResetPartitionSpec.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.label != null && $Object.hasOwnProperty.call(m, "label") && m.label !== "")
w.uint32(10).string(m.label);
if (m.wipe != null && $Object.hasOwnProperty.call(m, "wipe") && m.wipe !== false)
w.uint32(16).bool(m.wipe);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ResetPartitionSpec.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ResetPartitionSpec();
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
m.label = v;
else
delete m.label;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.wipe = v;
else
delete m.wipe;
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
return ResetPartitionSpec;
});
$lazily(machine, "ResetResponse", () => {
const ResetResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ResetResponse.prototype.messages = $util.emptyArray;
ResetResponse.create = function(properties) {
return new ResetResponse(properties);
};
ResetResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Reset.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ResetResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ResetResponse();
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
m.messages.push($root.machine.Reset.decode(r, r.size(), $undefined, q + 1));
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
return ResetResponse;
});
$lazily(machine, "Reset", () => {
const Reset = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Reset.prototype.metadata = null;
Reset.prototype.actorId = "";
Reset.create = function(properties) {
return new Reset(properties);
};
Reset.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.actorId != null && $Object.hasOwnProperty.call(m, "actorId") && m.actorId !== "")
w.uint32(18).string(m.actorId);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Reset.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Reset();
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
if ((v = r.string()).length)
m.actorId = v;
else
delete m.actorId;
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
return Reset;
});
$lazily(machine, "UpgradeRequest", () => {
const UpgradeRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
UpgradeRequest.prototype.image = "";
UpgradeRequest.prototype.preserve = false;
UpgradeRequest.prototype.stage = false;
UpgradeRequest.prototype.force = false;
UpgradeRequest.prototype.rebootMode = 0;
UpgradeRequest.create = function(properties) {
return new UpgradeRequest(properties);
};
UpgradeRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.image != null && $Object.hasOwnProperty.call(m, "image") && m.image !== "")
w.uint32(10).string(m.image);
if (m.preserve != null && $Object.hasOwnProperty.call(m, "preserve") && m.preserve !== false)
w.uint32(16).bool(m.preserve);
if (m.stage != null && $Object.hasOwnProperty.call(m, "stage") && m.stage !== false)
w.uint32(24).bool(m.stage);
if (m.force != null && $Object.hasOwnProperty.call(m, "force") && m.force !== false)
w.uint32(32).bool(m.force);
if (m.rebootMode != null && $Object.hasOwnProperty.call(m, "rebootMode") && m.rebootMode !== 0)
w.uint32(40).int32(m.rebootMode);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
UpgradeRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.UpgradeRequest();
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
m.image = v;
else
delete m.image;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.bool())
m.preserve = v;
else
delete m.preserve;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.bool())
m.stage = v;
else
delete m.stage;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.bool())
m.force = v;
else
delete m.force;
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.int32())
m.rebootMode = v;
else
delete m.rebootMode;
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
$lazily(UpgradeRequest, "RebootMode", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "DEFAULT"] = 0;
values[valuesById[1] = "POWERCYCLE"] = 1;
return values;
});
return UpgradeRequest;
});
$lazily(machine, "UpgradeResponse", () => {
const UpgradeResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
UpgradeResponse.prototype.messages = $util.emptyArray;
UpgradeResponse.create = function(properties) {
return new UpgradeResponse(properties);
};
UpgradeResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Upgrade.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
UpgradeResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.UpgradeResponse();
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
m.messages.push($root.machine.Upgrade.decode(r, r.size(), $undefined, q + 1));
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
return UpgradeResponse;
});
$lazily(machine, "Upgrade", () => {
const Upgrade = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Upgrade.prototype.metadata = null;
Upgrade.prototype.ack = "";
Upgrade.prototype.actorId = "";
Upgrade.create = function(properties) {
return new Upgrade(properties);
};
Upgrade.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.ack != null && $Object.hasOwnProperty.call(m, "ack") && m.ack !== "")
w.uint32(18).string(m.ack);
if (m.actorId != null && $Object.hasOwnProperty.call(m, "actorId") && m.actorId !== "")
w.uint32(26).string(m.actorId);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Upgrade.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Upgrade();
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
if ((v = r.string()).length)
m.ack = v;
else
delete m.ack;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.actorId = v;
else
delete m.actorId;
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
return Upgrade;
});
$lazily(machine, "RollbackRequest", () => {
const RollbackRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
RollbackRequest.create = function(properties) {
return new RollbackRequest(properties);
};
RollbackRequest.encode = function (m, w, q) {
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
RollbackRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.RollbackRequest();
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
return RollbackRequest;
});
$lazily(machine, "RollbackResponse", () => {
const RollbackResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
RollbackResponse.prototype.messages = $util.emptyArray;
RollbackResponse.create = function(properties) {
return new RollbackResponse(properties);
};
RollbackResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.Rollback.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
RollbackResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.RollbackResponse();
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
m.messages.push($root.machine.Rollback.decode(r, r.size(), $undefined, q + 1));
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
return RollbackResponse;
});
$lazily(machine, "Rollback", () => {
const Rollback = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Rollback.prototype.metadata = null;
Rollback.create = function(properties) {
return new Rollback(properties);
};
Rollback.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Rollback.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.Rollback();
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
return Rollback;
});
$lazily(machine, "EtcdMemberListRequest", () => {
const EtcdMemberListRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdMemberListRequest.prototype.queryLocal = false;
EtcdMemberListRequest.create = function(properties) {
return new EtcdMemberListRequest(properties);
};
EtcdMemberListRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.queryLocal != null && $Object.hasOwnProperty.call(m, "queryLocal") && m.queryLocal !== false)
w.uint32(8).bool(m.queryLocal);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdMemberListRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdMemberListRequest();
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
m.queryLocal = v;
else
delete m.queryLocal;
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
return EtcdMemberListRequest;
});
$lazily(machine, "EtcdMemberListResponse", () => {
const EtcdMemberListResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdMemberListResponse.prototype.messages = $util.emptyArray;
EtcdMemberListResponse.create = function(properties) {
return new EtcdMemberListResponse(properties);
};
EtcdMemberListResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdMembers.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdMemberListResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdMemberListResponse();
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
m.messages.push($root.machine.EtcdMembers.decode(r, r.size(), $undefined, q + 1));
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
return EtcdMemberListResponse;
});
$lazily(machine, "EtcdMembers", () => {
const EtcdMembers = function (p) {
this.legacyMembers = [];
this.members = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdMembers.prototype.metadata = null;
EtcdMembers.prototype.legacyMembers = $util.emptyArray;
EtcdMembers.prototype.members = $util.emptyArray;
EtcdMembers.create = function(properties) {
return new EtcdMembers(properties);
};
EtcdMembers.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.legacyMembers != null && m.legacyMembers.length) {
for (var i = 0; i < m.legacyMembers.length; ++i)
w.uint32(18).string(m.legacyMembers[i]);
}
if (m.members != null && m.members.length) {
for (var i = 0; i < m.members.length; ++i)
$root.machine.EtcdMember.encode(m.members[i], w.uint32(26).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdMembers.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdMembers();
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
if (!(m.legacyMembers && m.legacyMembers.length))
m.legacyMembers = [];
m.legacyMembers.push(r.string());
continue;
}
case 3: {
if (u !== 2)
break;
if (!(m.members && m.members.length))
m.members = [];
m.members.push($root.machine.EtcdMember.decode(r, r.size(), $undefined, q + 1));
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
return EtcdMembers;
});
$lazily(machine, "EtcdMember", () => {
const EtcdMember = function (p) {
this.peerUrls = [];
this.clientUrls = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdMember.prototype.id = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
EtcdMember.prototype.hostname = "";
EtcdMember.prototype.peerUrls = $util.emptyArray;
EtcdMember.prototype.clientUrls = $util.emptyArray;
EtcdMember.prototype.isLearner = false;
EtcdMember.create = function(properties) {
return new EtcdMember(properties);
};
EtcdMember.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.id != null && $Object.hasOwnProperty.call(m, "id") && (typeof m.id === "object" ? m.id.low || m.id.high : m.id !== 0))
w.uint32(16).uint64(m.id);
if (m.hostname != null && $Object.hasOwnProperty.call(m, "hostname") && m.hostname !== "")
w.uint32(26).string(m.hostname);
if (m.peerUrls != null && m.peerUrls.length) {
for (var i = 0; i < m.peerUrls.length; ++i)
w.uint32(34).string(m.peerUrls[i]);
}
if (m.clientUrls != null && m.clientUrls.length) {
for (var i = 0; i < m.clientUrls.length; ++i)
w.uint32(42).string(m.clientUrls[i]);
}
if (m.isLearner != null && $Object.hasOwnProperty.call(m, "isLearner") && m.isLearner !== false)
w.uint32(48).bool(m.isLearner);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdMember.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdMember();
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
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.id = v;
else
delete m.id;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.hostname = v;
else
delete m.hostname;
continue;
}
case 4: {
if (u !== 2)
break;
if (!(m.peerUrls && m.peerUrls.length))
m.peerUrls = [];
m.peerUrls.push(r.string());
continue;
}
case 5: {
if (u !== 2)
break;
if (!(m.clientUrls && m.clientUrls.length))
m.clientUrls = [];
m.clientUrls.push(r.string());
continue;
}
case 6: {
if (u !== 0)
break;
if (v = r.bool())
m.isLearner = v;
else
delete m.isLearner;
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
return EtcdMember;
});
$lazily(machine, "EtcdRemoveMemberRequest", () => {
const EtcdRemoveMemberRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdRemoveMemberRequest.prototype.member = "";
EtcdRemoveMemberRequest.create = function(properties) {
return new EtcdRemoveMemberRequest(properties);
};
EtcdRemoveMemberRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.member != null && $Object.hasOwnProperty.call(m, "member") && m.member !== "")
w.uint32(10).string(m.member);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdRemoveMemberRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdRemoveMemberRequest();
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
m.member = v;
else
delete m.member;
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
return EtcdRemoveMemberRequest;
});
$lazily(machine, "EtcdRemoveMemberResponse", () => {
const EtcdRemoveMemberResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdRemoveMemberResponse.prototype.messages = $util.emptyArray;
EtcdRemoveMemberResponse.create = function(properties) {
return new EtcdRemoveMemberResponse(properties);
};
EtcdRemoveMemberResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdRemoveMember.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdRemoveMemberResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdRemoveMemberResponse();
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
m.messages.push($root.machine.EtcdRemoveMember.decode(r, r.size(), $undefined, q + 1));
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
return EtcdRemoveMemberResponse;
});
$lazily(machine, "EtcdRemoveMember", () => {
const EtcdRemoveMember = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdRemoveMember.prototype.metadata = null;
EtcdRemoveMember.create = function(properties) {
return new EtcdRemoveMember(properties);
};
EtcdRemoveMember.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdRemoveMember.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdRemoveMember();
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
return EtcdRemoveMember;
});
$lazily(machine, "EtcdRemoveMemberByIDRequest", () => {
const EtcdRemoveMemberByIDRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdRemoveMemberByIDRequest.prototype.memberId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
EtcdRemoveMemberByIDRequest.create = function(properties) {
return new EtcdRemoveMemberByIDRequest(properties);
};
EtcdRemoveMemberByIDRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.memberId != null && $Object.hasOwnProperty.call(m, "memberId") && (typeof m.memberId === "object" ? m.memberId.low || m.memberId.high : m.memberId !== 0))
w.uint32(8).uint64(m.memberId);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdRemoveMemberByIDRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdRemoveMemberByIDRequest();
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
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.memberId = v;
else
delete m.memberId;
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
return EtcdRemoveMemberByIDRequest;
});
$lazily(machine, "EtcdRemoveMemberByIDResponse", () => {
const EtcdRemoveMemberByIDResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdRemoveMemberByIDResponse.prototype.messages = $util.emptyArray;
EtcdRemoveMemberByIDResponse.create = function(properties) {
return new EtcdRemoveMemberByIDResponse(properties);
};
EtcdRemoveMemberByIDResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdRemoveMemberByID.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdRemoveMemberByIDResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdRemoveMemberByIDResponse();
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
m.messages.push($root.machine.EtcdRemoveMemberByID.decode(r, r.size(), $undefined, q + 1));
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
return EtcdRemoveMemberByIDResponse;
});
$lazily(machine, "EtcdRemoveMemberByID", () => {
const EtcdRemoveMemberByID = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdRemoveMemberByID.prototype.metadata = null;
EtcdRemoveMemberByID.create = function(properties) {
return new EtcdRemoveMemberByID(properties);
};
EtcdRemoveMemberByID.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdRemoveMemberByID.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdRemoveMemberByID();
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
return EtcdRemoveMemberByID;
});
$lazily(machine, "EtcdLeaveClusterRequest", () => {
const EtcdLeaveClusterRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdLeaveClusterRequest.create = function(properties) {
return new EtcdLeaveClusterRequest(properties);
};
EtcdLeaveClusterRequest.encode = function (m, w, q) {
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
EtcdLeaveClusterRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdLeaveClusterRequest();
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
return EtcdLeaveClusterRequest;
});
$lazily(machine, "EtcdLeaveClusterResponse", () => {
const EtcdLeaveClusterResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdLeaveClusterResponse.prototype.messages = $util.emptyArray;
EtcdLeaveClusterResponse.create = function(properties) {
return new EtcdLeaveClusterResponse(properties);
};
EtcdLeaveClusterResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdLeaveCluster.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdLeaveClusterResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdLeaveClusterResponse();
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
m.messages.push($root.machine.EtcdLeaveCluster.decode(r, r.size(), $undefined, q + 1));
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
return EtcdLeaveClusterResponse;
});
$lazily(machine, "EtcdLeaveCluster", () => {
const EtcdLeaveCluster = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdLeaveCluster.prototype.metadata = null;
EtcdLeaveCluster.create = function(properties) {
return new EtcdLeaveCluster(properties);
};
EtcdLeaveCluster.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdLeaveCluster.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdLeaveCluster();
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
return EtcdLeaveCluster;
});
$lazily(machine, "EtcdForfeitLeadershipRequest", () => {
const EtcdForfeitLeadershipRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdForfeitLeadershipRequest.create = function(properties) {
return new EtcdForfeitLeadershipRequest(properties);
};
EtcdForfeitLeadershipRequest.encode = function (m, w, q) {
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
EtcdForfeitLeadershipRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdForfeitLeadershipRequest();
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
return EtcdForfeitLeadershipRequest;
});
$lazily(machine, "EtcdForfeitLeadershipResponse", () => {
const EtcdForfeitLeadershipResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdForfeitLeadershipResponse.prototype.messages = $util.emptyArray;
EtcdForfeitLeadershipResponse.create = function(properties) {
return new EtcdForfeitLeadershipResponse(properties);
};
EtcdForfeitLeadershipResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdForfeitLeadership.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdForfeitLeadershipResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdForfeitLeadershipResponse();
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
m.messages.push($root.machine.EtcdForfeitLeadership.decode(r, r.size(), $undefined, q + 1));
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
return EtcdForfeitLeadershipResponse;
});
$lazily(machine, "EtcdForfeitLeadership", () => {
const EtcdForfeitLeadership = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdForfeitLeadership.prototype.metadata = null;
EtcdForfeitLeadership.prototype.member = "";
EtcdForfeitLeadership.create = function(properties) {
return new EtcdForfeitLeadership(properties);
};
EtcdForfeitLeadership.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.member != null && $Object.hasOwnProperty.call(m, "member") && m.member !== "")
w.uint32(18).string(m.member);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdForfeitLeadership.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdForfeitLeadership();
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
if ((v = r.string()).length)
m.member = v;
else
delete m.member;
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
return EtcdForfeitLeadership;
});
$lazily(machine, "EtcdSnapshotRequest", () => {
const EtcdSnapshotRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdSnapshotRequest.create = function(properties) {
return new EtcdSnapshotRequest(properties);
};
EtcdSnapshotRequest.encode = function (m, w, q) {
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
EtcdSnapshotRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdSnapshotRequest();
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
return EtcdSnapshotRequest;
});
$lazily(machine, "EtcdRecoverResponse", () => {
const EtcdRecoverResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdRecoverResponse.prototype.messages = $util.emptyArray;
EtcdRecoverResponse.create = function(properties) {
return new EtcdRecoverResponse(properties);
};
EtcdRecoverResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdRecover.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdRecoverResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdRecoverResponse();
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
m.messages.push($root.machine.EtcdRecover.decode(r, r.size(), $undefined, q + 1));
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
return EtcdRecoverResponse;
});
$lazily(machine, "EtcdRecover", () => {
const EtcdRecover = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdRecover.prototype.metadata = null;
EtcdRecover.create = function(properties) {
return new EtcdRecover(properties);
};
EtcdRecover.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdRecover.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdRecover();
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
return EtcdRecover;
});
$lazily(machine, "EtcdAlarmListResponse", () => {
const EtcdAlarmListResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdAlarmListResponse.prototype.messages = $util.emptyArray;
EtcdAlarmListResponse.create = function(properties) {
return new EtcdAlarmListResponse(properties);
};
EtcdAlarmListResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdAlarm.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdAlarmListResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdAlarmListResponse();
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
m.messages.push($root.machine.EtcdAlarm.decode(r, r.size(), $undefined, q + 1));
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
return EtcdAlarmListResponse;
});
$lazily(machine, "EtcdAlarm", () => {
const EtcdAlarm = function (p) {
this.memberAlarms = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdAlarm.prototype.metadata = null;
EtcdAlarm.prototype.memberAlarms = $util.emptyArray;
EtcdAlarm.create = function(properties) {
return new EtcdAlarm(properties);
};
EtcdAlarm.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.memberAlarms != null && m.memberAlarms.length) {
for (var i = 0; i < m.memberAlarms.length; ++i)
$root.machine.EtcdMemberAlarm.encode(m.memberAlarms[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdAlarm.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdAlarm();
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
if (!(m.memberAlarms && m.memberAlarms.length))
m.memberAlarms = [];
m.memberAlarms.push($root.machine.EtcdMemberAlarm.decode(r, r.size(), $undefined, q + 1));
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
return EtcdAlarm;
});
$lazily(machine, "EtcdMemberAlarm", () => {
const EtcdMemberAlarm = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdMemberAlarm.prototype.memberId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
EtcdMemberAlarm.prototype.alarm = 0;
EtcdMemberAlarm.create = function(properties) {
return new EtcdMemberAlarm(properties);
};
EtcdMemberAlarm.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.memberId != null && $Object.hasOwnProperty.call(m, "memberId") && (typeof m.memberId === "object" ? m.memberId.low || m.memberId.high : m.memberId !== 0))
w.uint32(8).uint64(m.memberId);
if (m.alarm != null && $Object.hasOwnProperty.call(m, "alarm") && m.alarm !== 0)
w.uint32(16).int32(m.alarm);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdMemberAlarm.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdMemberAlarm();
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
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.memberId = v;
else
delete m.memberId;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.alarm = v;
else
delete m.alarm;
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
$lazily(EtcdMemberAlarm, "AlarmType", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "NONE"] = 0;
values[valuesById[1] = "NOSPACE"] = 1;
values[valuesById[2] = "CORRUPT"] = 2;
return values;
});
return EtcdMemberAlarm;
});
$lazily(machine, "EtcdAlarmDisarmResponse", () => {
const EtcdAlarmDisarmResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdAlarmDisarmResponse.prototype.messages = $util.emptyArray;
EtcdAlarmDisarmResponse.create = function(properties) {
return new EtcdAlarmDisarmResponse(properties);
};
EtcdAlarmDisarmResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdAlarmDisarm.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdAlarmDisarmResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdAlarmDisarmResponse();
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
m.messages.push($root.machine.EtcdAlarmDisarm.decode(r, r.size(), $undefined, q + 1));
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
return EtcdAlarmDisarmResponse;
});
$lazily(machine, "EtcdAlarmDisarm", () => {
const EtcdAlarmDisarm = function (p) {
this.memberAlarms = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdAlarmDisarm.prototype.metadata = null;
EtcdAlarmDisarm.prototype.memberAlarms = $util.emptyArray;
EtcdAlarmDisarm.create = function(properties) {
return new EtcdAlarmDisarm(properties);
};
EtcdAlarmDisarm.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.memberAlarms != null && m.memberAlarms.length) {
for (var i = 0; i < m.memberAlarms.length; ++i)
$root.machine.EtcdMemberAlarm.encode(m.memberAlarms[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdAlarmDisarm.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdAlarmDisarm();
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
if (!(m.memberAlarms && m.memberAlarms.length))
m.memberAlarms = [];
m.memberAlarms.push($root.machine.EtcdMemberAlarm.decode(r, r.size(), $undefined, q + 1));
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
return EtcdAlarmDisarm;
});
$lazily(machine, "EtcdDefragmentResponse", () => {
const EtcdDefragmentResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDefragmentResponse.prototype.messages = $util.emptyArray;
EtcdDefragmentResponse.create = function(properties) {
return new EtcdDefragmentResponse(properties);
};
EtcdDefragmentResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdDefragment.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDefragmentResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDefragmentResponse();
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
m.messages.push($root.machine.EtcdDefragment.decode(r, r.size(), $undefined, q + 1));
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
return EtcdDefragmentResponse;
});
$lazily(machine, "EtcdDefragment", () => {
const EtcdDefragment = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDefragment.prototype.metadata = null;
EtcdDefragment.create = function(properties) {
return new EtcdDefragment(properties);
};
EtcdDefragment.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDefragment.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDefragment();
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
return EtcdDefragment;
});
$lazily(machine, "EtcdStatusResponse", () => {
const EtcdStatusResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdStatusResponse.prototype.messages = $util.emptyArray;
EtcdStatusResponse.create = function(properties) {
return new EtcdStatusResponse(properties);
};
EtcdStatusResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdStatus.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdStatusResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdStatusResponse();
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
m.messages.push($root.machine.EtcdStatus.decode(r, r.size(), $undefined, q + 1));
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
return EtcdStatusResponse;
});
$lazily(machine, "EtcdStatus", () => {
const EtcdStatus = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdStatus.prototype.metadata = null;
EtcdStatus.prototype.memberStatus = null;
EtcdStatus.create = function(properties) {
return new EtcdStatus(properties);
};
EtcdStatus.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.memberStatus != null && $Object.hasOwnProperty.call(m, "memberStatus"))
$root.machine.EtcdMemberStatus.encode(m.memberStatus, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdStatus.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdStatus();
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
m.memberStatus = $root.machine.EtcdMemberStatus.decode(r, r.size(), $undefined, q + 1, m.memberStatus);
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
return EtcdStatus;
});
$lazily(machine, "EtcdMemberStatus", () => {
const EtcdMemberStatus = function (p) {
this.errors = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdMemberStatus.prototype.protocolVersion = "";
EtcdMemberStatus.prototype.dbSize = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
EtcdMemberStatus.prototype.dbSizeInUse = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
EtcdMemberStatus.prototype.leader = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
EtcdMemberStatus.prototype.raftIndex = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
EtcdMemberStatus.prototype.raftTerm = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
EtcdMemberStatus.prototype.raftAppliedIndex = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
EtcdMemberStatus.prototype.errors = $util.emptyArray;
EtcdMemberStatus.prototype.isLearner = false;
EtcdMemberStatus.prototype.memberId = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
EtcdMemberStatus.prototype.storageVersion = "";
EtcdMemberStatus.create = function(properties) {
return new EtcdMemberStatus(properties);
};
EtcdMemberStatus.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.protocolVersion != null && $Object.hasOwnProperty.call(m, "protocolVersion") && m.protocolVersion !== "")
w.uint32(10).string(m.protocolVersion);
if (m.dbSize != null && $Object.hasOwnProperty.call(m, "dbSize") && (typeof m.dbSize === "object" ? m.dbSize.low || m.dbSize.high : m.dbSize !== 0))
w.uint32(16).int64(m.dbSize);
if (m.dbSizeInUse != null && $Object.hasOwnProperty.call(m, "dbSizeInUse") && (typeof m.dbSizeInUse === "object" ? m.dbSizeInUse.low || m.dbSizeInUse.high : m.dbSizeInUse !== 0))
w.uint32(24).int64(m.dbSizeInUse);
if (m.leader != null && $Object.hasOwnProperty.call(m, "leader") && (typeof m.leader === "object" ? m.leader.low || m.leader.high : m.leader !== 0))
w.uint32(32).uint64(m.leader);
if (m.raftIndex != null && $Object.hasOwnProperty.call(m, "raftIndex") && (typeof m.raftIndex === "object" ? m.raftIndex.low || m.raftIndex.high : m.raftIndex !== 0))
w.uint32(40).uint64(m.raftIndex);
if (m.raftTerm != null && $Object.hasOwnProperty.call(m, "raftTerm") && (typeof m.raftTerm === "object" ? m.raftTerm.low || m.raftTerm.high : m.raftTerm !== 0))
w.uint32(48).uint64(m.raftTerm);
if (m.raftAppliedIndex != null && $Object.hasOwnProperty.call(m, "raftAppliedIndex") && (typeof m.raftAppliedIndex === "object" ? m.raftAppliedIndex.low || m.raftAppliedIndex.high : m.raftAppliedIndex !== 0))
w.uint32(56).uint64(m.raftAppliedIndex);
if (m.errors != null && m.errors.length) {
for (var i = 0; i < m.errors.length; ++i)
w.uint32(66).string(m.errors[i]);
}
if (m.isLearner != null && $Object.hasOwnProperty.call(m, "isLearner") && m.isLearner !== false)
w.uint32(72).bool(m.isLearner);
if (m.memberId != null && $Object.hasOwnProperty.call(m, "memberId") && (typeof m.memberId === "object" ? m.memberId.low || m.memberId.high : m.memberId !== 0))
w.uint32(80).uint64(m.memberId);
if (m.storageVersion != null && $Object.hasOwnProperty.call(m, "storageVersion") && m.storageVersion !== "")
w.uint32(90).string(m.storageVersion);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdMemberStatus.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdMemberStatus();
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
m.protocolVersion = v;
else
delete m.protocolVersion;
continue;
}
case 2: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.dbSize = v;
else
delete m.dbSize;
continue;
}
case 3: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.dbSizeInUse = v;
else
delete m.dbSizeInUse;
continue;
}
case 4: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.leader = v;
else
delete m.leader;
continue;
}
case 5: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.raftIndex = v;
else
delete m.raftIndex;
continue;
}
case 6: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.raftTerm = v;
else
delete m.raftTerm;
continue;
}
case 7: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.raftAppliedIndex = v;
else
delete m.raftAppliedIndex;
continue;
}
case 8: {
if (u !== 2)
break;
if (!(m.errors && m.errors.length))
m.errors = [];
m.errors.push(r.string());
continue;
}
case 9: {
if (u !== 0)
break;
if (v = r.bool())
m.isLearner = v;
else
delete m.isLearner;
continue;
}
case 10: {
if (u !== 0)
break;
if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
m.memberId = v;
else
delete m.memberId;
continue;
}
case 11: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.storageVersion = v;
else
delete m.storageVersion;
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
return EtcdMemberStatus;
});
$lazily(machine, "EtcdDowngradeValidateRequest", () => {
const EtcdDowngradeValidateRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDowngradeValidateRequest.prototype.version = "";
EtcdDowngradeValidateRequest.create = function(properties) {
return new EtcdDowngradeValidateRequest(properties);
};
EtcdDowngradeValidateRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
w.uint32(10).string(m.version);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDowngradeValidateRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDowngradeValidateRequest();
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
m.version = v;
else
delete m.version;
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
return EtcdDowngradeValidateRequest;
});
$lazily(machine, "EtcdDowngradeValidateResponse", () => {
const EtcdDowngradeValidateResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDowngradeValidateResponse.prototype.messages = $util.emptyArray;
EtcdDowngradeValidateResponse.create = function(properties) {
return new EtcdDowngradeValidateResponse(properties);
};
EtcdDowngradeValidateResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdDowngradeValidate.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDowngradeValidateResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDowngradeValidateResponse();
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
m.messages.push($root.machine.EtcdDowngradeValidate.decode(r, r.size(), $undefined, q + 1));
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
return EtcdDowngradeValidateResponse;
});
$lazily(machine, "EtcdDowngradeValidate", () => {
const EtcdDowngradeValidate = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDowngradeValidate.prototype.metadata = null;
EtcdDowngradeValidate.prototype.clusterDowngrade = null;
EtcdDowngradeValidate.create = function(properties) {
return new EtcdDowngradeValidate(properties);
};
EtcdDowngradeValidate.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.clusterDowngrade != null && $Object.hasOwnProperty.call(m, "clusterDowngrade"))
$root.machine.EtcdClusterDowngrade.encode(m.clusterDowngrade, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDowngradeValidate.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDowngradeValidate();
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
m.clusterDowngrade = $root.machine.EtcdClusterDowngrade.decode(r, r.size(), $undefined, q + 1, m.clusterDowngrade);
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
return EtcdDowngradeValidate;
});
$lazily(machine, "EtcdDowngradeEnableRequest", () => {
const EtcdDowngradeEnableRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDowngradeEnableRequest.prototype.version = "";
EtcdDowngradeEnableRequest.create = function(properties) {
return new EtcdDowngradeEnableRequest(properties);
};
EtcdDowngradeEnableRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
w.uint32(10).string(m.version);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDowngradeEnableRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDowngradeEnableRequest();
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
m.version = v;
else
delete m.version;
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
return EtcdDowngradeEnableRequest;
});
$lazily(machine, "EtcdDowngradeEnableResponse", () => {
const EtcdDowngradeEnableResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDowngradeEnableResponse.prototype.messages = $util.emptyArray;
EtcdDowngradeEnableResponse.create = function(properties) {
return new EtcdDowngradeEnableResponse(properties);
};
EtcdDowngradeEnableResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdDowngradeEnable.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDowngradeEnableResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDowngradeEnableResponse();
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
m.messages.push($root.machine.EtcdDowngradeEnable.decode(r, r.size(), $undefined, q + 1));
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
return EtcdDowngradeEnableResponse;
});
$lazily(machine, "EtcdDowngradeEnable", () => {
const EtcdDowngradeEnable = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDowngradeEnable.prototype.metadata = null;
EtcdDowngradeEnable.prototype.clusterDowngrade = null;
EtcdDowngradeEnable.create = function(properties) {
return new EtcdDowngradeEnable(properties);
};
EtcdDowngradeEnable.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.clusterDowngrade != null && $Object.hasOwnProperty.call(m, "clusterDowngrade"))
$root.machine.EtcdClusterDowngrade.encode(m.clusterDowngrade, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDowngradeEnable.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDowngradeEnable();
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
m.clusterDowngrade = $root.machine.EtcdClusterDowngrade.decode(r, r.size(), $undefined, q + 1, m.clusterDowngrade);
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
return EtcdDowngradeEnable;
});
$lazily(machine, "EtcdDowngradeCancelResponse", () => {
const EtcdDowngradeCancelResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDowngradeCancelResponse.prototype.messages = $util.emptyArray;
EtcdDowngradeCancelResponse.create = function(properties) {
return new EtcdDowngradeCancelResponse(properties);
};
EtcdDowngradeCancelResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.EtcdDowngradeCancel.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDowngradeCancelResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDowngradeCancelResponse();
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
m.messages.push($root.machine.EtcdDowngradeCancel.decode(r, r.size(), $undefined, q + 1));
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
return EtcdDowngradeCancelResponse;
});
$lazily(machine, "EtcdDowngradeCancel", () => {
const EtcdDowngradeCancel = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdDowngradeCancel.prototype.metadata = null;
EtcdDowngradeCancel.prototype.clusterDowngrade = null;
EtcdDowngradeCancel.create = function(properties) {
return new EtcdDowngradeCancel(properties);
};
EtcdDowngradeCancel.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.clusterDowngrade != null && $Object.hasOwnProperty.call(m, "clusterDowngrade"))
$root.machine.EtcdClusterDowngrade.encode(m.clusterDowngrade, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdDowngradeCancel.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdDowngradeCancel();
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
m.clusterDowngrade = $root.machine.EtcdClusterDowngrade.decode(r, r.size(), $undefined, q + 1, m.clusterDowngrade);
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
return EtcdDowngradeCancel;
});
$lazily(machine, "EtcdClusterDowngrade", () => {
const EtcdClusterDowngrade = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EtcdClusterDowngrade.prototype.clusterVersion = "";
EtcdClusterDowngrade.create = function(properties) {
return new EtcdClusterDowngrade(properties);
};
EtcdClusterDowngrade.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.clusterVersion != null && $Object.hasOwnProperty.call(m, "clusterVersion") && m.clusterVersion !== "")
w.uint32(10).string(m.clusterVersion);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EtcdClusterDowngrade.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.EtcdClusterDowngrade();
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
m.clusterVersion = v;
else
delete m.clusterVersion;
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
return EtcdClusterDowngrade;
});
$lazily(machine, "ImageListRequest", () => {
const ImageListRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageListRequest.prototype.namespace = 0;
ImageListRequest.create = function(properties) {
return new ImageListRequest(properties);
};
ImageListRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== 0)
w.uint32(8).int32(m.namespace);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageListRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageListRequest();
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
if (v = r.int32())
m.namespace = v;
else
delete m.namespace;
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
return ImageListRequest;
});
$lazily(machine, "ImageListResponse", () => {
const ImageListResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImageListResponse.prototype.metadata = null;
ImageListResponse.prototype.name = "";
ImageListResponse.prototype.digest = "";
ImageListResponse.prototype.size = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
ImageListResponse.prototype.createdAt = null;
ImageListResponse.create = function(properties) {
return new ImageListResponse(properties);
};
ImageListResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(18).string(m.name);
if (m.digest != null && $Object.hasOwnProperty.call(m, "digest") && m.digest !== "")
w.uint32(26).string(m.digest);
if (m.size != null && $Object.hasOwnProperty.call(m, "size") && (typeof m.size === "object" ? m.size.low || m.size.high : m.size !== 0))
w.uint32(32).int64(m.size);
if (m.createdAt != null && $Object.hasOwnProperty.call(m, "createdAt"))
$root.google.protobuf.Timestamp.encode(m.createdAt, w.uint32(42).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImageListResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImageListResponse();
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
if ((v = r.string()).length)
m.name = v;
else
delete m.name;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.digest = v;
else
delete m.digest;
continue;
}
case 4: {
if (u !== 0)
break;
if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
m.size = v;
else
delete m.size;
continue;
}
case 5: {
if (u !== 2)
break;
m.createdAt = $root.google.protobuf.Timestamp.decode(r, r.size(), $undefined, q + 1, m.createdAt);
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
return ImageListResponse;
});
$lazily(machine, "ImagePullRequest", () => {
const ImagePullRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImagePullRequest.prototype.namespace = 0;
ImagePullRequest.prototype.reference = "";
ImagePullRequest.create = function(properties) {
return new ImagePullRequest(properties);
};
ImagePullRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== 0)
w.uint32(8).int32(m.namespace);
if (m.reference != null && $Object.hasOwnProperty.call(m, "reference") && m.reference !== "")
w.uint32(18).string(m.reference);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImagePullRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImagePullRequest();
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
if (v = r.int32())
m.namespace = v;
else
delete m.namespace;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.reference = v;
else
delete m.reference;
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
return ImagePullRequest;
});
$lazily(machine, "ImagePullResponse", () => {
const ImagePullResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImagePullResponse.prototype.messages = $util.emptyArray;
ImagePullResponse.create = function(properties) {
return new ImagePullResponse(properties);
};
ImagePullResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.machine.ImagePull.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImagePullResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImagePullResponse();
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
m.messages.push($root.machine.ImagePull.decode(r, r.size(), $undefined, q + 1));
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
return ImagePullResponse;
});
$lazily(machine, "ImagePull", () => {
const ImagePull = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ImagePull.prototype.metadata = null;
ImagePull.create = function(properties) {
return new ImagePull(properties);
};
ImagePull.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ImagePull.decode = function (r, l, z, q, g) {
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
m = g || new $root.machine.ImagePull();
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
return ImagePull;
});
return machine;
})();
export const ImageService = {
List: $method("/machine.ImageService/List", () => $root.machine.ImageServiceListRequest, () => $root.machine.ImageServiceListResponse, false, true),
Pull: $method("/machine.ImageService/Pull", () => $root.machine.ImageServicePullRequest, () => $root.machine.ImageServicePullResponse, false, true),
Import: $method("/machine.ImageService/Import", () => $root.machine.ImageServiceImportRequest, () => $root.machine.ImageServiceImportResponse, true, false),
Remove: $method("/machine.ImageService/Remove", () => $root.machine.ImageServiceRemoveRequest, () => $root.google.protobuf.Empty, false, false),
Verify: $method("/machine.ImageService/Verify", () => $root.machine.ImageServiceVerifyRequest, () => $root.machine.ImageServiceVerifyResponse, false, false),
};
export const LifecycleService = {
Install: $method("/machine.LifecycleService/Install", () => $root.machine.LifecycleServiceInstallRequest, () => $root.machine.LifecycleServiceInstallResponse, false, true),
Upgrade: $method("/machine.LifecycleService/Upgrade", () => $root.machine.LifecycleServiceUpgradeRequest, () => $root.machine.LifecycleServiceUpgradeResponse, false, true),
};
export const MachineService = {
Version: $method("/machine.MachineService/Version", () => $root.google.protobuf.Empty, () => $root.machine.VersionResponse, false, false),
Hostname: $method("/machine.MachineService/Hostname", () => $root.google.protobuf.Empty, () => $root.machine.HostnameResponse, false, false),
CPUInfo: $method("/machine.MachineService/CPUInfo", () => $root.google.protobuf.Empty, () => $root.machine.CPUInfoResponse, false, false),
Memory: $method("/machine.MachineService/Memory", () => $root.google.protobuf.Empty, () => $root.machine.MemoryResponse, false, false),
LoadAvg: $method("/machine.MachineService/LoadAvg", () => $root.google.protobuf.Empty, () => $root.machine.LoadAvgResponse, false, false),
SystemStat: $method("/machine.MachineService/SystemStat", () => $root.google.protobuf.Empty, () => $root.machine.SystemStatResponse, false, false),
DiskStats: $method("/machine.MachineService/DiskStats", () => $root.google.protobuf.Empty, () => $root.machine.DiskStatsResponse, false, false),
NetworkDeviceStats: $method("/machine.MachineService/NetworkDeviceStats", () => $root.google.protobuf.Empty, () => $root.machine.NetworkDeviceStatsResponse, false, false),
Mounts: $method("/machine.MachineService/Mounts", () => $root.google.protobuf.Empty, () => $root.machine.MountsResponse, false, false),
Processes: $method("/machine.MachineService/Processes", () => $root.google.protobuf.Empty, () => $root.machine.ProcessesResponse, false, false),
Containers: $method("/machine.MachineService/Containers", () => $root.machine.ContainersRequest, () => $root.machine.ContainersResponse, false, false),
Stats: $method("/machine.MachineService/Stats", () => $root.machine.StatsRequest, () => $root.machine.StatsResponse, false, false),
Restart: $method("/machine.MachineService/Restart", () => $root.machine.RestartRequest, () => $root.machine.RestartResponse, false, false),
List: $method("/machine.MachineService/List", () => $root.machine.ListRequest, () => $root.machine.FileInfo, false, true),
DiskUsage: $method("/machine.MachineService/DiskUsage", () => $root.machine.DiskUsageRequest, () => $root.machine.DiskUsageInfo, false, true),
Read: $method("/machine.MachineService/Read", () => $root.machine.ReadRequest, () => $root.common.Data, false, true),
Copy: $method("/machine.MachineService/Copy", () => $root.machine.CopyRequest, () => $root.common.Data, false, true),
Logs: $method("/machine.MachineService/Logs", () => $root.machine.LogsRequest, () => $root.common.Data, false, true),
LogsContainers: $method("/machine.MachineService/LogsContainers", () => $root.google.protobuf.Empty, () => $root.machine.LogsContainersResponse, false, false),
Dmesg: $method("/machine.MachineService/Dmesg", () => $root.machine.DmesgRequest, () => $root.common.Data, false, true),
Events: $method("/machine.MachineService/Events", () => $root.machine.EventsRequest, () => $root.machine.Event, false, true),
Netstat: $method("/machine.MachineService/Netstat", () => $root.machine.NetstatRequest, () => $root.machine.NetstatResponse, false, false),
PacketCapture: $method("/machine.MachineService/PacketCapture", () => $root.machine.PacketCaptureRequest, () => $root.common.Data, false, true),
ServiceList: $method("/machine.MachineService/ServiceList", () => $root.google.protobuf.Empty, () => $root.machine.ServiceListResponse, false, false),
ServiceStart: $method("/machine.MachineService/ServiceStart", () => $root.machine.ServiceStartRequest, () => $root.machine.ServiceStartResponse, false, false),
ServiceStop: $method("/machine.MachineService/ServiceStop", () => $root.machine.ServiceStopRequest, () => $root.machine.ServiceStopResponse, false, false),
ServiceRestart: $method("/machine.MachineService/ServiceRestart", () => $root.machine.ServiceRestartRequest, () => $root.machine.ServiceRestartResponse, false, false),
ApplyConfiguration: $method("/machine.MachineService/ApplyConfiguration", () => $root.machine.ApplyConfigurationRequest, () => $root.machine.ApplyConfigurationResponse, false, false),
GenerateConfiguration: $method("/machine.MachineService/GenerateConfiguration", () => $root.machine.GenerateConfigurationRequest, () => $root.machine.GenerateConfigurationResponse, false, false),
GenerateClientConfiguration: $method("/machine.MachineService/GenerateClientConfiguration", () => $root.machine.GenerateClientConfigurationRequest, () => $root.machine.GenerateClientConfigurationResponse, false, false),
Kubeconfig: $method("/machine.MachineService/Kubeconfig", () => $root.google.protobuf.Empty, () => $root.common.Data, false, true),
MetaWrite: $method("/machine.MachineService/MetaWrite", () => $root.machine.MetaWriteRequest, () => $root.machine.MetaWriteResponse, false, false),
MetaDelete: $method("/machine.MachineService/MetaDelete", () => $root.machine.MetaDeleteRequest, () => $root.machine.MetaDeleteResponse, false, false),
Bootstrap: $method("/machine.MachineService/Bootstrap", () => $root.machine.BootstrapRequest, () => $root.machine.BootstrapResponse, false, false),
Reboot: $method("/machine.MachineService/Reboot", () => $root.machine.RebootRequest, () => $root.machine.RebootResponse, false, false),
Shutdown: $method("/machine.MachineService/Shutdown", () => $root.machine.ShutdownRequest, () => $root.machine.ShutdownResponse, false, false),
Reset: $method("/machine.MachineService/Reset", () => $root.machine.ResetRequest, () => $root.machine.ResetResponse, false, false),
Upgrade: $method("/machine.MachineService/Upgrade", () => $root.machine.UpgradeRequest, () => $root.machine.UpgradeResponse, false, false),
Rollback: $method("/machine.MachineService/Rollback", () => $root.machine.RollbackRequest, () => $root.machine.RollbackResponse, false, false),
EtcdMemberList: $method("/machine.MachineService/EtcdMemberList", () => $root.machine.EtcdMemberListRequest, () => $root.machine.EtcdMemberListResponse, false, false),
EtcdRemoveMember: $method("/machine.MachineService/EtcdRemoveMember", () => $root.machine.EtcdRemoveMemberRequest, () => $root.machine.EtcdRemoveMemberResponse, false, false),
EtcdRemoveMemberByID: $method("/machine.MachineService/EtcdRemoveMemberByID", () => $root.machine.EtcdRemoveMemberByIDRequest, () => $root.machine.EtcdRemoveMemberByIDResponse, false, false),
EtcdLeaveCluster: $method("/machine.MachineService/EtcdLeaveCluster", () => $root.machine.EtcdLeaveClusterRequest, () => $root.machine.EtcdLeaveClusterResponse, false, false),
EtcdForfeitLeadership: $method("/machine.MachineService/EtcdForfeitLeadership", () => $root.machine.EtcdForfeitLeadershipRequest, () => $root.machine.EtcdForfeitLeadershipResponse, false, false),
EtcdSnapshot: $method("/machine.MachineService/EtcdSnapshot", () => $root.machine.EtcdSnapshotRequest, () => $root.common.Data, false, true),
EtcdRecover: $method("/machine.MachineService/EtcdRecover", () => $root.common.Data, () => $root.machine.EtcdRecoverResponse, true, false),
EtcdAlarmList: $method("/machine.MachineService/EtcdAlarmList", () => $root.google.protobuf.Empty, () => $root.machine.EtcdAlarmListResponse, false, false),
EtcdAlarmDisarm: $method("/machine.MachineService/EtcdAlarmDisarm", () => $root.google.protobuf.Empty, () => $root.machine.EtcdAlarmDisarmResponse, false, false),
EtcdDefragment: $method("/machine.MachineService/EtcdDefragment", () => $root.google.protobuf.Empty, () => $root.machine.EtcdDefragmentResponse, false, false),
EtcdStatus: $method("/machine.MachineService/EtcdStatus", () => $root.google.protobuf.Empty, () => $root.machine.EtcdStatusResponse, false, false),
EtcdDowngradeValidate: $method("/machine.MachineService/EtcdDowngradeValidate", () => $root.machine.EtcdDowngradeValidateRequest, () => $root.machine.EtcdDowngradeValidateResponse, false, false),
EtcdDowngradeEnable: $method("/machine.MachineService/EtcdDowngradeEnable", () => $root.machine.EtcdDowngradeEnableRequest, () => $root.machine.EtcdDowngradeEnableResponse, false, false),
EtcdDowngradeCancel: $method("/machine.MachineService/EtcdDowngradeCancel", () => $root.google.protobuf.Empty, () => $root.machine.EtcdDowngradeCancelResponse, false, false),
ImageList: $method("/machine.MachineService/ImageList", () => $root.machine.ImageListRequest, () => $root.machine.ImageListResponse, false, true),
ImagePull: $method("/machine.MachineService/ImagePull", () => $root.machine.ImagePullRequest, () => $root.machine.ImagePullResponse, false, false),
};
