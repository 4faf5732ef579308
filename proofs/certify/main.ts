/**
 * npm run proof:certify [names]: the example partner passes every scenario, and each broken variant fails exactly the one
 * scenario about its mistake. Runs with the times of the scenarios, all partners at the same time. The exit code is 1
 * when a partner fails another scenario, or passes the one that it should fail.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { startDatabaseServer } from "../../test/harness/database-server.ts";
import { startService } from "../../test/harness/service.ts";
import type { Report } from "../../src/certification/report.ts";
import { makeRunDirectory } from "../rig/run-directory.ts";
import { playPartner } from "./stage.ts";
import { variants } from "./variants.ts";

const exampleName = "the example";
const wanted = process.argv.slice(2);
const chosen = variants.filter(
  ({ name, fails }) => wanted.length === 0 || wanted.includes(name) || fails.some((id) => wanted.includes(id)),
);
const directory = makeRunDirectory();
try {
  const server = await startDatabaseServer(join(directory, "postgres"), process.env["TEST_DATABASE_URL"]);
  try {
    Object.assign(process.env, server.environment);
    await prove();
  } finally {
    await server.stop();
  }
} finally {
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

async function prove(): Promise<void> {
  const service = await startService({ workers: true });
  try {
    const plays = chosen.map(async (variant) => {
      tell(variant.name, await playPartner(service, variant.profile, variant), variant.fails);
    });
    const isExampleWanted = wanted.length === 0 || wanted.includes(exampleName);
    const example = isExampleWanted
      ? [playPartner(service, "all").then((report) => tell(exampleName, report, []))]
      : [];
    await Promise.all([...example, ...plays]);
  } finally {
    await service.stop();
  }
}

/** Says what a partner failed, and counts what it should not have. */
function tell(name: string, report: Report, expected: readonly string[]): void {
  const failed = report.scenarios.filter(({ outcome }) => outcome === "failed");
  const ids = failed.map(({ id }) => id);
  const isRight = ids.join() === expected.join();
  console.log(`${isRight ? "right" : "WRONG"}  ${name}: fails ${ids.join(", ") || "nothing"}`);
  if (isRight) return;
  process.exitCode = 1;
  for (const { id, reason, expectations } of failed.filter((one) => !expected.includes(one.id))) {
    console.log(`       ${id}: ${reason ?? ""}`);
    for (const { expected: words, seen, met } of expectations) if (!met) console.log(`         ${words}: ${seen}`);
  }
}
