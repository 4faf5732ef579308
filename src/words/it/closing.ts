import { closing as english } from "../en/closing.ts";
import { translate } from "../translate.ts";

export const closing = translate(english, {
  title: "Giorni di chiusura",
  text: "Feste, ferie: in questi giorni né ordini né tavoli. Gli ordini e le prenotazioni già fatti restano.",
  none: "Nessun giorno futuro è chiuso.",
  first: "Primo giorno",
  last: "Ultimo giorno, se sono più di uno",
  what: "Che cosa è chiuso",
  "what.orders": "Ordini",
  "what.bookings": "Prenotazioni",
  submit: "Chiudi questi giorni",
  open: "Riapri",
  both: "Né ordini né prenotazioni.",
  orders: "Nessun ordine.",
  "orders.half": "Nessun ordine. I tavoli si possono prenotare.",
  "bookings.half": "Nessuna prenotazione. Gli ordini arrivano.",
  "also.orders": "Neanche ordini",
  "also.bookings": "Neanche prenotazioni",
  blackout: "Lo dice la riga sotto, in «{title}».",
  past: "Scelga un giorno che non sia passato.",
  most: "Chiuda al massimo {most} giorni alla volta.",
  far: "Questo giorno è troppo lontano.",
  nothing: "Ne spunti almeno una.",
  span: "{first} – {last}",
  scheduled:
    "{count, plural, one {# ordine per più tardi è in un giorno senza ordini. Chiami il cliente o riapra.} many {# di ordini per più tardi sono in giorni senza ordini. Chiami i clienti o riapra.} other {# ordini per più tardi sono in giorni senza ordini. Chiami i clienti o riapra.}}",
  "last.before": "La fine è prima dell’inizio.",
});
