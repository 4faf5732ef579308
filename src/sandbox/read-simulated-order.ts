/** Reads the body of a simulated order. Absent fields get values that a diner might choose. */
import type { Static } from "typebox";
import type { simulatedOrderBody } from "./sandbox.schemas.ts";
import type { SimulatedOrder } from "./simulate-order.command.ts";

const defaultAddress = {
  street: "8 Rue de Bretagne",
  unit: "4B",
  city: "Paris",
  state: "",
  postal_code: "75003",
  notes: "Ring twice",
};

/** Turns the wire body into a request; instants become milliseconds. */
export function readSimulatedOrder(body: Static<typeof simulatedOrderBody>): SimulatedOrder {
  const fulfillmentType = body.fulfillment_type ?? "pickup";
  const address = body.delivery_address ?? null;
  const scheduledFor = body.scheduled_for ?? null;
  return {
    locationId: body.location_id,
    items: body.items,
    fulfillmentType,
    customer: {
      name: body.customer?.name ?? "Sam Sample",
      phone: body.customer?.phone ?? "+33655550123",
      email: body.customer?.email ?? null,
    },
    language: body.language ?? null,
    deliveryAddress:
      fulfillmentType === "pickup"
        ? null
        : address === null
          ? body.delivery_address === null
            ? null
            : defaultAddress
          : {
              street: address.street,
              unit: address.unit ?? null,
              city: address.city,
              state: address.state ?? "",
              postal_code: address.postal_code ?? "",
              notes: address.notes ?? null,
            },
    drawsCoordinate: fulfillmentType === "delivery" && body.delivery_address === undefined,
    coordinate:
      address?.latitude === undefined || address.longitude === undefined
        ? null
        : { latitude: address.latitude, longitude: address.longitude },
    tip: body.tip ?? 0,
    couponCodes: body.coupon_codes ?? [],
    ...(body.currency === undefined ? {} : { currency: body.currency }),
    scheduledFor: scheduledFor === null ? null : scheduledFor * 1000,
    notes: body.notes ?? null,
    paymentOption: body.payment === "pay_in_store" ? "pay_in_store" : "link",
    paysAtOnce: (body.payment ?? "paid") === "paid",
  };
}
