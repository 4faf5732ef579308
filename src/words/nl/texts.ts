/** Words of text messages; without signs that the GSM alphabet lacks. */
import { texts as english } from "../en/texts.ts";
import { translate } from "../translate.ts";

export const texts = translate(english, {
  joined: "u bent nummer {position} op de wachtlijst, {wait}. Volgen of verlaten: {link}",
  free: "er is zo een tafel vrij",
  about: "ongeveer {minutes} min",
  ready: "uw tafel is klaar. Kom binnen {minutes} min.",
  confirmed: "gereserveerd voor {party} op {date} om {time}. Code {code}.",
  reminder: "we verwachten u op {date} om {time}, tafel voor {party}. Code {code}.",
  changed: "uw reservering is nu voor {party} op {date} om {time}. Code {code}.",
  cancelled: "uw tafel op {date} om {time} is geannuleerd.",
  reason: "Reden:",
  manage: "Wijzigen of annuleren:",
  details: "Meer:",
  alert:
    "{orders, plural, one {bestelling {number} wacht} other {# bestellingen wachten, eerst nr. {number},}} en niemand antwoordt. Open het bestelbord.",
  invited: "u bent uitgenodigd voor het team. Open deze link binnen 7 dagen, die werkt één keer: {link}",
  stop: "STOP om te stoppen.",
  stopped: "U krijgt geen berichten meer. Antwoord START om ze weer te krijgen.",
  started: "U krijgt weer berichten. Antwoord STOP om te stoppen.",
  help: "Berichten over uw tafel of reservering. Antwoord STOP om te stoppen; bel het restaurant voor al het andere.",
});
