/** Reads the body that replaces the blackout dates, from partners and from managers. Pure. */
import { isRefusal } from "../../kernel/refusal.ts";
import { invalidRequest, refuseFields } from "../../platform/http/reading/invalid-request.ts";
import { compileCheck, compileGuard } from "../../platform/http/reading/validate.ts";
import { fieldOf } from "../setup/read-publish.ts";
import { maxBlackouts, parseBlackouts, type GivenBlackouts } from "../venue/blackouts.ts";
import { blackoutsBody, givenBlackoutShape } from "./booking-setup.schemas.ts";

const checkBlackouts = compileCheck("body", blackoutsBody, 2_000);
const isBlackoutsBody = compileGuard(blackoutsBody);
const isBlackout = compileGuard(givenBlackoutShape);

/** The blackout dates; what is wrong inside the list is `invalid_blackout_dates`, outside of it the body is malformed. */
export function readBlackouts(body: unknown, areaIds: readonly string[] | null) {
  const malformed = checkBlackouts(body);
  const blackouts = parseBlackouts(soundBlackouts(fieldOf(body, "blackout_dates")), areaIds);
  const issues = isRefusal(blackouts) ? [...malformed, ...blackouts.issues] : malformed;
  if (malformed.some(({ path }) => !path.startsWith("body.blackout_dates"))) return invalidRequest(issues);
  if (isRefusal(blackouts) || issues.length > 0 || !isBlackoutsBody(body))
    return refuseFields("invalid_blackout_dates", issues);
  return { blackouts, expectedRevision: body.expected_revision };
}

/** Not more than may be sent: the rest is surplus, whatever it says. */
function soundBlackouts(list: unknown): GivenBlackouts {
  if (!Array.isArray(list)) return [];
  return list.slice(0, maxBlackouts).map((each: unknown) => (isBlackout(each) ? each : undefined));
}
