import { order as english } from "../en/order.ts";
import { translate } from "../translate.ts";

export const order = translate(english, {
  "kind.pickup": "Afhalen",
  "kind.delivery": "Bezorging",
  "paid.paid": "Betaald",
  "paid.pay_in_store": "Nog {amount} te betalen",
  "paid.unpaid": "Nog niet betaald",
  "paid.refunded": "Terugbetaald",
  "reason.ITEM_AVAILABILITY": "Een gerecht is op",
  "reason.STORE_CLOSED": "Wij zijn gesloten",
  "reason.CAPACITY": "Te druk",
  "reason.PRICE_MISMATCH": "Een prijs klopt niet",
  "reason.ADDRESS_UNDELIVERABLE": "Daar bezorgen wij niet",
  "reason.POS_UNAVAILABLE": "De kassa werkt niet",
  "reason.DUPLICATE": "De bestelling kwam twee keer",
  "reason.OTHER": "Een andere reden",
  "status.PENDING": "Nieuw",
  "status.ACCEPTED": "In de keuken",
  "status.AUTO_ACCEPTED": "In de keuken",
  "status.READY": "Klaar",
  "status.IN_DELIVERY": "Onderweg",
  "status.FULFILLED": "Meegegeven",
  "status.REJECTED": "Geweigerd",
  "status.STORE_CANCELLED": "Door ons geannuleerd",
  "status.CUSTOMER_CANCELLED": "Door de gast geannuleerd",
});
