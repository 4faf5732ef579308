/** The hours in which guests sleep (rules/messages-and-privacy 1.17). Pure. */

const quietFrom = 22 * 60;
const quietUntil = 8 * 60;
const dayMinutes = 24 * 60;
/** News of what is nearer than this goes out at any hour. */
const nearSeconds = 12 * 3_600;

/** How many seconds a text waits that is about something so many seconds away; `minuteOfDay` is of the location's clock. */
export function quietSeconds(minuteOfDay: number, aheadSeconds: number): number {
  if (aheadSeconds <= nearSeconds) return 0;
  if (minuteOfDay >= quietFrom) return (dayMinutes - minuteOfDay + quietUntil) * 60;
  return minuteOfDay < quietUntil ? (quietUntil - minuteOfDay) * 60 : 0;
}

/** So many messages go to one number or address, as anybody can type any (rules/messages-and-privacy 1.18). */
export const mostInAnHour = 5;
export const mostInADay = 20;
