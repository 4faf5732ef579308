import { order as english } from "../en/order.ts";
import { translate } from "../translate.ts";

export const order = translate(english, {
  "kind.pickup": "Abholung",
  "kind.delivery": "Lieferung",
  "paid.paid": "Bezahlt",
  "paid.pay_in_store": "{amount} kassieren",
  "paid.unpaid": "Noch nicht bezahlt",
  "paid.refunded": "Erstattet",
  "reason.ITEM_AVAILABILITY": "Ein Gericht ist aus",
  "reason.STORE_CLOSED": "Wir haben geschlossen",
  "reason.CAPACITY": "Zu viel los",
  "reason.PRICE_MISMATCH": "Ein Preis stimmt nicht",
  "reason.ADDRESS_UNDELIVERABLE": "Dorthin liefern wir nicht",
  "reason.POS_UNAVAILABLE": "Die Kasse geht nicht",
  "reason.DUPLICATE": "Die Bestellung kam doppelt",
  "reason.OTHER": "Ein anderer Grund",
  "status.PENDING": "Neu",
  "status.ACCEPTED": "In Arbeit",
  "status.AUTO_ACCEPTED": "In Arbeit",
  "status.READY": "Fertig",
  "status.IN_DELIVERY": "Unterwegs",
  "status.FULFILLED": "Übergeben",
  "status.REJECTED": "Abgelehnt",
  "status.STORE_CANCELLED": "Von uns storniert",
  "status.CUSTOMER_CANCELLED": "Vom Gast storniert",
});
