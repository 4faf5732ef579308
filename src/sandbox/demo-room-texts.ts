/** The texts of the demonstration restaurant for guests, in their languages: its room, its services and its menu. Pure. */

/** The names of its services. */
export const serviceNames = {
  breakfast: {
    name: "Breakfast",
    translations: {
      en: { name: "Breakfast" },
      fr: { name: "Petit-déjeuner" },
      de: { name: "Frühstück" },
      es: { name: "Desayuno" },
      it: { name: "Colazione" },
      nl: { name: "Ontbijt" },
      pt: { name: "Pequeno-almoço" },
    },
  },
  lunch: {
    name: "Lunch",
    translations: {
      en: { name: "Lunch" },
      fr: { name: "Déjeuner" },
      de: { name: "Mittagessen" },
      es: { name: "Comida" },
      it: { name: "Pranzo" },
      nl: { name: "Lunch" },
      pt: { name: "Almoço" },
    },
  },
  dinner: {
    name: "Dinner",
    translations: {
      en: { name: "Dinner" },
      fr: { name: "Dîner" },
      de: { name: "Abendessen" },
      es: { name: "Cena" },
      it: { name: "Cena" },
      nl: { name: "Diner" },
      pt: { name: "Jantar" },
    },
  },
};

/** The names of a service by its id; nothing for another. */
export function serviceTexts({ serviceId }: { readonly serviceId: string }) {
  return serviceId === "lunch" || serviceId === "dinner" ? serviceNames[serviceId] : {};
}

const room = {
  description: "Inside, by the bar and the open kitchen.",
  translations: {
    en: { name: "Dining room", description: "Inside, by the bar and the open kitchen." },
    fr: { name: "Salle", description: "À l’intérieur, près du bar et de la cuisine ouverte." },
    de: { name: "Gastraum", description: "Drinnen, an der Bar und der offenen Küche." },
    es: { name: "Comedor", description: "Dentro, junto a la barra y la cocina abierta." },
    it: { name: "Sala", description: "All’interno, vicino al bar e alla cucina a vista." },
    nl: { name: "Eetzaal", description: "Binnen, bij de bar en de open keuken." },
    pt: { name: "Sala", description: "No interior, junto ao bar e à cozinha aberta." },
  },
};

const terrace = {
  description: "Outside under the awning, heated on cool evenings.",
  translations: {
    en: { name: "Terrace", description: "Outside under the awning, heated on cool evenings." },
    fr: { name: "Terrasse", description: "Dehors, sous le store, chauffée les soirs frais." },
    de: { name: "Terrasse", description: "Draußen unter der Markise, an kühlen Abenden beheizt." },
    es: { name: "Terraza", description: "Fuera, bajo el toldo, con calefacción las noches frescas." },
    it: { name: "Terrazza", description: "All’aperto, sotto il tendone, riscaldata nelle sere fresche." },
    nl: { name: "Terras", description: "Buiten onder het zonnescherm, verwarmd op koele avonden." },
    pt: { name: "Esplanada", description: "Ao ar livre, sob o toldo, aquecida nas noites frescas." },
  },
};

/** The texts of an area by its id; nothing for another. */
export function areaTexts({ areaId }: { readonly areaId: string }) {
  return areaId === "room" ? room : areaId === "terrace" ? terrace : {};
}

/** The tasting menu. */
export const tasting = {
  pricePerPerson: { amount: 6_900, currency: "EUR" },
  translations: {
    en: { name: "Tasting menu", description: "Seven courses; the whole table takes part." },
    fr: { name: "Menu dégustation", description: "Sept plats, pour toute la table." },
    de: { name: "Degustationsmenü", description: "Sieben Gänge, für den ganzen Tisch." },
    es: { name: "Menú degustación", description: "Siete platos, para toda la mesa." },
    it: { name: "Menù degustazione", description: "Sette portate, per tutto il tavolo." },
    nl: { name: "Proeverijmenu", description: "Zeven gangen, voor de hele tafel." },
    pt: { name: "Menu de degustação", description: "Sete pratos, para toda a mesa." },
  },
};

/** What it says about cancelling. */
export const policyTexts = {
  en: { policyText: "Free of charge until two hours before." },
  fr: { policyText: "Sans frais jusqu’à deux heures avant." },
  de: { policyText: "Bis zwei Stunden vorher kostenlos." },
  es: { policyText: "Sin coste hasta dos horas antes." },
  it: { policyText: "Senza costi fino a due ore prima." },
  nl: { policyText: "Kosteloos tot twee uur van tevoren." },
  pt: { policyText: "Sem custos até duas horas antes." },
};
