/** Switches the faults of an app on and off. */
import { randomInt } from "node:crypto";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { faultSeconds, largestSeed, mostRules, type FaultRule } from "./fault-kinds.ts";
import { holdFaults, replaceFaults, sendRemoval, type KeptFaults } from "./faults.sql.ts";

const usualLifetimeSeconds = 3_600;

export interface NewFaults {
  readonly rules: readonly FaultRule[];
  /** That of the rules which stay, or drawn, where there is none. */
  readonly seed?: number | undefined;
  readonly expires_in_seconds?: number | undefined;
  /** Whether the other rules stay, with their counts. */
  readonly keep_others?: boolean | undefined;
}

/**
 * Puts the rules in the place of those that the app has, or of those with the same ids. Refuses an id that stands twice, a
 * time that the kind does not take, and more rules than an app may have.
 */
export async function changeFaults(
  tx: Tx,
  appId: Id<"app">,
  { rules, seed, expires_in_seconds: seconds, keep_others: keepsOthers = false }: NewFaults,
): Promise<KeptFaults | Refusal<"invalid_request">> {
  const issues = rules.flatMap((rule, index) => issuesOf(rule, index, rules));
  if (issues.length > 0) return refuseAll(issues);
  const kept = keepsOthers ? await holdFaults(tx, appId) : undefined;
  const others = (kept?.rules ?? []).filter(({ id }) => !rules.some((rule) => rule.id === id));
  const count = others.length + rules.length;
  if (count > mostRules) {
    const message = `would make ${count} rules with those that stay, and an app has at most ${mostRules}`;
    return refuseAll([{ path: "body.rules", message }]);
  }
  return replaceFaults(tx, appId, {
    rules: [...others, ...rules.map(withoutCount)],
    seed: seed ?? kept?.seed ?? randomInt(largestSeed),
    counts: Object.fromEntries(
      Object.entries(kept?.counts ?? {}).filter(([id]) => others.some((one) => one.id === id)),
    ),
    seconds: seconds ?? usualLifetimeSeconds,
    notBefore: seconds === undefined ? (kept?.expires_at ?? null) : null,
  });
}

function refuseAll(issues: readonly { readonly path: string; readonly message: string }[]) {
  return refuse("invalid_request", issues.map(({ path, message }) => `${path} ${message}`).join("; "), { issues });
}

/** The rule alone, where it is sent as it was shown. */
function withoutCount({ id, kind, match, times, share, delay_seconds }: FaultRule): FaultRule {
  return {
    id,
    kind,
    ...(match === undefined ? {} : { match }),
    ...(times === undefined ? {} : { times }),
    ...(share === undefined ? {} : { share }),
    ...(delay_seconds === undefined ? {} : { delay_seconds }),
  };
}

/** Switches all faults of the app off. */
export function removeFaults(tx: Tx, appId: Id<"app">): void {
  sendRemoval(tx, appId);
}

function issuesOf(rule: FaultRule, index: number, rules: readonly FaultRule[]) {
  const path = `body.rules[${index}]`;
  const issues: { path: string; message: string }[] = [];
  if (rules.findIndex(({ id }) => id === rule.id) !== index)
    issues.push({ path: `${path}.id`, message: "stands twice; give each rule an id of its own" });
  const limits = faultSeconds[rule.kind];
  const asked = rule.delay_seconds;
  if (asked !== undefined && limits === undefined)
    issues.push({ path: `${path}.delay_seconds`, message: `is not for ${rule.kind}; leave it out` });
  else if (asked !== undefined && limits !== undefined && (asked < limits.least || asked > limits.most))
    issues.push({
      path: `${path}.delay_seconds`,
      message: `must be ${limits.least} to ${limits.most} for ${rule.kind}`,
    });
  return issues;
}
