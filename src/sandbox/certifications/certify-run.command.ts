import type { Database } from "../../platform/postgres/database.ts";
import type { Certification } from "./certifications.sql.ts";
import { judgeCertification, type PlayedProfile } from "./judge-certification.query.ts";
import { keepCertification } from "./keep-certification.command.ts";

/** Judges what was played in one snapshot, and keeps the verdict (rules/certification 3.1). */
export async function certifyRun(database: Database, run: PlayedProfile): Promise<Certification> {
  const scenarios = await database.snapshot((db) => judgeCertification(db, run));
  const { app, locationId, profile } = run;
  return database.transaction((tx) => keepCertification(tx, { appId: app.id, locationId, profile, scenarios }));
}
