/** The calls a minute that are let through, in words (rules/http 8.1, 8.2). Pure. */
import type { BudgetLimits, BudgetName } from "../../platform/limits/rate-budget.sql.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import type { BudgetWords } from "../pages/call-page.ts";

const shared: Readonly<Record<BudgetName, string>> = {
  availability: "searches of free tables",
  bookings: "other calls about bookings and the waitlist",
};

/** The words for each call; undefined for a call that no budget counts. */
export function budgetWords(routes: readonly RouteValue[], limits: BudgetLimits): BudgetWords {
  const budgets = new Map(routes.map(({ operationId, budget }) => [operationId, budget]));
  return (operationId) => {
    const budget = budgets.get(operationId);
    return budget && `${limits[budget]} ${shared[budget]} a minute and app`;
  };
}
