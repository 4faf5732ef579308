import { today as english } from "../en/today.ts";
import { translate } from "../translate.ts";

export const today = translate(english, {
  now: "Oggi",
  week: "Che cosa è andato storto negli ultimi 7 giorni",
  "figure.guests": "coperti",
  "figure.bookings": "prenotazioni",
  "figure.orders": "ordini",
  "figure.accepted": "ordini accettati",
  "figure.waiting": "gruppi in attesa",
  "figure.seated": "gruppi accomodati dalla fila",
  "figure.undecided": "ordini senza decisione",
  "figure.denied": "ordini rifiutati",
  "figure.cancelled": "ordini annullati",
  "figure.no_shows": "assenti",
  "figure.cancelled_bookings": "prenotazioni annullate dagli ospiti",
  "figure.gone": "gruppi usciti dalla fila",
  guests_see: "Vedi ciò che vedono i clienti",
  "warn.none": "Niente La aspetta in questo momento.",
  "warn.open": "Guarda",
  "warn.inactive": "Il ristorante è disattivato e non prende ordini. Chieda al Suo operatore.",
  "warn.unattended": "Nessuna bacheca ordini è aperta: nessuno vede i nuovi ordini.",
  "warn.concerned":
    "{count, plural, one {# prenotazione è in un giorno chiuso.} many {# di prenotazioni sono in giorni chiusi.} other {# prenotazioni sono in giorni chiusi.}}",
  "warn.unkept":
    "{count, plural, one {# prenotazione in arrivo è segnata} many {# prenotazioni in arrivo sono segnate} other {# prenotazioni in arrivo sono segnate}} a un’ora diversa da quella detta all’ospite: a quell’ora nessun tavolo è libero.",
  "warn.address": "Gli ospiti non vedono dove si trova: manca l’indirizzo.",
  "warn.tables": "Ancora nessun tavolo: gli ospiti non possono prenotare.",
  "warn.receiver": "Gli ospiti non possono ordinare: nessuna cassa è collegata e il personale non decide gli ordini.",
  "warn.menu": "Gli ospiti non possono ordinare: non c’è ancora un menu.",
  "warn.alert_phone": "Nessuno viene avvisato se un ordine aspetta troppo.",
  "closed.both": "Oggi è un giorno di chiusura: né ordini né prenotazioni.",
  "closed.orders": "Oggi nessun ordine: il giorno è chiuso.",
  "closed.bookings": "Oggi nessuna prenotazione: il giorno è chiuso.",
  "warn.messaging":
    "Gli ospiti non ricevono SMS né e-mail sulle loro prenotazioni: i messaggi sono disattivati. Chieda al Suo operatore.",
  "warn.messages":
    "{count, plural, one {# messaggio a un ospite non è arrivato.} many {# di messaggi non sono arrivati.} other {# messaggi agli ospiti non sono arrivati.}}",
  "warn.undecided":
    "{count, plural, one {# ordine di oggi è finito perché nessuno ha deciso.} many {# di ordini di oggi sono finiti perché nessuno ha deciso.} other {# ordini di oggi sono finiti perché nessuno ha deciso.}}",
  bookings: "Prenotazioni online",
  "bookings.on": "Gli ospiti possono prenotare.",
  "bookings.off": "Gli ospiti ora non possono prenotare.",
  "bookings.stop": "Smetti di prendere prenotazioni",
  "bookings.start": "Prendi prenotazioni",
  queue: "Fila online",
  "queue.on": "Gli ospiti possono mettersi in fila online.",
  "queue.off": "La fila online è chiusa. I gruppi in fila restano.",
  "queue.stop": "Chiudi la fila",
  "queue.start": "Apri la fila",
});
