/** A look-up of bookings by phone at a location that a provider manages. */
import type { Id } from "../../kernel/id.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { AppCaller } from "../../platform/http/callers.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { lookUpAtProvider } from "../at-provider/search-provider.query.ts";
import { readProviderLocation } from "../provider/provider-location.query.ts";
import type { BookingRouteDeps } from "./booking-route-deps.ts";

/** GET /v1/bookings by phone: where a provider keeps the book, it is asked first (rules/providers 1.4). */
export async function askProviderFirst(
  deps: BookingRouteDeps,
  { app }: { readonly app: AppCaller },
  db: Db,
  lookUp: {
    readonly locationId: Id<"str"> | undefined;
    readonly phone: string | undefined;
    readonly isFirstPage: boolean;
  },
): Promise<void> {
  const { locationId, phone, isFirstPage } = lookUp;
  if (locationId === undefined || phone === undefined || !isFirstPage) return;
  const location = await readProviderLocation(db, app.id, locationId);
  if (isRefusal(location)) return;
  const normalized = normalizePhone(phone, location.country, "query.phone");
  if (!isRefusal(normalized)) await lookUpAtProvider(deps.providers, locationId, normalized);
}
