/** The dialogs and sheets over the stand. */
import type { JSX } from "preact";
import { AccountDialog } from "../../screens/account-dialog.screen.tsx";
import { findParty } from "../live/parties.screen.ts";
import type { Dialog, Store } from "../live/store.screen.ts";
import { BlockDialog } from "./block-dialog.screen.tsx";
import { TableSheet } from "./table-sheet.screen.tsx";
import { BookingDialog } from "./booking-dialog.screen.tsx";
import { DayDialog } from "./day-dialog.screen.tsx";
import { CancelDialog, LateDialog, NotesDialog, SizeDialog, TimeDialog } from "./party-dialogs.screen.tsx";
import { ConflictDialog } from "./conflict-dialog.screen.tsx";
import { FindDialog } from "./find-dialog.screen.tsx";
import { CallerDialog, GuestDialog } from "./guest-dialog.screen.tsx";
import { AlertsDialog } from "./alerts-dialog.screen.tsx";
import { GroupsDialog } from "./groups-dialog.screen.tsx";
import { HelpDialog } from "./help-dialog.screen.tsx";
import { PartySheet } from "./party-sheet.screen.tsx";
import { PartyTables, WaiterTables } from "./tables-dialog.screen.tsx";
import { QueueDialog } from "./queue-dialog.screen.tsx";
import { UndoPartyDialog, UndoWaiterDialog } from "./undo-dialog.screen.tsx";
import {
  NotifyDialog,
  QuoteDialog,
  RemoveDialog,
  WaiterNotesDialog,
  WaiterSizeDialog,
} from "./waiter-dialogs.screen.tsx";
import { WaiterSheet } from "./waiter-sheet.screen.tsx";
import { WalkInDialog } from "./walk-in-dialog.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

export function Over({ store }: StoreProps): JSX.Element | null {
  const dialog = store.dialog.value;
  return dialog === undefined ? null : <Which key={keyOf(dialog)} store={store} dialog={dialog} />;
}

function keyOf(dialog: Dialog): string {
  if ("partyId" in dialog) return `${dialog.kind} ${dialog.partyId}`;
  if ("waiterId" in dialog) return `${dialog.kind} ${dialog.waiterId}`;
  return "unitId" in dialog ? `${dialog.kind} ${dialog.unitId}` : dialog.kind;
}

function Which({ store, dialog }: StoreProps & { readonly dialog: Dialog }): JSX.Element | null {
  if ("partyId" in dialog) return <OverParty store={store} dialog={dialog} />;
  if ("waiterId" in dialog) return <OverWaiter store={store} dialog={dialog} />;
  switch (dialog.kind) {
    case "table":
      return <TableSheet store={store} unitId={dialog.unitId} />;
    case "block":
      return <BlockDialog store={store} unitId={dialog.unitId} />;
    case "walk_in":
      return <WalkInDialog store={store} unitIds={dialog.unitIds} />;
    case "queue":
      return <QueueDialog store={store} />;
    case "booking":
      return <BookingDialog store={store} {...dialog} />;
    case "caller":
      return <CallerDialog store={store} guest={dialog.guest} />;
    case "groups":
      return <GroupsDialog store={store} />;
    case "alerts":
      return <AlertsDialog store={store} />;
    case "day":
      return <DayDialog store={store} from={dialog.from} />;
    case "find":
      return <FindDialog store={store} />;
    case "account":
      return <AccountDialog store={store} />;
    case "help":
      return <HelpDialog store={store} />;
    case "conflict":
      return <ConflictDialog store={store} changed={dialog.changed} again={dialog.again} />;
  }
}

function OverParty({
  store,
  dialog,
}: StoreProps & { readonly dialog: Extract<Dialog, { readonly partyId: string }> }): JSX.Element | null {
  const party = findParty(store, dialog.partyId);
  if (party === undefined) return null;
  switch (dialog.kind) {
    case "party":
      return <PartySheet store={store} party={party} />;
    case "seat":
    case "move":
      return <PartyTables store={store} party={party} act={dialog.kind} />;
    case "late":
      return <LateDialog store={store} party={party} />;
    case "time":
      return <TimeDialog store={store} party={party} />;
    case "size":
      return <SizeDialog store={store} party={party} />;
    case "notes":
      return <NotesDialog store={store} party={party} />;
    case "guest":
      return <GuestDialog store={store} party={party} />;
    case "cancel":
      return <CancelDialog store={store} party={party} />;
    case "undo":
      return <UndoPartyDialog store={store} party={party} />;
  }
}

function OverWaiter({
  store,
  dialog,
}: StoreProps & { readonly dialog: Extract<Dialog, { readonly waiterId: string }> }): JSX.Element | null {
  const waiter = store.stand.value.waiters.get(dialog.waiterId);
  if (waiter === undefined) return null;
  switch (dialog.kind) {
    case "waiter":
      return <WaiterSheet store={store} waiter={waiter} />;
    case "seat_waiter":
      return <WaiterTables store={store} waiter={waiter} />;
    case "notify":
      return <NotifyDialog store={store} waiter={waiter} />;
    case "waiter_size":
      return <WaiterSizeDialog store={store} waiter={waiter} />;
    case "quote":
      return <QuoteDialog store={store} waiter={waiter} />;
    case "waiter_notes":
      return <WaiterNotesDialog store={store} waiter={waiter} />;
    case "remove":
      return <RemoveDialog store={store} waiter={waiter} />;
    case "undo_waiter":
      return <UndoWaiterDialog store={store} waiter={waiter} />;
  }
}
