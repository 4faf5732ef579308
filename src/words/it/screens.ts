import { screens as english } from "../en/screens.ts";
import { translate } from "../translate.ts";

export const screens = translate(english, {
  close: "Chiudi",
  "stale.title": "Nessuna connessione dalle {time}",
  "stale.text": "Potrai decidere quando torna la connessione.",
  "stale.next":
    "{seconds, plural, one {Nuovo tentativo tra # secondo} many {Nuovo tentativo tra # di secondi} other {Nuovo tentativo tra # secondi}}",
  "stale.trying": "Tentativo in corso",
  "fail.offline": "Nessuna connessione. Non è stato inviato niente.",
  "fail.other": "Non ha funzionato. Riprova.",
  "fail.signed_out": "Non sei più collegato.",
  "fail.sign_in": "Accedi",
  "person.title": "Chi sei?",
  "person.pin": "PIN di {name}",
  "person.no_pin": "Ancora nessun PIN",
  "person.set_pin": "Non hai ancora un PIN? Impostalo sul tuo telefono: {address}.",
  "person.delete": "Cancella l’ultima cifra",
  "person.submit": "Conferma",
  "person.wrong": "Questo PIN è sbagliato.",
  "person.locked": "Troppi PIN sbagliati. Aspetta 5 minuti o scegli un altro nome.",
  "person.none": "Qui non si può ancora scegliere nessuno. Un responsabile invita le persone.",
  "account.open": "Accesso di {name}",
  "account.title": "Chi lavora qui",
  "account.person": "Agisce come {name}.",
  "account.on_tablet": "{name} agisce sul tablet {tablet}.",
  "account.tablet": "Questo tablet è {tablet}. Chiede chi tocca.",
  "account.own": "Il suo account",
  "account.sign_out": "Esci",
  "account.choose": "Scegli un nome",
  "account.other": "Tocca un’altra persona",
});
