/** The facts of a server that the doctor judges. Types only. */

/** What a server says of itself, and of the role that asks. */
export interface ServerFacts {
  readonly version: string;
  readonly encoding: string;
  /** What the database makes of `IÉ`. */
  readonly small_letters: string;
  readonly database: string;
  /** The order of texts that the indexes were made by, and that of the server now; null where it never changes. */
  readonly made_with_order: string | null;
  readonly order_now: string | null;
  readonly role: string;
  readonly is_superuser: boolean;
  /** May make tables in the schema, or owns some. */
  readonly may_change_schema: boolean;
  /** Tables and sequences that the role may not read or write as the service does. */
  readonly closed: readonly string[];
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly idle_session_timeout: string;
  /** Milliseconds; 0: never. */
  readonly check_interval_ms: number;
  /** The most that the server takes from ordinary roles. */
  readonly most_connections: number;
  /** Of all programs. */
  readonly used_connections: number;
  /** The most of this role, and of this database; -1 without a limit. */
  readonly most_of_role: number;
  readonly most_of_database: number;
  /** The same for two databases of one server. */
  readonly server: string;
  readonly synchronous_standbys: string;
  readonly connected_standbys: number;
  readonly archives: boolean;
  /** 0: WAL is archived only when a file of it is full. */
  readonly archive_timeout_seconds: number;
  /** Null before the first. */
  readonly archived_seconds_ago: number | null;
  readonly archiving_fails: boolean;
  /** Since the statistics of the server began. */
  readonly archive_failures: number;
  readonly autovacuum: string;
  /** The database of the server whose oldest row is the most transactions old, and how many; at 2.1 billion nothing is written. */
  readonly oldest_database: string;
  readonly oldest_transactions: number;
  /** At which age the server cleans up by itself. */
  readonly cleaned_transactions: number;
  /** A transaction that was prepared more than an hour ago, and never ended; null where there is none. */
  readonly forgotten_transaction: string | null;
  /** The replication slot that nobody reads and that keeps the most WAL; null where there is none. */
  readonly unread_slot: string | null;
  readonly unread_bytes: number | null;
}
