import { people as english } from "../en/people.ts";
import { translate } from "../translate.ts";

export const people = translate(english, {
  "sign_in.title": "Iniciar sesión",
  "sign_in.email": "Correo electrónico",
  "sign_in.password": "Contraseña",
  "sign_in.submit": "Iniciar sesión",
});
