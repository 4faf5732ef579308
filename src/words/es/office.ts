import { office as english } from "../en/office.ts";
import { translate } from "../translate.ts";

export const office = translate(english, {
  "gone.title": "Página no encontrada",
  "gone.text": "No hay nada en esta dirección, o no es para usted.",
  "other.title": "Esta página es para responsables",
  "other.text": "Pida la función a un responsable del restaurante.",
  "shell.switch": "Restaurante:",
  "shell.account": "Su cuenta",
  "shell.board": "Tablero de pedidos",
  "shell.language": "Idioma",
  "shell.change_language": "Cambiar el idioma",
  "shell.sign_out": "Cerrar sesión",
  "shell.menu": "Páginas del restaurante",
  "page.people": "Personas",
  "page.devices": "Tabletas",
});
