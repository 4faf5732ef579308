/** What the board holds while it is shown, as signals: views read them and are drawn anew when they change. */
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import type { Say } from "../../words/message-arguments.ts";
import { sayParsed } from "../../words/say-parsed.ts";
import type { Parts } from "../../words/speak.ts";
import type { ScreenStart } from "../../screens/shell.ts";
import type { BoardShown } from "../state/board-start.ts";
import { openBoard, type BoardState } from "../state/board-state.ts";
import { columnsOf, type Columns } from "../state/columns.ts";
import { beginConnection, isStale, locationNow, type Connection } from "../state/connection.ts";
import type { DelayedAct } from "../state/delayed-acts.ts";
import { createFormats, type Formats } from "./formats.screen.ts";

/** What lies over the board: at most one thing at a time. */
export type Dialog =
  | { readonly kind: "accept" | "time" | "deny" | "cancel" | "missing" | "order"; readonly orderId: string }
  | { readonly kind: "person"; readonly goOn: () => void }
  | { readonly kind: "later" | "done" | "stock" | "pause" | "busy" | "help" | "search" };

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: "told" | "failed";
  /** Where the notice leads. */
  readonly link?: { readonly href: string; readonly text: string };
}

/** What a device keeps for itself. */
export interface Kept {
  readonly keys: boolean;
  readonly print: boolean;
}

export interface Store {
  readonly start: ScreenStart<BoardShown>;
  readonly say: Say<Parts["board"]>;
  readonly sayOrder: Say<Parts["order"]>;
  readonly formats: Formats;
  /** The browser's steady clock, in milliseconds; moves four times a second. */
  readonly at: Signal<number>;
  readonly connection: Signal<Connection>;
  readonly board: Signal<BoardState>;
  readonly delayed: Signal<readonly DelayedAct[]>;
  readonly columns: ReadonlySignal<Columns>;
  /** The location's time in Unix milliseconds, to the second. */
  readonly nowMs: ReadonlySignal<number>;
  readonly stale: ReadonlySignal<boolean>;
  readonly dialog: Signal<Dialog | undefined>;
  readonly chosen: Signal<string | undefined>;
  /** Orders with a call under way. */
  readonly busy: Signal<ReadonlySet<string>>;
  readonly notices: Signal<readonly Notice[]>;
  readonly spoken: Signal<string>;
  /** Whether Start was tapped, and whether the browser gave sound and the wake lock. */
  readonly started: Signal<boolean>;
  readonly sound: Signal<"off" | "on" | "refused">;
  readonly awake: Signal<"off" | "on" | "refused">;
  readonly kept: Signal<Kept>;
}

const keptName = "maple-board";

/** The store of a board that begins with what the server sent. */
export function createStore(start: ScreenStart<BoardShown>): Store {
  const { snapshot } = start.shown;
  const at = signal(performance.now());
  const connection = signal(beginConnection(at.peek(), snapshot.now_ms));
  const board = signal(openBoard(snapshot));
  const delayed = signal<readonly DelayedAct[]>([]);
  const nowMs = computed(() => Math.floor(locationNow(connection.value, at.value) / 1_000) * 1_000);
  const minute = computed(() => Math.floor(nowMs.value / 60_000) * 60_000);
  const kept = signal(readKept(start.shown.autoPrint));
  kept.subscribe((value) => localStorage.setItem(keptName, JSON.stringify(value)));
  return {
    start,
    say: sayParsed<Parts["board"]>(start.words.board ?? {}, start.locale),
    sayOrder: sayParsed<Parts["order"]>(start.words.order ?? {}, start.locale),
    formats: createFormats(start.locale, snapshot.settings.timezone),
    at,
    connection,
    board,
    delayed,
    columns: computed(() => columnsOf(board.value, delayed.value, minute.value)),
    nowMs,
    stale: computed(() => isStale(connection.value, at.value)),
    dialog: signal<Dialog | undefined>(undefined),
    chosen: signal<string | undefined>(undefined),
    busy: signal<ReadonlySet<string>>(new Set()),
    notices: signal<readonly Notice[]>([]),
    spoken: signal(""),
    started: signal(false),
    sound: signal<"off" | "on" | "refused">("off"),
    awake: signal<"off" | "on" | "refused">("off"),
    kept,
  };
}

/** An order by id, as the server has it. */
export function orderOf(store: Store, id: string): BoardOrder | undefined {
  return store.board.value.orders.get(id);
}

let lastNotice = 0;
const noticeMs = 8_000;

/** Shows a notice for eight seconds. */
export function notify(store: Store, notice: Omit<Notice, "id">): void {
  const id = ++lastNotice;
  store.notices.value = [...store.notices.value.filter(({ text }) => text !== notice.text), { ...notice, id }].slice(
    -3,
  );
  setTimeout(() => {
    store.notices.value = store.notices.value.filter((each) => each.id !== id);
  }, noticeMs);
}

/** Keys are on, and tickets are printed as the shared tablet is set, until somebody says otherwise on this device. */
function readKept(autoPrint: boolean): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(keptName) ?? "{}") as Partial<Kept>;
    return { keys: kept.keys !== false, print: kept.print ?? autoPrint };
  } catch {
    return { keys: true, print: autoPrint };
  }
}
