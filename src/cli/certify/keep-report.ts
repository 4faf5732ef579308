/** Sends the played run to the service. The service judges by itself and keeps its verdict for the operator. */
import type { Report } from "../../certification/report.ts";
import type { Terminal } from "../partner-command.ts";
import type { Service } from "./service.ts";

/** Answers whether the service says of the run what the command says. */
export async function keepReport(report: Report, service: Service, terminal: Pick<Terminal, "err">): Promise<boolean> {
  const kept = await service.call("POST", "/v1/sandbox/certifications", {
    profile: report.profile,
    location_id: report.location_id,
    subscription_id: report.subscription_id,
    scenarios: report.scenarios.map(({ id, started_at, ended_at, made }) => ({
      id,
      started_at,
      ended_at,
      made: Object.entries(made).map(([name, ids]) => ({ name, ids })),
    })),
  });
  const { id, passed } = kept;
  const verdict = passed === true ? "passed" : "not passed";
  terminal.err(`The service keeps ${String(id)} for the operator: ${verdict}.`);
  if (passed === report.passed) return true;
  terminal.err("maple: the service came to another verdict; GET /v1/sandbox/certifications says why");
  return false;
}
