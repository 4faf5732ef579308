/** A restaurant in the form for search engines (schema.org). Pure. */
import type { Availability } from "../../kernel/wall-time.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { descriptionIn } from "../../locations/location/profile.ts";
import type { GuestLanguage } from "../../kernel/language.ts";

export interface StructuredFacts {
  readonly location: LocationSettings;
  /** Of this service, without a slash at the end. */
  readonly baseUrl: string;
  /** The path of the front page. */
  readonly path: string;
  readonly takes: { readonly orders: boolean; readonly bookings: boolean };
  readonly language: GuestLanguage;
  /** The menu with its dishes, where the page shows them. */
  readonly menu?: object;
}

const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** What is known, and nothing that is not. */
export function structuredLocation({
  location,
  baseUrl,
  path,
  takes,
  language,
  menu: dishes,
}: StructuredFacts): object {
  const { id, name, phone, address, coordinate, opening_hours: hours, profile } = location;
  const { cuisines, price_level: level } = profile;
  const description = descriptionIn(profile, language)?.text;
  const menu = `${baseUrl}/store/${id}`;
  return {
    "@context": "https://schema.org",
    "@type": "Restaurant",
    "@id": `${baseUrl}/r/${id}`,
    url: baseUrl + path,
    ...(name === null ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(phone === null ? {} : { telephone: phone }),
    address: {
      "@type": "PostalAddress",
      ...(address.line1 === null ? {} : { streetAddress: [address.line1, address.line2].filter(Boolean).join(", ") }),
      ...(address.city === null ? {} : { addressLocality: address.city }),
      ...(address.region === null ? {} : { addressRegion: address.region }),
      ...(address.postal_code === null ? {} : { postalCode: address.postal_code }),
      ...(address.country === null ? {} : { addressCountry: address.country }),
    },
    ...(coordinate === null ? {} : { geo: { "@type": "GeoCoordinates", ...coordinate } }),
    ...(cuisines.length === 0 ? {} : { servesCuisine: cuisines }),
    ...(level === null ? {} : { priceRange: "$".repeat(level) }),
    ...(hours === null ? {} : { openingHoursSpecification: hoursOf(hours) }),
    acceptsReservations: takes.bookings,
    ...(takes.orders ? { hasMenu: dishes ?? { "@type": "Menu", url: menu } } : {}),
    potentialAction: [
      ...(takes.orders ? [{ "@type": "OrderAction", target: menu }] : []),
      ...(takes.bookings ? [{ "@type": "ReserveAction", target: `${baseUrl}/book/${id}` }] : []),
    ],
  };
}

function hoursOf({ windows }: Availability): object[] {
  return windows.map(({ dayOfWeek, startTime, endTime }) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: dayNames[dayOfWeek],
    opens: startTime,
    closes: endTime,
  }));
}
