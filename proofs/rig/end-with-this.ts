/** Child processes that must not run longer than the bench or proof that started them, however it ends (except by SIGKILL). */
import type { ChildProcess } from "node:child_process";

// Without a handler a signal ends Node without its exit event.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
const living = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of living) child.kill("SIGKILL");
});

/** Kills the child when this process exits first; answers the child. */
export function endWithThis<Child extends ChildProcess>(child: Child): Child {
  living.add(child);
  child.once("exit", () => living.delete(child));
  return child;
}
