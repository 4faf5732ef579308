/** `/operator`: whether the service is well (rules/people 10.2). */
import { getPage, type PageRoute } from "../../pages/page.ts";
import { visitOperator, type OperatorPageDeps } from "../shell/operator-visit.query.ts";
import { healthPage } from "./health-page.ts";
import { readHealth, readHealthSpans } from "./read-health.query.ts";

/** The first page. */
export function healthPages(deps: OperatorPageDeps): PageRoute[] {
  const { database } = deps;
  return [
    getPage("/operator", (call) =>
      visitOperator(deps, call, "health", { path: "/operator" }, async (at) =>
        healthPage(at, await readHealth(database.read), await readHealthSpans(database)),
      ),
    ),
  ];
}
