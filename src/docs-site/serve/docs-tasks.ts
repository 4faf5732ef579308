/** The tasks of the documentation's thread, and their answers. */
import type { Audience } from "../../docs-pages/audience.ts";
import type { RenderedReference } from "../../docs-pages/rendered-reference.ts";
import type { Hit } from "../search/site-search.ts";
import type { WholeName } from "./rendered-site.cache.ts";
import type { Rendered } from "./rendered.cache.ts";

export type DocsTask =
  | { readonly kind: "paths" }
  | { readonly kind: "page"; readonly path: string }
  | { readonly kind: "whole"; readonly name: WholeName; readonly baseUrl: string }
  | { readonly kind: "reference"; readonly audience: Audience; readonly baseUrl: string }
  | { readonly kind: "hits" | "search"; readonly typed: string }
  | { readonly kind: "missing"; readonly name: string };

/** What a task is answered by; undefined where there is no page. */
export type DocsAnswer = readonly string[] | Rendered | RenderedReference | readonly Hit[] | string | undefined;
