import { people as english } from "../en/people.ts";
import { translate } from "../translate.ts";

export const people = translate(english, {
  "sign_in.title": "Anmelden",
  "sign_in.email": "E-Mail",
  "sign_in.password": "Passwort",
  "sign_in.submit": "Anmelden",
});
