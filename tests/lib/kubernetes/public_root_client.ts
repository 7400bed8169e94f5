/**
 * Connects to a server twice and prints both results: with the roots of this process, and as an API
 * server with a certificate authority of its own.
 */
import { connect } from "node:tls";
import { NODES } from "../../../lib/kubernetes/mod.ts";
import { createClient } from "./api_server.ts";

const [port, caFile] = Deno.args;
const byDefault = await new Promise<string>((resolve) => {
  const socket = connect({ host: "127.0.0.1", port: Number(port), servername: "localhost" });
  socket.once("secureConnect", () => {
    socket.destroy();
    resolve("trusted");
  });
  socket.once("error", (error) => resolve(error.message));
});
console.log(byDefault);
using client = createClient({
  context: "",
  namespace: "default",
  server: new URL(`https://127.0.0.1:${port}`),
  ca: await Deno.readTextFile(caFile!),
});
console.log(
  await client.get(NODES, { name: "a" }).then(() => "trusted", (error) => error.message),
);
