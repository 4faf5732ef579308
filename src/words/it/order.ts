import { order as english } from "../en/order.ts";
import { translate } from "../translate.ts";

export const order = translate(english, {
  "kind.pickup": "Asporto",
  "kind.delivery": "Consegna",
  "paid.paid": "Pagato",
  "paid.pay_in_store": "Da incassare: {amount}",
  "paid.unpaid": "Non ancora pagato",
  "paid.refunded": "Rimborsato",
  "reason.ITEM_AVAILABILITY": "Un piatto è esaurito",
  "reason.STORE_CLOSED": "Siamo chiusi",
  "reason.CAPACITY": "Troppo lavoro",
  "reason.PRICE_MISMATCH": "Un prezzo è sbagliato",
  "reason.ADDRESS_UNDELIVERABLE": "Non consegniamo lì",
  "reason.POS_UNAVAILABLE": "La cassa non funziona",
  "reason.DUPLICATE": "L’ordine è arrivato due volte",
  "reason.OTHER": "Un altro motivo",
  "status.PENDING": "Nuovo",
  "status.ACCEPTED": "In cucina",
  "status.AUTO_ACCEPTED": "In cucina",
  "status.READY": "Pronto",
  "status.IN_DELIVERY": "In viaggio",
  "status.FULFILLED": "Consegnato",
  "status.REJECTED": "Rifiutato",
  "status.STORE_CANCELLED": "Annullato da noi",
  "status.CUSTOMER_CANCELLED": "Annullato dal cliente",
});
