/** Judges why a database or an address was not reached. Pure. */
import { wrong, type Found } from "./finding.ts";

/** The code that a failure, or what it was caused by, carries; its message where there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (own !== undefined && own !== "ABORT_ERR") return own;
  if (error.cause !== undefined) return codeOf(error.cause);
  return error.name === "Error" ? error.message : error.name;
}

/** What keeps a program from an address, by the code of the failure, in words that follow the name of the address. */
export function whyNotReached(code: string): readonly [says: string, remedy: string] | undefined {
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code))
    return ["is a name that no name server knows", "Correct the name, or look at /etc/resolv.conf."];
  if (code === "ECONNREFUSED")
    return ["refuses connections: nothing listens at that port", "Start what listens there, or correct the port."];
  if (/^(EHOSTUNREACH|ENETUNREACH)$/.test(code))
    return ["cannot be reached from this machine", "Look at routes and the firewall."];
  if (/timeout|TimeoutError|^ETIMEDOUT$|^UND_ERR_CONNECT_TIMEOUT$/i.test(code))
    return ["does not answer in time", "Look at the firewall between, and whether the host is up."];
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/.test(code))
    return [
      `has a certificate that is not accepted (${code})`,
      "Renew the certificate, or give this machine the authority that signed it (NODE_EXTRA_CA_CERTS).",
    ];
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code))
    return ["closes the connection", "Look whether the right program listens there, with or without TLS as named."];
  return undefined;
}

const byState: Readonly<Record<string, readonly [says: string, remedy: string]>> = {
  "28P01": [
    "refuses the password, or has no such role",
    "Correct role and password in the address; special characters are written as %XX.",
  ],
  "28000": ["refuses the role", "Correct the role in the address, and pg_hba.conf of the server."],
  "3D000": ["has no such database", 'Create the database; docs/operating.md, "Preparing the databases".'],
  "42501": ["does not let the role in", "As the owner: GRANT CONNECT ON DATABASE … TO the role of the service."],
  "53300": [
    "has no connection left",
    "Raise max_connections, or CONNECTION LIMIT of the role or the database; or lower DATABASE_POOL_SIZE. " +
      "pg_stat_activity names who has them, by application_name.",
  ],
  "57P03": ["is starting or stopping", "Wait until the server is up; its log says how far it is."],
};

/** What it means that a look into a database that was reached has failed. */
export function judgeFailedLook(error: unknown): Found {
  const code = codeOf(error);
  if (code === "53300") return wrong("cannot be looked at: no connection is left", byState[code]?.[1] ?? "");
  const why = error instanceof Error ? error.message : String(error);
  return wrong(
    `cannot be looked at: ${code === "42501" ? "the role may not read what is needed" : why}`,
    "Mend what the checks above of this service say (role, rights, pooler), then run the doctor again.",
  );
}

/** What it means that a connection to a database was not made; `server` is host, port and database. */
export function judgeDatabaseFailure(error: unknown, variable: string, server: string): Found {
  const message = error instanceof Error ? error.message : String(error);
  if (/standby/.test(message))
    return wrong(`${server} is a standby`, `Name the primary, or a proxy that leads to it, in ${variable}.`);
  if (/takes no writes/.test(message))
    return wrong(
      `${server} takes no writes`,
      "Look at default_transaction_read_only of the database and the role (\\drds in psql), and at the server's disk.",
    );
  if (/needed/.test(message)) return wrong(`${server}: ${message}`, "Upgrade the server to PostgreSQL 15 or newer.");
  if (/maple migrate prints/.test(message))
    return wrong(
      `${server}: ${message}`,
      "With DATABASE_POOLER=transaction the role has the settings. Run bin/maple.js migrate, then the statements that it " +
        "prints (ALTER ROLE … SET …), and let PgBouncer open its connections anew (RECONNECT in its console, or a restart).",
    );
  if (/session is not/.test(message))
    return wrong(
      `${server}: ${message}`,
      "Between Maple and the server something does not keep the settings of a session: use PgBouncer in session mode.",
    );
  const code = codeOf(error);
  const told = byState[code] ?? whyNotReached(code);
  if (told !== undefined) return wrong(`${server} ${told[0]}`, `${told[1]} The address stands in ${variable}.`);
  return wrong(`${server} cannot be used: ${message}`, `Correct ${variable}, or the server's log says more.`);
}
