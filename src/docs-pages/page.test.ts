import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { newId } from "../kernel/id.ts";
import { defineRoute } from "../platform/http/route.ts";
import { envelopeBody } from "../webhooks/ledger/envelope.ts";
import { subscribableEventTypes } from "../webhooks/subscriptions/event-types.ts";
import { signDelivery } from "../webhooks/subscriptions/signature.ts";
import { describeApi } from "./api-description.ts";
import { html, join } from "../pages/html.ts";
import { renderPages } from "./page.ts";
import { prose } from "./prose.ts";
import { verificationSnippet } from "./verification-snippet.ts";
import { eventShape } from "./event-shapes.ts";
import { webhookDescriptions } from "./webhook-descriptions.ts";

describe("html", () => {
  test("escapes what is put in, but not markup", () => {
    const text = `<b a="1">'&`;
    assert.equal(html`<p title="${text}">${html`<i>${text}</i>`}</p>`.text.includes("<b"), false);
    assert.equal(html`${"<"}${html`<hr />`}${null}${undefined}${false}${0}`.text, "&lt;<hr />0");
    assert.equal(html`${[html`<i>a</i>`, "&"]}`.text, "<i>a</i>&amp;");
    assert.equal(join(["<", html`<i></i>`], " & ").text, "&lt; &amp; <i></i>");
  });

  test("prose knows paragraphs, lists, code and bold, and escapes the rest", () => {
    assert.equal(
      prose("A `<b>` **x**.\n\n- one\n- <two>").text.replaceAll(/\n\s*/g, ""),
      "<p>A <code>&lt;b&gt;</code> <strong>x</strong>.</p><ul><li>one</li><li>&lt;two&gt;</li></ul>",
    );
  });
});

describe("the pages of a reference", () => {
  const hostile = `"><script>alert('x')</script>`;
  const route = defineRoute({
    method: "POST",
    path: "/v1/things/{thingId}",
    operationId: "changeThing",
    tag: "Apps",
    summary: hostile,
    description: hostile,
    access: { kind: "app", scope: "orders:write" },
    params: { thingId: Type.String({ description: hostile, examples: [hostile] }) },
    body: Type.Object({ [hostile]: Type.String({ description: hostile, enum: [hostile] }) }),
    success: { 200: Type.Object({ object: Type.Literal("list"), data: Type.Array(Type.String()) }) },
    refusals: ["order_terminal"],
    example: { request: { [hostile]: hostile }, response: { object: "list", data: [hostile] } },
  });
  const pages = renderPages(describeApi([route], "http://127.0.0.1:8080"), "operator");

  test("escapes every text of a route", () => {
    const page = pages.get("/docs/operator/api/apps/changeThing") ?? "";
    assert.equal(page.includes("<script"), false);
    assert.ok(page.includes("&lt;script&gt;"));
  });

  test("loads nothing from anywhere", () => {
    for (const page of pages.values())
      assert.equal(/<(script|link|img|iframe|object|embed)\b|\ssrc=|url\(|@import/.test(page), false);
  });
});

describe("events", () => {
  test("the envelope described is the envelope sent", () => {
    const orderId = newId("ord");
    const body = envelopeBody(
      {
        eventId: newId("evt"),
        eventType: "order.notification",
        locationId: newId("str"),
        resourceType: "order",
        resourceId: orderId,
        resourcePath: `/v1/orders/${orderId}`,
        idempotencyKey: `order:${orderId}:notification`,
        sequence: 3,
        created: 1_780_000_000_000,
        dataText: JSON.stringify({
          order_id: orderId,
          location_id: newId("str"),
          status: "PENDING",
          payment_status: "paid",
          sequence: 3,
          external_id: null,
          actor: "service",
        }),
      },
      { baseUrl: "http://127.0.0.1:8080", livemode: false },
    );
    const sent = JSON.parse(body.toString()) as Record<string, unknown>;
    const shape = eventShape("order.notification");
    assert.deepEqual(Object.keys(sent), Object.keys(shape.properties));
    assert.ok(Compile(shape).Check(sent));
    assert.ok(!Compile(eventShape("order.created")).Check(sent));
  });

  test("every type that can be sent has a body of its own name, with its data", () => {
    const names = webhookDescriptions().map(({ name, body }) => [name, (body as { readonly title: string }).title]);
    assert.equal(names.length, subscribableEventTypes.length + 1);
    assert.deepEqual(names.at(0), ["order.notification", "OrderNotificationEvent"]);
    assert.deepEqual(names.at(-1), ["webhook.test", "WebhookTestEvent"]);
    assert.equal(new Set(names.map(([, title]) => title)).size, names.length);
  });

  test("the code on the page tells a real delivery from an altered one", async () => {
    const snippet = (await import(`data:text/javascript,${encodeURIComponent(verificationSnippet)}`)) as {
      isFromMaple: (...input: readonly unknown[]) => boolean;
    };
    const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
    const [subscriptionId, notificationUrl, body] = [newId("dws"), "https://pos.example/hook", Buffer.from('{"a":1}')];
    const sign = (timestamp: number): Record<string, string> => ({
      ...signDelivery([`${secret}old`, secret], {
        eventId: newId("evt"),
        subscriptionId,
        notificationUrl,
        timestamp,
        body,
      }),
    });
    const now = Math.floor(Date.now() / 1000);
    const verify = snippet.isFromMaple;
    assert.equal(verify(secret, subscriptionId, notificationUrl, sign(now), body), true);
    assert.equal(verify(`${secret}x`, subscriptionId, notificationUrl, sign(now), body), false);
    assert.equal(verify(secret, subscriptionId, notificationUrl, sign(now), Buffer.from('{"a":2}')), false);
    assert.equal(verify(secret, subscriptionId, `${notificationUrl}/`, sign(now), body), false);
    assert.equal(verify(secret, subscriptionId, notificationUrl, sign(now - 400), body), false);
    assert.equal(verify(secret, subscriptionId, notificationUrl, {}, body), false);
  });
});
