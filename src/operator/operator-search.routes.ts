/**
 * The operator's search, for programs (rules/people 10.3). The searched text travels in the body, so that no log has a
 * phone number.
 */
import Type from "typebox";
import { toIso } from "../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf, personal, textField } from "../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { foundKinds, listFound } from "./find/list-found.query.ts";
import { longestSought, mostFound, readSought } from "./find/read-sought.ts";
import { operatorAccess, operatorParams, operatorPath } from "./operator-call.ts";

const search = defineRoute({
  method: "POST",
  path: operatorPath("/search"),
  operationId: "operatorSearch",
  tag: "Operator",
  summary: "Find an order, a booking, a party, an app, a key, a location, an event or a request",
  description: `By an id, a code, the end of a key, a name, an e-mail address or a phone number with its country code. At most ${mostFound} of each kind, the latest first; the answer names no guest.`,
  access: { ...operatorAccess, support: true },
  params: operatorParams,
  body: Type.Object(
    {
      q: personal(
        textField(longestSought, {
          form: "trimmed",
          description: "An id, a code, a name, an e-mail address or a phone number.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  success: {
    200: listOf(
      Type.Object(
        {
          object: Type.Literal("found"),
          kind: oneOf(foundKinds),
          id: Type.String({ maxLength: 40 }),
          label: nullable(
            Type.String({
              maxLength: 1000,
              description: "What people call it: a number, a code, a name, the end of a key.",
            }),
          ),
          status: nullable(Type.String({ maxLength: 100 })),
          location_id: nullable(idField("str")),
          app_id: nullable(idField("app")),
          created_at: nullable(isoInstant("When it came to be.")),
        },
        { title: "Found" },
      ),
    ),
  },
  refusals: ["invalid_request"],
  example: {
    request: { q: "K7Q2MZ" },
    response: wholeList([
      {
        object: "found",
        kind: "booking",
        id: "bkg_01k7zfmt64eads0t9pbhwrr3ek",
        label: "K7Q2MZ",
        status: "confirmed",
        location_id: "str_01k7zfmt64eads0t9pbhwrr3ek",
        app_id: null,
        created_at: null,
      },
    ]),
  },
});

/** The route of the operator's search. */
export function operatorSearchRoutes(): BoundRoute[] {
  return [
    bindRead(search, async ({ body }, db) => {
      const sought = readSought(body.q);
      const found = sought === undefined ? [] : await listFound(db, sought);
      const data = found.map(({ created_at: at, ...one }) => ({
        object: "found" as const,
        ...one,
        created_at: at === null ? null : toIso(at),
      }));
      return reply(200, wholeList(data));
    }),
  ];
}
