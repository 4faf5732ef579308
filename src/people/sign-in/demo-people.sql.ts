/** SQL of the demonstration people. */
import type { Id } from "../../kernel/id.ts";
import type { RoleName } from "../../platform/http/console/console-caller.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const insertDemoRoleStatement = defineStatement({
  name: "insert-demo-role",
  takes: ["text", "text", "text", "text", "text"],
  prepare: false,
  text: `INSERT INTO person_roles (id, person_id, role, location_id, app_id) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING`,
});

export async function insertDemoRole(
  tx: Tx,
  role: {
    readonly id: Id<"rol">;
    readonly personId: Id<"per">;
    readonly role: RoleName;
    readonly locationId: Id<"str"> | null;
    readonly appId: Id<"app"> | null;
  },
): Promise<void> {
  await tx.rows(insertDemoRoleStatement, [role.id, role.personId, role.role, role.locationId, role.appId]);
}
