/** What tests read from the checkout, and how they order there as a browser without a script does. */
import type { TestService } from "../../../test/harness/service.ts";
import { formatBasket } from "../shared/basket-field.ts";

/** A page of the checkout as a browser without a script has it. */
export interface CheckoutPage {
  readonly status: number;
  readonly text: string;
  readonly to: string | null;
  readonly cookie: string | null;
  /** The value of a hidden field. */
  hidden(name: string): string;
  /** The button that orders or says what to do first: what it does, and its words. */
  readonly button: readonly [act: string, words: string];
}

/** Reads the page of an answer. */
export async function readPage(answer: Response): Promise<CheckoutPage> {
  const text = await answer.text();
  const [, act = "", words = ""] = /id="place" name="do" value="([^"]*)">([^<]*)</.exec(text) ?? [];
  return {
    status: answer.status,
    text,
    to: answer.headers.get("location"),
    cookie: answer.headers.getSetCookie()[0] ?? null,
    hidden: (name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "",
    button: [act, words.trim()],
  };
}

type Fields = Readonly<Record<string, string>>;

/** The page of an answer to a form, with the cookies that it keeps for the checkout. */
export type SentPage = CheckoutPage & { readonly kept: string };

export interface CheckoutCalls {
  /** Opens the page with the cookies of a browser. */
  readonly open: (cookie?: string) => Promise<CheckoutPage>;
  readonly send: (page: CheckoutPage, fields: Fields, cookie?: string) => Promise<SentPage>;
  /** Shows the price with the fields, then orders at it. */
  readonly orderWith: (page: CheckoutPage, fields: Fields, cookie?: string) => Promise<SentPage>;
}

const soup = [{ menu_entity_id: "soup-bowl", quantity: 2 }];
const named = ["b", "key", "expected", "for", "instead"];

/** The calls of a browser at the checkout of a location, with two bowls of soup in its basket. */
export function checkoutAt({ url }: TestService, locationId: string): CheckoutCalls {
  const path = `/store/${locationId}/checkout`;
  const send: CheckoutCalls["send"] = async (page, fields, cookie = "") => {
    const hidden = named.map((name) => [name, page.hidden(name)]);
    const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
    const headers = { "accept-language": "en", cookie };
    const answer = await fetch(`${url}${path}`, { method: "POST", body, headers, redirect: "manual" });
    const kept = answer.headers.getSetCookie().filter((each) => each.includes(`Path=${path};`));
    return { ...(await readPage(answer)), kept: kept.map((each) => each.split(";")[0]).join("; ") };
  };
  return {
    send,
    open: async (cookie = "") => {
      const query = new URLSearchParams({ b: formatBasket(soup) ?? "" });
      return readPage(
        await fetch(`${url}${path}?${query.toString()}`, { headers: { "accept-language": "en", cookie } }),
      );
    },
    orderWith: async (page, fields, cookie = "") => {
      const priced = await send(page, { ...fields, do: "price" }, cookie);
      return send(priced, { ...fields, do: "place" }, cookie);
    },
  };
}
