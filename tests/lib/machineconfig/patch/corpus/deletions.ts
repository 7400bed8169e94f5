/** `$patch: delete`. */
import type { Case } from "./case.ts";
import { DOCUMENTS } from "./config.ts";
import { document, machine } from "./write.ts";

/** Patches with `$patch: delete`. */
export const deletions: readonly Case[] = [
  {
    name: "deletes a map key",
    final: true,
    patches: [machine("{sysctls: {vm.swappiness: {$patch: delete}}}")],
    changes: { 'machine.sysctls["vm.swappiness"]': undefined },
  },
  {
    name: "deletes a map key and adds another",
    final: true,
    patches: ["machine:\n  sysctls:\n    vm.swappiness:\n      $patch: delete\n    new: a\n"],
    changes: { 'machine.sysctls["vm.swappiness"]': undefined, "machine.sysctls.new": "a" },
  },
  {
    name: "deletes a section",
    final: true,
    patches: [machine("{kubelet: {$patch: delete}, time: {$patch: delete, bootTimeout: 1s}}")],
    changes: {
      "machine.kubelet.image": undefined,
      "machine.kubelet.extraArgs.v": undefined,
      "machine.kubelet.extraArgs.rotate": undefined,
      "machine.kubelet.extraMounts[0].destination": undefined,
      "machine.kubelet.extraMounts[0].type": undefined,
      "machine.kubelet.extraMounts[0].source": undefined,
      "machine.kubelet.extraMounts[0].options[0]": undefined,
      "machine.kubelet.extraMounts[0].options[1]": undefined,
      "machine.kubelet.extraConfig.maxPods": undefined,
      'machine.kubelet.extraConfig.evictionHard["memory.available"]': undefined,
      "machine.kubelet.extraConfig.allowed[0]": undefined,
      "machine.kubelet.extraConfig.nothing": undefined,
      "machine.kubelet.registerWithFQDN": undefined,
      "machine.time.bootTimeout": undefined,
    },
  },
  {
    name: "empties a deleted field that is always written",
    final: true,
    patches: [machine("{token: {$patch: delete}, certSANs: {$patch: delete}}")],
    changes: {
      "machine.token": "",
      "machine.certSANs[0]": undefined,
      "machine.certSANs[1]": undefined,
      "machine.certSANs": [],
    },
  },
  {
    name: "ignores the deletion of an absent field",
    final: true,
    patches: [machine("{sysfs: {$patch: delete}}")],
    changes: {},
  },
  {
    name: "deletes a list item",
    final: true,
    patches: [machine("{network: {interfaces: [{interface: eth0, $patch: delete}]}}")],
    changes: {
      "machine.network.interfaces[0].interface": undefined,
      "machine.network.interfaces[0].mtu": undefined,
      "machine.network.interfaces[0].addresses[0]": undefined,
      "machine.network.interfaces[0].vlans[0].routes": undefined,
      "machine.network.interfaces[0].vlans[0].vlanId": undefined,
      "machine.network.interfaces[0].vlans[0].mtu": undefined,
      "machine.network.interfaces[0].vlans[1].routes": undefined,
      "machine.network.interfaces[0].vlans[1].dhcp": undefined,
      "machine.network.interfaces[0].vlans[1].vlanId": undefined,
      "machine.network.interfaces[0].deviceSelector.busPath": "0*",
      "machine.network.interfaces[0].deviceSelector.driver": "virtio",
      "machine.network.interfaces[0].dhcp": true,
      "machine.network.interfaces[1].deviceSelector.busPath": undefined,
      "machine.network.interfaces[1].deviceSelector.driver": undefined,
      "machine.network.interfaces[1].dhcp": undefined,
    },
  },
  {
    name: "deletes a list item before it merges its replacement",
    final: true,
    patches: [
      machine(
        "{files: [{path: /var/hello, $patch: delete}, {path: /var/hello, content: new, op: append, permissions: 0o644}]}",
      ),
    ],
    changes: { "machine.files[0].content": "new", "machine.files[0].op": "append" },
  },
  {
    name: "deletes a document",
    final: true,
    config: DOCUMENTS,
    patches: [document("KmsgLogConfig", "name: logs\n$patch: delete")],
    changes: {
      "KmsgLogConfig/logs.apiVersion": undefined,
      "KmsgLogConfig/logs.name": undefined,
      "KmsgLogConfig/logs.url": undefined,
    },
  },
  {
    name: "deletes a document without a name and a field of another",
    final: true,
    config: DOCUMENTS,
    patches: [
      document("SideroLinkConfig", "$patch: delete\n---\n") +
      document("WatchdogTimerConfig", "timeout:\n  $patch: delete\n"),
    ],
    changes: {
      "SideroLinkConfig.apiVersion": undefined,
      "SideroLinkConfig.apiUrl": undefined,
      "WatchdogTimerConfig.timeout": undefined,
    },
  },
  {
    name: "deletes a list item of a document",
    final: true,
    config: DOCUMENTS,
    patches: [
      document(
        "ExtensionServiceConfig",
        "name: ups\nconfigFiles: [{mountPath: /etc/ups/one, $patch: delete}]",
      ),
    ],
    changes: {
      "ExtensionServiceConfig/ups.configFiles[0].content": "two",
      "ExtensionServiceConfig/ups.configFiles[0].mountPath": "/etc/ups/two",
      "ExtensionServiceConfig/ups.configFiles[1].content": undefined,
      "ExtensionServiceConfig/ups.configFiles[1].mountPath": undefined,
    },
  },
  {
    name: "deletes a key of a free-form map",
    final: true,
    patches: [machine("{kubelet: {extraConfig: {maxPods: {$patch: delete}}}}")],
    changes: { "machine.kubelet.extraConfig.maxPods": undefined },
    differs: "rejects deletions in free-form maps",
  },
  {
    name: "deletes a list item identified by a number",
    final: true,
    config:
      "machine:\n  network:\n    interfaces:\n      - mtu: 9000\n        interface: eth0\n      - mtu: 1500\n        interface: eth1\n",
    patches: [machine("{network: {interfaces: [{mtu: 9000, $patch: delete}]}}")],
    changes: {
      "machine.network.interfaces[0].mtu": 1500,
      "machine.network.interfaces[0].interface": "eth1",
      "machine.network.interfaces[1].mtu": undefined,
      "machine.network.interfaces[1].interface": undefined,
    },
    differs: "compares strings only, and rejects the deletion",
  },
];
