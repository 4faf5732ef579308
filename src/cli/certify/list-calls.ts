/** The partner's own calls, from the request log. */
import { timesOfCall, type Fields, type SeenCall } from "../../certification/evidence.ts";
import { isObject } from "../print-answer.ts";
import { certifyProgram, textOf } from "./service.ts";
import type { Stage } from "./stage.ts";

const pageSize = 100;

/** The calls of the app since an instant of real time, oldest first, without those of the certification itself. */
export async function listCalls({ service }: Stage, since: number): Promise<readonly SeenCall[]> {
  const found: SeenCall[] = [];
  for (let after = ""; ;) {
    const path = `/v1/requests?since=${Math.floor(since / 1000)}&limit=${pageSize}${after}`;
    const { data, has_more: more, next_cursor: cursor } = await service.call("GET", path);
    const rows = Array.isArray(data) ? data.filter(isObject) : [];
    found.push(...rows.filter((row) => row["user_agent"] !== certifyProgram).flatMap(toCall));
    if (more !== true)
      return found.filter(({ startedAt }) => startedAt >= since).toSorted((a, b) => a.startedAt - b.startedAt);
    after = `&starting_after=${encodeURIComponent(String(cursor))}`;
  }
}

function toCall(row: Fields): readonly SeenCall[] {
  const { operation, resource_id: resourceId, status, code, idempotency_key: key, duration_ms: duration } = row;
  if (typeof operation !== "string" || typeof status !== "number") return [];
  const id = textOf(row, "id");
  return [
    {
      id,
      operation,
      method: textOf(row, "method"),
      resourceId: typeof resourceId === "string" ? resourceId : null,
      status,
      code: typeof code === "string" ? code : null,
      key: typeof key === "string" ? key : null,
      ...timesOfCall(id, typeof duration === "number" ? duration : 0),
    },
  ];
}
