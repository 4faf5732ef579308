/** PUT, GET and DELETE /v1/sandbox/faults: calls and webhooks that go wrong on purpose (rules/ordering 15.6). */
import { isRefusal } from "../../kernel/refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { changeFaults, removeFaults } from "./change-faults.command.ts";
import { faultsBody, faultsExample, faultsShape, faultsToWire } from "./faults.schemas.ts";
import { findFaults } from "./read-faults.query.ts";

const sandbox = { tag: "Sandbox", access: { kind: "sandbox" }, path: "/v1/sandbox/faults" } as const;

const exampleAnswer = {
  object: "sandbox_faults",
  rules: faultsExample.rules.map((rule) => ({ ...rule, acted: 0 })),
  seed: 7,
  expires_at: "2026-11-21T20:42:06.120Z",
};

const noFaults = { object: "sandbox_faults", rules: [], seed: null, expires_at: null };

const put = defineRoute({
  ...sandbox,
  method: "PUT",
  operationId: "setSandboxFaults",
  summary: "Make calls and webhooks go wrong",
  description:
    "In place of the rules that there were. A replay meets none. Deliveries and logged requests show `fault`, answers `x-sandbox-fault`.",
  body: faultsBody,
  success: { 200: faultsShape },
  refusals: ["invalid_request"],
  example: { request: faultsExample, response: exampleAnswer },
});

const get = defineRoute({
  ...sandbox,
  method: "GET",
  operationId: "getSandboxFaults",
  summary: "Read the faults and how often each acted",
  success: { 200: faultsShape },
  refusals: [],
  example: { response: noFaults },
});

const remove = defineRoute({
  ...sandbox,
  method: "DELETE",
  operationId: "deleteSandboxFaults",
  summary: "Switch all faults off",
  success: { 200: faultsShape },
  refusals: [],
  example: { response: noFaults },
});

/** The routes of the faults, bound. */
export function faultRoutes(): BoundRoute[] {
  return [
    bindWrite(put, async ({ app, body }, tx) => {
      const kept = await changeFaults(tx, app.id, body);
      return isRefusal(kept) ? kept : reply(200, faultsToWire(kept));
    }),
    bindRead(get, async ({ app }, db) => reply(200, faultsToWire(await findFaults(db, app.id)))),
    bindWrite(remove, async ({ app }, tx) => {
      removeFaults(tx, app.id);
      return reply(200, faultsToWire(undefined));
    }),
  ];
}
