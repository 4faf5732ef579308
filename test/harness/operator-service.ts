/** The service for the operator's tests: the operator's routes, and the partners' routes that show their effect. */
import assert from "node:assert/strict";
import { appRoutes } from "../../src/apps/apps.routes.ts";
import { feedbackRoutes } from "../../src/feedback/feedback.routes.ts";
import { createRequestLog } from "../../src/requests/request-log.cache.ts";
import { leaveOrdersToStaff } from "../../src/orders/decide/leave-orders.command.ts";
import { locationRoutes } from "../../src/locations/api/locations.routes.ts";
import { compareOnTheSpot } from "../../src/menus/publish/apply-menu.command.ts";
import { operatorRoutes } from "../../src/operator/operator.routes.ts";
import { sealedSecrets } from "../../src/webhooks/subscriptions/sealed-secrets.ts";
import { operatorToken, startService, type CallAnswer, type CallOptions, type TestService } from "./service.ts";

export interface OperatorService extends TestService {
  /** Calls `/operator/v1` with the operator's token, unless the options have another key. */
  operate(method: string, path: string, body?: unknown, options?: CallOptions): Promise<CallAnswer>;
  makeApp(): Promise<string>;
  makeLocation(): Promise<string>;
  /** The audit entries of a subject in test, oldest first. */
  audited(subject: string): Promise<readonly AuditedChange[]>;
}

export interface AuditedChange {
  readonly actor: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly request_id: string | null;
}

/** Starts it with both environments. */
export async function startOperatorService(): Promise<OperatorService> {
  const service = await startService({
    live: true,
    routes: ({ database }) => [
      ...operatorRoutes({
        compare: compareOnTheSpot,
        baseUrl: () => "http://127.0.0.1",
        sealing: sealedSecrets([Buffer.alloc(32, 7)], database.livemode, "maple provider secrets"),
        sandbox: database.livemode ? undefined : { allowPrivate: true },
      }),
      ...appRoutes({ version: "1", notices: () => [] }),
      ...locationRoutes({ onDisconnected: leaveOrdersToStaff }),
      ...feedbackRoutes(createRequestLog(database, { onError: (error) => assert.fail(String(error)) })),
    ],
  });
  const operate: OperatorService["operate"] = (method, path, body, options) => {
    const sent = body === undefined ? {} : { body };
    return service.call(method, `/operator/v1${path}`, { key: operatorToken, ...sent, ...options });
  };
  async function make(path: string, body: unknown): Promise<string> {
    const answer = await operate("POST", path, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id;
  }
  return {
    ...service,
    operate,
    makeApp: () => make("/test/apps", { name: "POS", scopes: ["locations:read", "connections:write"] }),
    makeLocation: () => make("/test/locations", { name: "Diner" }),
    async audited(subject) {
      const { body } = await operate("GET", "/test/audit_log");
      return body.data.filter((entry: { readonly subject: string }) => entry.subject === subject).toReversed();
    },
  };
}
