import { privacy as english } from "../../en/guests/privacy.ts";
import { translate } from "../../translate.ts";

export const privacy = translate(english, {
  title: "Privacidad",
  intro: "Lo que escribe llega al restaurante. Aquí ve quién más participa y qué ve.",
  addresses: "Encontrar su dirección",
  "addresses.none": "Solo este servicio busca su dirección.",
  "addresses.host": "Lo que escribe para encontrar su dirección llega a {host}, sin su nombre.",
  maps: "Mapas",
  "maps.none": "Los mapas no cargan nada de otros sitios.",
  "maps.host": "Los mapas cargan imágenes de {host}, que ve la dirección de red de su dispositivo y la zona que mira.",
  messages: "Mensajes",
  "mail.none": "Ningún correo sale de este servicio.",
  "mail.host": "Los correos pasan por {host}.",
  texts: "Los SMS pasan por Twilio.",
  "texts.none": "Ningún SMS sale de este servicio.",
  payments: "Pagar",
  "payments.stripe": "Usted paga en la página de Stripe. El número de su tarjeta nunca nos llega.",
  "payments.test": "Aquí los pagos son para probar. No se mueve dinero.",
  browser: "En su navegador",
  "browser.cookies":
    "Las cookies guardan su idioma un año, la dirección de un pedido tres horas y un pedido sin pagar una hora.",
  "browser.kept": "La lista de sus pedidos queda 90 días en este navegador; su dirección, solo si marcó la casilla.",
  kept: "Lo que se guarda",
  "kept.logs": "Lo que escribe no queda en ningún registro técnico.",
  "kept.erase": "Pida al restaurante ver o borrar lo que guarda sobre usted.",
});
