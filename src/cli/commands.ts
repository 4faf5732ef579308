/** Every command that makes one call: the operator's and the partners' (rules/http 10.3). */
import type { Command } from "./command.ts";
import { deriveCommand } from "./derive-command.ts";
import { operatorRows } from "./rows/operator-rows.ts";
import { partnerRows } from "./rows/partner-rows.ts";

export const commands: readonly Command[] = [...operatorRows, ...partnerRows].map(deriveCommand);
