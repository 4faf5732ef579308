/** The documentation of a service under test. On a busy machine its pages may take longer than one request. */
import assert from "node:assert/strict";
import type { WatchedPage } from "./browser.ts";
import type { CallAnswer, CallOptions, TestService } from "./service.ts";
import { waitUntil } from "./wait-until.ts";

type Asked = Pick<TestService, "call">;

/** Reads an address of the documentation again until it is written: until then the answer is 503 with `Retry-After`. */
export function documentationAt({ call }: Asked, path: string, options?: CallOptions): Promise<CallAnswer> {
  return waitUntil(
    () => call("GET", path, options),
    ({ status }) => status !== 503,
  );
}

/** Waits until an address of the documentation is written. */
export async function waitForDocumentation(service: Asked, path = "/docs"): Promise<void> {
  const answer = await documentationAt(service, path);
  assert.equal(answer.status, 200, answer.text);
}

/** Opens a page of the documentation, and waits as a reader does while the page says that it is not written yet. */
export async function openDocumentation(visit: WatchedPage, path: string): Promise<void> {
  visit.expectComplaint(/status of 503/);
  await visit.open(path);
  await waitUntil(
    () => visit.page.title().catch(() => waitingTitle),
    (title) => title !== waitingTitle,
  );
}

const waitingTitle = "One moment · Maple";
