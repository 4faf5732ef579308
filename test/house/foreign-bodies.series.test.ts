/**
 * Bodies that no route describes: forms and files of pages, and the requests of Stripe and Twilio. Each is bounded before
 * it is read.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sendRaw } from "../harness/raw-http.ts";
import { sessionDoor } from "../../src/platform/http/console/operator-session.ts";
import { startService, type TestService } from "../harness/service.ts";
import { registered } from "../harness/registered-paths.ts";

const form = "application/x-www-form-urlencoded";
const files = "multipart/form-data; boundary=x";
const kibibyte = 1024;
/** By the path: the kind of the body, and the most that it may be, in bytes. */
const bounds: readonly (readonly [path: RegExp, media: string, bytes: number])[] = [
  [/^\/payments\/stripe\/webhook/, "application/json", 512 * kibibyte],
  [/^\/messaging\/twilio\//, form, 32 * kibibyte],
  [/^\/console\/\{\w+\}\/menu\/photo$/, files, 3_020_000],
  [/^\/console\/\{\w+\}\/profile\/picture$/, files, 410_000],
  [/^\/console\/\{\w+\}\/menu\/(try|publish)$/, files, 5_020_000],
  [/^\/console\/\{\w+\}\/menu\/write$/, files, 200_000],
  [/^\/console\/\{\w+\}\/menu\/(dish|section|choices|tax)$/, form, 512 * kibibyte],
  [/^\/developer\/\{\w+\}\/menu$/, files, (25 * kibibyte + 64) * kibibyte],
  [/^\//, form, 64 * kibibyte],
];

describe("bodies that no route describes (rules/http 4.2, 4.14)", () => {
  let service: TestService;
  before(async () => {
    const stripe = {
      secretKey: "sk_test_0123456789",
      webhookSecrets: ["whsec_0123456789"],
      apiUrl: "http://127.0.0.1:9",
    };
    const twilio = { accountSid: "AC0", authToken: "token", from: "+12175550142", apiUrl: "http://127.0.0.1:9" };
    service = await startService({
      settings: { paymentProcessor: "stripe", stripe: { test: stripe }, twilio: { test: twilio } },
    });
  });
  after(() => service.stop());

  test("are refused by their length before they are read", async () => {
    // A call of the operator is described once, and offered at its door for sessions too.
    const described = new Set(
      service.service.routes.flatMap(({ route }) =>
        [route.path, sessionDoor(route)?.path ?? route.path].map((path) => `${route.method} ${path}`),
      ),
    );
    const offered = registered(service.service.server)
      .map(({ method, path }) => [method, path.replaceAll(/:(\w+)/g, "{$1}")] as const)
      .filter(([method, path]) => ["POST", "PUT", "PATCH"].includes(method) && !described.has(`${method} ${path}`))
      .filter(([method, path]) => !described.has(`${method} ${path.replace(/\/$/, "")}`));
    assert.ok(offered.length >= 12, offered.join("\n"));
    const tried = new Set<RegExp>();
    const own = `host: ${new URL(service.url).host}\r\norigin: ${service.url}\r\nsec-fetch-site: same-origin\r\n`;
    for (const [method, path] of offered) {
      const [kind, media, bytes] = bounds.find(([paths]) => paths.test(path)) ?? assert.fail(path);
      const address = path.replaceAll(/\{\w+\}/g, "test");
      const head = `${method} ${address} HTTP/1.1\r\n${own}connection: close\r\ncontent-type: ${media}\r\n`;
      const answer = await sendRaw(service.url, `${head}content-length: ${bytes + 1}\r\n\r\n`);
      assert.equal(answer.status, 413, `${method} ${path}: ${answer.text}`);
      if (tried.has(kind)) continue;
      tried.add(kind);
      if (media === files) {
        const fields = `${head.replace(files, form)}content-length: ${64 * kibibyte + 1}\r\n\r\n${"a".repeat(64 * kibibyte + 1)}`;
        assert.equal((await sendRaw(service.url, fields)).status, 413, `${method} ${path}: a form without files`);
      }
      const whole = `${head}content-length: ${bytes}\r\n\r\n${"a".repeat(bytes)}`;
      assert.notEqual((await sendRaw(service.url, whole)).status, 413, `${method} ${path}: less is taken`);
    }
    assert.equal(tried.size, bounds.length);
  });
});
