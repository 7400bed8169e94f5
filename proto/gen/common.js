// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./common.d.ts"
import "./google.js";
import { lazily as $lazily } from "../codec.ts";
import $protobuf from "../protobuf.ts";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;
const $root = $protobuf.roots["osctl"] || ($protobuf.roots["osctl"] = {});
export const common = $root.common = (() => {
const common = {};
$lazily(common, "Metadata", () => {
const Metadata = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Metadata.prototype.hostname = "";
Metadata.prototype.error = "";
Metadata.prototype.status = null;
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
if (m.hostname != null && $Object.hasOwnProperty.call(m, "hostname") && m.hostname !== "")
w.uint32(10).string(m.hostname);
if (m.error != null && $Object.hasOwnProperty.call(m, "error") && m.error !== "")
w.uint32(18).string(m.error);
if (m.status != null && $Object.hasOwnProperty.call(m, "status"))
$root.google.rpc.Status.encode(m.status, w.uint32(26).fork(), q + 1).ldelim();
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
m = g || new $root.common.Metadata();
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
if ((v = r.string()).length)
m.error = v;
else
delete m.error;
continue;
}
case 3: {
if (u !== 2)
break;
m.status = $root.google.rpc.Status.decode(r, r.size(), $undefined, q + 1, m.status);
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
$lazily(common, "Empty", () => {
const Empty = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Empty.prototype.metadata = null;
Empty.create = function(properties) {
return new Empty(properties);
};
Empty.encode = function (m, w, q) {
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
Empty.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.Empty();
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
return Empty;
});
$lazily(common, "EmptyResponse", () => {
const EmptyResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
EmptyResponse.prototype.messages = $util.emptyArray;
EmptyResponse.create = function(properties) {
return new EmptyResponse(properties);
};
EmptyResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.common.Empty.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
EmptyResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.EmptyResponse();
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
m.messages.push($root.common.Empty.decode(r, r.size(), $undefined, q + 1));
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
return EmptyResponse;
});
$lazily(common, "Data", () => {
const Data = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Data.prototype.metadata = null;
Data.prototype.bytes = $util.newBuffer([]);
Data.create = function(properties) {
return new Data(properties);
};
Data.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.bytes != null && $Object.hasOwnProperty.call(m, "bytes") && m.bytes.length)
w.uint32(18).bytes(m.bytes);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Data.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.Data();
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
m.bytes = v;
else
delete m.bytes;
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
return Data;
});
$lazily(common, "DataResponse", () => {
const DataResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DataResponse.prototype.messages = $util.emptyArray;
DataResponse.create = function(properties) {
return new DataResponse(properties);
};
DataResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.common.Data.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DataResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.DataResponse();
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
m.messages.push($root.common.Data.decode(r, r.size(), $undefined, q + 1));
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
return DataResponse;
});
$lazily(common, "Error", () => {
const Error = function (p) {
this.details = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Error.prototype.code = 0;
Error.prototype.message = "";
Error.prototype.details = $util.emptyArray;
Error.create = function(properties) {
return new Error(properties);
};
Error.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.code != null && $Object.hasOwnProperty.call(m, "code") && m.code !== 0)
w.uint32(8).int32(m.code);
if (m.message != null && $Object.hasOwnProperty.call(m, "message") && m.message !== "")
w.uint32(18).string(m.message);
if (m.details != null && m.details.length) {
for (var i = 0; i < m.details.length; ++i)
$root.google.protobuf.Any.encode(m.details[i], w.uint32(26).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Error.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.Error();
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
m.code = v;
else
delete m.code;
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
if (!(m.details && m.details.length))
m.details = [];
m.details.push($root.google.protobuf.Any.decode(r, r.size(), $undefined, q + 1));
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
return Error;
});
$lazily(common, "Code", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "FATAL"] = 0;
values[valuesById[1] = "LOCKED"] = 1;
values[valuesById[2] = "CANCELED"] = 2;
return values;
});
$lazily(common, "ContainerDriver", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "CONTAINERD"] = 0;
values[valuesById[1] = "CRI"] = 1;
return values;
});
$lazily(common, "ContainerdNamespace", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "NS_UNKNOWN"] = 0;
values[valuesById[1] = "NS_SYSTEM"] = 1;
values[valuesById[2] = "NS_CRI"] = 2;
return values;
});
$lazily(common, "ContainerdInstance", () => {
const ContainerdInstance = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ContainerdInstance.prototype.driver = 0;
ContainerdInstance.prototype.namespace = 0;
ContainerdInstance.create = function(properties) {
return new ContainerdInstance(properties);
};
ContainerdInstance.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.driver != null && $Object.hasOwnProperty.call(m, "driver") && m.driver !== 0)
w.uint32(8).int32(m.driver);
if (m.namespace != null && $Object.hasOwnProperty.call(m, "namespace") && m.namespace !== 0)
w.uint32(16).int32(m.namespace);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ContainerdInstance.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.ContainerdInstance();
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
m.driver = v;
else
delete m.driver;
continue;
}
case 2: {
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
return ContainerdInstance;
});
$lazily(common, "URL", () => {
const URL = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
URL.prototype.fullPath = "";
URL.create = function(properties) {
return new URL(properties);
};
URL.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.fullPath != null && $Object.hasOwnProperty.call(m, "fullPath") && m.fullPath !== "")
w.uint32(10).string(m.fullPath);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
URL.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.URL();
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
m.fullPath = v;
else
delete m.fullPath;
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
return URL;
});
$lazily(common, "PEMEncodedCertificateAndKey", () => {
const PEMEncodedCertificateAndKey = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
PEMEncodedCertificateAndKey.prototype.crt = $util.newBuffer([]);
PEMEncodedCertificateAndKey.prototype.key = $util.newBuffer([]);
PEMEncodedCertificateAndKey.create = function(properties) {
return new PEMEncodedCertificateAndKey(properties);
};
PEMEncodedCertificateAndKey.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.crt != null && $Object.hasOwnProperty.call(m, "crt") && m.crt.length)
w.uint32(10).bytes(m.crt);
if (m.key != null && $Object.hasOwnProperty.call(m, "key") && m.key.length)
w.uint32(18).bytes(m.key);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
PEMEncodedCertificateAndKey.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.PEMEncodedCertificateAndKey();
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
m.crt = v;
else
delete m.crt;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.bytes()).length)
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
return PEMEncodedCertificateAndKey;
});
$lazily(common, "PEMEncodedCertificate", () => {
const PEMEncodedCertificate = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
PEMEncodedCertificate.prototype.crt = $util.newBuffer([]);
PEMEncodedCertificate.create = function(properties) {
return new PEMEncodedCertificate(properties);
};
PEMEncodedCertificate.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.crt != null && $Object.hasOwnProperty.call(m, "crt") && m.crt.length)
w.uint32(10).bytes(m.crt);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
PEMEncodedCertificate.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.PEMEncodedCertificate();
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
m.crt = v;
else
delete m.crt;
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
return PEMEncodedCertificate;
});
$lazily(common, "PEMEncodedKey", () => {
const PEMEncodedKey = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
PEMEncodedKey.prototype.key = $util.newBuffer([]);
PEMEncodedKey.create = function(properties) {
return new PEMEncodedKey(properties);
};
PEMEncodedKey.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.key != null && $Object.hasOwnProperty.call(m, "key") && m.key.length)
w.uint32(10).bytes(m.key);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
PEMEncodedKey.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.PEMEncodedKey();
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
return PEMEncodedKey;
});
$lazily(common, "NetIP", () => {
const NetIP = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetIP.prototype.ip = $util.newBuffer([]);
NetIP.create = function(properties) {
return new NetIP(properties);
};
NetIP.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.ip != null && $Object.hasOwnProperty.call(m, "ip") && m.ip.length)
w.uint32(10).bytes(m.ip);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetIP.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.NetIP();
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
m.ip = v;
else
delete m.ip;
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
return NetIP;
});
$lazily(common, "NetIPPort", () => {
const NetIPPort = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetIPPort.prototype.ip = $util.newBuffer([]);
NetIPPort.prototype.port = 0;
NetIPPort.create = function(properties) {
return new NetIPPort(properties);
};
NetIPPort.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.ip != null && $Object.hasOwnProperty.call(m, "ip") && m.ip.length)
w.uint32(10).bytes(m.ip);
if (m.port != null && $Object.hasOwnProperty.call(m, "port") && m.port !== 0)
w.uint32(16).int32(m.port);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetIPPort.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.NetIPPort();
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
m.ip = v;
else
delete m.ip;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.port = v;
else
delete m.port;
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
return NetIPPort;
});
$lazily(common, "NetIPPrefix", () => {
const NetIPPrefix = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
NetIPPrefix.prototype.ip = $util.newBuffer([]);
NetIPPrefix.prototype.prefixLength = 0;
NetIPPrefix.create = function(properties) {
return new NetIPPrefix(properties);
};
NetIPPrefix.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.ip != null && $Object.hasOwnProperty.call(m, "ip") && m.ip.length)
w.uint32(10).bytes(m.ip);
if (m.prefixLength != null && $Object.hasOwnProperty.call(m, "prefixLength") && m.prefixLength !== 0)
w.uint32(16).int32(m.prefixLength);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
NetIPPrefix.decode = function (r, l, z, q, g) {
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
m = g || new $root.common.NetIPPrefix();
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
m.ip = v;
else
delete m.ip;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.prefixLength = v;
else
delete m.prefixLength;
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
return NetIPPrefix;
});
return common;
})();
