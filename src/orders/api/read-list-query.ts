/** Reads the query of GET /orders. Pure. */
import { fromIso } from "../../kernel/clock.ts";
import { invalidRequest, type FieldsRefusal } from "../../platform/http/reading/invalid-request.ts";
import type { OrderListRequest } from "../order/list-orders.query.ts";
import { orderStatuses, type OrderStatus } from "../order/order-status.ts";

export interface ListQuery {
  readonly since?: number;
  readonly updated_since?: string;
  readonly status?: string;
  readonly actionable?: boolean;
  readonly starting_after?: string;
  readonly limit?: number;
}

/** What the query asks for; 400 when it names a status that no order has. */
export function readListQuery(query: ListQuery): Omit<OrderListRequest, "app"> | FieldsRefusal<"invalid_request"> {
  const { since, updated_since: updatedSince, status, actionable = false, starting_after, limit = 100 } = query;
  const statuses = status?.split(",");
  const known = statuses?.filter(isStatus);
  if (known?.length !== statuses?.length) {
    const message = `must be statuses with commas between, out of ${orderStatuses.join(", ")}`;
    return invalidRequest([{ path: "query.status", message }]);
  }
  return {
    since: since === undefined ? undefined : since * 1000,
    updatedSince: updatedSince === undefined ? undefined : fromIso(updatedSince),
    status: known ?? null,
    actionable,
    startingAfter: starting_after,
    limit,
  };
}

function isStatus(text: string): text is OrderStatus {
  return orderStatuses.some((status) => status === text);
}
