/** Wire shapes of certifications (rules/certification 3.1). */
import Type, { type Static } from "typebox";
import type { PlayedScenario } from "../../certification/judge-run.ts";
import { profiles } from "../../certification/report.ts";
import { toIso } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";
import { listOf } from "../../platform/http/reading/paging.ts";
import { longestText, mostIdsShown } from "./bound-verdict.ts";
import type { Certification } from "./list-certifications.query.ts";

const closed = { additionalProperties: false } as const;

/** Of the ids that one call may name; a run of all scenarios makes about a hundred. */
export const mostIds = 300;

export const certificationBody = Type.Object(
  {
    profile: oneOf(profiles),
    location_id: idField("str"),
    subscription_id: idField("dws"),
    scenarios: Type.Array(
      Type.Object(
        {
          id: textField(30, { description: "Of a scenario of the profile." }),
          started_at: isoInstant("When it began, in the service's real time."),
          ended_at: isoInstant("When it ended."),
          made: Type.Array(
            Type.Object(
              { name: textField(31), ids: Type.Array(textField(40), { maxItems: 30 }) },
              { ...closed, title: "MadeInScenario" },
            ),
            { maxItems: 10, description: "What its steps made, by the names that the steps give." },
          ),
        },
        { ...closed, title: "PlayedScenario" },
      ),
      { minItems: 1, maxItems: 60, description: "What was played; what is not named counts as not played." },
    ),
  },
  closed,
);

const scenarioShape = Type.Object(
  {
    id: Type.String({ maxLength: 30 }),
    outcome: oneOf(["passed", "failed", "not_applicable"]),
    reason: nullable(Type.String({ maxLength: longestText, description: "Why it was not judged." })),
    expectations: Type.Array(
      Type.Object(
        {
          expected: Type.String({ maxLength: longestText }),
          seen: Type.String({ maxLength: longestText }),
          met: Type.Boolean(),
          ids: Type.Array(Type.String({ maxLength: 40 }), {
            maxItems: mostIdsShown,
            description: "Of what was looked at.",
          }),
        },
        { title: "JudgedExpectation" },
      ),
    ),
  },
  { title: "CertifiedScenario" },
);

export const certificationShape = Type.Object(
  {
    object: Type.Literal("certification"),
    id: idField("cer"),
    location_id: idField("str"),
    created_at: isoInstant("When the service judged it."),
    profile: oneOf(profiles),
    passed: Type.Boolean({ description: "Every scenario that the app needs passed in this run." }),
    scenarios: Type.Array(scenarioShape),
  },
  { title: "Certification" },
);

export const certificationList = listOf(certificationShape);

/** A certification, as its app and the operator see it. */
export function certificationToWire(one: Certification): Static<typeof certificationShape> {
  return {
    object: "certification",
    id: one.id,
    location_id: one.location_id,
    created_at: toIso(one.created_at),
    profile: one.profile,
    passed: one.passed,
    scenarios: one.scenarios.map(({ id, outcome, reason, expectations }) => ({
      id,
      outcome,
      reason,
      expectations: expectations.map((each) => ({ ...each, ids: [...each.ids] })),
    })),
  };
}

/** What was played, as the judge reads it. */
export function readPlayed({ scenarios }: Static<typeof certificationBody>): readonly PlayedScenario[] {
  return scenarios.map(({ id, started_at: started, ended_at: ended, made }) => ({
    id,
    startedAt: Date.parse(started),
    endedAt: Date.parse(ended),
    made: Object.fromEntries(made.map(({ name, ids }) => [name, ids])),
  }));
}

const order = "ord_01m7zfmt64eads0t9pbhwrr3ek";
const location = "str_01k0w3gzq4w1d8n5v7j2m6t9ke";

export const certificationRequestExample = {
  profile: "ordering",
  location_id: location,
  subscription_id: "dws_01k0w3h4m2e8t9v6zq1c7r5b3n",
  scenarios: [
    {
      id: "ord-accept",
      started_at: "2026-11-21T19:42:06.120Z",
      ended_at: "2026-11-21T19:42:09.480Z",
      made: [{ name: "order", ids: [order] }],
    },
  ],
} as const;

export const certificationExample = {
  object: "certification",
  id: "cer_01m7zfmt64eads0t9pbhwrr3ek",
  location_id: location,
  created_at: "2026-11-21T19:58:14.002Z",
  profile: "ordering",
  passed: false,
  scenarios: [
    {
      id: "ord-accept",
      outcome: "failed",
      reason: null,
      expectations: [
        {
          expected: "order.updated by the partner with status ACCEPTED within 60 s of order.notification",
          seen: "only order.created, order.paid, order.notification",
          met: false,
          ids: [order],
        },
      ],
    },
  ],
} as const;
