import { deposits as english } from "../en/deposits.ts";
import { translate } from "../translate.ts";

export const deposits = translate(english, {
  "pay.title": "Paga {amount}",
  "pay.deposit": "Acconto per il tuo tavolo",
  "pay.prepaid": "Pagamento del tuo tavolo",
  "pay.for": "{people, plural, one {# persona} many {# di persone} other {# persone}}, {when}",
  "pay.until": "Paga entro le {time}. Dopo, il tavolo va ad altri ospiti.",
  "pay.paid": "{amount} pagati",
  "pay.paid.text": "Grazie. Il tuo tavolo è prenotato.",
  "pay.settling": "{amount} in arrivo",
  "pay.settling.text": "Il pagamento richiede un momento. Il tavolo è prenotato appena arriva.",
  "pay.void": "Niente da pagare",
  "pay.late": "Il pagamento non è arrivato in tempo e il tavolo è di nuovo libero. Non è stato addebitato nulla.",
  "pay.over": "Questa prenotazione è conclusa. Non è stato addebitato nulla.",
  "pay.returning": "Ti rimborsiamo {amount}",
  "pay.returned": "Ti abbiamo rimborsato {amount}",
  "pay.returned.text": "La tua banca può impiegare qualche giorno.",
  "pay.part": "Ti rimborsiamo {amount}. La tua banca può impiegare qualche giorno.",
  "pay.kept": "Il ristorante tiene il resto, come concordato alla prenotazione.",
  "pay.failed": "L’ultimo pagamento non è andato a buon fine. Non è stato addebitato nulla.",
  "pay.hosted": "Paghi sulla pagina di Stripe e poi torni qui.",
  "pay.refused": "Non è possibile pagare online. Chiama il ristorante.",
  "pay.silent": "La pagina di pagamento ora non risponde. Non è stato addebitato nulla. Riprova tra un minuto.",
  "pay.description": "Tavolo per {people} da {venue}, {when}",
});
