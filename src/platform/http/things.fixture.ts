/** Routes that exist only in tests of the route wrapper: one that reads, one that writes, one of several steps. */
import Type from "typebox";
import { refuse } from "../../kernel/refusal.ts";
import { row } from "../postgres/sql-types.ts";
import { defineStatement } from "../postgres/statement.ts";
import { nullable, idField, textField } from "./reading/fields.ts";
import { reply } from "./reply.ts";
import { bindRead, bindStaged, bindWrite, defineRoute, type BoundRoute } from "./route.ts";

const thing = Type.Object({ object: Type.Literal("thing"), count: Type.Integer() });
const body = Type.Object({
  name: textField(20),
  size: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
  fail: Type.Optional(Type.String()),
  idempotency_key: Type.Optional(Type.String()),
});

const readThing = defineRoute({
  method: "GET",
  path: "/v1/things/{thingId}",
  operationId: "readThing",
  tag: "Test",
  summary: "Reads",
  access: { kind: "app", scope: "orders:read" },
  params: { thingId: idField("ord") },
  query: { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
  success: { 200: thing },
  refusals: ["not_found"],
});

const writeThing = defineRoute({
  method: "POST",
  path: "/v1/things",
  operationId: "writeThing",
  tag: "Test",
  summary: "Writes",
  access: { kind: "app", scope: "orders:write" },
  body,
  success: { 201: Type.Object({ object: Type.Literal("thing"), count: Type.Integer(), secret: Type.String() }) },
  refusals: ["order_terminal"],
});

const stageThing = defineRoute({
  method: "POST",
  path: "/v1/staged_things",
  operationId: "stageThing",
  tag: "Test",
  summary: "Works in several steps",
  access: { kind: "app", scope: "orders:write" },
  body,
  success: { 200: thing },
  refusals: ["order_terminal"],
});

/** Work that waits, for tests of what happens meanwhile. */
export const waiting = {
  /** How often the work of several steps began. */
  staged: 0,
  release: (): void => {},
  entered: (): void => {},
  /** Resolves when the next piece of work has begun to wait. */
  begun: (): Promise<void> => new Promise<void>((resolve) => (waiting.entered = resolve)),
};

const insertThing = defineStatement({
  name: "insert-thing",
  takes: ["text", "text", "text"],
  gives: row<{ feedback: string }>({ feedback: "text" }),
  text: `INSERT INTO feedback (id, app_id, kind, summary, request_ids, matched_request_ids)
    VALUES ($1, $2, 'bug', $3, '{}', '{}') RETURNING id AS feedback`,
});

/** The routes, bound. */
export function thingRoutes(): BoundRoute[] {
  return [
    bindRead(readThing, async (call) => reply(200, { object: "thing", count: call.query.limit ?? 0 })),
    bindWrite(writeThing, async (call, tx) => {
      const { feedback } = await tx.one(insertThing, [call.requestId, call.app.id, call.body.name]);
      if (call.body.fail === "wait")
        await new Promise<void>((resolve) => ((waiting.release = resolve), waiting.entered()));
      if (call.body.fail === "refuse") return refuse("order_terminal", "it is over");
      if (call.body.fail === "throw") throw new Error("broken on purpose");
      return reply(201, { object: "thing", count: feedback.length, secret: "s3cret" }, { secretFields: ["secret"] });
    }),
    bindStaged(stageThing, async (call) => {
      waiting.staged++;
      if (call.body.fail === "wait")
        await new Promise<void>((resolve) => ((waiting.release = resolve), waiting.entered()));
      if (call.body.fail === "throw") throw new Error("broken on purpose");
      return reply(200, { object: "thing", count: waiting.staged });
    }),
  ];
}
