import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("endpoint")
  .alias("endpoints")
  .summary("Set the endpoints of the current context")
  .args({ endpoints: "<endpoint>..." }, { endpoints: "node" })
  .example("osctl config endpoint 10.0.0.2 10.0.0.3", "Connect through two control plane nodes")
  .run(async (context, { args, flags }) => {
    const endpoints = args.endpoints.map((endpoint) => endpoint.trim());
    if (endpoints.includes("")) throw new OsctlError("usage", "an endpoint is empty");
    const { editExisting, requirePlain, selectContext } = await import(
      "../../lib/osconfig/mod.ts"
    );
    const { normaliseEndpoint } = await import("../../lib/client/endpoints.ts");
    for (const endpoint of endpoints) {
      requirePlain(endpoint, "the endpoint");
      normaliseEndpoint(endpoint, "usage");
    }
    await editExisting(flags.osconfig, context, (editor) => {
      editor.setEndpoints(selectContext(editor.config, flags.context).name, endpoints);
    });
  });
