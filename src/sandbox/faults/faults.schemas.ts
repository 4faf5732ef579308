/** Wire shapes of the faults of the sandbox (rules/ordering 15.6). */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";
import { faultKinds, largestSeed, mostRules } from "./fault-kinds.ts";
import type { KeptFaults } from "./read-faults.query.ts";

const ruleShape = Type.Object(
  {
    id: textField(64, { description: "Yours, unique among the rules." }),
    kind: oneOf(faultKinds),
    match: Type.Optional(
      Type.Object(
        {
          event_types: Type.Optional(Type.Array(textField(100), { minItems: 1, maxItems: 30 })),
          location_id: Type.Optional(idField("str")),
          operations: Type.Optional(
            Type.Array(textField(100), {
              minItems: 1,
              maxItems: 100,
              description: "operationIds, for the kinds api_…",
            }),
          ),
        },
        {
          additionalProperties: false,
          title: "FaultMatch",
          description: "What the rule is for; everything when absent.",
        },
      ),
    ),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: "At most; no limit when absent." })),
    share: Type.Optional(
      Type.Number({
        minimum: 0.001,
        maximum: 1,
        description: "Of what it matches, by chance; all when absent.",
      }),
    ),
    delay_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 600,
        description: "webhook_late 1 to 600, api_slow 1 to 60, api_rate_limited 1 to 30.",
      }),
    ),
    acted: Type.Optional(Type.Integer({ minimum: 0, description: "Shown; ignored when sent." })),
  },
  { additionalProperties: false, title: "FaultRule" },
);

export const faultsBody = Type.Object(
  {
    rules: Type.Array(ruleShape, {
      maxItems: mostRules,
      description: "The first that matches and acts decides.",
    }),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: largestSeed,
        description: "Repeats a run; drawn when absent.",
      }),
    ),
    expires_in_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400, description: "3600 when absent." })),
    keep_others: Type.Optional(
      Type.Boolean({ description: "True: rules of other ids stay, with what they have counted." }),
    ),
  },
  { additionalProperties: false },
);

export const faultsShape = Type.Object(
  {
    object: Type.Literal("sandbox_faults"),
    rules: Type.Array(ruleShape),
    seed: nullable(Type.Integer({ description: "Null when there are no rules." })),
    expires_at: nullable(isoInstant("When the rules end by themselves; null when there are none.")),
  },
  { title: "SandboxFaults" },
);

/** The rules as their app sees them; none where they have ended. */
export function faultsToWire(kept: KeptFaults | undefined): Static<typeof faultsShape> {
  if (kept === undefined) return { object: "sandbox_faults", rules: [], seed: null, expires_at: null };
  const rules = kept.rules.map((rule) => {
    const { match, ...fields } = rule;
    const { event_types: types, location_id: locationId, operations } = match ?? {};
    const shown = {
      ...(types === undefined ? {} : { event_types: [...types] }),
      ...(locationId === undefined ? {} : { location_id: locationId }),
      ...(operations === undefined ? {} : { operations: [...operations] }),
    };
    return { ...fields, ...(match === undefined ? {} : { match: shown }), acted: kept.counts[rule.id]?.acted ?? 0 };
  });
  return { object: "sandbox_faults", rules, seed: kept.seed, expires_at: toIso(kept.expires_at) };
}

export const faultsExample = { rules: [{ id: "late", kind: "webhook_late", times: 1, delay_seconds: 200 }] } as const;
