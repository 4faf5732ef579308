/** The certifications of an app, for the app and for the operator. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listCertificationsOfApp, type Certification } from "./certifications.sql.ts";

export type { Certification } from "./certifications.sql.ts";

/** At most the last twenty, newest first. */
export function listCertifications(db: Db, appId: Id<"app">): Promise<Certification[]> {
  return listCertificationsOfApp(db, appId);
}
