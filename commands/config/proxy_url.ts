import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("proxy-url")
  .extra()
  .summary("Set or print the context's proxy")
  .details(
    "Connections to nodes, in maintenance mode too, use the proxy instead of HTTPS_PROXY. " +
      '"direct" disables every proxy, an empty URL removes the setting. Without a URL, prints it.',
  )
  .args({ url: "[<url>]" })
  .example("osctl config proxy-url socks5://localhost:1080", "Connect through an SSH tunnel")
  .example("osctl config proxy-url direct", "Ignore HTTPS_PROXY")
  .example("osctl config proxy-url ''", "Remove the setting")
  .run(async (context, { args, flags }) => {
    const { editExisting, loadClientConfig, selectContext } = await import(
      "../../lib/osconfig/mod.ts"
    );
    const { DIRECT, parseProxyChoice, PROXY_FORM } = await import(
      "../../lib/platform/proxy_url.ts"
    );
    if (args.url === undefined) {
      const config = await loadClientConfig(flags.osconfig, context);
      const { record: { proxyUrl } } = selectContext(config, flags.context);
      if (proxyUrl !== undefined) await context.stdout.write(`${proxyUrl}\n`);
      return;
    }
    const url = args.url.trim();
    if (url !== "" && parseProxyChoice(url) === undefined) {
      // The value may contain a password.
      throw new OsctlError("usage", "invalid URL of a proxy", {
        hint: `write it as ${PROXY_FORM}, or as ${DIRECT} for none`,
      });
    }
    await editExisting(flags.osconfig, context, (editor) => {
      editor.setProxyUrl(selectContext(editor.config, flags.context).name, url);
    });
  });
