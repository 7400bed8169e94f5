// Generated from proto/*.proto by `deno task proto`. Do not edit.
// @ts-self-types="./storage.d.ts"
import "./common.js";
import "./google.js";
import { createPackage } from "../message.ts";
import { createMethod } from "../create_method.ts";
export const storage = createPackage("storage", (path) => {
switch (path) {
case "DisksResponse": return ["1 messages .storage.Disks[]", ([messages]) => ({ messages })];
case "Disks": return ["1 metadata .common.Metadata, 2 disks .storage.Disk[]", ([metadata, disks]) => ({ metadata, disks })];
case "Disk": return ["1 size uint64, 2 model string, 3 deviceName string, 4 name string, 5 serial string, 6 modalias string, 7 uuid string, 8 wwid string, 9 type enum, 10 busPath string, 11 systemDisk bool, 12 subsystem string, 13 readonly bool", ([size, model, deviceName, name, serial, modalias, uuid, wwid, type, busPath, systemDisk, subsystem, readonly]) => ({ size, model, deviceName, name, serial, modalias, uuid, wwid, type, busPath, systemDisk, subsystem, readonly })];
case "BlockDeviceWipeRequest": return ["1 devices .storage.BlockDeviceWipeDescriptor[]", ([devices]) => ({ devices })];
case "BlockDeviceWipeDescriptor": return ["1 device string, 2 method enum, 3 skipVolumeCheck bool, 4 dropPartition bool, 5 skipSecondaryCheck bool", ([device, method, skipVolumeCheck, dropPartition, skipSecondaryCheck]) => ({ device, method, skipVolumeCheck, dropPartition, skipSecondaryCheck })];
case "BlockDeviceWipeResponse": return ["1 messages .storage.BlockDeviceWipe[]", ([messages]) => ({ messages })];
case "BlockDeviceWipe": return ["1 metadata .common.Metadata", ([metadata]) => ({ metadata })];
default: return undefined;
}
}, (path) => {
switch (path) {
case "Disk.DiskType": return {"UNKNOWN":0,"SSD":1,"HDD":2,"NVME":3,"SD":4,"CD":5};
case "BlockDeviceWipeDescriptor.Method": return {"FAST":0,"ZEROES":1};
default: return undefined;
}
}, ["Disk.DiskType","BlockDeviceWipeDescriptor.Method"]);
export const StorageService = {
Disks: createMethod("/storage.StorageService/Disks", ".google.protobuf.Empty", ".storage.DisksResponse", false, false),
BlockDeviceWipe: createMethod("/storage.StorageService/BlockDeviceWipe", ".storage.BlockDeviceWipeRequest", ".storage.BlockDeviceWipeResponse", false, false),
};
