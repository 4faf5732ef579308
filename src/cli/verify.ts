/** `maple verify`: the operator's check of the invariants. */
import { exitCodes } from "./call-operator.ts";
import type { PartnerCommand } from "./partner-command.ts";
import { isObject, table } from "./print-answer.ts";
import { fail } from "./show-events.ts";

export const verifyCommand: PartnerCommand = {
  word: "verify",
  synopsis: "",
  about: "Check the invariants of the stored data; ends with 1 when something breaks one.",
  mayHaveArgument: false,
  by: "operator",
  options: {},
  examples: ["verify --env live"],
  async run(given, terminal) {
    const service = given.text("env") ?? "test";
    const result = await terminal.call({
      method: "GET",
      path: `/operator/v1/${encodeURIComponent(service)}/verify`,
    });
    if (result.kind === "failure") return fail(result, terminal);
    const sound = isObject(result.answer) && result.answer["sound"] === true;
    const checks = isObject(result.answer) && Array.isArray(result.answer["checks"]) ? result.answer["checks"] : [];
    if (given.has("json")) terminal.out(result.text);
    else {
      terminal.out(table(["invariant", "violations", "about", "examples"], checks));
      terminal.out(sound ? "sound" : "NOT sound");
    }
    return sound ? exitCodes.done : exitCodes.refused;
  },
};
