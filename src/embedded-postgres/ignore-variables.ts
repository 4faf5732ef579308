/**
 * Takes away what a shell says of other servers: `PGSSLMODE`, `PGOPTIONS` and the like, which the client reads where an address
 * is silent. The embedded server has no TLS and is known by its whole address (rules/operating 5.7).
 */
export function ignoreServerVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(variables)) if (/^PG[A-Z_]+$/.test(name)) delete variables[name];
}
