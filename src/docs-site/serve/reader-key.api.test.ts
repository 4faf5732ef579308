/** Which readers the docs tell the key of an embedded sandbox (rules/operating 9.5). */
import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { isOfThisMachine } from "../../platform/http/reading/of-this-machine.ts";

const reader = { MAPLE_URL: "http://127.0.0.1:8080", MAPLE_API_KEY: "mpk_test_of_the_reader", LOCATION: "str_1" };

interface Answered {
  readonly status: number | undefined;
  readonly cacheControl: string | undefined;
  readonly text: string;
}

/** Sends a Host of its own, which `fetch` does not. */
function ask(service: TestService, headers: Readonly<Record<string, string>>): Promise<Answered> {
  return new Promise((resolve, reject) => {
    request(`${service.url}/docs/reader.json`, { headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => (text += part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode, cacheControl: answer.headers["cache-control"], text }),
      );
    })
      .on("error", reject)
      .end();
  });
}

describe("the key of the reader's own sandbox", () => {
  let service: TestService;
  let other: TestService;
  before(async () => {
    service = await startService({ settings: { docsReader: async () => reader } });
    other = await startService();
  });
  after(async () => {
    await service.stop();
    await other.stop();
  });

  test("is told to this machine, and kept by nobody", async () => {
    for (const host of ["127.0.0.1:8080", "localhost:8080", "localhost", "[::1]:8080"]) {
      const { status, cacheControl, text } = await ask(service, { host, "sec-fetch-site": "same-origin" });
      assert.deepEqual([status, cacheControl, text], [200, "no-store", JSON.stringify(reader)], host);
    }
  });

  const strangers: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["a name of another site that points here", { host: "evil.example" }],
    ["a name that begins like this machine", { host: "localhost.evil.example:8080" }],
    ["a page of another origin", { host: "127.0.0.1:8080", "sec-fetch-site": "cross-site" }],
    ["a page of another port of this machine", { host: "127.0.0.1:8080", "sec-fetch-site": "same-site" }],
    ["a tunnel that names its caller", { host: "localhost:8080", "x-forwarded-for": "203.0.113.7" }],
    ["a proxy that names itself", { host: "localhost:8080", via: "1.1 proxy" }],
  ];
  for (const [name, headers] of strangers)
    test(`is not told to ${name}`, async () => {
      const { status, cacheControl, text } = await ask(service, headers);
      assert.deepEqual([status, cacheControl, text], [204, "no-store", ""]);
    });

  test("is not there in any other service", async () => {
    assert.equal((await ask(other, { host: "127.0.0.1:8080" })).status, 204);
  });

  test("this machine is its connection and its name", () => {
    assert.equal(isOfThisMachine("::ffff:127.0.0.1", "localhost"), true);
    assert.equal(isOfThisMachine("::1", "[::1]:80"), true);
    for (const address of [undefined, "192.168.1.2", "10.0.0.1", "::ffff:10.0.0.1", "1127.0.0.1"])
      assert.equal(isOfThisMachine(address, "localhost"), false, `of ${address}`);
    assert.equal(isOfThisMachine("127.0.0.1", undefined), false);
  });
});
