/** GET …/verify: whether the invariants hold in the database now. */
import Type from "typebox";
import { verifyAuditChain } from "../audit/verify-audit-chain.query.ts";
import { verifyProviderLedger } from "../bookings/provider/verify-provider-ledger.query.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/database.ts";
import { verifyMoney } from "../orders/decide/verify-money.query.ts";
import { verifyWaitlist } from "../waitlist/line/verify-waitlist.query.ts";
import { verifyDeliveries, type VerifiedInvariant } from "../webhooks/delivery/verify-deliveries.query.ts";
import { operatorAccess, operatorParams, operatorPath } from "./operator-call.ts";

const verify = defineRoute({
  method: "GET",
  path: operatorPath("/verify"),
  operationId: "operatorVerify",
  tag: "Operator",
  summary: "Check the invariants of the stored data",
  description:
    "Each check names what breaks its rule; all of them find nothing in a sound database while workers run. Reads the whole ledger: not for every minute.",
  access: operatorAccess,
  params: operatorParams,
  success: {
    200: Type.Object({
      object: Type.Literal("verification"),
      sound: Type.Boolean({ description: "No check found anything." }),
      checks: Type.Array(
        Type.Object({
          invariant: Type.String({
            maxLength: 20,
            description: "The number of the invariant that the check is part of.",
          }),
          name: Type.String({ maxLength: 200 }),
          about: Type.String({ maxLength: 500, description: "What holds when nothing is found." }),
          violations: Type.Integer(),
          examples: Type.Array(Type.String({ maxLength: 1000 }), { description: "The first five of what was found." }),
        }),
      ),
    }),
  },
  refusals: ["not_found"],
  example: {
    response: {
      object: "verification",
      sound: true,
      checks: [
        {
          invariant: "I6",
          name: "delivered_without_answer",
          about: "Every delivered row has an attempt on record that was answered with 2xx.",
          violations: 0,
          examples: [],
        },
      ],
    },
  },
});

/** The route of the operator's verification. */
export function operatorVerifyRoutes(): BoundRoute[] {
  return [
    bindRead(verify, async (_call, db) => {
      const found = [
        ...(await verifyDeliveries(db)),
        ...(await verifyMoney(db)),
        ...(await verifyProviderLedger(db)),
        ...(await verifyWaitlist(db)),
        await verifyAudit(db),
      ];
      const checks = found.map((check) => ({ ...check, examples: [...check.examples] }));
      const sound = checks.every(({ violations }) => violations === 0);
      return reply(200, { object: "verification" as const, sound, checks });
    }),
  ];
}

async function verifyAudit(db: Db): Promise<VerifiedInvariant> {
  const verdict = await verifyAuditChain(db);
  return {
    invariant: "I11",
    name: "broken_audit_chain",
    about: "The audit log is whole: every entry carries the hash of the one before it.",
    violations: verdict.sound ? 0 : 1,
    examples: verdict.sound ? [] : [`entry ${verdict.sequence}: ${verdict.problem}`],
  };
}
