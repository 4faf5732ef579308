/** The faults of texts for guests: of an area, an experience, a service or the rules of cancelling. Pure. */
import { canonicalLanguage, maxLanguageLength } from "../../kernel/language.ts";
import { isCurrency } from "../../kernel/money.ts";

export interface GivenTexts {
  readonly translations?: Readonly<Record<string, object>>;
}

export interface GivenShown extends GivenTexts {
  readonly photoUrl?: string | null;
  readonly pricePerPerson?: { readonly currency: string };
}

type Found = Generator<readonly [path: string, message: string]>;

/** Faults of texts, photo and price; `path` names the object. */
export function* shownIssues(shown: GivenShown, path: string): Found {
  const { photoUrl, pricePerPerson } = shown;
  if (photoUrl && !isWebAddress(photoUrl)) yield [`${path}.photoUrl`, "must be an http or https address"];
  if (pricePerPerson && !isCurrency(pricePerPerson.currency))
    yield [`${path}.pricePerPerson.currency`, "must be a currency of ISO 4217"];
  yield* textIssues(shown, path, ["name", "description"]);
}

/** Faults of translations alone (rules/languages 2.2); `own` are the fields that the object has. */
export function* textIssues({ translations = {} }: GivenTexts, path: string, own: readonly string[]): Found {
  for (const [language, texts] of Object.entries(translations)) {
    const canonical = canonicalLanguage(language);
    const here = `${path}.translations.${language.slice(0, maxLanguageLength)}`;
    if (canonical === undefined) yield [here, "must be the code of a language such as fr or pt-BR"];
    else if (canonical !== language) yield [here, `must be written ${canonical}`];
    else if (Object.keys(texts).length === 0) yield [here, "must have a text"];
    for (const field of Object.keys(texts))
      if (!own.includes(field)) yield [`${here}.${field}`, `must be left out: there is only ${own.join(" and ")}`];
  }
}

function isWebAddress(text: string): boolean {
  const address = URL.parse(text);
  return address !== null && (address.protocol === "https:" || address.protocol === "http:");
}
