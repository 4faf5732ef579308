/** Whether somebody may run a service that has no OPERATOR_TOKEN (rules/operating 7.3). */
import type { Db } from "../../platform/postgres/database.ts";
import { hasOperatorAdmin } from "./service-people.sql.ts";

/** What to do where a service has no operator_admin; undefined where it has one. */
export async function nobodyOperates(db: Db, service: "test" | "live"): Promise<string | undefined> {
  if (await hasOperatorAdmin(db)) return undefined;
  const command = `npx maple person invite --role operator_admin --env ${service}`;
  return `OPERATOR_TOKEN is required until ${service} has an operator_admin: set it, start, and run ${command}`;
}
