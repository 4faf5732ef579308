/** Judges a partner's calls over a whole run: a key on every write, and no poll that is faster than needed. Pure. */
import type { Check } from "./check.schemas.ts";
import type { Evidence, SeenCall } from "./evidence.ts";
import type { OneFinding } from "./finding.ts";

type Manners = Extract<Check, { readonly check: "manners" }>;

/** Judges all calls of the evidence. */
export function judgeManners(check: Manners, { calls }: Evidence): OneFinding {
  const bare = calls.find(({ method, key }) => method !== "GET" && key === null);
  if (bare !== undefined) return { state: "broken", seen: `${bare.operation} has no Idempotency-Key`, ids: [bare.id] };
  const polled = new Map<string, SeenCall[]>();
  for (const call of calls.filter(({ method }) => method === "GET")) {
    const what = `${call.operation} ${call.resourceId ?? ""}`.trim();
    polled.set(what, [...(polled.get(what) ?? []), call]);
  }
  for (const [what, times] of polled) {
    const fast = fasterThan(times, check.polls_per_minute);
    if (fast !== undefined) {
      return { state: "broken", seen: `${what} more than ${check.polls_per_minute} times in a minute`, ids: [fast.id] };
    }
  }
  return { state: calls.length === 0 ? "open" : "met", seen: `${calls.length} calls`, ids: [] };
}

/** The call with which a minute has more than so many; the calls are in the order of time. */
function fasterThan(calls: readonly SeenCall[], most: number): SeenCall | undefined {
  return calls.find((call, index) => {
    const first = calls[index - most];
    return first !== undefined && call.startedAt - first.startedAt < 60_000;
  });
}

/** The check in a sentence. */
export function mannersSentence({ polls_per_minute: most }: Manners): string {
  return `an Idempotency-Key on every write, and nothing polled more than ${most} times in a minute`;
}
