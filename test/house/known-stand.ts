/** What the calls of the host stand need beyond the known booking: bodies of which one of two fields is there. */
export function standBodies(startsAt: string, slotToken: string): Readonly<Record<string, unknown>> {
  return {
    consoleChangeBooking: { slot_token: slotToken, expected_version: 1 },
    consoleMoveBooking: { unit_ids: ["t1"], expected_version: 1 },
    consoleNoteOnBooking: { notes: "A high chair", expected_version: 1 },
    consoleBookByPhone: { starts_at: startsAt, party_size: 2 },
  };
}
