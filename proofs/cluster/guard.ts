/**
 * A shell that runs longer than this process. When this process ends in whatever way, the shell kills every process whose
 * command line names the folder of the cluster, unmounts the mounts in the folder, and removes it. Without the shell
 * PostgreSQL, a child of Patroni, would go on running.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

const script = `
cat > /dev/null
for round in 1 2 3; do
  for file in /proc/[0-9]*/cmdline; do
    pid=\${file#/proc/}; pid=\${pid%/cmdline}
    [ "$pid" = "$$" ] && continue
    tr '\\0' ' ' < "$file" 2> /dev/null | grep -qF -- "$MAPLE_GUARDED" && kill -KILL "$pid" 2> /dev/null
  done
  sleep 0.2
done
while read -r device place rest; do
  case "$place" in "$MAPLE_GUARDED"/*) umount -l "$place" ;; esac
done < /proc/mounts
rm -rf -- "$MAPLE_GUARDED"
`;

/** Starts the guard of a folder; the answer takes it away again after an orderly end. */
export function guardFolder(directory: string): () => Promise<void> {
  const guard = spawn("sh", ["-c", script], {
    detached: true,
    env: { PATH: process.env["PATH"], MAPLE_GUARDED: directory },
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  return async () => {
    const ended = once(guard, "exit");
    guard.ref();
    // The shell and its cat.
    process.kill(-(guard.pid ?? 0), "SIGKILL");
    await ended;
  };
}
