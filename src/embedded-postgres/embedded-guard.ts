/**
 * Ends the server when Maple dies without stopping it, by a kill for example. The guard is a shell in its own session. It
 * reads a pipe that only Maple writes to; the system closes the pipe however Maple dies. Signals that reach the guard
 * together with Maple do not end the guard. Where there is no shell (Windows) there is no guard, and the next start stops
 * a server that was left.
 */
import { spawn } from "node:child_process";
import { serverVariables } from "./embedded-account.ts";

export interface Guard {
  /** Names the server to end; call it right after the server was started. */
  watch(pid: number): void;
  /** Says that the server has ended, or that there will be none: the guard goes. */
  dismiss(): void;
}

/** Fast shutdown, then immediate shutdown, then the kernel: each with so many seconds to end. */
const script = `
trap '' HUP INT QUIT TERM
read -r pid || exit 0
case $pid in *[!0-9]*) exit 0;; esac
read -r ended && exit 0
for step in INT:10 QUIT:5 KILL:2; do
  kill -s "\${step%:*}" "$pid" 2>/dev/null || exit 0
  left="\${step#*:}"
  while [ "$left" -gt 0 ] && kill -0 "$pid" 2>/dev/null; do sleep 1; left=$((left - 1)); done
done`;

const noGuard: Guard = { watch: () => {}, dismiss: () => {} };

/** Starts a guard; it is there before the server, so that no moment is without one. */
export function startGuard(): Guard {
  if (process.platform === "win32") return noGuard;
  const child = spawn("/bin/sh", ["-c", script], {
    cwd: "/",
    env: serverVariables,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // A guard that somebody killed, or that could not start, is not missed while Maple lives.
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  child.unref();
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    dismiss: () => void child.stdin.end("ended\n"),
  };
}
