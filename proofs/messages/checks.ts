/** The checks on e-mails against the records of the relay. Pure. */

export interface SentRow {
  readonly id: string;
  readonly status: string;
}

/** The sentences that say what is wrong; `taken` are the ids of messages, as often as the relay took each. */
export function checkMessages(rows: readonly SentRow[], taken: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const id of taken) counts.set(id, (counts.get(id) ?? 0) + 1);
  return rows.flatMap(({ id, status }) => {
    const times = counts.get(id) ?? 0;
    return [
      ...(times > 1 ? [`${id} was taken ${times} times`] : []),
      ...(status === "sent" && times === 0 ? [`${id} is sent, and the relay never took it`] : []),
      ...(status === "failed" && times > 0 ? [`${id} failed, and the relay took it`] : []),
      ...(["sent", "failed", "unconfirmed"].includes(status) ? [] : [`${id} is ${status}`]),
    ];
  });
}
