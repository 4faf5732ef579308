/** The provider of npm run proof:providers, in its own process: loses answers, answers twice, late or never, and dies. */
import { startBookingServer, type Mischief } from "../../test/stand-ins/booking-server.ts";

const [port, journal, mischievous] = process.argv.slice(2);
let behaves = mischievous !== "mischief";
process.on("SIGUSR2", () => void (behaves = true));

await startBookingServer({
  port: Number(port),
  ...(journal === undefined ? {} : { journal }),
  tables: 10,
  mischief: (method) => (behaves || method === "HealthCheck" ? { kind: "none" } : roll()),
  onDie: () => process.exit(137),
});

/** About one call in six goes wrong. */
function roll(): Mischief {
  const dice = Math.random() * 1_000;
  const kinds: readonly (readonly [number, Mischief])[] = [
    [40, { kind: "cut_before" }],
    [40, { kind: "cut_after" }],
    [25, { kind: "fail_after" }],
    [25, { kind: "twice" }],
    [25, { kind: "late", ms: 2_000 + Math.random() * 2_000 }],
    [3, { kind: "late", ms: 11_000 }],
    [3, { kind: "hang" }],
    [1, { kind: "die", done: false }],
    [1, { kind: "die", done: true }],
  ];
  let at = 0;
  for (const [weight, mischief] of kinds) {
    at += weight;
    if (dice < at) return mischief;
  }
  return { kind: "none" };
}
