/** The two locations of the demonstration: their profiles, and the times at which diners order there. Pure. */
import type { LocationInput } from "../locations/location/parse-location.ts";
import type { PastOrderHabits } from "./past/seed-past-orders.command.ts";

interface DemoNames {
  readonly name: string;
  readonly timezone: string;
}

export const restaurant = {
  name: "Bistro Maple",
  timezone: "Europe/Paris",
  phone: "+33142600142",
  address: {
    line1: "12 Rue des Érables",
    line2: null,
    city: "Paris",
    region: "Île-de-France",
    postal_code: "75003",
    country: "FR",
  },
  coordinate: { latitude: 48.8638, longitude: 2.3615 },
  payment_options: ["link", "pay_in_store"],
  preparation_minutes: 20,
  bookings_enabled: true,
  messaging: "on",
  profile: {
    description:
      "Un bistrot de quartier près du Marché des Enfants Rouges : une carte courte, qui suit le marché, et une terrasse dès les beaux jours.",
    cuisines: ["Bistrot", "Française"],
    price_level: 2,
    contact_email: "bonjour@bistro-maple.example",
    legal_name: "Bistro Maple SARL",
    tax_id: "FR40123456824",
    slug: "bistro-maple",
    listed: true,
    translations: {
      en: {
        description:
          "A neighbourhood bistro near the Marché des Enfants Rouges. The menu is short and follows the market; on warm days, we open the terrace.",
      },
      de: {
        description:
          "Ein Bistro im Viertel, gleich beim Marché des Enfants Rouges. Die Karte ist klein und folgt dem Markt; bei schönem Wetter öffnen wir die Terrasse.",
      },
      es: {
        description:
          "Un bistró de barrio junto al Marché des Enfants Rouges: carta corta, según el mercado, y terraza cuando hace buen tiempo.",
      },
      it: {
        description:
          "Un bistrot di quartiere vicino al Marché des Enfants Rouges: pochi piatti, scelti al mercato, e una terrazza per le belle giornate.",
      },
      nl: {
        description:
          "Een buurtbistro bij de Marché des Enfants Rouges. De kaart is klein en volgt de markt; bij mooi weer is het terras open.",
      },
      pt: {
        description:
          "Um bistrô de bairro junto ao Marché des Enfants Rouges: carta curta, conforme o mercado, e esplanada nos dias de bom tempo.",
      },
    },
  },
} satisfies LocationInput & DemoNames;

/** Twelve to eighteen orders a day, at lunch and in the evening. */
export const restaurantOrders: PastOrderHabits = {
  place: "restaurant",
  ordersPerDay: 12,
  hours: [
    [11 * 60 + 45, 14 * 60],
    [18 * 60 + 30, 21 * 60 + 30],
    [18 * 60 + 30, 21 * 60 + 30],
  ],
  delivery: {
    fee: 399,
    freeOver: 6_000,
    address: {
      street: "8 Rue de Bretagne",
      unit: "4B",
      city: "Paris",
      state: "",
      postal_code: "75003",
      notes: "Ring twice",
    },
  },
};

export const shop = {
  name: "Corner Bakery",
  timezone: "Europe/Paris",
  phone: "+33142600143",
  address: {
    line1: "3 Place du Marché",
    line2: null,
    city: "Paris",
    region: "Île-de-France",
    postal_code: "75004",
    country: "FR",
  },
  coordinate: { latitude: 48.8557, longitude: 2.3585 },
  payment_options: ["link", "pay_in_store"],
  preparation_minutes: 10,
  order_routing: "manual",
  profile: {
    description: "Viennoiseries, sandwichs et soupes du jour, faits sur place depuis le petit matin.",
    cuisines: ["Boulangerie"],
    price_level: 1,
    contact_email: "bonjour@corner-bakery.example",
    legal_name: "Corner Bakery SARL",
    tax_id: "FR83987654321",
    slug: "corner-bakery",
    listed: true,
    translations: {
      en: { description: "Pastries, filled rolls and a soup of the day, made here from early in the morning." },
      de: { description: "Feines Gebäck, belegte Brötchen und eine Tagessuppe, von früh an hier gemacht." },
      es: { description: "Bollería, bocadillos y sopa del día, hechos aquí desde primera hora." },
      it: { description: "Dolci da forno, panini e zuppa del giorno, preparati qui fin dal primo mattino." },
      nl: { description: "Gebak, belegde broodjes en een dagsoep, hier gemaakt vanaf de vroege ochtend." },
      pt: { description: "Pastelaria, sanduíches e sopa do dia, feitas aqui desde manhã cedo." },
    },
  },
} satisfies LocationInput & DemoNames;

/** Fewer in the evening; nothing is brought. */
export const shopOrders: PastOrderHabits = {
  place: "shop",
  ordersPerDay: 9,
  hours: [
    [7 * 60 + 30, 10 * 60],
    [11 * 60 + 30, 14 * 60],
    [16 * 60, 18 * 60 + 30],
  ],
  delivery: null,
};
