/** Builds the outline of a certificate: what the client reads of it, and no valid signature. */
import { encodeBase64 } from "../../../lib/osconfig/mod.ts";

function element(tag: number, ...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const content = parts.flatMap((part) => [...part]);
  const length = content.length < 0x80
    ? [content.length]
    : [0x82, content.length >> 8, content.length & 0xff];
  return new Uint8Array([tag, ...length, ...content]);
}

const text = (value: string) => new TextEncoder().encode(value);

function time(ms: number): Uint8Array {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  const year = Number(digits.slice(0, 4));
  return year >= 1950 && year < 2050
    ? element(0x17, text(digits.slice(2)))
    : element(0x18, text(digits));
}

/** A certificate as PEM. Times are milliseconds since the epoch. */
export function outlineCertificate(
  { organizations = ["os:admin"], notBefore = 0, notAfter = Date.UTC(2099, 0), version = true }: {
    organizations?: readonly string[];
    notBefore?: number;
    notAfter?: number;
    version?: boolean;
  },
): string {
  const subject = organizations.map((name) =>
    element(0x31, element(0x30, [0x06, 3, 0x55, 0x04, 0x0a], element(0x0c, text(name))))
  );
  const body = element(
    0x30,
    version ? element(0xa0, element(0x02, [2])) : [],
    element(0x02, [1]),
    element(0x30),
    element(0x30),
    element(0x30, time(notBefore), time(notAfter)),
    element(0x30, ...subject),
    element(0x30, new Uint8Array(200)),
  );
  const der = element(0x30, body, element(0x30), element(0x03, [0]));
  const lines = encodeBase64(der).match(/.{1,64}/g)!.join("\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** Something with the label of a key; no key. */
export const OUTLINE_KEY =
  "-----BEGIN ED25519 PRIVATE KEY-----\nc2VjcmV0\n-----END ED25519 PRIVATE KEY-----\n";
