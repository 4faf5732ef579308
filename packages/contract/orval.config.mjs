/** The output of orval: for each description a client on fetch, and the schemas of zod. */
const audiences = ["partner", "diner", "operator", "channel", "console"];
const from = (audience) => ({ target: `../../openapi/${audience}.json` });

export default Object.fromEntries(
  audiences.flatMap((audience) => [
    [audience, { input: from(audience), output: { target: `generated/orval/${audience}.ts`, client: "fetch" } }],
    [
      `${audience}Zod`,
      { input: from(audience), output: { target: `generated/orval/${audience}.zod.ts`, client: "zod" } },
    ],
  ]),
);
