/** Parts of statements that count by day: `parameter` has the beginnings of the days and the end of the last, as milliseconds. */

const bound = (parameter: string, index: string): string => `to_timestamp((${parameter}::bigint[])[${index}] / 1000.0)`;

/** The number of the day that an instant is on; 1 for the first. */
export function dayNumber(column: string, parameter: string): string {
  return `width_bucket((extract(epoch FROM ${column}) * 1000)::bigint, ${parameter}::bigint[])`;
}

/** The end of the last day. */
function endOfDays(parameter: string): string {
  return bound(parameter, `cardinality(${parameter}::bigint[])`);
}

/** Whether an instant is on one of the days. */
export function onTheDays(column: string, parameter: string): string {
  return `${column} >= ${bound(parameter, "1")} AND ${column} < ${endOfDays(parameter)}`;
}
