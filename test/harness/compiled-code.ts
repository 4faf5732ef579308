/** For processes that a test starts with their own variables: code that this run has compiled is not compiled again. */
const variable = "NODE_COMPILE_CACHE";
const folder = process.env[variable];

export const compiledCode: Readonly<Record<string, string>> = folder === undefined ? {} : { [variable]: folder };
