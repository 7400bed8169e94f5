/**
 * Differences of Go values, as nodes before v1.8 send them: recorded from `cmp.Diff` of go-cmp v0.6.0
 * and the types of v1.7.0, with the secrets replaced.
 */
import { equal, ok } from "node:assert/strict";
import { redactDiff } from "../../../../lib/machineconfig/redact/mod.ts";

const DIFF = `Dry run summary:
Applied configuration with a reboot (skipped in dry-run).
Config diff:
  &v1alpha1.Config{
  	ConfigVersion: "v1alpha1",
  	MachineConfig: &v1alpha1.MachineConfig{
- 		MachineToken: "MARKED.1",
+ 		MachineToken: "MARKED.2",
  		MachineCA: &x509.PEMEncodedCertificateAndKey{
  			Crt: "-----BEGIN CERTIFICATE-----\\nMARKED3"...,
  			Key: []uint8(
  				"""
  				-----BEGIN ED25519 PRIVATE KEY-----
- 				MARKED4
+ 				MARKED5
  				-----END ED25519 PRIVATE KEY-----
  				"""
  			),
  		},
  		MachineInstall: &{InstallDisk: "/dev/sda", InstallWipe: &false},
+ 				FileContent:     "MARKED 6\\nMARKED 7 \`x\`\\n",
+ 				FilePermissions: s"0o600",
- 		MachineSysctls:    nil,
+ 		MachineSysctls:    map[string]string{"net.core.somaxconn": "4096"},
- 				KeyStatic: &v1alpha1.EncryptionKeyStatic{KeyData: "MARKED-8"},
- 	Data: []uint8{
- 		0x4d, 0x41, 0x52, 0x4b, 0x45, 0x44, // |MARKED|
- 	},
  	ClusterConfig: &{ClusterID: "MARKED9", ControlPlane: &{Endpoint: &{URL: &{Scheme: "https"}}},
  }
`;

const CONFIG = `version: v1alpha1
machine:
  token: MARKED.2
  install: {disk: /dev/sda}
  sysctls: {net.core.somaxconn: "4096"}
  systemDiskEncryption:
    ephemeral:
      keys:
        - static: {passphrase: MARKED-8}
`;

Deno.test("redactDiff() shows only public values of a difference of Go values", () => {
  const text = redactDiff(DIFF, [CONFIG]);
  ok(!text.includes("MARKED") && !text.includes("0x4d"), text);
  equal(text.split("\n").length, DIFF.split("\n").length);
  ok(text.includes('map[string]string{"net.core.somaxconn": "4096"}'), text);
  ok(text.includes('InstallDisk: "/dev/sda", InstallWipe: &false'), text);
  ok(text.includes('- \t\tMachineToken: "******",\n+ \t\tMachineToken: "******",'), text);
  const inError = redactDiff(`diff: ${DIFF.slice(DIFF.indexOf("  &v1"))}`, []);
  ok(!inError.includes("MARKED") && !inError.includes("sda"), inError);
});

Deno.test("redactDiff() leaves texts without a difference", () => {
  for (const text of ["", "No changes.", "Dry run summary:\nApplied.\n"]) {
    equal(redactDiff(text, []), text);
  }
});
