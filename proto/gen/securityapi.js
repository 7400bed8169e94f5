// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./securityapi.d.ts"
import { lazily as $lazily, method as $method } from "../codec.ts";
import $protobuf from "../protobuf.ts";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;
const $root = $protobuf.roots["osctl"] || ($protobuf.roots["osctl"] = {});
export const securityapi = $root.securityapi = (() => {
const securityapi = {};
$lazily(securityapi, "CertificateRequest", () => {
const CertificateRequest = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CertificateRequest.prototype.csr = $util.newBuffer([]);
CertificateRequest.create = function(properties) {
return new CertificateRequest(properties);
};
CertificateRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.csr != null && $Object.hasOwnProperty.call(m, "csr") && m.csr.length)
w.uint32(10).bytes(m.csr);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CertificateRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.securityapi.CertificateRequest();
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
m.csr = v;
else
delete m.csr;
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
return CertificateRequest;
});
$lazily(securityapi, "CertificateResponse", () => {
const CertificateResponse = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
CertificateResponse.prototype.ca = $util.newBuffer([]);
CertificateResponse.prototype.crt = $util.newBuffer([]);
CertificateResponse.create = function(properties) {
return new CertificateResponse(properties);
};
CertificateResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.ca != null && $Object.hasOwnProperty.call(m, "ca") && m.ca.length)
w.uint32(10).bytes(m.ca);
if (m.crt != null && $Object.hasOwnProperty.call(m, "crt") && m.crt.length)
w.uint32(18).bytes(m.crt);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
CertificateResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.securityapi.CertificateResponse();
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
m.ca = v;
else
delete m.ca;
continue;
}
case 2: {
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
return CertificateResponse;
});
return securityapi;
})();
export const SecurityService = {
Certificate: $method("/securityapi.SecurityService/Certificate", () => $root.securityapi.CertificateRequest, () => $root.securityapi.CertificateResponse, false, false),
};
