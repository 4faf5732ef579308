/**
 * The shape of a statement's plan: its nodes, and the tables and indexes that they read. The plan is the generic one,
 * which a connection keeps for a prepared statement, so it depends on no value. It has no costs, so it depends on no
 * machine.
 */
import type { Client } from "pg";

/** A node of a plan as EXPLAIN (FORMAT json) writes it. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Join Type"?: string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "CTE Name"?: string;
  readonly "Function Name"?: string;
  readonly "Parent Relationship"?: string;
  readonly "Subplan Name"?: string;
  readonly "Conflict Arbiter Indexes"?: readonly string[];
  /** Pages that it and what is below it read, where the plan was run with BUFFERS. */
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Plans the statement as a prepared one, without running it; answers one line a node, indented by its depth. */
export async function planShape(client: Client, text: string, values: number): Promise<string> {
  await client.query(`PREPARE looked_at AS ${text}`);
  const nulls = values === 0 ? "" : `(${Array.from({ length: values }, () => "NULL").join(", ")})`;
  const { rows } = await client.query<{ readonly "QUERY PLAN": readonly [{ readonly Plan: PlanNode }] }>(
    `EXPLAIN (COSTS off, FORMAT json) EXECUTE looked_at ${nulls}`,
  );
  await client.query("DEALLOCATE looked_at");
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  if (plan === undefined) throw new Error("the server answered no plan");
  return planLines(plan).join("\n");
}

/** One line a node, indented by its depth, without costs and times. */
export function planLines(node: PlanNode, indent = ""): string[] {
  const reads = [node["Relation Name"], node["CTE Name"], node["Function Name"]].filter((name) => name !== undefined);
  const line = [
    ...(node["Subplan Name"] === undefined ? [] : [`${node["Subplan Name"]}:`]),
    ...(node["Join Type"] === undefined ? [] : [node["Join Type"]]),
    node["Node Type"],
    ...reads.map((name) => `of ${name}`),
    ...(node["Index Name"] === undefined ? [] : [`by ${node["Index Name"]}`]),
    ...(node["Conflict Arbiter Indexes"] ?? []).map((index) => `unless in ${index}`),
  ].join(" ");
  return [`${indent}${line}`, ...(node.Plans ?? []).flatMap((each) => planLines(each, `${indent}  `))];
}
