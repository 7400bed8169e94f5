// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./cluster.d.ts"
import "./common.js";
import "./google.js";
import { lazily as $lazily, method as $method } from "../codec.ts";
import $protobuf from "../protobuf.ts";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;
const $root = $protobuf.roots["osctl"] || ($protobuf.roots["osctl"] = {});
export const cluster = $root.cluster = (() => {
const cluster = {};
$lazily(cluster, "HealthCheckRequest", () => {
const HealthCheckRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
HealthCheckRequest.prototype.waitTimeout = null;
HealthCheckRequest.prototype.clusterInfo = null;
HealthCheckRequest.create = function(properties) {
return new HealthCheckRequest(properties);
};
HealthCheckRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.waitTimeout != null && $Object.hasOwnProperty.call(m, "waitTimeout"))
$root.google.protobuf.Duration.encode(m.waitTimeout, w.uint32(10).fork(), q + 1).ldelim();
if (m.clusterInfo != null && $Object.hasOwnProperty.call(m, "clusterInfo"))
$root.cluster.ClusterInfo.encode(m.clusterInfo, w.uint32(18).fork(), q + 1).ldelim();
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
HealthCheckRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.cluster.HealthCheckRequest();
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
m.waitTimeout = $root.google.protobuf.Duration.decode(r, r.size(), $undefined, q + 1, m.waitTimeout);
continue;
}
case 2: {
if (u !== 2)
break;
m.clusterInfo = $root.cluster.ClusterInfo.decode(r, r.size(), $undefined, q + 1, m.clusterInfo);
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
return HealthCheckRequest;
});
$lazily(cluster, "ClusterInfo", () => {
const ClusterInfo = function (p) {
this.controlPlaneNodes = [];
this.workerNodes = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
ClusterInfo.prototype.controlPlaneNodes = $util.emptyArray;
ClusterInfo.prototype.workerNodes = $util.emptyArray;
ClusterInfo.prototype.forceEndpoint = "";
ClusterInfo.create = function(properties) {
return new ClusterInfo(properties);
};
ClusterInfo.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.controlPlaneNodes != null && m.controlPlaneNodes.length) {
for (var i = 0; i < m.controlPlaneNodes.length; ++i)
w.uint32(10).string(m.controlPlaneNodes[i]);
}
if (m.workerNodes != null && m.workerNodes.length) {
for (var i = 0; i < m.workerNodes.length; ++i)
w.uint32(18).string(m.workerNodes[i]);
}
if (m.forceEndpoint != null && $Object.hasOwnProperty.call(m, "forceEndpoint") && m.forceEndpoint !== "")
w.uint32(26).string(m.forceEndpoint);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
ClusterInfo.decode = function (r, l, z, q, g) {
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
m = g || new $root.cluster.ClusterInfo();
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
if (!(m.controlPlaneNodes && m.controlPlaneNodes.length))
m.controlPlaneNodes = [];
m.controlPlaneNodes.push(r.string());
continue;
}
case 2: {
if (u !== 2)
break;
if (!(m.workerNodes && m.workerNodes.length))
m.workerNodes = [];
m.workerNodes.push(r.string());
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.forceEndpoint = v;
else
delete m.forceEndpoint;
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
return ClusterInfo;
});
$lazily(cluster, "HealthCheckProgress", () => {
const HealthCheckProgress = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
HealthCheckProgress.prototype.metadata = null;
HealthCheckProgress.prototype.message = "";
HealthCheckProgress.create = function(properties) {
return new HealthCheckProgress(properties);
};
HealthCheckProgress.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.message != null && $Object.hasOwnProperty.call(m, "message") && m.message !== "")
w.uint32(18).string(m.message);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
HealthCheckProgress.decode = function (r, l, z, q, g) {
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
m = g || new $root.cluster.HealthCheckProgress();
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
m.message = v;
else
delete m.message;
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
return HealthCheckProgress;
});
return cluster;
})();
export const ClusterService = {
HealthCheck: $method("/cluster.ClusterService/HealthCheck", () => $root.cluster.HealthCheckRequest, () => $root.cluster.HealthCheckProgress, false, true),
};
