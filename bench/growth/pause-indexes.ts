/** Fills tables without their indexes, which are built whole afterwards, with every check of what is unique or apart. */
import type { RowMaker } from "./make-rows.ts";

interface Paused {
  readonly index: string;
}

/** The table itself, or its partitions. */
const leaves = `SELECT t.name::regclass AS oid FROM unnest($1::text[]) AS t(name)
  UNION SELECT p.relid FROM unnest($1::text[]) AS t(name), pg_partition_tree(t.name::regclass) p WHERE p.isleaf`;

/**
 * Rows that the act writes are in no index until it is done. Nobody else may use the tables meanwhile. An index that is
 * marked as not ready is passed over by writers, and REINDEX makes it whole and valid: no name and no constraint changes.
 */
export async function withoutIndexes(
  maker: RowMaker,
  tables: readonly string[],
  act: () => Promise<void>,
): Promise<void> {
  const paused = await maker.ask<Paused>(
    `UPDATE pg_index i SET indisready = false, indisvalid = false FROM pg_class c
     WHERE c.oid = i.indexrelid AND c.relkind = 'i' AND i.indrelid IN (${leaves})
     RETURNING i.indexrelid::regclass::text AS index`,
    [tables],
  );
  await act();
  const sorted = await maker.ask<Paused>(
    `SELECT i.indexrelid::regclass::text AS index FROM pg_index i WHERE i.indexrelid = ANY ($1::text[]::regclass[])
     ORDER BY pg_relation_size(i.indrelid) DESC, i.indpred IS NOT NULL`,
    [paused.map(({ index }) => index)],
  );
  await maker.runAll(sorted.map(({ index }) => `REINDEX INDEX ${index}`));
}
