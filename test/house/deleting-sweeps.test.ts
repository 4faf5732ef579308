/** Every sweep that deletes by age waits until two clocks agree: `deletion()` of platform/clock/clock-gate.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSourceFiles } from "./source-files.ts";

const files = readSourceFiles().filter(({ path }) => path.startsWith("src/") && !path.endsWith(".test.ts"));
const program = files.filter(({ path }) => path.startsWith("src/program/"));

/** Names of functions and of sweeps that say that something goes for good. */
const deletingName = /\b((?:forget|erase|drop|delete|prune|purge)(?:[A-Z]\w*|_\w+))\b/g;

/** The text from a call to its closing bracket, for each call of `deletion` or of its short name. */
function deletionsIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:deletion|deletes)\(/g)].map(({ index }) => {
    let depth = 0;
    for (let at = text.indexOf("(", index); at < text.length; at++) {
      if (text[at] === "(") depth += 1;
      if (text[at] === ")" && --depth === 0) return text.slice(index, at + 1);
    }
    return text.slice(index);
  });
}

/** Deleting names of a file of the program that stand neither in an import nor in a deletion. */
function looseDeletions(text: string): readonly string[] {
  const imports = /^import [\s\S]*?from "[^"]+";$/gm;
  const rest = deletionsIn(text).reduce((left, each) => left.replace(each, ""), text.replaceAll(imports, ""));
  return [...rest.matchAll(deletingName)].map(([name]) => name);
}

test("every sweep that deletes is made by deletion()", () => {
  const loose = program.flatMap(({ path, text }) => looseDeletions(text).map((name) => `${path}: ${name}`));
  assert.deepEqual(loose, []);
  const made = program.flatMap(({ text }) => deletionsIn(text));
  assert.ok(made.length >= 8, `${made.length} deletions only`);
});

test("a sweep that deletes by itself would be found", () => {
  const sweep = `import { forgetOld } from "./x.ts";\nconst a = [{ name: "forget_old", runOnce: () => forgetOld(database) }];`;
  assert.deepEqual(looseDeletions(sweep), ["forget_old", "forgetOld"]);
  const gated = `import { forgetOld } from "./x.ts";\nconst a = [deletion(database, "forget_old", () => forgetOld(database))];`;
  assert.deepEqual(looseDeletions(gated), []);
});

/**
 * Statements that delete what is older than some time, by the sweep that runs them; "-" where something ends at a time of
 * its own and nothing is kept for a while.
 */
const deletingStatements: Readonly<Record<string, string>> = {
  "src/bookings/groups/groups.sql.ts": "forget_group_requests",
  "src/bookings/provider/provider-operations.sql.ts": "forget_provider_operations",
  "src/bookings/tables/claims.sql.ts": "-",
  "src/guest-links/guest-links.sql.ts": "forget_guest_links",
  "src/guest-links/tries.sql.ts": "forget_guest_links",
  "src/live/live-changes.sql.ts": "forget_live_changes",
  "src/menus/read/menu-syncs.sql.ts": "forget_dry_runs",
  "src/messaging/aftercare/old-messages.sql.ts": "delete_old_messages",
  "src/operator/health/health-samples.sql.ts": "forget_health_samples",
  "src/payments/payment/payments.sql.ts": "forget_processor_events",
  "src/people/person/erase-people.sql.ts": "erase_people",
  "src/people/sign-in/sign-in-traces.sql.ts": "forget_sign_in_traces",
  "src/platform/clock/processes.sql.ts": "forget_old_processes",
  "src/platform/http/idempotency/answer-days.sql.ts": "forget_idempotency_keys",
  "src/platform/http/idempotency/idempotency-keys.sql.ts": "forget_idempotency_keys",
  "src/platform/limits/address-counts.sql.ts": "forget_address_counts",
  "src/requests/request-days.sql.ts": "forget_requests",
  "src/webhooks/ledger/ledger-partitions.sql.ts": "forget_old_ledger",
  "src/webhooks/ledger/listeners.sql.ts": "forget_old_ledger",
};

test("every statement that deletes by age is known, with its sweep", () => {
  const found = files
    .filter(({ path }) => path.endsWith(".sql.ts"))
    .filter(({ text }) => (text.match(/`[^`]*`|"[^"\n]*"/g) ?? []).some(deletesByAge))
    .map(({ path }) => path);
  assert.deepEqual(found.toSorted(), Object.keys(deletingStatements).toSorted());
  const made = program.flatMap(({ text }) => deletionsIn(text)).join("\n");
  for (const sweep of Object.values(deletingStatements)) {
    if (sweep !== "-") assert.ok(made.includes(`"${sweep}"`), `there is no deletion ${sweep}`);
  }
});

function deletesByAge(statement: string): boolean {
  return (
    /\bDELETE FROM\b|\bdrop_ledger_partitions\b/.test(statement) && /interval|_timestamp\(\)|drop_/.test(statement)
  );
}
