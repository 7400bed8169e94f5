// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./google.d.ts"
import { lazily as $lazily } from "../codec.ts";
import $protobuf from "../protobuf.ts";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;
const $root = $protobuf.roots["osctl"] || ($protobuf.roots["osctl"] = {});
export const google = $root.google = (() => {
const google = {};
google.protobuf = (function() {
const protobuf = {};
$lazily(protobuf, "Any", () => {
const Any = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Any.prototype.type_url = "";
Any.prototype.value = $util.newBuffer([]);
Any.create = function(properties) {
return new Any(properties);
};
Any.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.type_url != null && $Object.hasOwnProperty.call(m, "type_url") && m.type_url !== "")
w.uint32(10).string(m.type_url);
if (m.value != null && $Object.hasOwnProperty.call(m, "value") && m.value.length)
w.uint32(18).bytes(m.value);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Any.decode = function (r, l, z, q, g) {
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
m = g || new $root.google.protobuf.Any();
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
m.type_url = v;
else
delete m.type_url;
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
return Any;
});
$lazily(protobuf, "Duration", () => {
const Duration = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Duration.prototype.seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
Duration.prototype.nanos = 0;
Duration.create = function(properties) {
return new Duration(properties);
};
Duration.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.seconds != null && $Object.hasOwnProperty.call(m, "seconds") && (typeof m.seconds === "object" ? m.seconds.low || m.seconds.high : m.seconds !== 0))
w.uint32(8).int64(m.seconds);
if (m.nanos != null && $Object.hasOwnProperty.call(m, "nanos") && m.nanos !== 0)
w.uint32(16).int32(m.nanos);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Duration.decode = function (r, l, z, q, g) {
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
m = g || new $root.google.protobuf.Duration();
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
m.seconds = v;
else
delete m.seconds;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.nanos = v;
else
delete m.nanos;
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
return Duration;
});
$lazily(protobuf, "Timestamp", () => {
const Timestamp = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Timestamp.prototype.seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
Timestamp.prototype.nanos = 0;
Timestamp.create = function(properties) {
return new Timestamp(properties);
};
Timestamp.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.seconds != null && $Object.hasOwnProperty.call(m, "seconds") && (typeof m.seconds === "object" ? m.seconds.low || m.seconds.high : m.seconds !== 0))
w.uint32(8).int64(m.seconds);
if (m.nanos != null && $Object.hasOwnProperty.call(m, "nanos") && m.nanos !== 0)
w.uint32(16).int32(m.nanos);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Timestamp.decode = function (r, l, z, q, g) {
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
m = g || new $root.google.protobuf.Timestamp();
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
m.seconds = v;
else
delete m.seconds;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.nanos = v;
else
delete m.nanos;
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
return Timestamp;
});
$lazily(protobuf, "Empty", () => {
const Empty = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
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
m = g || new $root.google.protobuf.Empty();
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
return Empty;
});
return protobuf;
})();
google.rpc = (function() {
const rpc = {};
$lazily(rpc, "Status", () => {
const Status = function (p) {
this.details = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Status.prototype.code = 0;
Status.prototype.message = "";
Status.prototype.details = $util.emptyArray;
Status.create = function(properties) {
return new Status(properties);
};
Status.encode = function (m, w, q) {
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
Status.decode = function (r, l, z, q, g) {
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
m = g || new $root.google.rpc.Status();
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
return Status;
});
return rpc;
})();
return google;
})();
