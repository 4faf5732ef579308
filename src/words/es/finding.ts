import { finding as english } from "../en/finding.ts";
import { translate } from "../translate.ts";

export const finding = translate(english, {
  "link.gone": "Este enlace ya no es válido",
  "link.next": "Los enlaces de los mensajes valen hasta 30 días después del pedido o de la visita.",
  "link.find": "Buscar un pedido o una reserva",
  title: "Buscar un pedido o una reserva",
  intro: "El código está en su mensaje y en su página.",
  code: "Código",
  "code.hint": "8 letras y cifras, por ejemplo 7KQ4MXRT",
  contact: "Teléfono o correo electrónico",
  "contact.hint": "El que dio con el pedido o la reserva. Empiece el número con + y el prefijo del país.",
  button: "Buscar",
  none: "Ningún pedido ni reserva coincide con ambos.",
  "none.next": "Compruebe ambos, o pida que le enviemos los enlaces.",
  wait: "{minutes, plural, one {Demasiados intentos. Vuelva a probar en # minuto.} many {Demasiados intentos. Vuelva a probar en # minutos.} other {Demasiados intentos. Vuelva a probar en # minutos.}}",
  "mine.title": "Sus pedidos y reservas",
  "mine.intro": "Esta lista se guarda solo en este navegador, durante 90 días.",
  "mine.empty": "Aquí todavía no hay nada guardado.",
  "mine.forget": "Olvidar",
  "mine.forget_all": "Olvidar todo",
  "mine.again": "Repetir el pedido a precios de hoy",
  "mine.link": "Pedidos y reservas de este navegador",
  "mine.forgotten": "Olvidado",
  "mine.off": "Este navegador no ejecuta scripts y no guarda ninguna lista.",
});
