/**
 * Rules of documents about the machine itself: files, environment, container runtime, memory
 * pressure, installation.
 *
 * @module
 */
import { quoted } from "../problem.ts";
import type { Cursor } from "./cursor.ts";
import { checkSelector } from "./expression/check_selector.ts";
import { checkName } from "./kubelet.ts";
import { checkRuntimeSpec } from "./runtime_spec.ts";
import { checkCertificatePool, checkPair } from "./pem.ts";
import type { Report } from "./report.ts";

/** Files below /etc that nodes write. */
const MANAGED_FILES: readonly string[] =
  "resolv.conf hosts machine-id extensions.yaml localtime os-release xattr.conf".split(" ");

/** Folders below /etc that nodes write. */
const MANAGED_FOLDERS: readonly string[] =
  "apparmor.d apparmor ca-certificates cni cri iscsi kubernetes lvm nvme pki selinux ssl"
    .split(" ");

/** The name of the part that old configurations set. */
const RESERVED_PART = "customization";

/** Rules by document kind. */
export const SYSTEM_RULES: Readonly<Record<string, (document: Cursor, report: Report) => void>> = {
  CRIBaseRuntimeSpecConfig(document, report) {
    checkRuntimeSpec(document.at("overrides"), report);
  },
  CRICustomizationConfig(document, report) {
    const name = document.at("name");
    if (name.isNonEmpty) checkName(name.text, name, report);
    if (name.text !== RESERVED_PART) return;
    report.error(name, `the name ${quoted(name.text)} is reserved`, "use another name");
  },
  EnvironmentConfig(document, report) {
    for (const [name, cursor] of document.at("variables").entries) {
      if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) continue;
      report.errorAtKey(cursor, `invalid name ${quoted(name)} of an environment variable`);
    }
  },
  EtcFileConfig(document, report) {
    const name = document.at("name");
    const { text } = name;
    if (!name.isNonEmpty) return;
    const steps = text.split("/");
    if (text.startsWith("/") || text.startsWith(".") || leavesFolder(steps)) {
      report.error(name, `${quoted(text)} is not a path below /etc`, "use a path such as a.conf");
    } else if (MANAGED_FILES.includes(text) || MANAGED_FOLDERS.includes(steps[0]!)) {
      report.error(name, `nodes manage /etc/${text}`, "use another file");
    }
  },
  OOMConfig(document, report) {
    checkSelector(document.at("triggerExpression"), "oomTrigger", report);
    checkSelector(document.at("cgroupRankingExpression"), "oomRanking", report);
    const interval = document.at("sampleInterval");
    if (interval.text.startsWith("-")) report.error(interval, '"sampleInterval" is negative');
  },
  RegistryTLSConfig(document, report) {
    checkCertificatePool(document.at("ca"), report);
    checkPair(document.at("clientIdentity"), report, { isParsed: false });
  },
  SysctlConfig: checkParams,
  SysfsConfig: checkParams,
  UnattendedInstallConfig(document, report) {
    const image = document.atPath("installer", "image");
    if (!image.isNonEmpty) {
      report.warning(image, "no installer image; the boot medium must name one");
    }
    checkSelector(document.atPath("provisioning", "diskSelector", "match"), "disk", report);
  },
};

function checkParams(document: Cursor, report: Report): void {
  for (const [name, cursor] of document.at("params").entries) {
    if (name === "") report.errorAtKey(cursor, "empty name of a parameter");
  }
}

/** Reports whether `..` leads out of the folder. */
function leavesFolder(steps: readonly string[]): boolean {
  let depth = 0;
  for (const step of steps) {
    if (step === "..") depth--;
    else if (step !== "" && step !== ".") depth++;
    if (depth < 0) return true;
  }
  return false;
}
