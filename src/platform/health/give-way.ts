/**
 * While a process starts, the processes that answer calls go first: a start takes a second or two of a processor, which a
 * busy machine has to spare only bit by bit. Linux shares the processors out among sessions, and a service of systemd is a
 * session of its own; any process may lower the share of its session and raise it again to what it was. Where there is no
 * such file, or other programs are in the session, nothing is done.
 */
import { readFileSync, writeFileSync } from "node:fs";

/** The files of `/proc/self`, for tests. */
export interface OwnFiles {
  read(name: "autogroup" | "stat"): string;
  write(name: "autogroup", text: string): void;
}

const ownFiles: OwnFiles = {
  read: (name) => readFileSync(`/proc/self/${name}`, "utf8"),
  write: (name, text) => writeFileSync(`/proc/self/${name}`, text),
};

/** How far behind, as `nice` counts. */
const behind = 15;
/** A start that takes longer goes on as any other process. */
const longestMs = 20_000;
/** The kernel takes a change every 100 ms, of all sessions together. */
const againMs = 250;

/** Goes behind the other sessions of the machine; answers what ends that. It ends by itself after 20 seconds. */
export function giveWay(files: OwnFiles = ownFiles): () => void {
  const before = usualShare(files);
  if (before === undefined || !set(files, behind)) return () => {};
  // A start that fails ends the process at once.
  let timer = setTimeout(end, longestMs).unref();
  function end(): void {
    clearTimeout(timer);
    // Until the kernel takes the change: a process that answers must not stay behind.
    if (!set(files, before ?? 0)) timer = setTimeout(end, againMs).unref();
  }
  return end;
}

/** The share of the session, where this process is alone there and not behind already. */
function usualShare(files: OwnFiles): number | undefined {
  try {
    // After the name, which may hold anything: the state, the parent, the group, the session.
    const session = Number(
      files
        .read("stat")
        .replace(/^.*\) /s, "")
        .split(" ")[3],
    );
    // A channel leads to `bin/maple.js`, which handed its work over and waits.
    const isOwn = session === process.pid || ((process.channel ?? null) !== null && session === process.ppid);
    const share = / nice (-?\d+)/.exec(files.read("autogroup"))?.[1];
    return isOwn && share !== undefined && Number(share) < behind ? Number(share) : undefined;
  } catch {
    return undefined;
  }
}

function set(files: OwnFiles, share: number): boolean {
  try {
    files.write("autogroup", String(share));
    return true;
  } catch {
    return false;
  }
}
