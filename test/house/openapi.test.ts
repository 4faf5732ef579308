import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { describedCalls } from "../../scripts/describe-calls.ts";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { committedDescription, describeApi, neutralServerUrl } from "../../src/docs-pages/api-description.ts";
import { audiences } from "../../src/docs-pages/audience.ts";
import { errorsMarkdown } from "../../src/docs-pages/errors-markdown.ts";
import { renderPages } from "../../src/docs-pages/page.ts";
import { hasSentence } from "../../src/platform/http/reading/issue-sentences.ts";
import type { JsonSchema, MediaType, OpenApiDocument } from "../../src/platform/http/openapi/openapi-document.ts";
import { dereference } from "../../src/platform/http/openapi/openapi-document.ts";
import { compileCheck } from "../../src/platform/http/reading/validate.ts";

const root = new URL("../../", import.meta.url);
const routes = servedRoutes();
const document = describeApi(routes, neutralServerUrl);
const documents = audiences.map((audience) => describeApi(routes, neutralServerUrl, audience));

const committed = (path: string): string => readFileSync(new URL(path, root), "utf8");

describe("what is committed is what the routes say (npm run openapi writes it)", () => {
  for (const audience of audiences)
    test(`openapi/${audience}.json`, () =>
      assert.equal(committed(`openapi/${audience}.json`), committedDescription(routes, audience)));
  test("docs/errors.md", () => assert.equal(committed("docs/errors.md"), errorsMarkdown(routes)));
  test("src/cli/routes.json", () => assert.equal(committed("src/cli/routes.json"), describedCalls(routes)));
});

test("whatever form a request asks of a text, there is a sentence for it (rules/http 4.8)", () => {
  const forms = new Map<string, "pattern" | "format">();
  const look = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    for (const [name, value] of Object.entries(schema)) {
      if ((name === "pattern" || name === "format") && typeof value === "string") forms.set(value, name);
      else look(value);
    }
  };
  for (const route of routes) {
    for (const fields of [route.params, route.query, route.headers, route.body]) look(fields);
  }
  assert.ok(forms.size >= 6);
  assert.deepEqual(
    [...forms].filter(([form, kind]) => !hasSentence(kind, form)),
    [],
  );
});

describe("examples are of their schemas", () => {
  for (const one of documents) {
    for (const [name, media] of examplesOf(one)) {
      test(name, () => assert.deepEqual(checkAgainst(one, media.schema)(media.example), []));
    }
  }

  test("a wrong example would be found", () => {
    const schema = { type: "object", properties: { data: { $ref: "#/components/schemas/Error" } } };
    assert.deepEqual(checkAgainst(document, schema)({ data: { _tag: 1 } }).length > 0, true);
  });
});

test("every call that answers a body shows an example of it", () => {
  const without = documents
    .filter((one) => one.info.title !== "Maple console")
    .flatMap((one) =>
      Object.entries(one.paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, operation]) => {
            const first = Object.values(operation.responses)[0];
            const media = first && dereference(one, first).content?.["application/json"];
            return media !== undefined && media.example === undefined;
          })
          .map(([method]) => `${method.toUpperCase()} ${path}`),
      ),
    );
  assert.deepEqual(without, []);
});

test("every link between the pages of a reference leads somewhere, no id stands twice, and every page is light", () => {
  for (const [index, audience] of audiences.entries()) {
    if (audience === "partner") continue;
    const pages = renderPages(documents[index] ?? document, audience);
    for (const { operationId } of operationsOf(documents[index] ?? document))
      assert.equal([...pages.keys()].filter((path) => path.endsWith(`/${operationId}`)).length, 1, operationId);
    for (const [path, page] of pages) {
      checkLinks(pages, path, page);
      const [bytes, nodes] = [gzipSync(page).length, page.match(/<[a-z]/g)?.length ?? 0];
      // As a page of the partners' site; a call has more.
      assert.ok(bytes < 40_000 && nodes <= 2_500, `${path}: ${bytes} bytes, ${nodes} nodes`);
    }
  }
});

function operationsOf(from: OpenApiDocument): readonly { readonly operationId: string }[] {
  return Object.values(from.paths).flatMap((methods) => Object.values(methods));
}

function idsOf(page: string): readonly string[] {
  return [...page.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1] ?? "");
}

function checkLinks(pages: ReadonlyMap<string, string>, path: string, page: string): void {
  const ids = idsOf(page);
  assert.equal(new Set(ids).size, ids.length, path);
  const lost = new Set(
    [...page.matchAll(/href="([^"]*)"/g)]
      .map((match) => match[1] ?? "")
      .filter((link) => {
        const [address = "", anchor] = link.split("#");
        if (/^(?:\/docs|\/openapi\/[a-z]+\.json|\/console\/openapi\.json)$/.test(link)) return false;
        const target = address === "" ? page : pages.get(address);
        return target === undefined || (anchor !== undefined && !idsOf(target).includes(anchor));
      }),
  );
  assert.deepEqual([...lost], [], path);
}

/** Everything in the document that has an example, with a name for it. */
function examplesOf(from: OpenApiDocument): readonly (readonly [string, MediaType])[] {
  const found: [string, MediaType][] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    if ("schema" in value && "example" in value) found.push([path, value as MediaType]);
    for (const [key, inner] of Object.entries(value)) if (key !== "example") visit(inner, `${path}/${key}`);
  };
  visit({ paths: from.paths, webhooks: from.webhooks, parameters: from.components.parameters }, "");
  return found;
}

/** A check against a schema of the document; the components stand beside it so that references resolve. */
function checkAgainst(from: OpenApiDocument, schema: JsonSchema): (value: unknown) => readonly unknown[] {
  const whole = { ...schema, components: { schemas: from.components.schemas } };
  return compileCheck("example", whole);
}
