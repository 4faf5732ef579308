/** Reads a guest's answer to a text message. Pure. */

export type ReplyWord = "stop" | "start" | "help";

const replyWords: Readonly<Record<string, ReplyWord>> = {
  STOP: "stop",
  STOPALL: "stop",
  UNSUBSCRIBE: "stop",
  END: "stop",
  QUIT: "stop",
  CANCEL: "stop",
  ARRET: "stop",
  STOPP: "stop",
  BAJA: "stop",
  PARAR: "stop",
  START: "start",
  UNSTOP: "start",
  YES: "start",
  ALTA: "start",
  HELP: "help",
  INFO: "help",
  AIDE: "help",
  HILFE: "help",
  AYUDA: "help",
  AIUTO: "help",
  AJUDA: "help",
};

/** The word that a guest's whole answer is, in any spelling; undefined for anything else. */
export function readReply(text: string): ReplyWord | undefined {
  const plain = text.normalize("NFD").replace(/[^\p{L}]/gu, "");
  return plain.length > 20 ? undefined : replyWords[plain.toUpperCase()];
}
