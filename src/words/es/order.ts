import { order as english } from "../en/order.ts";
import { translate } from "../translate.ts";

export const order = translate(english, {
  "kind.pickup": "Recogida",
  "kind.delivery": "Entrega",
  "paid.paid": "Pagado",
  "paid.pay_in_store": "Cobrar {amount}",
  "paid.unpaid": "Sin pagar",
  "paid.refunded": "Devuelto",
  "reason.ITEM_AVAILABILITY": "Un plato está agotado",
  "reason.STORE_CLOSED": "Estamos cerrados",
  "reason.CAPACITY": "Demasiado trabajo",
  "reason.PRICE_MISMATCH": "Un precio está mal",
  "reason.ADDRESS_UNDELIVERABLE": "No llegamos a esa dirección",
  "reason.POS_UNAVAILABLE": "La caja no funciona",
  "reason.DUPLICATE": "El pedido llegó dos veces",
  "reason.OTHER": "Otro motivo",
  "status.PENDING": "Nuevo",
  "status.ACCEPTED": "En cocina",
  "status.AUTO_ACCEPTED": "En cocina",
  "status.READY": "Listo",
  "status.IN_DELIVERY": "En camino",
  "status.FULFILLED": "Entregado",
  "status.REJECTED": "Rechazado",
  "status.STORE_CANCELLED": "Cancelado por nosotros",
  "status.CUSTOMER_CANCELLED": "Cancelado por el cliente",
});
