/**
 * Calls of the console's API. Every call ends within ten seconds; no call is kept to be sent later. A write whose answer
 * was lost may have been done: the same write within a minute has the same key, so it is done once, unless it was undone
 * meanwhile.
 */
import { releaseHeader } from "./release.ts";

export type Outcome =
  | { readonly ok: true; readonly body: unknown }
  | {
      readonly ok: false;
      readonly why: "offline";
      /** The call may have been done: it was a write, and its answer did not come. */
      readonly mayBeDone: boolean;
    }
  | {
      readonly ok: false;
      readonly why: "refused";
      readonly status: number;
      readonly code: string;
      readonly details: Readonly<Record<string, unknown>>;
    };

const withinMs = 10_000;

let hearRelease: (header: string | null) => void = () => {};

/** Hears with each answer which release of the screens answered: the header `maple-screens`, or null. */
export function listenToReleases(hear: (header: string | null) => void): void {
  hearRelease = hear;
}

/** Asks the console. `keepalive` lets the call outlive the page. */
export async function callConsole(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  { keepalive = false } = {},
): Promise<Outcome> {
  const isRead = method === "GET";
  const text = isRead ? "" : JSON.stringify(body ?? {});
  const write = `${method} ${path} ${text}`;
  const key = isRead ? "" : keyOf(write);
  try {
    const answer = await fetch(`/console/v1${path}`, {
      method,
      keepalive,
      cache: "no-store",
      headers: {
        accept: "application/json",
        ...(isRead ? {} : { "content-type": "application/json", "idempotency-key": key }),
      },
      ...(isRead ? {} : { body: text }),
      signal: AbortSignal.timeout(withinMs),
    });
    hearRelease(answer.headers.get(releaseHeader));
    const read: unknown = await answer.json().catch(() => ({}));
    if (answer.ok && !isRead) forgetUndone(path);
    if (answer.ok) return { ok: true, body: read };
    const isOfService = typeof (read as { readonly code?: unknown }).code === "string";
    // A write that a proxy or the service did not bring to an end may have been done: the same write keeps its key.
    if (answer.status >= 500 && !isRead) unanswered.set(write, { path, key, at: performance.now() });
    if (answer.status >= 500 && !isOfService) return { ok: false, why: "offline", mayBeDone: !isRead };
    const { code, details } = read as { readonly code?: string; readonly details?: Record<string, unknown> };
    return { ok: false, why: "refused", status: answer.status, code: code ?? "", details: details ?? {} };
  } catch {
    if (!isRead) unanswered.set(write, { path, key, at: performance.now() });
    return { ok: false, why: "offline", mayBeDone: !isRead };
  }
}

/** The writes whose answer was lost. */
const unanswered = new Map<string, { readonly path: string; readonly key: string; readonly at: number }>();
const sameWriteMs = 60_000;
/** What these make can be undone only where that has its own path. */
const making = /\/(bookings|delivery_zones|table_blocks|waitlist_entries|walk_ins)$/;

/** The key of a write: that of the same write whose answer was lost a moment ago, or a new one. */
function keyOf(write: string): string {
  const lost = unanswered.get(write);
  unanswered.delete(write);
  return lost !== undefined && performance.now() - lost.at < sameWriteMs ? lost.key : randomKey();
}

/** A write that was answered may have undone what was lost at the same thing: the same again is a new act then. */
function forgetUndone(path: string): void {
  for (const [write, lost] of unanswered)
    if (!making.test(lost.path) && thingOf(lost.path) === thingOf(path)) unanswered.delete(write);
}

function thingOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** `crypto.randomUUID` is for secure pages only; a sandbox in a local network is none. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
