/** POST and GET /v1/sandbox/certifications: the runs that an app keeps for the operator (rules/certification 3.1). */
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { getGrantedLocation } from "../../locations/grants/read-locations.query.ts";
import { wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStaged, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { RequestLog } from "../../requests/request-log.cache.ts";
import { listEndpoints } from "../../webhooks/delivery/read-endpoints.query.ts";
import {
  certificationBody,
  certificationExample,
  certificationList,
  certificationRequestExample,
  certificationShape,
  certificationToWire,
  mostIds,
  readPlayed,
} from "./certifications.schemas.ts";
import { certifyRun } from "./certify-run.command.ts";
import { listCertifications } from "./list-certifications.query.ts";

const sandbox = { tag: "Sandbox", access: { kind: "sandbox" }, path: "/v1/sandbox/certifications" } as const;

const keep = defineRoute({
  ...sandbox,
  method: "POST",
  operationId: "createSandboxCertification",
  summary: "Keep a certification for the operator",
  description:
    "`maple certify` sends it after a whole profile. The service judges by its own records of the time in which each scenario was played. The app's last 20 are kept.",
  body: certificationBody,
  success: { 201: certificationShape },
  refusals: ["not_found", "invalid_request"],
  example: { request: certificationRequestExample, response: certificationExample },
});

const list = defineRoute({
  ...sandbox,
  method: "GET",
  operationId: "listSandboxCertifications",
  summary: "List the app's certifications, newest first",
  success: { 200: certificationList },
  refusals: [],
  example: { response: wholeList([{ ...certificationExample, scenarios: [] }]) },
});

const longestRunMs = 86_400_000;

export interface CertificationDeps {
  readonly log: Pick<RequestLog, "flush">;
}

/** The routes of certifications, bound. What waits to be written to the request log is written before it is judged. */
export function certificationRoutes({ log }: CertificationDeps): BoundRoute[] {
  return [
    bindStaged(keep, async ({ app, body }, database) => {
      const { location_id: locationId, subscription_id: subscriptionId, profile } = body;
      const granted = await getGrantedLocation(database.read, app.id, locationId);
      if (isRefusal(granted)) return granted;
      const endpoint = (await listEndpoints(database.read, app.id)).find(({ id }) => id === subscriptionId);
      if (endpoint === undefined) return refuse("not_found", `there is no subscription ${subscriptionId} of this app`);
      const played = readPlayed(body);
      const since = Math.min(...played.map(({ startedAt }) => startedAt));
      const until = Math.max(...played.map(({ endedAt }) => endedAt));
      if (until - since > longestRunMs || played.some(({ startedAt, endedAt }) => endedAt < startedAt)) {
        const message = "must be of one day at most, and each scenario must end after it began";
        const issues = [{ path: "body.scenarios", message }];
        return refuse("invalid_request", `body.scenarios ${message}`, { issues });
      }
      if (played.reduce((sum, { made }) => sum + Object.values(made).flat().length, 0) > mostIds) {
        const message = `must name ${mostIds} ids at most, all scenarios together`;
        return refuse("invalid_request", `body.scenarios ${message}`, {
          issues: [{ path: "body.scenarios", message }],
        });
      }
      await log.flush();
      const run = { app, locationId, subscriptionId, since, until, profile, played, eventTypes: endpoint.event_types };
      return reply(201, certificationToWire(await certifyRun(database, run)));
    }),
    bindRead(list, async ({ app }, db) => {
      const certifications = await listCertifications(db, app.id);
      return reply(200, wholeList(certifications.map(certificationToWire)));
    }),
  ];
}
