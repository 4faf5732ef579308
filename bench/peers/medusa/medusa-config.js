/** Medusa in production mode without Redis: its own alternatives in memory, locks in PostgreSQL. */
const { defineConfig } = require("@medusajs/framework/utils");

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, pool: { max: 16 } },
    http: {
      storeCors: "http://127.0.0.1",
      adminCors: "http://127.0.0.1",
      authCors: "http://127.0.0.1",
      jwtSecret: process.env.PEER_PASSWORD,
      cookieSecret: process.env.PEER_PASSWORD,
    },
  },
  modules: [
    { resolve: "@medusajs/medusa/caching", options: { in_memory: { enable: true } } },
    {
      resolve: "@medusajs/medusa/locking",
      options: {
        providers: [{ resolve: "@medusajs/medusa/locking-postgres", id: "locking-postgres", is_default: true }],
      },
    },
  ],
});
