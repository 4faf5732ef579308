/** Parts of statements that count by day: `place` has the beginnings of the days and the end of the last, as milliseconds. */

const bound = (place: string, index: string): string => `to_timestamp((${place}::bigint[])[${index}] / 1000.0)`;

/** The number of the day that an instant is on; 1 for the first. */
export function dayNumber(column: string, place: string): string {
  return `width_bucket((extract(epoch FROM ${column}) * 1000)::bigint, ${place}::bigint[])`;
}

/** The end of the last day. */
function endOfDays(place: string): string {
  return bound(place, `cardinality(${place}::bigint[])`);
}

/** Whether an instant is on one of the days. */
export function onTheDays(column: string, place: string): string {
  return `${column} >= ${bound(place, "1")} AND ${column} < ${endOfDays(place)}`;
}
