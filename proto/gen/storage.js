// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./storage.d.ts"
import "./common.js";
import "./google.js";
import { lazily as $lazily, method as $method } from "../codec.ts";
import $protobuf from "../protobuf.ts";
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;
const $root = $protobuf.roots["osctl"] || ($protobuf.roots["osctl"] = {});
export const storage = $root.storage = (() => {
const storage = {};
$lazily(storage, "DisksResponse", () => {
const DisksResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
DisksResponse.prototype.messages = $util.emptyArray;
DisksResponse.create = function(properties) {
return new DisksResponse(properties);
};
DisksResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.storage.Disks.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
DisksResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.storage.DisksResponse();
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
m.messages.push($root.storage.Disks.decode(r, r.size(), $undefined, q + 1));
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
return DisksResponse;
});
$lazily(storage, "Disks", () => {
const Disks = function (p) {
this.disks = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Disks.prototype.metadata = null;
Disks.prototype.disks = $util.emptyArray;
Disks.create = function(properties) {
return new Disks(properties);
};
Disks.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.metadata != null && $Object.hasOwnProperty.call(m, "metadata"))
$root.common.Metadata.encode(m.metadata, w.uint32(10).fork(), q + 1).ldelim();
if (m.disks != null && m.disks.length) {
for (var i = 0; i < m.disks.length; ++i)
$root.storage.Disk.encode(m.disks[i], w.uint32(18).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Disks.decode = function (r, l, z, q, g) {
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
m = g || new $root.storage.Disks();
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
if (!(m.disks && m.disks.length))
m.disks = [];
m.disks.push($root.storage.Disk.decode(r, r.size(), $undefined, q + 1));
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
return Disks;
});
$lazily(storage, "Disk", () => {
const Disk = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
Disk.prototype.size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
Disk.prototype.model = "";
Disk.prototype.deviceName = "";
Disk.prototype.name = "";
Disk.prototype.serial = "";
Disk.prototype.modalias = "";
Disk.prototype.uuid = "";
Disk.prototype.wwid = "";
Disk.prototype.type = 0;
Disk.prototype.busPath = "";
Disk.prototype.systemDisk = false;
Disk.prototype.subsystem = "";
Disk.prototype.readonly = false;
Disk.create = function(properties) {
return new Disk(properties);
};
Disk.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.size != null && $Object.hasOwnProperty.call(m, "size") && (typeof m.size === "object" ? m.size.low || m.size.high : m.size !== 0))
w.uint32(8).uint64(m.size);
if (m.model != null && $Object.hasOwnProperty.call(m, "model") && m.model !== "")
w.uint32(18).string(m.model);
if (m.deviceName != null && $Object.hasOwnProperty.call(m, "deviceName") && m.deviceName !== "")
w.uint32(26).string(m.deviceName);
if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
w.uint32(34).string(m.name);
if (m.serial != null && $Object.hasOwnProperty.call(m, "serial") && m.serial !== "")
w.uint32(42).string(m.serial);
if (m.modalias != null && $Object.hasOwnProperty.call(m, "modalias") && m.modalias !== "")
w.uint32(50).string(m.modalias);
if (m.uuid != null && $Object.hasOwnProperty.call(m, "uuid") && m.uuid !== "")
w.uint32(58).string(m.uuid);
if (m.wwid != null && $Object.hasOwnProperty.call(m, "wwid") && m.wwid !== "")
w.uint32(66).string(m.wwid);
if (m.type != null && $Object.hasOwnProperty.call(m, "type") && m.type !== 0)
w.uint32(72).int32(m.type);
if (m.busPath != null && $Object.hasOwnProperty.call(m, "busPath") && m.busPath !== "")
w.uint32(82).string(m.busPath);
if (m.systemDisk != null && $Object.hasOwnProperty.call(m, "systemDisk") && m.systemDisk !== false)
w.uint32(88).bool(m.systemDisk);
if (m.subsystem != null && $Object.hasOwnProperty.call(m, "subsystem") && m.subsystem !== "")
w.uint32(98).string(m.subsystem);
if (m.readonly != null && $Object.hasOwnProperty.call(m, "readonly") && m.readonly !== false)
w.uint32(104).bool(m.readonly);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
Disk.decode = function (r, l, z, q, g) {
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
m = g || new $root.storage.Disk();
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
m.size = v;
else
delete m.size;
continue;
}
case 2: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.model = v;
else
delete m.model;
continue;
}
case 3: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.deviceName = v;
else
delete m.deviceName;
continue;
}
case 4: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.name = v;
else
delete m.name;
continue;
}
case 5: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.serial = v;
else
delete m.serial;
continue;
}
case 6: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.modalias = v;
else
delete m.modalias;
continue;
}
case 7: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.uuid = v;
else
delete m.uuid;
continue;
}
case 8: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.wwid = v;
else
delete m.wwid;
continue;
}
case 9: {
if (u !== 0)
break;
if (v = r.int32())
m.type = v;
else
delete m.type;
continue;
}
case 10: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.busPath = v;
else
delete m.busPath;
continue;
}
case 11: {
if (u !== 0)
break;
if (v = r.bool())
m.systemDisk = v;
else
delete m.systemDisk;
continue;
}
case 12: {
if (u !== 2)
break;
if ((v = r.string()).length)
m.subsystem = v;
else
delete m.subsystem;
continue;
}
case 13: {
if (u !== 0)
break;
if (v = r.bool())
m.readonly = v;
else
delete m.readonly;
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
$lazily(Disk, "DiskType", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "UNKNOWN"] = 0;
values[valuesById[1] = "SSD"] = 1;
values[valuesById[2] = "HDD"] = 2;
values[valuesById[3] = "NVME"] = 3;
values[valuesById[4] = "SD"] = 4;
values[valuesById[5] = "CD"] = 5;
return values;
});
return Disk;
});
$lazily(storage, "BlockDeviceWipeRequest", () => {
const BlockDeviceWipeRequest = function (p) {
this.devices = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
BlockDeviceWipeRequest.prototype.devices = $util.emptyArray;
BlockDeviceWipeRequest.create = function(properties) {
return new BlockDeviceWipeRequest(properties);
};
BlockDeviceWipeRequest.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.devices != null && m.devices.length) {
for (var i = 0; i < m.devices.length; ++i)
$root.storage.BlockDeviceWipeDescriptor.encode(m.devices[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
BlockDeviceWipeRequest.decode = function (r, l, z, q, g) {
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
m = g || new $root.storage.BlockDeviceWipeRequest();
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
if (!(m.devices && m.devices.length))
m.devices = [];
m.devices.push($root.storage.BlockDeviceWipeDescriptor.decode(r, r.size(), $undefined, q + 1));
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
return BlockDeviceWipeRequest;
});
$lazily(storage, "BlockDeviceWipeDescriptor", () => {
const BlockDeviceWipeDescriptor = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
BlockDeviceWipeDescriptor.prototype.device = "";
BlockDeviceWipeDescriptor.prototype.method = 0;
BlockDeviceWipeDescriptor.prototype.skipVolumeCheck = false;
BlockDeviceWipeDescriptor.prototype.dropPartition = false;
BlockDeviceWipeDescriptor.prototype.skipSecondaryCheck = false;
BlockDeviceWipeDescriptor.create = function(properties) {
return new BlockDeviceWipeDescriptor(properties);
};
BlockDeviceWipeDescriptor.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.device != null && $Object.hasOwnProperty.call(m, "device") && m.device !== "")
w.uint32(10).string(m.device);
if (m.method != null && $Object.hasOwnProperty.call(m, "method") && m.method !== 0)
w.uint32(16).int32(m.method);
if (m.skipVolumeCheck != null && $Object.hasOwnProperty.call(m, "skipVolumeCheck") && m.skipVolumeCheck !== false)
w.uint32(24).bool(m.skipVolumeCheck);
if (m.dropPartition != null && $Object.hasOwnProperty.call(m, "dropPartition") && m.dropPartition !== false)
w.uint32(32).bool(m.dropPartition);
if (m.skipSecondaryCheck != null && $Object.hasOwnProperty.call(m, "skipSecondaryCheck") && m.skipSecondaryCheck !== false)
w.uint32(40).bool(m.skipSecondaryCheck);
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
BlockDeviceWipeDescriptor.decode = function (r, l, z, q, g) {
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
m = g || new $root.storage.BlockDeviceWipeDescriptor();
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
m.device = v;
else
delete m.device;
continue;
}
case 2: {
if (u !== 0)
break;
if (v = r.int32())
m.method = v;
else
delete m.method;
continue;
}
case 3: {
if (u !== 0)
break;
if (v = r.bool())
m.skipVolumeCheck = v;
else
delete m.skipVolumeCheck;
continue;
}
case 4: {
if (u !== 0)
break;
if (v = r.bool())
m.dropPartition = v;
else
delete m.dropPartition;
continue;
}
case 5: {
if (u !== 0)
break;
if (v = r.bool())
m.skipSecondaryCheck = v;
else
delete m.skipSecondaryCheck;
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
$lazily(BlockDeviceWipeDescriptor, "Method", () => {
const valuesById = $Object.create(null), values = $Object.create(valuesById);
values[valuesById[0] = "FAST"] = 0;
values[valuesById[1] = "ZEROES"] = 1;
return values;
});
return BlockDeviceWipeDescriptor;
});
$lazily(storage, "BlockDeviceWipeResponse", () => {
const BlockDeviceWipeResponse = function (p) {
this.messages = [];
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
BlockDeviceWipeResponse.prototype.messages = $util.emptyArray;
BlockDeviceWipeResponse.create = function(properties) {
return new BlockDeviceWipeResponse(properties);
};
BlockDeviceWipeResponse.encode = function (m, w, q) {
if (!w)
w = $Writer.create();
if (q === $undefined)
q = 0;
if (q > $util.recursionLimit)
throw $Error("max depth exceeded");
if (m.messages != null && m.messages.length) {
for (var i = 0; i < m.messages.length; ++i)
$root.storage.BlockDeviceWipe.encode(m.messages[i], w.uint32(10).fork(), q + 1).ldelim();
}
if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
for (var i = 0; i < m.$unknowns.length; ++i)
w.raw(m.$unknowns[i]);
return w;
};
BlockDeviceWipeResponse.decode = function (r, l, z, q, g) {
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
m = g || new $root.storage.BlockDeviceWipeResponse();
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
m.messages.push($root.storage.BlockDeviceWipe.decode(r, r.size(), $undefined, q + 1));
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
return BlockDeviceWipeResponse;
});
$lazily(storage, "BlockDeviceWipe", () => {
const BlockDeviceWipe = function (p) {
if (p)
for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
if (p[ks[i]] != null && ks[i] !== "__proto__")
this[ks[i]] = p[ks[i]];
};
BlockDeviceWipe.prototype.metadata = null;
BlockDeviceWipe.create = function(properties) {
return new BlockDeviceWipe(properties);
};
BlockDeviceWipe.encode = function (m, w, q) {
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
BlockDeviceWipe.decode = function (r, l, z, q, g) {
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
m = g || new $root.storage.BlockDeviceWipe();
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
return BlockDeviceWipe;
});
return storage;
})();
export const StorageService = {
Disks: $method("/storage.StorageService/Disks", () => $root.google.protobuf.Empty, () => $root.storage.DisksResponse, false, false),
BlockDeviceWipe: $method("/storage.StorageService/BlockDeviceWipe", () => $root.storage.BlockDeviceWipeRequest, () => $root.storage.BlockDeviceWipeResponse, false, false),
};
