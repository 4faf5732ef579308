/** The state of the board while it is shown, as signals: views read them and are drawn again when they change. */
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import type { Say } from "../../words/message-arguments.ts";
import { sayParsed } from "../../words/say-parsed.ts";
import type { Parts } from "../../words/speak.ts";
import { keepOnDevice, readKeptOnDevice } from "../../screens/browsers/kept.screen.ts";
import { createScreenSignals, type ScreenStore } from "../../screens/screen-store.screen.ts";
import type { ScreenStart } from "../../screens/shell.ts";
import type { BoardShown } from "../state/board-start.ts";
import { boardOf, type BoardState } from "../state/board-state.ts";
import { columnsOf, type Columns } from "../state/columns.ts";
import type { DelayedAct } from "../state/delayed-acts.ts";

/** What lies over the board: at most one thing at a time. */
export type Dialog =
  | { readonly kind: "accept" | "time" | "deny" | "cancel" | "missing" | "order"; readonly orderId: string }
  | { readonly kind: "later" | "done" | "stock" | "pause" | "busy" | "help" | "search" | "account" };

/** What a device keeps for itself. */
export interface Kept {
  readonly keys: boolean;
  readonly print: boolean;
}

export interface Store extends ScreenStore {
  readonly start: ScreenStart<BoardShown>;
  readonly say: Say<Parts["board"]>;
  readonly sayOrder: Say<Parts["order"]>;
  readonly board: Signal<BoardState>;
  /** Orders that were found and that the board has not. */
  readonly earlier: Signal<ReadonlyMap<string, BoardOrder>>;
  readonly delayed: Signal<readonly DelayedAct[]>;
  readonly columns: ReadonlySignal<Columns>;
  readonly dialog: Signal<Dialog | undefined>;
  readonly chosen: Signal<string | undefined>;
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
  const signals = createScreenSignals(start, snapshot.now_ms, snapshot.settings.timezone);
  const board = signal(boardOf(snapshot));
  const delayed = signal<readonly DelayedAct[]>([]);
  const dialog = signal<Dialog | undefined>(undefined);
  const minute = computed(() => Math.floor(signals.nowMs.value / 60_000) * 60_000);
  const kept = signal(readKept(start.shown.autoPrint));
  kept.subscribe((value) => keepOnDevice(keptName, value));
  return {
    ...signals,
    signIn: start.shown.signIn,
    closeDialog: () => {
      dialog.value = undefined;
    },
    start,
    say: sayParsed<Parts["board"]>(start.words.board ?? {}, start.locale),
    sayOrder: sayParsed<Parts["order"]>(start.words.order ?? {}, start.locale),
    board,
    earlier: signal<ReadonlyMap<string, BoardOrder>>(new Map()),
    delayed,
    columns: computed(() => columnsOf(board.value, delayed.value, minute.value)),
    dialog,
    chosen: signal<string | undefined>(undefined),
    started: signal(false),
    sound: signal<"off" | "on" | "refused">("off"),
    awake: signal<"off" | "on" | "refused">("off"),
    kept,
  };
}

/** An order by id, as the server has it; one that the board has not, as it was found. */
export function orderOf(store: Store, id: string): BoardOrder | undefined {
  return store.board.value.orders.get(id) ?? store.earlier.value.get(id);
}

/** Keys are on, and tickets are printed as the shared tablet is set, until somebody says otherwise on this device. */
function readKept(autoPrint: boolean): Kept {
  const { keys, print } = readKeptOnDevice(keptName);
  return { keys: keys !== false, print: typeof print === "boolean" ? print : autoPrint };
}
