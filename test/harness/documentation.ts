/** The documentation of a service under test. On a busy machine its pages may take longer than one request. */
import assert from "node:assert/strict";
import type { TestService } from "./service.ts";
import { waitUntil } from "./wait-until.ts";

/** Reads an address of the documentation again until it is written: until then the answer is 503 with `Retry-After`. */
export async function waitForDocumentation(service: Pick<TestService, "call">, path = "/docs"): Promise<void> {
  const answer = await waitUntil(
    () => service.call("GET", path),
    ({ status }) => status !== 503,
  );
  assert.equal(answer.status, 200, answer.text);
}
