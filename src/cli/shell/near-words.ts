/** Other words that people type for a command (rules/packages 2.3). Pure. */

/** The commands for each of some words; a test holds that each of them exists. */
export const nearWords: readonly (readonly [words: readonly string[], commands: readonly string[]])[] = [
  [
    ["webhook", "webhooks", "hook", "hooks", "callback", "subscription", "subscriptions"],
    ["listen", "events", "trigger"],
  ],
  [["forward", "tunnel", "proxy", "watch", "tail"], ["listen"]],
  [["delivery", "deliveries", "attempts"], ["events"]],
  [
    ["resend", "redeliver", "retry"],
    ["replay", "orders resend"],
  ],
  [
    ["simulate", "emit", "fire", "fake", "send"],
    ["trigger", "listen"],
  ],
  [["fault", "chaos", "break", "fail"], ["faults"]],
  [["certificate", "conformance", "judge", "test", "tests"], ["certify"]],
  [
    ["log", "logs", "calls"],
    ["requests list", "events"],
  ],
  [
    ["start", "run", "up", "sandbox", "server"],
    ["dev", "serve"],
  ],
  [
    ["status", "check", "diagnose"],
    ["doctor", "verify"],
  ],
  [["refund"], ["refunds"]],
  [["reservation", "reservations", "table", "tables"], ["booking search"]],
  [
    ["login", "auth", "token"],
    ["key issue", "key list"],
  ],
];

/** The commands that somebody may mean by a word of other letters. */
export function commandsNear(word: string): readonly string[] {
  const typed = word.toLowerCase();
  return nearWords.find(([words]) => words.includes(typed))?.[1] ?? [];
}
