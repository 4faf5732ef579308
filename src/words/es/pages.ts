import { pages as english } from "../en/pages.ts";
import { translate } from "../translate.ts";

export const pages = translate(english, {
  skip: "Ir al contenido",
  languages: "Idioma",
  privacy: "Privacidad",
  served_by: "Un servicio de",
  unanswered: "No llegó ninguna respuesta. Revise su conexión y vuelva a pulsar.",
  "not_found.title": "Página no encontrada",
  "not_found.text": "El enlace está incompleto o la página ya no existe. Revise el enlace que recibió.",
  "foreign.title": "Este formulario viene de otro sitio",
  "foreign.text": "Abra la página y envíe el formulario desde allí.",
  "too_many.title": "Demasiadas solicitudes",
  "too_many.text":
    "{seconds, plural, one {Espere # segundo y vuelva a cargar la página.} many {Espere # segundos y vuelva a cargar la página.} other {Espere # segundos y vuelva a cargar la página.}}",
  "unreadable.title": "No ha funcionado",
  "unreadable.text": "No se pudo leer lo que envió el navegador. Vuelva atrás, cargue la página otra vez y repita.",
  "busy.title": "Ahora hay mucha actividad",
  "busy.text": "No pudimos terminar a tiempo. Vuelva a cargar la página dentro de un momento.",
  "busy.again": "Ahora no hemos podido aceptarlo. Espere un momento y vuelva a pulsar.",
  "fault.title": "Algo falló por nuestra parte",
  "fault.text": "No es culpa suya. Vuelva a cargar la página. Si sigue igual, llame al restaurante.",
  "too_large.title": "El archivo es demasiado grande",
  "too_large.text": "Elija un archivo más pequeño. La página dice cuánto puede ocupar.",
});
