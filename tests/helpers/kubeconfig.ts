/** Kubeconfigs as nodes send them. */
import { packTar, type TarEntry } from "modern-tar";

/** A kubeconfig in the form of nodes. */
export function kubeconfig(server = "https://10.0.0.10:6443", secret = "Zmlyc3Q="): string {
  return `apiVersion: v1
kind: Config
clusters:
- name: lab
  cluster:
    server: ${server}
    certificate-authority-data: Y2E=
users:
- name: admin@lab
  user:
    client-certificate-data: ${secret}
    client-key-data: ${secret}
contexts:
- context:
    cluster: lab
    namespace: default
    user: admin@lab
  name: admin@lab
current-context: admin@lab
`;
}

/** A regular file of an archive. */
export const file = (name: string, body: string): TarEntry => ({
  header: { name, size: new TextEncoder().encode(body).length, type: "file" },
  body,
});

/** Returns a tar.gz archive. */
export async function archive(...entries: TarEntry[]): Promise<Uint8Array> {
  const tar = new Blob([await packTar(entries)]).stream();
  const zipped = tar.pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(zipped).arrayBuffer());
}

/**
 * Returns the archive of a kubeconfig that nodes of v1.4 to v1.14 send: they close the gzip stream but
 * not the archive, which ends after the content.
 */
export async function nodeArchive(text: string): Promise<Uint8Array> {
  const tar = await packTar([file("kubeconfig", text)]);
  const open = tar.subarray(0, 512 + new TextEncoder().encode(text).length);
  const zipped = new Blob([new Uint8Array(open)]).stream().pipeThrough(
    new CompressionStream("gzip"),
  );
  return new Uint8Array(await new Response(zipped).arrayBuffer());
}
