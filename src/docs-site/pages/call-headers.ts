/** The headers of calls and answers, each once, as the description has them. Pure. */
import {
  dereference,
  type OpenApiDocument,
  type Parameter,
  type Response,
} from "../../platform/http/openapi/openapi-document.ts";

export interface CallHeader {
  readonly name: string;
  readonly place: "request" | "response";
  readonly description: string;
}

const authorization: CallHeader = {
  name: "Authorization",
  place: "request",
  description: "`Bearer` and the API key.",
};

/** Those of requests first. */
export function headersOf(document: OpenApiDocument): readonly CallHeader[] {
  const found = new Map<string, CallHeader>();
  for (const { parameters = [], responses } of Object.values(document.paths).flatMap((each) => Object.values(each))) {
    for (const given of parameters) {
      const { in: place, name, description = "" } = dereference<Parameter>(document, given);
      if (place === "header") found.set(name, { name, place: "request", description });
    }
    for (const given of Object.values(responses)) {
      const { headers = {} } = dereference<Response>(document, given);
      for (const [name, header] of Object.entries(headers)) {
        const { description } = dereference<{ readonly description?: string }>(document, header);
        const written = name.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
        found.set(written, { name: written, place: "response", description: description ?? "" });
      }
    }
  }
  const all = [authorization, ...found.values()];
  return [...all.filter(({ place }) => place === "request"), ...all.filter(({ place }) => place === "response")];
}
