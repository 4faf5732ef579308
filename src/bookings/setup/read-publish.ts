/** Turns the bytes of a publish into a booking configuration, or into everything that is wrong with them. Computes only. */
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { parseStrictJson } from "../../platform/http/reading/strict-json.ts";
import { compileCheck, compileGuard } from "../../platform/http/reading/validate.ts";
import { configurationIssues } from "../venue/configuration-issues.ts";
import type { BookingConfiguration } from "../venue/configuration.ts";
import { publishBody } from "../venue/configuration.schemas.ts";
import { parseConfiguration } from "../venue/parse-configuration.ts";
import { soundPartsOf } from "../venue/sound-parts.ts";

/** What is to be published. */
export interface GivenPublish {
  readonly configuration: BookingConfiguration;
  /** The revision that the caller has read; undefined when the caller names none. */
  readonly expectedRevision: number | null | undefined;
}

const allIssues = 2_000;
const checkPublish = compileCheck("body", publishBody, allIssues);
const isPublishBody = compileGuard(publishBody);

/** Reads the body of a publish; the refusal names everything that is wrong with the bytes. */
export function readPublish(
  bytes: Uint8Array,
): GivenPublish | Refusal<"invalid_request"> | Refusal<"configuration_rejected"> {
  const json = parseStrictJson(bytes);
  if (!json.ok) return refuse("invalid_request", json.message, { issues: json.issues });
  const { value: body } = json;
  const malformed = checkPublish(body);
  if (!isPublishBody(body) || malformed.length > 0) {
    return invalidRequest([...malformed, ...configurationIssues(soundPartsOf(fieldOf(body, "configuration")))]);
  }
  const configuration = parseConfiguration(body.configuration);
  return isRefusal(configuration) ? configuration : { configuration, expectedRevision: body.expected_revision };
}

/** A field of what may be an object. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null
    ? new Map<string, unknown>(Object.entries(body)).get(name)
    : undefined;
}
