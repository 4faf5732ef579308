/** The countries whose people measure ways in miles; ISO 3166-1 alpha-2. Pure. */
const milesCountries: readonly (string | null)[] = ["US", "GB", "LR", "MM"];

/** Whether a map shows feet and miles beside metres. */
export function measuresInMiles(country: string | null): boolean {
  return milesCountries.includes(country);
}
