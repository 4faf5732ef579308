import { people as english } from "../en/people.ts";
import { translate } from "../translate.ts";

export const people = translate(english, {
  "sign_in.title": "Se connecter",
  "sign_in.email": "E-mail",
  "sign_in.password": "Mot de passe",
  "sign_in.submit": "Se connecter",
});
