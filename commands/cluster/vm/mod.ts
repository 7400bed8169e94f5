/** Control of virtual machines. */
import { group } from "../../../lib/cli/command.ts";
import pause from "./pause.ts";
import powerButton from "./power_button.ts";
import reset from "./reset.ts";
import resume from "./resume.ts";
import screenshot from "./screenshot.ts";

export default group("vm", {
  summary: "Control virtual machines of a local cluster",
  extra: true,
  children: [pause, powerButton, reset, resume, screenshot],
});
