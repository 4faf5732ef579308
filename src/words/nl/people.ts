import { people as english } from "../en/people.ts";
import { translate } from "../translate.ts";

export const people = translate(english, {
  "sign_in.title": "Aanmelden",
  "sign_in.email": "E-mail",
  "sign_in.password": "Wachtwoord",
  "sign_in.submit": "Aanmelden",
});
