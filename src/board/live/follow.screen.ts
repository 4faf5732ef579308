/**
 * Keeps the board current: one stream of changes, read as it arrives, made anew when it breaks or falls silent. The
 * stream goes on behind the last number that is in the board, so nothing is missed; when the server no longer has that
 * number, the board takes a new snapshot.
 */
import { batch } from "@preact/signals";
import type { BoardSnapshot, StreamMessage } from "../../console/board/board-wire.schemas.ts";
import { applyChange, openBoard, type BoardState, type Change } from "../state/board-state.ts";
import { heard, isStale, lost, trying } from "../state/connection.ts";
import { createEventReader } from "../state/event-stream.ts";
import { callConsole } from "./calls.screen.ts";
import { notify, type Store } from "./store.screen.ts";

const tickMs = 250;

export interface FollowOptions {
  /** Called after each change of the board. */
  readonly onChange: (before: BoardState, after: BoardState) => void;
  /** Called four times a second. */
  readonly onTick: () => void;
}

/** Starts following; goes on as long as the page is there. */
export function followLocation(store: Store, options: FollowOptions): void {
  const location = `/locations/${store.board.peek().settings.location_id}`;
  let running: AbortController | undefined;
  /** Changes that arrive while a snapshot is under way. */
  let arrived: Change[] | undefined;

  const put = (after: BoardState): void => {
    const before = store.board.peek();
    if (after === before) return;
    store.board.value = after;
    options.onChange(before, after);
  };

  const takeSnapshot = async (): Promise<void> => {
    arrived = [];
    const answer = await callConsole("GET", `${location}/snapshot?screen=board`);
    const missed = arrived;
    arrived = undefined;
    // Without a snapshot the stream is of no use: it is made anew, and the server says again what is missing.
    if (answer.ok) put(openBoard(answer.body as BoardSnapshot, missed));
    else running?.abort();
  };

  const take = (message: StreamMessage): void => {
    if (message.object === "change") {
      arrived?.push(message);
      if (arrived === undefined) put(applyChange(store.board.peek(), message));
    } else if (message.object === "reset") void takeSnapshot();
  };

  const run = async (): Promise<void> => {
    const controller = new AbortController();
    running = controller;
    store.connection.value = trying(store.connection.peek());
    let askedMs = 0;
    try {
      const answer = await fetch(`/console/v1${location}/stream?topics=orders,settings`, {
        headers: { accept: "text/event-stream", "last-event-id": String(store.board.peek().sequence) },
        cache: "no-store",
        signal: controller.signal,
      });
      if (!answer.ok) {
        askedMs = Number(answer.headers.get("retry-after") ?? 0) * 1_000;
        if (answer.status === 401 || answer.status === 404) signedOut(store);
      } else await readStream(answer, (messages) => hear(store, messages, take));
    } catch {
      // The wait and the bar say what there is to say.
    }
    if (running === controller) running = undefined;
    const at = performance.now();
    store.connection.value = lost(store.connection.peek(), at, askedMs);
  };

  const tick = (): void => {
    batch(() => {
      store.at.value = performance.now();
      const connection = store.connection.peek();
      const at = store.at.peek();
      if (connection.phase === "waiting" && at >= connection.retryAt) void run();
      if (connection.phase === "open" && isStale(connection, at)) running?.abort();
      options.onTick();
    });
  };

  void run();
  setInterval(tick, tickMs);
  watchSilentTries(store, () => running?.abort());
  window.addEventListener("online", () => {
    const connection = store.connection.peek();
    if (connection.phase === "waiting") store.connection.value = { ...connection, retryAt: performance.now() };
  });
}

/** A try that gets no answer at all ends after five seconds. */
function watchSilentTries(store: Store, abort: () => void): void {
  let since: number | undefined;
  store.at.subscribe((at) => {
    if (store.connection.peek().phase !== "trying") since = undefined;
    else if (since === undefined) since = at;
    else if (at - since >= 5_000) {
      since = undefined;
      abort();
    }
  });
}

/** All messages of one piece are one change of what is shown. */
function hear(store: Store, messages: readonly StreamMessage[], take: (message: StreamMessage) => void): void {
  batch(() => {
    const at = performance.now();
    const beat = messages.findLast((message) => message.object === "heartbeat");
    store.at.value = at;
    store.connection.value = heard(store.connection.peek(), at, beat?.now_ms);
    for (const message of messages) take(message);
  });
}

async function readStream(answer: Response, hear: (messages: readonly StreamMessage[]) => void): Promise<void> {
  if (answer.body === null) return;
  const events = createEventReader();
  const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await pieces.read();
    if (done) return;
    hear(events.read(value).map(({ data }) => JSON.parse(data) as StreamMessage));
  }
}

let told = false;
function signedOut(store: Store): void {
  if (told) return;
  told = true;
  notify(store, {
    kind: "failed",
    text: store.say("fail.signed_out"),
    link: { href: store.start.shown.signIn, text: store.say("fail.sign_in") },
  });
}
