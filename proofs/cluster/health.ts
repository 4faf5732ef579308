/** The health of each part of the cluster, by its own report. A part without an answer in a second counts as not reached. */
import type { EtcdNode } from "./members.ts";

export interface MemberHealth {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline: number | undefined;
  /** Bytes behind the leader; undefined for the leader and for who does not know. */
  readonly lag: number | undefined;
}

export interface EtcdHealth {
  readonly name: string;
  readonly isReached: boolean;
  readonly isLeader: boolean;
}

export interface ProxyHealth {
  readonly name: string;
  /** Where it sends writes; undefined when it is not reached, or sends them nowhere. */
  readonly primary: string | undefined;
}

const waitMs = 1_000;

/** Asks the members in turn what they know of all; the first answer counts. */
export async function readDatabaseHealth(restAddresses: readonly string[]): Promise<readonly MemberHealth[]> {
  const answers = await Promise.all(restAddresses.map((address) => ask(`http://${address}/cluster`)));
  for (const answer of answers) {
    const members = (answer as { readonly members?: readonly Record<string, unknown>[] } | undefined)?.members;
    if (members?.some(({ role }) => role === "leader") !== true) continue;
    return members.map(({ name, role, state, timeline, lag }) => ({
      name: String(name),
      role: String(role),
      state: String(state),
      timeline: typeof timeline === "number" ? timeline : undefined,
      lag: typeof lag === "number" ? lag : undefined,
    }));
  }
  return [];
}

export async function readEtcdHealth(nodes: readonly EtcdNode[]): Promise<readonly EtcdHealth[]> {
  return Promise.all(
    nodes.map(async ({ engine, url }) => {
      const answer = (await ask(`${url}/v3/maintenance/status`, {})) as
        | { readonly leader?: string; readonly header?: { readonly member_id?: string } }
        | undefined;
      const leader = answer?.leader ?? "0";
      return {
        name: engine.name,
        isReached: answer !== undefined && leader !== "0",
        isLeader: leader !== "0" && leader === answer?.header?.member_id,
      };
    }),
  );
}

/** Reads the page of HAProxy's state. */
export async function readProxyHealth(name: string, stateUrl: string): Promise<ProxyHealth> {
  const text = await askText(`${stateUrl}/;csv`);
  const up = text
    ?.split("\n")
    .map((line) => line.split(","))
    .find(([proxy, server, ...rest]) => proxy === "primary" && /^db\d$/.test(server ?? "") && rest[15] === "UP");
  return { name, primary: up?.[1] };
}

async function ask(url: string, body?: object): Promise<unknown> {
  const text = await askText(url, body);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

async function askText(url: string, body?: object): Promise<string | undefined> {
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  try {
    const answer = await fetch(url, { ...post, signal: AbortSignal.timeout(waitMs) });
    return await answer.text();
  } catch {
    return undefined;
  }
}
