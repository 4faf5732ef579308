/** The words of text messages in each language; `templates.ts` puts them together. Pure. */
import type { GuestLanguage } from "../kernel/language.ts";
import type { Alert, Booked, Cancelled, Invited, Joined, Ready } from "./message-values.ts";

export interface Words {
  joined(values: Joined, wait: string): string;
  /** In place of a wait, when a table is free. */
  readonly free: string;
  about(minutes: string): string;
  ready(values: Ready): string;
  confirmed(values: Booked): string;
  reminder(values: Booked): string;
  changed(values: Booked): string;
  cancelled(values: Cancelled): string;
  /** Before the restaurant's reason. */
  readonly reason: string;
  /** Before the link of a booking that stands, and of one that is over. */
  readonly manage: string;
  readonly details: string;
  alert(values: Alert): string;
  invited(values: Invited): string;
  readonly stop: string;
  readonly stopped: string;
  readonly started: string;
  readonly help: string;
}

// Without the accents that the GSM alphabet lacks, by choice of words, so that nothing a guest reads looks misspelt.
export const words: Readonly<Record<GuestLanguage, Words>> = {
  en: {
    joined: (v, wait) => `you are number ${v.position} on the waitlist, ${wait}. Follow it live or leave: ${v.link}`,
    free: "a table should be free",
    about: (minutes) => `about ${minutes} min`,
    ready: (v) => `your table is ready. Please come within ${v.minutes} min.`,
    confirmed: (v) => `booked for ${v.partySize} on ${v.date} at ${v.time}. Code ${v.code}.`,
    reminder: (v) => `we expect you on ${v.date} at ${v.time}, table for ${v.partySize}. Code ${v.code}.`,
    changed: (v) => `your booking is now for ${v.partySize} on ${v.date} at ${v.time}. Code ${v.code}.`,
    cancelled: (v) => `your table on ${v.date} at ${v.time} is cancelled.`,
    reason: "Reason:",
    manage: "Change or cancel:",
    details: "Details:",
    alert: (v) =>
      `${v.orders === 1 ? `order ${v.number} waits` : `${v.orders} orders wait, the first is ${v.number},`} for a decision and nobody has answered. Please open the order board.`,
    invited: (v) => `you are invited to the team. Open this link within 7 days, it works once: ${v.link}`,
    stop: "STOP to end messages.",
    stopped: "You will get no more messages. Reply START to get them again.",
    started: "You will get messages again. Reply STOP to end them.",
    help: "Messages about your table or booking. Reply STOP to end them; call the restaurant for anything else.",
  },
  fr: {
    joined: (v, wait) =>
      `vous avez le numéro ${v.position} sur la liste d'attente, ${wait}. Suivre ou quitter : ${v.link}`,
    free: "une table devrait se libérer",
    about: (minutes) => `environ ${minutes} min`,
    ready: (v) => `votre table vous attend. Venez dans les ${v.minutes} min.`,
    confirmed: (v) => `réservé pour ${v.partySize}, le ${v.date} à ${v.time}. Code ${v.code}.`,
    reminder: (v) => `nous vous attendons le ${v.date} à ${v.time}, table pour ${v.partySize}. Code ${v.code}.`,
    changed: (v) => `votre réservation est maintenant pour ${v.partySize}, le ${v.date} à ${v.time}. Code ${v.code}.`,
    cancelled: (v) => `votre table du ${v.date} à ${v.time} est annulée.`,
    reason: "Motif :",
    manage: "Modifier ou annuler :",
    details: "Détails :",
    alert: (v) =>
      `${v.orders === 1 ? `la commande ${v.number} attend` : `${v.orders} commandes attendent, la ${v.number} en premier,`} une décision et personne ne répond. Ouvrez le tableau des commandes.`,
    invited: (v) =>
      `voici votre invitation à rejoindre l'équipe. Ouvrez ce lien dans les 7 jours, il sert une fois : ${v.link}`,
    stop: "STOP pour ne plus en recevoir.",
    stopped: "Vous ne recevrez plus de messages. Répondez START pour en recevoir de nouveau.",
    started: "Vous recevrez de nouveau des messages. Répondez STOP pour ne plus en recevoir.",
    help: "Messages sur votre table ou réservation. STOP pour ne plus en recevoir ; pour le reste, appelez le restaurant.",
  },
  de: {
    joined: (v, wait) => `Sie sind Nr. ${v.position} auf der Warteliste, ${wait}. Ansehen oder verlassen: ${v.link}`,
    free: "ein Tisch sollte frei sein",
    about: (minutes) => `etwa ${minutes} Min.`,
    ready: (v) => `Ihr Tisch ist frei. Bitte kommen Sie innerhalb von ${v.minutes} Min.`,
    confirmed: (v) => `reserviert für ${v.partySize} am ${v.date} um ${v.time}. Code ${v.code}.`,
    reminder: (v) => `wir erwarten Sie am ${v.date} um ${v.time}, Tisch für ${v.partySize}. Code ${v.code}.`,
    changed: (v) => `Ihre Reservierung ist jetzt für ${v.partySize} am ${v.date} um ${v.time}. Code ${v.code}.`,
    cancelled: (v) => `Ihr Tisch am ${v.date} um ${v.time} ist abgesagt.`,
    reason: "Grund:",
    manage: "Ändern oder absagen:",
    details: "Mehr dazu:",
    alert: (v) =>
      `${v.orders === 1 ? `Bestellung ${v.number} wartet` : `${v.orders} Bestellungen warten, zuerst Nr. ${v.number},`} auf eine Entscheidung, und niemand antwortet. Bitte öffnen Sie die Bestelltafel.`,
    invited: (v) => `Sie sind ins Team eingeladen. Öffnen Sie den Link binnen 7 Tagen, er gilt einmal: ${v.link}`,
    stop: "STOP beendet die Nachrichten.",
    stopped: "Sie erhalten keine Nachrichten mehr. Mit START erhalten Sie wieder welche.",
    started: "Sie erhalten wieder Nachrichten. Mit STOP enden sie.",
    help: "Nachrichten zu Ihrem Tisch oder Ihrer Reservierung. STOP beendet sie; für alles andere rufen Sie das Restaurant an.",
  },
  es: {
    joined: (v, wait) => `es el n. ${v.position} de la lista de espera, ${wait}. Seguir o salir: ${v.link}`,
    free: "pronto una mesa libre",
    about: (minutes) => `unos ${minutes} min`,
    ready: (v) => `su mesa le espera. Venga en ${v.minutes} min, por favor.`,
    confirmed: (v) => `reservado para ${v.partySize} el ${v.date} a las ${v.time}. Clave ${v.code}.`,
    reminder: (v) => `le esperamos el ${v.date} a las ${v.time}, mesa para ${v.partySize}. Clave ${v.code}.`,
    changed: (v) => `su reserva es ahora para ${v.partySize} el ${v.date} a las ${v.time}. Clave ${v.code}.`,
    cancelled: (v) => `su mesa del ${v.date} a las ${v.time} queda anulada.`,
    reason: "Motivo:",
    manage: "Cambiar o anular:",
    details: "Detalles:",
    alert: (v) =>
      `${v.orders === 1 ? `el pedido ${v.number} espera` : `${v.orders} pedidos esperan, primero el ${v.number},`} una respuesta y nadie contesta. Abra el panel de pedidos.`,
    invited: (v) => `le invitamos al equipo. Abra este enlace en una semana; sirve una sola vez: ${v.link}`,
    stop: "STOP para no recibir mensajes.",
    stopped: "Ya no le escribiremos. Responda START para volver a recibir mensajes.",
    started: "Volveremos a escribirle. Responda STOP para no recibir mensajes.",
    help: "Mensajes sobre su mesa o reserva. Responda STOP para no recibirlos; para otros temas, llame al restaurante.",
  },
  it: {
    joined: (v, wait) => `è il numero ${v.position} in lista d'attesa, ${wait}. Segua o esca: ${v.link}`,
    free: "un tavolo dovrebbe essere libero",
    about: (minutes) => `circa ${minutes} min`,
    ready: (v) => `il suo tavolo è pronto. Venga entro ${v.minutes} min.`,
    confirmed: (v) => `prenotato per ${v.partySize}, ${v.date} alle ${v.time}. Codice ${v.code}.`,
    reminder: (v) => `la aspettiamo ${v.date} alle ${v.time}, tavolo per ${v.partySize}. Codice ${v.code}.`,
    changed: (v) => `la sua prenotazione è ora per ${v.partySize}, ${v.date} alle ${v.time}. Codice ${v.code}.`,
    cancelled: (v) => `il suo tavolo di ${v.date} alle ${v.time} è annullato.`,
    reason: "Motivo:",
    manage: "Cambiare o annullare:",
    details: "Dettagli:",
    alert: (v) =>
      `${v.orders === 1 ? `l'ordine ${v.number} attende` : `${v.orders} ordini attendono, per primo il ${v.number},`} una risposta e nessuno risponde. Apra la bacheca degli ordini.`,
    invited: (v) => `ha un invito a entrare nel team. Apra il link entro 7 giorni, vale una volta: ${v.link}`,
    stop: "STOP per non riceverne più.",
    stopped: "Non riceverà altri messaggi. Risponda START per riceverli di nuovo.",
    started: "Riceverà di nuovo messaggi. Risponda STOP per non riceverne più.",
    help: "Messaggi sul suo tavolo o prenotazione. Risponda STOP per non riceverli; per altro chiami il ristorante.",
  },
  nl: {
    joined: (v, wait) => `u bent nummer ${v.position} op de wachtlijst, ${wait}. Volgen of verlaten: ${v.link}`,
    free: "er is zo een tafel vrij",
    about: (minutes) => `ongeveer ${minutes} min`,
    ready: (v) => `uw tafel is klaar. Kom binnen ${v.minutes} min.`,
    confirmed: (v) => `gereserveerd voor ${v.partySize} op ${v.date} om ${v.time}. Code ${v.code}.`,
    reminder: (v) => `we verwachten u op ${v.date} om ${v.time}, tafel voor ${v.partySize}. Code ${v.code}.`,
    changed: (v) => `uw reservering is nu voor ${v.partySize} op ${v.date} om ${v.time}. Code ${v.code}.`,
    cancelled: (v) => `uw tafel op ${v.date} om ${v.time} is geannuleerd.`,
    reason: "Reden:",
    manage: "Wijzigen of annuleren:",
    details: "Meer:",
    alert: (v) =>
      `${v.orders === 1 ? `bestelling ${v.number} wacht` : `${v.orders} bestellingen wachten, eerst nr. ${v.number},`} op een beslissing en niemand antwoordt. Open het bestelbord.`,
    invited: (v) => `u bent uitgenodigd voor het team. Open deze link binnen 7 dagen, hij werkt één keer: ${v.link}`,
    stop: "STOP om te stoppen.",
    stopped: "U krijgt geen berichten meer. Antwoord START om ze weer te krijgen.",
    started: "U krijgt weer berichten. Antwoord STOP om te stoppen.",
    help: "Berichten over uw tafel of reservering. Antwoord STOP om te stoppen; bel het restaurant voor al het andere.",
  },
  pt: {
    joined: (v, wait) => `é o n. ${v.position} da lista de espera, ${wait}. Acompanhar ou sair: ${v.link}`,
    free: "uma mesa deve estar livre",
    about: (minutes) => `cerca de ${minutes} min`,
    ready: (v) => `a sua mesa espera por si. Venha em ${v.minutes} min, por favor.`,
    confirmed: (v) => `reservado para ${v.partySize} em ${v.date} às ${v.time}. Chave ${v.code}.`,
    reminder: (v) => `esperamos por si em ${v.date} às ${v.time}, mesa para ${v.partySize}. Chave ${v.code}.`,
    changed: (v) => `a sua reserva é agora para ${v.partySize} em ${v.date} às ${v.time}. Chave ${v.code}.`,
    cancelled: (v) => `a sua mesa em ${v.date} às ${v.time} foi cancelada.`,
    reason: "Motivo:",
    manage: "Alterar ou cancelar:",
    details: "Detalhes:",
    alert: (v) =>
      `${v.orders === 1 ? `o pedido ${v.number} espera` : `${v.orders} pedidos esperam, primeiro o ${v.number},`} uma resposta e ninguém responde. Abra o quadro de pedidos.`,
    invited: (v) => `tem um convite para a equipa. Abra este link no prazo de 7 dias, serve uma vez: ${v.link}`,
    stop: "STOP para parar.",
    stopped: "Deixamos de lhe escrever. Responda START para voltar a receber mensagens.",
    started: "Voltamos a escrever-lhe. Responda STOP para parar.",
    help: "Mensagens sobre a sua mesa ou reserva. Responda STOP para parar; para o resto, ligue para o restaurante.",
  },
};
