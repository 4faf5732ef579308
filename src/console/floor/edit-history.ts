/** Undo and redo: the drafts until now, and those that were taken back. Pure. */
import type { Draft } from "./draft.ts";

export interface EditHistory {
  readonly past: readonly Draft[];
  readonly present: Draft;
  readonly future: readonly Draft[];
  /** What one more edit of the same run replaces: a held arrow key is one step back. */
  readonly run: string | undefined;
}

/** So many steps can be taken back. */
const most = 100;

export const beginHistory = (present: Draft): EditHistory => ({ past: [], present, future: [], run: undefined });

/** Takes an edit; edits that name the same run one after the other are one step. */
export function record(history: EditHistory, present: Draft, run?: string): EditHistory {
  if (present === history.present) return history;
  if (run !== undefined && run === history.run) return { ...history, present, future: [] };
  return { past: [...history.past, history.present].slice(-most), present, future: [], run };
}

/** One step back; the same history where there is none. */
export function undo(history: EditHistory): EditHistory {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    run: undefined,
  };
}

/** One step forward again; the same history where there is none. */
export function redo(history: EditHistory): EditHistory {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, run: undefined };
}
