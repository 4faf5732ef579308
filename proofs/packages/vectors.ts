/** Every vector of a delivery, verified by the packed SDK on each named Node, and by the file of Python. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const program = `
import { readFileSync } from "node:fs";
import { verify } from "@maple-partners/sdk/webhooks";
const { vectors } = JSON.parse(readFileSync("vectors.json", "utf8"));
for (const each of vectors) {
  const { headers, secrets: secret, subscription_id: subscriptionId, notification_url: notificationUrl, now } = each;
  const given = { body: Buffer.from(each.body), headers, secret, subscriptionId, notificationUrl, now };
  const outcome = await verify(given).then(() => "ok", (error) => error.reason);
  if (outcome !== each.expect) throw new Error(each.name + ": " + outcome + " instead of " + each.expect);
}
console.log(vectors.length + " vectors with Node " + process.versions.node);
`;

/** Runs the vectors in the folder where the SDK is installed, with each Node. */
export function checkVectors(home: string, vectors: string, nodes: readonly string[]): void {
  cpSync(vectors, join(home, "vectors.json"));
  writeFileSync(join(home, "vectors.mjs"), program);
  for (const node of new Set(nodes)) {
    const ran = spawnSync(node, ["vectors.mjs"], { cwd: home, encoding: "utf8" });
    assert.equal(ran.status, 0, `${node}: ${ran.stderr}`);
    console.log(`the SDK verifies ${ran.stdout.trim()}`);
  }
}
