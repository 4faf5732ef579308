/** The fields of an address in each country. Pure; countries are ISO 3166-1 alpha-2. */

const withState: readonly string[] = ["US", "CA", "AU", "BR", "MX", "IN"];
const withoutPostalCode: readonly string[] = [
  ..."AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CM DJ DM ER FJ GD GH GM GQ GY".split(" "),
  ..."HK JM KE KI KM KN LC ML MO MR MW NR PA QA RW SB SC SL SO SR ST SY TD TG TO TV UG VC VU WS YE ZW".split(" "),
];

/** Whether addresses of the country name a state. */
export function hasState(country: string | null): boolean {
  return country !== null && withState.includes(country);
}

/** Whether addresses of the country have a postal code; a country that nobody names has. */
export function hasPostalCode(country: string | null): boolean {
  return country === null || !withoutPostalCode.includes(country);
}
