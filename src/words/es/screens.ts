import { screens as english } from "../en/screens.ts";
import { translate } from "../translate.ts";

export const screens = translate(english, {
  close: "Cerrar",
  "stale.title": "Sin conexión desde las {time}",
  "stale.text": "Podrá decidir cuando vuelva la conexión.",
  "stale.next":
    "{seconds, plural, one {Nuevo intento en # segundo} many {Nuevo intento en # de segundos} other {Nuevo intento en # segundos}}",
  "stale.trying": "Intentando ahora",
  "fail.offline": "No hay conexión. No se envió nada.",
  "fail.other": "No ha funcionado. Inténtelo otra vez.",
  "fail.signed_out": "Su sesión está cerrada.",
  "fail.sign_in": "Iniciar sesión",
  "person.title": "¿Quién es usted?",
  "person.pin": "PIN de {name}",
  "person.no_pin": "Aún sin PIN",
  "person.set_pin": "¿Aún sin PIN? Créelo en su propio teléfono: {address}.",
  "person.delete": "Borrar la última cifra",
  "person.submit": "Confirmar",
  "person.wrong": "Este PIN no es correcto.",
  "person.locked": "Demasiados PIN incorrectos. Espere 5 minutos o elija otro nombre.",
  "person.none": "Aquí aún no se puede elegir a nadie. Un responsable invita a las personas.",
  "account.open": "Sesión de {name}",
  "account.title": "Quién trabaja aquí",
  "account.person": "Actúa como {name}.",
  "account.on_tablet": "{name} actúa en la tableta {tablet}.",
  "account.tablet": "Esta tableta es {tablet}. Pregunta quién toca.",
  "account.own": "Su cuenta",
  "account.sign_out": "Cerrar sesión",
  "account.choose": "Elegir un nombre",
  "account.other": "Toca otra persona",
});
