// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./time.d.ts"
import "./common.js";
import "./google.js";
import { lazily as $lazily, method as $method } from "../codec.ts";
import $protobuf from "../protobuf.ts";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;
const $root = $protobuf.roots["osctl"] || ($protobuf.roots["osctl"] = {});
export const time = $root.time = (() => {
const time = {};
$lazily(time, "TimeResponse", () => {
const TimeResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
TimeResponse.prototype.messages = $util.emptyArray;
TimeResponse.create = function(properties) {
return new TimeResponse(properties);
};
TimeResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.time.Time.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
TimeResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.time.TimeResponse();
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
m.messages.push($root.time.Time.decode(r, r.size(), $undefined, q + 1));
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
return TimeResponse;
});
$lazily(time, "Time", () => {
const Time = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Time.prototype.metadata = null;
Time.prototype.server = "";
Time.prototype.localtime = null;
Time.prototype.remotetime = null;
Time.create = function(properties) {
return new Time(properties);
};
Time.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.server != null && $Object.hasOwnProperty.call(m, "server") && m.server !== "")
w.uint32(18).string(m.server);
if (m.localtime != null && $Object.hasOwnProperty.call(m, "localtime"))
$root.google.protobuf.Timestamp.encode(m.localtime, w.uint32(26).fork(), q + 1).ldelim();
if (m.remotetime != null && $Object.hasOwnProperty.call(m, "remotetime"))
$root.google.protobuf.Timestamp.encode(m.remotetime, w.uint32(34).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Time.decode = function (r, l, z, q, g) {
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
m = g || new $root.time.Time();
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
m.server = v;
else
delete m.server;
continue;
}
case 3: {
if (u !== 2)
break;
m.localtime = $root.google.protobuf.Timestamp.decode(r, r.size(), $undefined, q + 1, m.localtime);
continue;
}
case 4: {
if (u !== 2)
break;
m.remotetime = $root.google.protobuf.Timestamp.decode(r, r.size(), $undefined, q + 1, m.remotetime);
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
return Time;
});
$lazily(time, "TimeRequest", () => {
const TimeRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
TimeRequest.prototype.server = "";
TimeRequest.create = function(properties) {
return new TimeRequest(properties);
};
TimeRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.server != null && $Object.hasOwnProperty.call(m, "server") && m.server !== "")
w.uint32(10).string(m.server);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
TimeRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.time.TimeRequest();
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
m.server = v;
else
delete m.server;
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
return TimeRequest;
});
return time;
})();
export const TimeService = {
Time: $method("/time.TimeService/Time", () => $root.google.protobuf.Empty, () => $root.time.TimeResponse, false, false),
TimeCheck: $method("/time.TimeService/TimeCheck", () => $root.time.TimeRequest, () => $root.time.TimeResponse, false, false),
};
