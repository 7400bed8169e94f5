/**
 * Rules of containers that the machine runs itself.
 *
 * @module
 */
import { parseSize } from "../load/sizes.ts";
import { quoted } from "../problem.ts";
import type { Cursor } from "./cursor.ts";
import type { Report } from "./report.ts";

const MAX_NAME_LENGTH = 63;
const MOUNT_TYPES = ["userVolume", "tmpfs", "hostPath"] as const;
const MOUNT_OPTIONS = "ro rw noexec nosuid nodev noatime rbind rshared".split(" ");
const NETWORK_CONDITIONS = ["addresses", "connectivity", "hostname", "etcfiles"];

/** Checks the document `ContainerConfig`. */
export function checkContainer(document: Cursor, report: Report): void {
  const name = document.at("name");
  if (name.isNonEmpty && (name.text.length > MAX_NAME_LENGTH || !/^[a-z0-9-]+$/.test(name.text))) {
    report.error(
      name,
      `invalid name ${quoted(name.text)}`,
      `use up to ${MAX_NAME_LENGTH} lower-case letters, digits and hyphens`,
    );
  }
  const image = document.at("image");
  if (image.isNonEmpty && !isImageReference(image.text)) {
    report.error(image, `invalid image ${quoted(image.text)}`, "use registry/repository:tag");
  } else if (image.isNonEmpty && !image.text.includes("@")) {
    report.warning(image, "the image is not pinned by a digest", "add @sha256:…");
  }
  for (const variable of document.at("environment").items) {
    // The value may be a secret.
    if (!variable.text.includes("=")) report.error(variable, "not of the form NAME=value");
  }
  checkMounts(document.at("mounts"), report);
  checkSecurity(document.at("security"), report);
  report.checkAllowed(document.atPath("network", "mode"), ["none", "host"]);
  checkLimits(document.atPath("resources", "limits"), report);
  checkDependencies(document, report);
  for (const id of ["uid", "gid"]) {
    const cursor = document.atPath("runAs", id);
    if (cursor.number < 0) report.error(cursor, `"${id}" is negative`);
  }
}

/** Reports whether a text is an image with an optional registry, tag and digest. */
function isImageReference(text: string): boolean {
  const name = /^([\w.-]+(:\d+)?\/)?[a-z0-9_.\/-]{2,255}(:[\w.-]{1,128})?(@sha256:[0-9a-f]{64})?$/;
  return name.test(text) && !text.startsWith("/") && !text.endsWith("/");
}

function checkMounts(mounts: Cursor, report: Report): void {
  const destinations = new Set<string>();
  for (const mount of mounts.items) {
    const [type, ...others] = MOUNT_TYPES.filter((name) => mount.at(name).isPresent);
    if (type === undefined || others.length > 0) {
      report.error(mount, `exactly one of ${MOUNT_TYPES.join(", ")} is required`);
      continue;
    }
    const fields = mount.at(type);
    if (type === "hostPath") checkPath(fields.at("source"), report);
    const destination = fields.at("destination");
    checkPath(destination, report);
    if (destination.text !== "" && destinations.has(destination.text)) {
      report.error(destination, `duplicate destination ${quoted(destination.text)}`);
    }
    destinations.add(destination.text);
    const options = fields.at("options").items;
    for (const option of options) report.checkAllowed(option, MOUNT_OPTIONS);
    const texts = options.map(({ text }) => text);
    if (texts.includes("ro") && texts.includes("rw")) {
      report.error(fields.at("options"), "ro and rw are mutually exclusive", "remove one of them");
    }
  }
}

function checkPath(cursor: Cursor, report: Report): void {
  if (!cursor.isNonEmpty || cursor.text.startsWith("/")) return;
  report.error(cursor, `${quoted(cursor.text)} is not an absolute path`);
}

function checkSecurity(security: Cursor, report: Report): void {
  report.checkAllowed(security.at("profile"), ["restricted", "privileged"]);
  const [add, drop] = ["add", "drop"].map((name) => security.atPath("capabilities", name).items);
  for (const capability of [...add!, ...drop!]) {
    const { text } = capability;
    if (text === "ALL" && drop!.includes(capability)) continue;
    if (text === "ALL") {
      report.error(capability, "ALL cannot be added", 'use "profile: privileged"');
    } else if (text.startsWith("CAP_")) {
      report.error(capability, `${quoted(text)} has the prefix CAP_`, `use ${text.slice(4)}`);
    } else if (!/^[A-Z_]+$/.test(text)) {
      const hint = "use upper-case letters and underscores, such as NET_RAW";
      report.error(capability, `invalid capability ${quoted(text)}`, hint);
    }
  }
  const dropped = new Set(drop!.map(({ text }) => text));
  for (const capability of add!) {
    if (capability.text === "ALL" || !dropped.has(capability.text)) continue;
    report.error(capability, `${quoted(capability.text)} is both added and dropped`);
  }
}

function checkLimits(limits: Cursor, report: Report): void {
  const [cpu, memory] = [limits.at("cpu"), limits.at("memory")];
  if (memory.text !== "" && parseSize(memory.text) === undefined) {
    report.error(memory, `invalid size ${quoted(memory.text)}`, "use a size such as 512MiB");
  }
  if (cpu.text !== "" && !/^0*[1-9]\d*m$/.test(cpu.text)) {
    report.error(cpu, `invalid limit ${quoted(cpu.text)}`, "use millicores, such as 1500m");
  }
}

function checkDependencies(document: Cursor, report: Report): void {
  const depends = document.at("dependsOn");
  for (const path of depends.at("paths").items) {
    if (path.text === "") report.error(path, "empty path");
    else checkPath(path, report);
  }
  for (const network of depends.at("networks").items) {
    if (network.text === "") report.error(network, "empty condition");
    else report.checkAllowed(network, NETWORK_CONDITIONS);
  }
  for (const name of depends.at("containers").items) {
    if (name.text === "") report.error(name, "empty name");
    else if (name.text === document.at("name").text) {
      report.error(name, "a container cannot depend on itself");
    }
  }
}
