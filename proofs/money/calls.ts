/** The calls of the proof's diners and venues: sent again under their key until there is a final answer. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

export interface CalledService {
  readonly url: string;
  readonly apiKey: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

const answerWithinMs = 90_000;

export class MoneyCalls {
  sentAgain = 0;
  /** Answers 500, which a killed database may cause. */
  faults = 0;
  readonly #service: CalledService;
  readonly #random: () => number;

  constructor(service: CalledService, random: () => number) {
    this.#service = service;
    this.#random = random;
  }

  /** Sends until there is an answer that stands; a refusal is one. */
  async post(path: string, fields: object): Promise<Answer> {
    const headers = { ...this.#headers(), "idempotency-key": randomUUID() };
    const body = JSON.stringify(fields);
    let answer: Answer | undefined;
    for (const end = Date.now() + answerWithinMs; Date.now() < end; await delay(25)) {
      answer = await this.#fetch(this.#service.url + path, { method: "POST", headers, body });
      const stands = answer !== undefined && answer.status < 500 && answer.status !== 429;
      if (answer !== undefined && stands && !answer.text.includes("operation_in_progress")) return answer;
      this.sentAgain += 1;
    }
    throw new Error(`${path} was never answered: ${answer?.status} ${answer?.text}`);
  }

  /** Reads until there is an answer. */
  async get(path: string): Promise<Answer> {
    for (const end = Date.now() + answerWithinMs; Date.now() < end; await delay(100)) {
      const answer = await this.#fetch(this.#service.url + path, { headers: this.#headers() });
      if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer;
    }
    throw new Error(`${path} was never answered`);
  }

  /** Replaces once. */
  put(path: string, fields: object): Promise<Answer | undefined> {
    return this.#fetch(this.#service.url + path, {
      method: "PUT",
      headers: this.#headers(),
      body: JSON.stringify(fields),
    });
  }

  /** Sends once, without a key. */
  async postOnce(path: string, fields: object): Promise<void> {
    const body = JSON.stringify(fields);
    await this.#fetch(this.#service.url + path, { method: "POST", headers: this.#headers(), body });
  }

  /** One visit of a page, as if from somewhere else each time: the limits per address are not what is proven. */
  page(url: string): Promise<Answer | undefined> {
    const part = (): number => Math.floor(this.#random() * 256);
    const headers = { "x-forwarded-for": [10, part(), part(), part()].join(".") };
    return this.#fetch(url, { headers, redirect: "manual" });
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#service.apiKey}`, "content-type": "application/json" };
  }

  async #fetch(url: string, init: RequestInit): Promise<Answer | undefined> {
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
      if (answer.status === 500) this.faults += 1;
      return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") };
    } catch {
      return undefined;
    }
  }
}
