/** The operator reads an app's certifications before it lets the app go live (rules/certification 3.3). */
import { getApp } from "../apps/read-apps.query.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { wholeList } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import {
  certificationExample,
  certificationList,
  certificationToWire,
} from "../sandbox/certifications/certifications.schemas.ts";
import { listCertifications } from "../sandbox/certifications/list-certifications.query.ts";
import { operatorAccess, operatorParams, operatorPath } from "./operator-call.ts";

const list = defineRoute({
  method: "GET",
  path: operatorPath("/apps/{appId}/certifications"),
  operationId: "operatorListCertifications",
  tag: "Operator",
  summary: "List the certifications of an app, newest first",
  description:
    "The last 20, with the verdict of the service on each scenario. Empty in live: apps certify in the test environment.",
  access: operatorAccess,
  params: { ...operatorParams, appId: idField("app") },
  success: { 200: certificationList },
  refusals: ["not_found"],
  example: { response: wholeList([certificationExample]) },
});

/** The operator's routes about certifications. */
export function operatorCertificationRoutes(): BoundRoute[] {
  return [
    bindRead(list, async ({ params: { appId } }, db) => {
      const app = await getApp(db, appId);
      if (isRefusal(app)) return app;
      const certifications = await listCertifications(db, appId);
      return reply(200, wholeList(certifications.map(certificationToWire)));
    }),
  ];
}
