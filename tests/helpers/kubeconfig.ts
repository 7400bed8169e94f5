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
