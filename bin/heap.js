// The largest heap that a process of the service may have: that of service-flags.json, or half of what the machine, or the
// container, lets the process have where that is less. The kernel kills a process that takes more than there is.
// Runs on Node 20.
import { totalmem } from "node:os";

const heapFlag = "--max-old-space-size=";

/** The flags with a heap that fits into this machine or container. */
export function fitHeap(flags, whole = totalmem(), constrained = process.constrainedMemory?.() ?? 0) {
  const bytes = constrained > 0 ? Math.min(whole, constrained) : whole;
  const most = Math.max(96, Math.floor(bytes / 2 ** 21));
  return flags.map((flag) => {
    const given = flag.startsWith(heapFlag) ? Number(flag.slice(heapFlag.length)) : 0;
    return given > most ? `${heapFlag}${most}` : flag;
  });
}

/** Begins this process anew, under the same number, when it was given a larger heap than fits: units and images cannot know. */
export function refitHeap() {
  const fitting = fitHeap(process.execArgv);
  if (fitting.every((flag, index) => flag === process.execArgv[index])) return;
  // Not on Windows. What runs over a channel would lose it.
  if (process.execve === undefined || process.platform === "win32" || process.channel !== undefined) return;
  process.execve(process.execPath, [process.execPath, ...fitting, ...process.argv.slice(1)], process.env);
}
