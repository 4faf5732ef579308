import { order as english } from "../en/order.ts";
import { translate } from "../translate.ts";

export const order = translate(english, {
  "kind.pickup": "À emporter",
  "kind.delivery": "Livraison",
  "paid.paid": "Payée",
  "paid.pay_in_store": "À encaisser : {amount}",
  "paid.unpaid": "Pas encore payée",
  "paid.refunded": "Remboursée",
  "reason.ITEM_AVAILABILITY": "Un plat est épuisé",
  "reason.STORE_CLOSED": "Nous sommes fermés",
  "reason.CAPACITY": "Trop de monde",
  "reason.PRICE_MISMATCH": "Un prix est faux",
  "reason.ADDRESS_UNDELIVERABLE": "Nous ne livrons pas là",
  "reason.POS_UNAVAILABLE": "La caisse ne marche pas",
  "reason.DUPLICATE": "La commande est arrivée deux fois",
  "reason.OTHER": "Une autre raison",
  "status.PENDING": "Nouvelle",
  "status.ACCEPTED": "En préparation",
  "status.AUTO_ACCEPTED": "En préparation",
  "status.READY": "Prête",
  "status.IN_DELIVERY": "En route",
  "status.FULFILLED": "Remise",
  "status.REJECTED": "Refusée",
  "status.STORE_CANCELLED": "Annulée par nous",
  "status.CUSTOMER_CANCELLED": "Annulée par le client",
});
