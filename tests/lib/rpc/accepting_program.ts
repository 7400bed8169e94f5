/** A server that prints its port. */
import { createServer } from "../../../lib/rpc/server.ts";

const server = createServer({}, () => new Uint8Array());
const { port } = await server.listen("127.0.0.1", 0);
console.log(port);
