/** Words of text messages; without signs that the GSM alphabet lacks. */
import { texts as english } from "../en/texts.ts";
import { translate } from "../translate.ts";

export const texts = translate(english, {
  joined: "è il numero {position} in lista d’attesa, {wait}. Segua o esca: {link}",
  free: "un tavolo dovrebbe essere libero",
  about: "circa {minutes} min",
  ready: "il suo tavolo è pronto. Venga entro {minutes} min.",
  confirmed: "prenotato per {party}, {date} alle {time}. Codice {code}.",
  reminder: "la aspettiamo {date} alle {time}, tavolo per {party}. Codice {code}.",
  changed: "la sua prenotazione è ora per {party}, {date} alle {time}. Codice {code}.",
  cancelled: "il suo tavolo di {date} alle {time} è annullato.",
  reason: "Motivo:",
  manage: "Modificare o annullare:",
  details: "Dettagli:",
  alert:
    "{orders, plural, one {l’ordine {number} attende} many {# ordini attendono, per primo il {number},} other {# ordini attendono, per primo il {number},}} e nessuno risponde. Apra la bacheca degli ordini.",
  invited: "ha un invito a entrare nel team. Apra il link entro 7 giorni, vale una volta: {link}",
  stop: "STOP per non riceverne più.",
  stopped: "Non riceverà altri messaggi. Risponda START per riceverli di nuovo.",
  started: "Riceverà di nuovo messaggi. Risponda STOP per non riceverne più.",
  help: "Messaggi sul suo tavolo o prenotazione. Risponda STOP per non riceverli; per altro chiami il ristorante.",
});
