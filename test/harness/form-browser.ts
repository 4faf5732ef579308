/** A browser without script: it asks for pages, sends forms, and keeps the cookies that it is given. */
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
