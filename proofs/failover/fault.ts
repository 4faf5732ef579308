/** The type of a fault of the proof. */
import type { Cluster, Way } from "../cluster/cluster.ts";
import type { Extras, Member } from "../cluster/members.ts";

export interface Struck {
  /** How long the fault lasts before it is mended. */
  readonly lastsMs: number;
  readonly mend: () => Promise<void> | void;
}

export interface Fault {
  /** How `--faults` calls the fault. */
  readonly word: string;
  readonly name: string;
  /** Through what the callers reach the database whose writes are judged. */
  readonly way: Way;
  /** The most milliseconds until writes are back, from the fault, or from its end where they cannot be back before. */
  readonly backMs?: number;
  readonly backFrom?: "fault" | "end";
  /** The most milliseconds between two acknowledged writes, where no node of the database is lost. */
  readonly gapMs?: number;
  /** Nothing may be acknowledged before the fault is mended. */
  readonly acknowledgesNothing?: true;
  /** What the members of the cluster must have. */
  readonly extras?: Extras;
  strike(cluster: Cluster): Promise<Struck>;
}

export const nothing = (): void => {};

export async function leaderOf(cluster: Cluster): Promise<Member> {
  const leader = await cluster.leader();
  if (leader === undefined) throw new Error("the cluster has no leader before the fault");
  return leader;
}
