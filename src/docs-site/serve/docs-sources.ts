/**
 * The data for a thread that renders the documentation, without functions and the marks of optional fields, which cannot
 * be copied to a thread. Pure.
 */
import type { BudgetLimits } from "../../platform/limits/rate-budget.sql.ts";
import type { Fields, RouteValue } from "../../platform/http/route-value.ts";

/** All that pages are made of, apart from the files of docs. */
export interface DocsSources {
  readonly routes: readonly RouteValue[];
  /** The version of the package. */
  readonly version: string;
  /** Calls a minute and app, as pages say them. */
  readonly budgets: BudgetLimits;
  /** The address of the style sheet. */
  readonly style: string;
  /** The addresses of the browser modules of a page. */
  readonly scripts: readonly string[];
}

const fieldLists = ["params", "query", "headers"] as const;

/** A route as it is copied: without its checks, and with the names of its optional fields. */
interface CopiedRoute {
  readonly route: Omit<RouteValue, "checks">;
  readonly optional: readonly (readonly [list: (typeof fieldLists)[number], name: string])[];
}

/** The sources as they are copied into a thread. */
export interface CopiedSources extends Omit<DocsSources, "routes"> {
  readonly routes: readonly CopiedRoute[];
}

// TypeBox marks an optional field by a property that is not enumerable; copying loses it.
const mark = "~optional";

/** The sources without what cannot be copied. */
export function toCopied({ routes, ...others }: DocsSources): CopiedSources {
  return { ...others, routes: routes.map(toCopiedRoute) };
}

function toCopiedRoute(whole: RouteValue): CopiedRoute {
  const { checks: _, ...route } = whole;
  const optional = fieldLists.flatMap((list) =>
    Object.entries(route[list] ?? {})
      .filter(([, field]) => mark in field)
      .map(([name]) => [list, name] as const),
  );
  return { route, optional };
}

/** The sources again, in the thread. */
export function fromCopied({ routes, ...others }: CopiedSources): DocsSources {
  return { ...others, routes: routes.map(fromCopiedRoute) };
}

function fromCopiedRoute({ route, optional }: CopiedRoute): RouteValue {
  for (const [list, name] of optional) {
    const field = (route[list] as Fields)[name];
    if (field !== undefined) Object.defineProperty(field, mark, { value: true, configurable: true });
  }
  return route;
}
