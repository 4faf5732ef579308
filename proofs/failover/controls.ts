/** Negative controls of the proof of failover: set-ups that must lose data or must not recover, which the checks must notice. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { untilHolds } from "../cluster/engine.ts";
import type { Member } from "../cluster/members.ts";
import type { Programs } from "../cluster/programs.ts";
import { withoutDeadlines } from "../silence/without-deadlines.ts";
import { listChildren } from "../rig/service-process.ts";
import { leaderOf } from "./fault.ts";
import { faults } from "./faults.ts";
import { judgeRun } from "./figures.ts";
import { runFault } from "./run-fault.ts";
import { FailoverStage } from "./stage.ts";

/** Runs both; answers a violation for each that was not noticed. */
export async function runControls(programs: Programs): Promise<readonly string[]> {
  const unnoticed: string[] = [];
  const lost = await onStage(programs, undefined, loseWithoutStandby);
  console.log(`negative control, no synchronous standby: ${lost.length} effects lost or doubled; ${lost[0] ?? "none"}`);
  if (lost.length === 0) unnoticed.push("the proof does not notice what is lost without a synchronous standby");
  const broken = withoutDeadlines();
  try {
    const late = await onStage(programs, broken.root, async (stage) => {
      const cut = faults.find(({ word }) => word === "cut");
      if (cut === undefined) throw new Error("there is no fault that cuts a node off");
      return judgeRun(cut, (await runFault(stage, cut)).figures);
    });
    console.log(`negative control, a build without deadlines: ${late.join("; ") || "nothing"}`);
    if (late.length === 0) unnoticed.push("the proof does not notice a build without deadlines");
  } finally {
    broken.remove();
  }
  return unnoticed;
}

async function onStage(
  programs: Programs,
  root: string | undefined,
  work: (stage: FailoverStage) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), "maple-failover-"));
  try {
    const stage = await FailoverStage.open({ directory, programs, ...(root === undefined ? {} : { root }) });
    try {
      return await work(stage);
    } finally {
      await stage.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/**
 * Without synchronous replication: the standbys' receivers of WAL stand still for two seconds of load and are killed, the
 * primary with them. What was acknowledged in these seconds is on no other node.
 */
async function loseWithoutStandby(stage: FailoverStage): Promise<readonly string[]> {
  const { cluster, everyCaller } = stage;
  const leader = await leaderOf(cluster);
  await fetch(`http://${leader.restAddress}/config`, {
    method: "PATCH",
    body: JSON.stringify({ synchronous_mode: false, synchronous_mode_strict: false }),
  });
  await untilHolds("no standby is synchronous", 30_000, async () =>
    (await cluster.health()).every(({ role }) => role !== "sync_standby"),
  );
  for (const each of everyCaller) each.start();
  await delay(3_000);
  const receivers = cluster.members.filter((each) => each !== leader).flatMap(receiversOf);
  for (const pid of receivers) process.kill(pid, "SIGSTOP");
  await delay(2_000);
  const postmaster = leader.postmaster();
  if (postmaster === undefined) throw new Error("the leader has no PostgreSQL");
  process.kill(postmaster, "SIGKILL");
  for (const pid of receivers) process.kill(pid, "SIGKILL");
  await untilHolds("another member leads", 60_000, async () => {
    const now = await cluster.leader();
    return now !== undefined && now !== leader;
  });
  await delay(5_000);
  await Promise.all(everyCaller.map((each) => each.pause()));
  return stage.checkEffects();
}

/** The processes that receive WAL on a standby. */
function receiversOf(member: Member): readonly number[] {
  const postmaster = member.postmaster();
  return postmaster === undefined
    ? []
    : listChildren(postmaster).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("walreceiver"));
}
