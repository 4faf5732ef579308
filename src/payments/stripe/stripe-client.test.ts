import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, test } from "node:test";
import { stripeClient } from "./stripe.client.ts";

let answered: (answer: ServerResponse) => void;
const server = createServer((_request, answer) => {
  answer.writeHead(200, { "content-type": "application/json" });
  answered(answer);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The failure of a call; each try has 200 ms. */
async function failure(): Promise<{ readonly type: unknown }> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripe = await stripeClient({ secretKey: "sk_test_1", webhookSecrets: [], apiUrl }, 200)();
  return stripe.balance.retrieve().then(
    () => assert.fail("the call succeeded"),
    (error: { readonly type: unknown }) => error,
  );
}

test("a call ends in its time though its answer goes on, a byte at a time (rules/operating 1.1)", async () => {
  answered = (answer) => {
    const dripping = setInterval(() => answer.write(" "), 20);
    answer.on("close", () => clearInterval(dripping));
  };
  assert.equal((await failure()).type, "StripeConnectionError");
});

test("an answer without an end is not read on", async () => {
  let written = 0;
  answered = (answer) => {
    const more = (): void => {
      while (!answer.destroyed && answer.write(Buffer.alloc(1024 * 1024, " "))) written += 1;
    };
    answer.on("drain", more);
    more();
  };
  assert.equal((await failure()).type, "StripeConnectionError");
  assert.ok(written < 1_000);
});
