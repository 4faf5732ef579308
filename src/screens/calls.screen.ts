/** Calls of the console's API. Every call ends within ten seconds; no call is kept to be sent later. */

export type Outcome =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly why: "offline" }
  | {
      readonly ok: false;
      readonly why: "refused";
      readonly status: number;
      readonly code: string;
      readonly details: Readonly<Record<string, unknown>>;
    };

const withinMs = 10_000;

/** Asks the console. `keepalive` lets the call outlive the page. */
export async function callConsole(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  { keepalive = false } = {},
): Promise<Outcome> {
  try {
    const answer = await fetch(`/console/v1${path}`, {
      method,
      keepalive,
      cache: "no-store",
      headers: {
        accept: "application/json",
        ...(method === "GET" ? {} : { "content-type": "application/json", "idempotency-key": randomKey() }),
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(withinMs),
    });
    const read: unknown = await answer.json().catch(() => ({}));
    if (answer.ok) return { ok: true, body: read };
    const { code, details } = read as { readonly code?: string; readonly details?: Record<string, unknown> };
    return { ok: false, why: "refused", status: answer.status, code: code ?? "", details: details ?? {} };
  } catch {
    return { ok: false, why: "offline" };
  }
}

/** `crypto.randomUUID` is for secure pages only; a sandbox in a local network is none. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
