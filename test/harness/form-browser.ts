/** A browser without script: it asks for pages, sends forms, and keeps its cookies. */
import { ownOrigin, type TestPerson } from "./people.ts";

export interface FormAnswer {
  readonly status: number;
  /** Where a redirect leads. */
  readonly to: string | null;
  readonly text: string;
  readonly headers: Headers;
}

export interface FormBrowser {
  readonly cookies: Map<string, string>;
  /** Reads a page, or sends a form to it; a list of pairs may have a name twice. */
  send(
    path: string,
    form?: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<FormAnswer>;
}

/** A browser at the service, with the session of a person where one is given. */
export function formBrowser(service: { readonly url: string }, person?: Pick<TestPerson, "token">): FormBrowser {
  const cookies = new Map<string, string>(person === undefined ? [] : [["maple_session", person.token]]);
  return {
    cookies,
    async send(path, form, headers = ownOrigin) {
      const answer = await fetch(service.url + path, {
        redirect: "manual",
        ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(toPairs(form)) }),
        headers: { ...headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      });
      keepCookies(cookies, answer.headers);
      const { status } = answer;
      return { status, to: answer.headers.get("location"), text: await answer.text(), headers: answer.headers };
    },
  };
}

function toPairs(form: Readonly<Record<string, string>> | readonly (readonly [string, string])[]): [string, string][] {
  const pairs = Array.isArray(form) ? form : Object.entries(form);
  return pairs.map(([name, value]) => [name, value]);
}

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const text of headers.getSetCookie()) {
    const [name = "", value = ""] = (text.split(";")[0] ?? "").split("=");
    if (value === "") cookies.delete(name);
    else cookies.set(name, value);
  }
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
const decoded = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? "");
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : decoded(found);
};

/** What a browser would send of a form of the page as it stands: the form with the action. Throws when there is none. */
export function formOf(page: string, action: string): (readonly [string, string])[] {
  const forms = page.split("<form").slice(1);
  const form = forms.find((one) => attribute(one.slice(0, one.indexOf(">")), "action") === action)?.split("</form>")[0];
  if (form === undefined) throw new Error(`the page has no form for ${action}: ${page}`);
  const pairs: (readonly [string, string])[] = [];
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const [name, type] = [attribute(tag, "name"), attribute(tag, "type")];
    const isBox = type === "checkbox" || type === "radio";
    if (name === undefined || (isBox && !/\schecked\b/.test(tag))) continue;
    pairs.push([name, attribute(tag, "value") ?? (isBox ? "on" : "")]);
  }
  for (const [tag, inner = ""] of form.matchAll(/<textarea\b[^>]*>([^<]*)/g))
    pairs.push([attribute(tag, "name") ?? "", decoded(inner)]);
  for (const [tag, options = ""] of form.matchAll(/<select\b[^>]*>([^]*?)<\/select>/g)) {
    const all = [...options.matchAll(/<option\b[^>]*>/g)].map(([one]) => one);
    const chosen = all.find((one) => /\sselected\b/.test(one)) ?? all[0];
    if (chosen !== undefined) pairs.push([attribute(tag, "name") ?? "", attribute(chosen, "value") ?? ""]);
  }
  return pairs;
}

/** The fields with some typed anew; null leaves a box unticked. */
export function typedInto(
  pairs: readonly (readonly [string, string])[],
  typed: Readonly<Record<string, string | null>>,
): (readonly [string, string])[] {
  const kept = pairs.filter(([name]) => !(name in typed));
  return [...kept, ...Object.entries(typed).flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]))];
}
