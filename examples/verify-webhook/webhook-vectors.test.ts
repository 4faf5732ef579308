/**
 * Every implementation that the project shows gives the same answers to the public vectors: our own, and each other
 * language where it is installed.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, test } from "node:test";
import { verifyWebhook } from "./verify-webhook.ts";

interface Vector {
  readonly name: string;
  readonly expect: string;
  readonly accepted: boolean;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly subscription_id: string;
  readonly notification_url: string;
  readonly now: number;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const { vectors } = JSON.parse(readFileSync(here("webhook-vectors.json"), "utf8")) as {
  readonly vectors: readonly Vector[];
};

test("six vectors verify, and each of the nine reasons has one", () => {
  assert.equal(vectors.filter(({ expect }) => expect === "ok").length, 6);
  const reasons = vectors.map(({ expect }) => expect).filter((expect) => expect !== "ok");
  assert.deepEqual([reasons.length, new Set(reasons).size], [9, 9]);
});

for (const vector of vectors) {
  test(`verify-webhook.ts: ${vector.name}: ${vector.expect}`, () => {
    const verified = verifyWebhook({
      body: Buffer.from(vector.body),
      headers: vector.headers,
      secret: vector.secrets,
      subscriptionId: vector.subscription_id,
      notificationUrl: vector.notification_url,
      now: vector.now,
    });
    assert.equal(verified.ok ? "ok" : verified.reason, vector.expect);
  });
}

const lines = vectors.map((vector) =>
  [
    Buffer.from(vector.body).toString("hex"),
    vector.headers["x-service-signature"] ?? "",
    vector.headers["x-service-timestamp"] ?? "",
    vector.now,
    vector.subscription_id,
    vector.notification_url,
    ...vector.secrets,
  ].join("\t"),
);

describe("each language that is installed accepts and refuses the same deliveries", () => {
  for (const [command, args, least] of [
    ["python3", ["verify_webhook.py"], 3],
    ["ruby", ["verify_webhook.rb"], 3],
    ["php", ["verify-webhook.php"], 8],
    ["java", ["-Xshare:auto", "-XX:TieredStopAtLevel=1", "VerifyWebhook.java"], 17],
    ["go", ["run", "verify_webhook.go"], 1],
    // From .NET 10 on a single file can be run.
    ["dotnet", ["run", "VerifyWebhook.cs"], 10],
  ] as const) {
    test(command, (context) => {
      const version = spawnSync(command, [command === "go" ? "version" : "--version"], { encoding: "utf8" });
      const major = Number(/\d+/.exec(version.stdout ?? "")?.[0] ?? 0);
      if (command !== "python3" && major < least) return context.skip(`${command} ${least} is not installed`);
      const ran = spawnSync(command, args, { cwd: here("."), input: `${lines.join("\n")}\n`, encoding: "utf8" });
      assert.equal(ran.status, 0, ran.stderr || String(ran.error));
      const answers = ran.stdout.trim().split("\n");
      assert.deepEqual(
        vectors.map(({ name }, place) => `${name}: ${answers[place]}`),
        vectors.map(({ name, accepted }) => `${name}: ${accepted ? "ok" : "no"}`),
      );
    });
  }
});
