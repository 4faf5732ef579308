-- The schema that the files of db/migrations make, for reading. Written by: node scripts/dump-schema.ts
-- Change it by a new migration, never here.

CREATE EXTENSION btree_gist;

CREATE SEQUENCE delivery_zone_set_versions AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE idempotency_answer_ids AS bigint START 1 INCREMENT 1;

CREATE DOMAIN id AS text COLLATE "C";

CREATE OR REPLACE FUNCTION public.booking_drain_horizon()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
DECLARE
  before_locks timestamptz := date_trunc('milliseconds', clock_timestamp());
  oldest timestamptz;
BEGIN
  SELECT min(drain_time(objid, before_locks)) INTO oldest FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 19797 AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(before_locks, oldest);
END $function$;

CREATE OR REPLACE FUNCTION public.by_rates_between(p_before jsonb, p_after jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(jsonb_agg(jsonb_build_object('rates', d.rates, 'net', d.net, 'taxes', d.taxes) ORDER BY d.rates), '[]')
  FROM (SELECT r.rates, sum(r.sign * r.net)::bigint AS net, sum(r.sign * r.taxes)::bigint AS taxes
    FROM (SELECT 1 AS sign, a.* FROM jsonb_to_recordset(p_after) AS a (rates jsonb, net bigint, taxes bigint)
      UNION ALL
      SELECT -1, b.* FROM jsonb_to_recordset(p_before) AS b (rates jsonb, net bigint, taxes bigint)) r
    GROUP BY 1 HAVING sum(r.sign * r.net) <> 0 OR sum(r.sign * r.taxes) <> 0) d
$function$;

CREATE OR REPLACE FUNCTION public.claim_idempotency_key(p_scope text, p_key text)
 RETURNS TABLE(state text, fingerprint bytea, status integer, body text, age_seconds double precision, operation_id text, leased boolean)
 LANGUAGE plpgsql
AS $function$
DECLARE
  k idempotency_keys;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(p_scope || ' ' || p_key, 0)) THEN
    RETURN QUERY SELECT 'in_flight', NULL::bytea, NULL::integer, NULL::text, NULL::double precision, NULL::text,
      NULL::boolean;
    RETURN;
  END IF;
  SELECT * INTO k FROM idempotency_keys AS found WHERE found.scope = p_scope AND found.key = p_key;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'fresh', NULL::bytea, NULL::integer, NULL::text, NULL::double precision, NULL::text, NULL::boolean;
    RETURN;
  END IF;
  IF k.answer_id IS NOT NULL THEN
    SELECT a.body INTO k.body FROM idempotency_answers a
      WHERE a.day = (k.created_at AT TIME ZONE 'UTC')::date AND a.id = k.answer_id;
  END IF;
  RETURN QUERY SELECT 'stored', k.fingerprint, k.status, k.body,
    extract(epoch FROM now() - k.created_at)::double precision, k.operation_id::text, k.leased_until > clock_timestamp();
END $function$;

CREATE OR REPLACE FUNCTION public.drain_number(p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT (((floor(extract(epoch FROM p_at) * 10)::bigint - 17000000000) & 4294967295) - 2147483648)::integer
$function$;

CREATE OR REPLACE FUNCTION public.drain_time(p_lock oid, p_now timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT to_timestamp((tenths + ((p_lock::bigint + 2147483648 - (tenths - 17000000000) + 2147483648) & 4294967295)
      - 2147483648) / 10.0)
  FROM (SELECT floor(extract(epoch FROM p_now) * 10)::bigint AS tenths) AS present
$function$;

CREATE OR REPLACE FUNCTION public.drop_answer_days()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
DECLARE
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple answer days', 0));
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'idempotency_answers'::regclass AND c.relname ~ '_\d{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' <= clock_timestamp() - interval '48 hours'
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.drop_ledger_partitions(p_table text)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
DECLARE
  kept_from timestamptz := clock_timestamp() - interval '30 days';
  partition text;
  events text;
  is_kept boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple ledger partitions', 0));
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass(p_table) AND p_table IN ('events', 'deliveries', 'delivery_attempts')
      AND c.relname ~ '_\d{8}$'
      AND (to_date(right(c.relname, 8), 'YYYYMMDD') + 7)::timestamp AT TIME ZONE 'UTC' <= kept_from
    ORDER BY c.relname
  LOOP
    events := 'events_' || right(partition, 8);
    is_kept := false;
    IF to_regclass(events) IS NOT NULL THEN
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE recorded_at > $1)', events) INTO is_kept USING kept_from;
    END IF;
    CONTINUE WHEN is_kept;
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.drop_request_days()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
DECLARE
  kept_from timestamptz := clock_timestamp() - interval '7 days';
  partition text;
  is_kept boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple request days', 0));
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'requests'::regclass AND c.relname ~ '_\d{8}$'
      AND (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::timestamp AT TIME ZONE 'UTC' <= kept_from
    ORDER BY c.relname
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE at > $1)', partition) INTO is_kept USING kept_from;
    CONTINUE WHEN is_kept;
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.enter_booking_drain()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(19797, drain_number(clock_timestamp()));
  RETURN date_trunc('milliseconds', clock_timestamp());
END $function$;

CREATE OR REPLACE FUNCTION public.enter_order_drain()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(19796, drain_number(clock_timestamp()));
  RETURN date_trunc('milliseconds', clock_timestamp());
END $function$;

CREATE OR REPLACE FUNCTION public.event_id_at(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT 'evt_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
      ((floor(extract(epoch FROM p_at) * 1000)::bigint >> (5 * (10 - place))) & 31)::int + 1, 1), '' ORDER BY place)
  FROM generate_series(1, 10) AS place
$function$;

CREATE OR REPLACE FUNCTION public.event_id_time(p_id text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT to_timestamp(sum((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(p_id, 4 + place, 1)) - 1)::bigint
      << (5 * (10 - place)))::double precision / 1000)
  FROM generate_series(1, 10) AS place
$function$;

CREATE OR REPLACE FUNCTION public.fold_letters(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN octet_length(p_text) = length(p_text) THEN lower(p_text)
    ELSE replace(replace(replace(translate(
      lower(regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036F\u0591-\u05C7\u064B-\u065F]', '', 'g')),
      'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END
$function$;

CREATE OR REPLACE FUNCTION public.is_sold(p_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT p_status IN ('ACCEPTED', 'AUTO_ACCEPTED', 'READY', 'IN_DELIVERY', 'FULFILLED')
$function$;

CREATE OR REPLACE FUNCTION public.make_answer_day(p_day date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
DECLARE
  partition text := 'idempotency_answers_' || to_char(p_day, 'YYYYMMDD');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple answer days', 0));
  IF to_regclass(partition) IS NOT NULL THEN
    RETURN false;
  END IF;
  LOCK TABLE idempotency_answers IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE idempotency_answers INCLUDING ALL)', partition);
  EXECUTE format('WITH moved AS (DELETE FROM idempotency_answers_default WHERE day = %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
    p_day, partition);
  EXECUTE format('ALTER TABLE idempotency_answers ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition, p_day, p_day + 1);
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.make_ledger_partition(p_table text, p_monday date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
DECLARE
  partition text := p_table || '_' || to_char(p_monday, 'YYYYMMDD');
  key text := CASE p_table WHEN 'events' THEN 'id' ELSE 'event_id' END;
  first text := event_id_at(p_monday::timestamp AT TIME ZONE 'UTC');
  past text := event_id_at((p_monday + 7)::timestamp AT TIME ZONE 'UTC');
BEGIN
  IF p_table NOT IN ('events', 'deliveries', 'delivery_attempts') OR extract(isodow FROM p_monday) <> 1 THEN
    RAISE EXCEPTION 'no ledger partition % of %', p_monday, p_table;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('maple ledger partitions', 0));
  IF to_regclass(partition) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- First of all the table itself: a statement that had begun with the old list of partitions would miss the rows moved.
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', p_table);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, p_table);
  IF p_table = 'deliveries' THEN
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1)',
      partition);
  END IF;
  EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
    p_table || '_default', key, first, key, past, partition);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', p_table, partition, first, past);
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.make_request_day(p_day date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
DECLARE
  partition text := 'requests_' || to_char(p_day, 'YYYYMMDD');
  first text := request_id_at(p_day::timestamp AT TIME ZONE 'UTC');
  past text := request_id_at((p_day + 1)::timestamp AT TIME ZONE 'UTC');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('maple request days', 0));
  IF to_regclass(partition) IS NOT NULL THEN
    RETURN false;
  END IF;
  LOCK TABLE requests IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE requests INCLUDING ALL)', partition);
  EXECUTE format('WITH moved AS (DELETE FROM requests_default WHERE id >= %L AND id < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
    first, past, partition);
  EXECUTE format('ALTER TABLE requests ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition, first, past);
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.name_ledger_location()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT p.location_id INTO NEW.location_id FROM payments p WHERE p.id = NEW.payment_id;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.order_drain_horizon()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
DECLARE
  before_locks timestamptz := date_trunc('milliseconds', clock_timestamp());
  oldest timestamptz;
BEGIN
  SELECT min(drain_time(objid, before_locks)) INTO oldest FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 19796 AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(before_locks, oldest);
END $function$;

CREATE OR REPLACE FUNCTION public.rates_between(p_before jsonb, p_after jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(jsonb_agg(jsonb_build_object('rate', d.rate, 'is_included', d.is_included, 'amount', d.amount)), '[]')
  FROM (SELECT r.rate, r.is_included, sum(r.sign * r.amount)::bigint AS amount
    FROM (SELECT 1 AS sign, a.* FROM jsonb_to_recordset(p_after) AS a (rate text, is_included boolean, amount bigint)
      UNION ALL
      SELECT -1, b.* FROM jsonb_to_recordset(p_before) AS b (rate text, is_included boolean, amount bigint)) r
    GROUP BY 1, 2 HAVING sum(r.sign * r.amount) <> 0) d
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the payments ledger only grows' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_sales_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the sales ledger only grows' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.request_id_at(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT 'req_' || substr(event_id_at(p_at), 5)
$function$;

CREATE OR REPLACE FUNCTION public.sale_of(o orders)
 RETURNS sales_ledger
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT o.id, 1, o.location_id, o.created_at, 'accepted', o.display_number, o.fulfillment_type,
    o.payment_status = 'pay_in_store', o.totals ->> 'currency', (o.totals ->> 'total')::bigint,
    coalesce((o.totals ->> 'tax')::bigint, 0) + coalesce((o.totals ->> 'tax_included')::bigint, 0),
    coalesce((o.totals ->> 'tip')::bigint, 0) + coalesce((o.totals ->> 'delivery_tip')::bigint, 0),
    coalesce((o.totals ->> 'discount')::bigint, 0), coalesce((o.totals ->> 'surcharge')::bigint, 0),
    coalesce((o.totals ->> 'delivery_fee')::bigint, 0),
    coalesce((SELECT jsonb_agg(jsonb_build_object('rate', r.rate, 'is_included', r.is_included, 'amount', r.amount))
      FROM (SELECT b.part ->> 'label' AS rate, b.part ->> 'kind' = 'tax_included' AS is_included,
          sum((b.part ->> 'amount')::bigint)::bigint AS amount
        FROM jsonb_array_elements(o.breakdown) b(part)
        WHERE b.part ->> 'kind' IN ('tax', 'fee_tax', 'tax_included') GROUP BY 1, 2) r), '[]'),
    sold_by_rates(o.breakdown)
$function$;

CREATE OR REPLACE FUNCTION public.sold_by_rates(p_breakdown jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(jsonb_agg(jsonb_build_object('rates', g.rates, 'net', g.net, 'taxes', g.taxes) ORDER BY g.rates), '[]')
  FROM (SELECT p.rates, sum(p.net)::bigint AS net, sum(p.taxes)::bigint AS taxes
    FROM (SELECT
        coalesce(jsonb_agg(DISTINCT b.label) FILTER (WHERE b.kind IN ('tax', 'fee_tax', 'tax_included')), '[]') AS rates,
        sum(CASE WHEN b.kind IN ('price', 'option', 'fee', 'delivery_fee') THEN b.amount
          WHEN b.kind IN ('discount', 'tax_included') THEN -b.amount ELSE 0 END) AS net,
        sum(CASE WHEN b.kind IN ('tax', 'fee_tax', 'tax_included') THEN b.amount ELSE 0 END) AS taxes
      FROM (SELECT r.part ->> 'kind' AS kind, r.part ->> 'label' AS label, (r.part ->> 'amount')::bigint AS amount,
          r.part ->> 'path' AS path,
          CASE WHEN r.part ->> 'kind' IN ('fee', 'fee_tax')
            THEN count(*) FILTER (WHERE r.part ->> 'kind' = 'fee') OVER (ORDER BY r.position) ELSE 0 END AS fee
        FROM jsonb_array_elements(p_breakdown) WITH ORDINALITY AS r (part, position)) b
      WHERE b.kind NOT IN ('tip', 'delivery_tip')
      GROUP BY b.path, b.fee) p
    GROUP BY p.rates HAVING sum(p.net) <> 0 OR sum(p.taxes) <> 0) g
$function$;

CREATE OR REPLACE FUNCTION public.was_worked_after(p_due timestamp with time zone, p_grace interval)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT p_due IS NOT NULL AND EXISTS (SELECT FROM processes
    WHERE kind IN ('dev', 'work') AND beat_at > greatest(started_at, p_due) + p_grace)
$function$;

CREATE OR REPLACE FUNCTION public.write_order_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.written_at := enter_order_drain();
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.write_sale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  sold sales_ledger;
  before sales_ledger;
  last integer;
BEGIN
  IF TG_OP = 'INSERT' OR is_sold(OLD.status) THEN
    IF TG_OP = 'INSERT' THEN
      before := sale_of(NEW);
    ELSE
      before := sale_of(OLD);
    END IF;
    INSERT INTO sales_ledger SELECT before.* ON CONFLICT DO NOTHING;
    IF TG_OP = 'INSERT' THEN
      RETURN NULL;
    END IF;
  END IF;
  sold := sale_of(NEW);
  SELECT max(number) INTO last FROM sales_ledger WHERE location_id = NEW.location_id AND order_id = NEW.id;
  sold.number := coalesce(last, 0) + 1;
  sold.at := NEW.updated_at;
  IF is_sold(OLD.status) THEN
    sold.is_in_store := before.is_in_store;
    IF is_sold(NEW.status) THEN
      sold.kind := 'items_removed';
      sold.total := sold.total - before.total;
      sold.taxes := sold.taxes - before.taxes;
      sold.tips := sold.tips - before.tips;
      sold.discount := sold.discount - before.discount;
      sold.fees := sold.fees - before.fees;
      sold.delivery_fee := sold.delivery_fee - before.delivery_fee;
      sold.rates := rates_between(before.rates, sold.rates);
      sold.by_rates := by_rates_between(before.by_rates, sold.by_rates);
    ELSE
      sold.kind := 'cancelled';
      sold.total := -before.total;
      sold.taxes := -before.taxes;
      sold.tips := -before.tips;
      sold.discount := -before.discount;
      sold.fees := -before.fees;
      sold.delivery_fee := -before.delivery_fee;
      sold.rates := rates_between(before.rates, '[]');
      sold.by_rates := by_rates_between(before.by_rates, '[]');
    END IF;
  END IF;
  INSERT INTO sales_ledger SELECT sold.*;
  RETURN NULL;
END $function$;

CREATE TABLE address_counts (
  name text NOT NULL,
  network text NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  counted integer NOT NULL,
  CONSTRAINT address_counts_pkey PRIMARY KEY (name, network),
  CONSTRAINT address_counts_counted_check CHECK (counted > 0),
  CONSTRAINT address_counts_name_check CHECK (length(name) <= 64),
  CONSTRAINT address_counts_network_check CHECK (length(network) <= 64)
) WITH (fillfactor=50);
COMMENT ON TABLE address_counts IS 'calls without a key that all processes counted, by limit and network; each process adds its own every two seconds';
COMMENT ON COLUMN address_counts.network IS 'an IPv4 address or the /64 of an IPv6 address';

CREATE TABLE api_keys (
  id id NOT NULL,
  app_id id NOT NULL,
  hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id)
);
CREATE INDEX api_keys_app ON api_keys USING btree (app_id);
COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the whole key; the key itself is shown once and never stored';

CREATE TABLE apps (
  id id NOT NULL,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'enabled'::text,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  faults_until timestamp with time zone,
  CONSTRAINT apps_pkey PRIMARY KEY (id),
  CONSTRAINT apps_status_check CHECK (status = ANY (ARRAY['enabled'::text, 'disabled'::text]))
);
COMMENT ON COLUMN apps.faults_until IS 'until then the app may have rules in sandbox_faults; read with every key';

CREATE TABLE audit_log (
  sequence bigint NOT NULL,
  id id NOT NULL,
  at timestamp with time zone NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  format smallint NOT NULL,
  actor_kind text,
  actor_id id,
  device_id id,
  role text,
  CONSTRAINT audit_log_pkey PRIMARY KEY (sequence),
  CONSTRAINT audit_log_id_key UNIQUE (id),
  CONSTRAINT audit_log_actor CHECK (
CASE
    WHEN format = 1 THEN actor_kind IS NULL AND actor_id IS NULL AND device_id IS NULL AND role IS NULL
    ELSE actor_kind IS NOT NULL AND (actor_id IS NULL) = (actor_kind = ANY (ARRAY['operator_token'::text, 'system'::text]))
END),
  CONSTRAINT audit_log_actor_kind_check CHECK (actor_kind = ANY (ARRAY['person'::text, 'device'::text, 'app'::text, 'operator_token'::text, 'system'::text])),
  CONSTRAINT audit_log_format_check CHECK (format = ANY (ARRAY[1, 2]))
);
CREATE INDEX audit_of_location ON audit_log USING btree (COALESCE(after ->> 'location_id'::text, before ->> 'location_id'::text, subject), sequence);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON COLUMN audit_log.actor IS 'a word for who acted; since format 2 actor_kind and actor_id say exactly who, and no name is stored';
COMMENT ON COLUMN audit_log.hash IS 'SHA-256 over the previous hash and the canonical text of this row';
COMMENT ON COLUMN audit_log.format IS 'what the hash covers: 1, the columns without those of the actor; 2, all';

CREATE TABLE board_watch (
  location_id id NOT NULL,
  shown_at timestamp with time zone,
  undecided_in_a_row integer NOT NULL DEFAULT 0,
  CONSTRAINT board_watch_pkey PRIMARY KEY (location_id),
  CONSTRAINT board_watch_undecided_in_a_row_check CHECK (undecided_in_a_row >= 0),
  CONSTRAINT board_watch_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON TABLE board_watch IS 'real time at which a board last showed the orders of the location';
COMMENT ON COLUMN board_watch.undecided_in_a_row IS 'orders of staff that ended without a decision since the last decision or pause';

CREATE TABLE booking_blackouts (
  location_id id NOT NULL,
  revision integer NOT NULL,
  blackouts jsonb NOT NULL,
  content_id uuid NOT NULL,
  CONSTRAINT booking_blackouts_pkey PRIMARY KEY (location_id),
  CONSTRAINT booking_blackouts_revision_check CHECK (revision >= 1),
  CONSTRAINT booking_blackouts_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON COLUMN booking_blackouts.content_id IS 'as in booking_configurations';

CREATE TABLE booking_channels (
  id id NOT NULL,
  name text NOT NULL,
  username text COLLATE "C" NOT NULL,
  password_hash bytea NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  location_ids text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT booking_channels_pkey PRIMARY KEY (id),
  CONSTRAINT booking_channels_username_key UNIQUE (username)
);
COMMENT ON COLUMN booking_channels.password_hash IS 'SHA-256 of 32 random bytes in base64url, shown once';

CREATE TABLE booking_configurations (
  location_id id NOT NULL,
  revision integer NOT NULL,
  published_at timestamp with time zone NOT NULL,
  configuration jsonb NOT NULL,
  content_id uuid NOT NULL,
  CONSTRAINT booking_configurations_pkey PRIMARY KEY (location_id),
  CONSTRAINT booking_configurations_revision_check CHECK (revision >= 1),
  CONSTRAINT booking_configurations_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON COLUMN booking_configurations.revision IS 'counts the saves, of partners and managers alike';
COMMENT ON COLUMN booking_configurations.published_at IS 'in the clock of the location';
COMMENT ON COLUMN booking_configurations.content_id IS 'new with every save, also one that is rolled back: what compiled copies are kept by';

CREATE TABLE booking_days (
  location_id id NOT NULL,
  day date NOT NULL,
  version bigint NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT booking_days_pkey PRIMARY KEY (location_id, day),
  CONSTRAINT booking_days_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON COLUMN booking_days.changed_at IS 'in the clock of the location';

CREATE TABLE booking_holds (
  id id NOT NULL,
  location_id id NOT NULL,
  app_id id,
  created_at timestamp with time zone NOT NULL,
  status text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  party_size integer NOT NULL,
  area_id text NOT NULL,
  area_name text NOT NULL,
  unit_ids text[] NOT NULL,
  experience jsonb,
  booking_id id,
  wanted_area_id text,
  kept_by text NOT NULL,
  payment jsonb,
  CONSTRAINT booking_holds_pkey PRIMARY KEY (id),
  CONSTRAINT booking_holds_check CHECK (starts_at < ends_at),
  CONSTRAINT booking_holds_check1 CHECK ((status = 'consumed'::text) = (booking_id IS NOT NULL)),
  CONSTRAINT booking_holds_kept_by_check CHECK (kept_by = ANY (ARRAY['native'::text, 'provider'::text])),
  CONSTRAINT booking_holds_party_size_check CHECK (party_size >= 1),
  CONSTRAINT booking_holds_status_check CHECK (status = ANY (ARRAY['live'::text, 'pending'::text, 'consumed'::text, 'released'::text, 'expired'::text])),
  CONSTRAINT booking_holds_tables_check CHECK ((kept_by = 'native'::text) = (cardinality(unit_ids) > 0)),
  CONSTRAINT booking_holds_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT booking_holds_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX booking_holds_due ON booking_holds USING btree (expires_at) WHERE status = 'live'::text;
CREATE INDEX booking_holds_of_app ON booking_holds USING btree (app_id, id) WHERE app_id IS NOT NULL;
CREATE INDEX booking_holds_open ON booking_holds USING btree (location_id, app_id, expires_at) WHERE status = ANY (ARRAY['live'::text, 'pending'::text]);
COMMENT ON COLUMN booking_holds.app_id IS 'the app that made it; null when a guest did on the booking page';
COMMENT ON COLUMN booking_holds.status IS 'a live hold past expires_at counts as expired, with or without the sweep';
COMMENT ON COLUMN booking_holds.wanted_area_id IS 'the area that the slot token was bound to; null: anywhere, and area_id is what the rule of seating found';
COMMENT ON COLUMN booking_holds.kept_by IS 'whose book it stands in: ours, or a reservation provider''s; it never changes';
COMMENT ON COLUMN booking_holds.payment IS 'the terms of payment that were shown with the hold; null where none is asked for';

CREATE TABLE booking_providers (
  location_id id NOT NULL,
  adapter text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  base_url text,
  username text,
  password_sealed bytea,
  terms jsonb NOT NULL,
  CONSTRAINT booking_providers_pkey PRIMARY KEY (location_id),
  CONSTRAINT booking_providers_adapter_check CHECK (adapter = ANY (ARRAY['simulated'::text, 'booking_server_v3'::text])),
  CONSTRAINT booking_providers_check CHECK ((adapter = 'booking_server_v3'::text) = (base_url IS NOT NULL)),
  CONSTRAINT booking_providers_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON COLUMN booking_providers.revision IS 'counts the saves: what built clients are kept by';
COMMENT ON COLUMN booking_providers.password_sealed IS 'AES-256-GCM under a key made from SECRET_KEY; never shown';
COMMENT ON COLUMN booking_providers.terms IS 'what the provider calls the location, and which starts are asked for';

CREATE TABLE bookings (
  id id NOT NULL,
  location_id id NOT NULL,
  app_id id,
  written_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  event_sequence integer NOT NULL DEFAULT 0,
  status text NOT NULL,
  source text NOT NULL,
  confirmation_code text COLLATE "C" NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  local_start text NOT NULL,
  time_zone text NOT NULL,
  party_size integer NOT NULL,
  area_id text,
  area_name text,
  unit_ids text[] NOT NULL,
  experience_id text,
  experience_name text,
  guest_first_name text,
  guest_last_name text,
  guest_phone text,
  guest_email text,
  guest_erased_at timestamp with time zone,
  notes text,
  venue_notes text,
  changeable_until timestamp with time zone NOT NULL,
  cancellable_until timestamp with time zone NOT NULL,
  seated_at timestamp with time zone,
  completed_at timestamp with time zone,
  cancellation jsonb,
  waitlist_entry_id id,
  guest_token_hash bytea,
  pinned boolean NOT NULL DEFAULT false,
  reminded_for timestamp with time zone,
  repairs_since integer NOT NULL DEFAULT 0,
  kept_by text NOT NULL,
  updated_by text NOT NULL,
  acted_by jsonb,
  late_until timestamp with time zone,
  undo_point jsonb,
  language text,
  payment jsonb,
  payment_due_at timestamp with time zone,
  decline_reason text,
  mail_reminded_for timestamp with time zone,
  CONSTRAINT bookings_pkey PRIMARY KEY (id),
  CONSTRAINT bookings_guest_token_hash_key UNIQUE (guest_token_hash),
  CONSTRAINT bookings_location_id_confirmation_code_key UNIQUE (location_id, confirmation_code),
  CONSTRAINT bookings_check CHECK (COALESCE(seated_at, starts_at) < ends_at),
  CONSTRAINT bookings_check1 CHECK ((status = ANY (ARRAY['cancelled_by_guest'::text, 'cancelled_by_venue'::text])) = (cancellation IS NOT NULL)),
  CONSTRAINT bookings_check2 CHECK ((status <> ALL (ARRAY['in_service'::text, 'completed'::text])) OR seated_at IS NOT NULL),
  CONSTRAINT bookings_decline_reason CHECK (decline_reason IS NULL OR decline_reason = 'PAYMENT_TIMEOUT'::text AND status = 'declined'::text),
  CONSTRAINT bookings_kept_by_check CHECK (kept_by = ANY (ARRAY['native'::text, 'provider'::text])),
  CONSTRAINT bookings_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text, 'de'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text])),
  CONSTRAINT bookings_party_size_check CHECK (party_size >= 1),
  CONSTRAINT bookings_payment_due CHECK ((payment_due_at IS NOT NULL) = (status = 'pending'::text AND kept_by = 'native'::text)),
  CONSTRAINT bookings_payment_due_has_payment CHECK (payment_due_at IS NULL OR payment IS NOT NULL),
  CONSTRAINT bookings_repairs_since_check CHECK (repairs_since >= 0 AND repairs_since < version),
  CONSTRAINT bookings_source_check CHECK (source = ANY (ARRAY['partner'::text, 'online'::text, 'phone'::text, 'walk_in'::text, 'waitlist'::text, 'provider'::text])),
  CONSTRAINT bookings_status_check CHECK (status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'in_service'::text, 'completed'::text, 'no_show'::text, 'cancelled_by_guest'::text, 'cancelled_by_venue'::text, 'declined'::text])),
  CONSTRAINT bookings_tables_check CHECK ((kept_by = 'native'::text) = (cardinality(unit_ids) > 0)),
  CONSTRAINT bookings_updated_by_check CHECK (updated_by = ANY (ARRAY['partner'::text, 'store'::text, 'guest'::text, 'service'::text])),
  CONSTRAINT bookings_version_check CHECK (version >= 1),
  CONSTRAINT bookings_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX bookings_by_code ON bookings USING btree (confirmation_code);
CREATE INDEX bookings_by_phone ON bookings USING btree (location_id, guest_phone, starts_at) WHERE guest_phone IS NOT NULL;
CREATE INDEX bookings_by_start ON bookings USING btree (location_id, starts_at, id);
CREATE INDEX bookings_drain ON bookings USING btree (location_id, written_at, id);
CREATE INDEX bookings_expected ON bookings USING btree (starts_at) WHERE status = 'confirmed'::text;
CREATE INDEX bookings_in_service ON bookings USING btree (location_id) WHERE status = 'in_service'::text;
CREATE INDEX bookings_of_accented_first_name ON bookings USING btree (location_id, fold_letters(guest_first_name) text_pattern_ops) WHERE octet_length(guest_first_name) <> length(guest_first_name);
CREATE INDEX bookings_of_accented_last_name ON bookings USING btree (location_id, fold_letters(guest_last_name) text_pattern_ops) WHERE octet_length(guest_last_name) <> length(guest_last_name);
CREATE INDEX bookings_of_address ON bookings USING btree (location_id, lower(guest_email) text_pattern_ops) WHERE guest_email IS NOT NULL;
CREATE INDEX bookings_of_email ON bookings USING btree (lower(guest_email)) WHERE guest_email IS NOT NULL;
CREATE INDEX bookings_of_first_name ON bookings USING btree (location_id, lower(guest_first_name) text_pattern_ops) WHERE guest_first_name IS NOT NULL;
CREATE INDEX bookings_of_last_digits ON bookings USING btree (location_id, "right"(guest_phone, 4)) WHERE guest_phone IS NOT NULL;
CREATE INDEX bookings_of_last_name ON bookings USING btree (location_id, lower(guest_last_name) text_pattern_ops) WHERE guest_last_name IS NOT NULL;
CREATE INDEX bookings_of_phone ON bookings USING btree (guest_phone) WHERE guest_phone IS NOT NULL;
CREATE INDEX bookings_payment_due ON bookings USING btree (payment_due_at) WHERE payment_due_at IS NOT NULL;
CREATE INDEX bookings_with_guest ON bookings USING btree (location_id, ends_at) WHERE guest_erased_at IS NULL;
COMMENT ON COLUMN bookings.app_id IS 'the app that made it; null when the venue or a guest did';
COMMENT ON COLUMN bookings.written_at IS 'real time of the last change, taken after enter_booking_drain(): the order in which GET /bookings drains';
COMMENT ON COLUMN bookings.version IS 'counts the changes, from 1; what expected_version is compared with';
COMMENT ON COLUMN bookings.local_start IS 'the local wall time that the guest was promised, with its offset';
COMMENT ON COLUMN bookings.guest_phone IS 'E.164';
COMMENT ON COLUMN bookings.guest_erased_at IS 'when the guest''s data was erased; null while it is kept';
COMMENT ON COLUMN bookings.guest_token_hash IS 'SHA-256 of the guest''s own key to the booking, when there is one';
COMMENT ON COLUMN bookings.pinned IS 'the guest was promised this very table: it is never moved to make room';
COMMENT ON COLUMN bookings.reminded_for IS 'the start that the guest was reminded of';
COMMENT ON COLUMN bookings.repairs_since IS 'how many of the latest versions in a row were made by repair alone';
COMMENT ON COLUMN bookings.kept_by IS 'whose book it stands in: ours, or a reservation provider''s; it never changes';
COMMENT ON COLUMN bookings.updated_by IS 'who made the last change; of rows from before this column, who is likely to have';
COMMENT ON COLUMN bookings.acted_by IS 'the person, device or app that made the last change; null for guests and the service';
COMMENT ON COLUMN bookings.late_until IS 'until when the party said that it will be late; its table stays';
COMMENT ON COLUMN bookings.undo_point IS 'the latest transition, until when it can be undone, and what the booking was before';
COMMENT ON COLUMN bookings.language IS 'what the guest reads; null: the language of the location';
COMMENT ON COLUMN bookings.payment IS 'the payment that the booking asks for now, as of its latest change, with the terms that the guest was shown; null where none is asked for';
COMMENT ON COLUMN bookings.payment_due_at IS 'until when a booking that waits for its payment can be paid, in the clock of the location; null for all others';
COMMENT ON COLUMN bookings.decline_reason IS 'why the service declined it';
COMMENT ON COLUMN bookings.mail_reminded_for IS 'the start of which its guest was reminded by e-mail';

CREATE TABLE certifications (
  id id NOT NULL,
  app_id id NOT NULL,
  location_id id NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  profile text NOT NULL,
  passed boolean NOT NULL,
  scenarios json NOT NULL,
  CONSTRAINT certifications_pkey PRIMARY KEY (id),
  CONSTRAINT certifications_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id),
  CONSTRAINT certifications_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX certifications_of_app ON certifications USING btree (app_id, id);
COMMENT ON TABLE certifications IS 'runs of certifications with the verdict of the service; the last 20 of an app; in the test environment only';
COMMENT ON COLUMN certifications.scenarios IS 'the verdict on each scenario with what was expected and seen; no personal data';

CREATE TABLE channel_bookings (
  booking_id id NOT NULL,
  channel_id id NOT NULL,
  user_id text NOT NULL,
  token text COLLATE "C" NOT NULL,
  CONSTRAINT channel_bookings_pkey PRIMARY KEY (booking_id),
  CONSTRAINT channel_bookings_channel_id_token_key UNIQUE (channel_id, token),
  CONSTRAINT channel_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT channel_bookings_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES booking_channels(id)
);
CREATE INDEX channel_bookings_of_user ON channel_bookings USING btree (channel_id, user_id);
COMMENT ON COLUMN channel_bookings.user_id IS 'what the channel calls the guest';
COMMENT ON COLUMN channel_bookings.token IS 'the idempotency token that the channel sent';

CREATE TABLE channel_leases (
  hold_id id NOT NULL,
  channel_id id NOT NULL,
  token text COLLATE "C" NOT NULL,
  CONSTRAINT channel_leases_pkey PRIMARY KEY (hold_id),
  CONSTRAINT channel_leases_channel_id_token_key UNIQUE (channel_id, token),
  CONSTRAINT channel_leases_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES booking_channels(id),
  CONSTRAINT channel_leases_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES booking_holds(id)
);

CREATE TABLE claims (
  location_id id NOT NULL,
  unit_id text COLLATE "C" NOT NULL,
  during tstzrange NOT NULL,
  kind text NOT NULL,
  owner_id id NOT NULL,
  area_id text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  party_size integer NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT claims_pkey PRIMARY KEY (owner_id, unit_id),
  CONSTRAINT claims_never_overlap EXCLUDE USING gist (location_id WITH =, unit_id WITH =, during WITH &&),
  CONSTRAINT claims_check CHECK ((kind = 'hold'::text) = (expires_at IS NOT NULL)),
  CONSTRAINT claims_during_check CHECK (NOT isempty(during) AND lower_inc(during) AND NOT upper_inc(during)),
  CONSTRAINT claims_kind_check CHECK (kind = ANY (ARRAY['booking'::text, 'hold'::text, 'walk_in'::text, 'block'::text])),
  CONSTRAINT claims_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX claims_by_time ON claims USING gist (location_id, during);
CREATE INDEX claims_expiring ON claims USING btree (location_id, expires_at) WHERE expires_at IS NOT NULL;
COMMENT ON TABLE claims IS 'written under the advisory locks of (location, local date); the constraint is the backstop';
COMMENT ON COLUMN claims.during IS 'the stay and the buffer after it, in the clock of the location';
COMMENT ON COLUMN claims.starts_at IS 'the start of the stay for pacing; seating early or late leaves it';

CREATE TABLE connections (
  location_id id NOT NULL,
  app_id id NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT connections_pkey PRIMARY KEY (location_id),
  CONSTRAINT connections_app_id_location_id_fkey FOREIGN KEY (app_id, location_id) REFERENCES grants(app_id, location_id) ON DELETE CASCADE
);
CREATE INDEX connections_app ON connections USING btree (app_id, location_id);

CREATE TABLE coupon_redemptions (
  order_id id NOT NULL,
  location_id id NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  customer_hash bytea NOT NULL,
  redeemed_at timestamp with time zone NOT NULL,
  given_back_at timestamp with time zone,
  CONSTRAINT coupon_redemptions_pkey PRIMARY KEY (order_id, external_id),
  CONSTRAINT coupon_redemptions_location_id_external_id_fkey FOREIGN KEY (location_id, external_id) REFERENCES coupon_uses(location_id, external_id)
);
CREATE INDEX coupon_redemptions_by_customer ON coupon_redemptions USING btree (location_id, external_id, customer_hash) WHERE given_back_at IS NULL;
COMMENT ON COLUMN coupon_redemptions.order_id IS 'an order that was archived is not there any more';
COMMENT ON COLUMN coupon_redemptions.customer_hash IS 'SHA-256 of the location and the digits of the phone number: who may use the coupon how often, without the number';
COMMENT ON COLUMN coupon_redemptions.redeemed_at IS 'location time';
COMMENT ON COLUMN coupon_redemptions.given_back_at IS 'real time at which the order ended without food; the redemption no longer counts';

CREATE TABLE coupon_uses (
  location_id id NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  redeemed integer NOT NULL DEFAULT 0,
  CONSTRAINT coupon_uses_pkey PRIMARY KEY (location_id, external_id),
  CONSTRAINT coupon_uses_redeemed_check CHECK (redeemed >= 0),
  CONSTRAINT coupon_uses_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON TABLE coupon_uses IS 'one row per coupon ever redeemed; its lock is what parallel orders with the coupon queue on';
COMMENT ON COLUMN coupon_uses.redeemed IS 'the number of coupon_redemptions rows that are not given back';

CREATE TABLE deliveries (
  id id NOT NULL,
  event_id id NOT NULL,
  subscription_id id NOT NULL,
  location_id id,
  resource_type text NOT NULL,
  resource_id id NOT NULL,
  sequence bigint NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  attempts_before integer NOT NULL DEFAULT 0,
  next_at timestamp with time zone,
  ordered_until timestamp with time zone NOT NULL,
  leased_by text COLLATE "C",
  leased_until timestamp with time zone,
  held_at timestamp with time zone,
  delivered_at timestamp with time zone,
  last_response_status integer,
  last_error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  fault json,
  forgets_answers boolean NOT NULL DEFAULT false,
  CONSTRAINT deliveries_pkey PRIMARY KEY (event_id, subscription_id),
  CONSTRAINT deliveries_attempts_check CHECK (attempts >= 0),
  CONSTRAINT deliveries_check CHECK (attempts_before >= 0 AND attempts_before <= attempts),
  CONSTRAINT deliveries_check1 CHECK ((state = 'pending'::text) = (next_at IS NOT NULL)),
  CONSTRAINT deliveries_check2 CHECK ((state = 'held'::text) = (held_at IS NOT NULL)),
  CONSTRAINT deliveries_check3 CHECK (state <> 'delivered'::text OR delivered_at IS NOT NULL),
  CONSTRAINT deliveries_check4 CHECK ((leased_by IS NULL) = (leased_until IS NULL)),
  CONSTRAINT deliveries_check5 CHECK (leased_by IS NULL OR state = 'pending'::text),
  CONSTRAINT deliveries_state_check CHECK (state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'held'::text, 'skipped'::text]))
) PARTITION BY RANGE (event_id);
CREATE INDEX deliveries_due ON ONLY deliveries USING btree (subscription_id, next_at, event_id) WHERE state = 'pending'::text AND leased_by IS NULL;
CREATE INDEX deliveries_held ON ONLY deliveries USING btree (subscription_id, event_id) WHERE state = 'held'::text;
CREATE INDEX deliveries_leased ON ONLY deliveries USING btree (leased_until) WHERE leased_by IS NOT NULL;
CREATE INDEX deliveries_ordered ON ONLY deliveries USING btree (subscription_id, resource_id, sequence) WHERE state = 'pending'::text;
COMMENT ON TABLE deliveries IS 'one row per event and subscription: the queue entry and the ledger in one';
COMMENT ON COLUMN deliveries.id IS 'looked up with its event, which names the partition';
COMMENT ON COLUMN deliveries.attempts IS 'attempts started; with leased_by it fences an outcome that comes too late';
COMMENT ON COLUMN deliveries.attempts_before IS 'attempts made before the last release or replay; the retry schedule counts from there';
COMMENT ON COLUMN deliveries.next_at IS 'real time, moved with the sandbox clock; when the next attempt is due';
COMMENT ON COLUMN deliveries.ordered_until IS 'until then later events of the resource wait for this one';
COMMENT ON COLUMN deliveries.leased_by IS 'the worker that attempts it now; its lease lasts 20 seconds';
COMMENT ON COLUMN deliveries.fault IS 'the fault of the sandbox that the delivery met, and its rule; null for all others';
COMMENT ON COLUMN deliveries.forgets_answers IS 'a person was erased from the event: what endpoints answer is not kept';

CREATE TABLE delivery_attempts (
  event_id id NOT NULL,
  delivery_id id NOT NULL,
  attempt integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  response_status integer,
  error text,
  response_body text,
  next_attempt_at timestamp with time zone,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (event_id, delivery_id, attempt),
  CONSTRAINT delivery_attempts_attempt_check CHECK (attempt >= 1),
  CONSTRAINT delivery_attempts_duration_ms_check CHECK (duration_ms >= 0)
) PARTITION BY RANGE (event_id);
COMMENT ON COLUMN delivery_attempts.response_body IS 'the first 4 KiB of the answer: untrusted text';

CREATE TABLE delivery_zone_sets (
  location_id id NOT NULL,
  version bigint NOT NULL DEFAULT nextval('delivery_zone_set_versions'::regclass),
  CONSTRAINT delivery_zone_sets_pkey PRIMARY KEY (location_id),
  CONSTRAINT delivery_zone_sets_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON COLUMN delivery_zone_sets.version IS 'drawn from a sequence at every write: a number is never used twice, not even after a roll-back, so equal versions are equal zones';

CREATE TABLE delivery_zones (
  id id NOT NULL,
  location_id id NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL,
  priority integer NOT NULL,
  geometry json NOT NULL,
  corners integer NOT NULL,
  area_square_meters double precision NOT NULL,
  currency text NOT NULL,
  fee bigint NOT NULL,
  minimum_order bigint,
  free_delivery_over bigint,
  estimated_minutes json,
  hours json,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  stamp bigint NOT NULL DEFAULT nextval('delivery_zone_set_versions'::regclass),
  CONSTRAINT delivery_zones_pkey PRIMARY KEY (id),
  CONSTRAINT delivery_zones_area_square_meters_check CHECK (area_square_meters >= 0::double precision),
  CONSTRAINT delivery_zones_corners_check CHECK (corners >= 0),
  CONSTRAINT delivery_zones_fee_check CHECK (fee >= 0),
  CONSTRAINT delivery_zones_free_delivery_over_check CHECK (free_delivery_over >= 0),
  CONSTRAINT delivery_zones_minimum_order_check CHECK (minimum_order >= 0),
  CONSTRAINT delivery_zones_location_id_fkey FOREIGN KEY (location_id) REFERENCES delivery_zone_sets(location_id)
);
CREATE INDEX delivery_zones_location ON delivery_zones USING btree (location_id, id DESC);
COMMENT ON COLUMN delivery_zones.geometry IS 'closed rings, wound as RFC 7946 says; json and not jsonb, so that every number is read back as it was written';
COMMENT ON COLUMN delivery_zones.corners IS 'of all rings; 0 for a circle';
COMMENT ON COLUMN delivery_zones.fee IS 'minor units of currency, as the other amounts';
COMMENT ON COLUMN delivery_zones.hours IS 'availability windows in local time of the location; null is always';
COMMENT ON COLUMN delivery_zones.stamp IS 'drawn anew at every write of the row and never used twice: equal stamps are equal rows, so that a process loads again only what has changed';

CREATE TABLE event_replays (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  app_id id NOT NULL,
  event_id id NOT NULL,
  replayed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT event_replays_pkey PRIMARY KEY (id)
);
CREATE INDEX event_replays_app ON event_replays USING btree (app_id, replayed_at);
CREATE INDEX event_replays_at ON event_replays USING btree (replayed_at);

CREATE TABLE events (
  id id NOT NULL,
  app_id id NOT NULL,
  event_type text NOT NULL,
  location_id id,
  resource_type text NOT NULL,
  resource_id id NOT NULL,
  resource_path text NOT NULL,
  idempotency_key text NOT NULL,
  sequence bigint NOT NULL,
  data json,
  created timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone NOT NULL DEFAULT now(),
  traceparent text,
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_resource_type_check CHECK (resource_type = ANY (ARRAY['order'::text, 'menu_sync'::text, 'location'::text, 'booking'::text, 'waitlist_entry'::text, 'webhook_subscription'::text])),
  CONSTRAINT events_traceparent_check CHECK (length(traceparent) = 55)
) PARTITION BY RANGE (id);
CREATE INDEX events_app ON ONLY events USING btree (app_id, id);
CREATE INDEX events_recorded ON ONLY events USING brin (recorded_at) WITH (autosummarize='on');
COMMENT ON TABLE events IS 'the ledger: written in the transaction of the change, never changed afterwards; one partition a week';
COMMENT ON COLUMN events.app_id IS 'the app that held the connection when the change was made';
COMMENT ON COLUMN events.sequence IS 'strictly increasing per resource';
COMMENT ON COLUMN events.data IS 'json, not jsonb: the text is sent as it was written';
COMMENT ON COLUMN events.created IS 'location time, which the sandbox may have moved; recorded_at is real time';
COMMENT ON COLUMN events.traceparent IS 'W3C Trace Context of the change; null unless its trace was kept';

CREATE TABLE feedback (
  id id NOT NULL,
  app_id id NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  kind text NOT NULL,
  summary text NOT NULL,
  description text,
  request_ids text[] NOT NULL,
  matched_request_ids text[] NOT NULL,
  status text NOT NULL DEFAULT 'new'::text,
  note text,
  handled_at timestamp with time zone,
  CONSTRAINT feedback_pkey PRIMARY KEY (id),
  CONSTRAINT feedback_kind_check CHECK (kind = ANY (ARRAY['bug'::text, 'missing_capability'::text, 'wrong_behavior'::text, 'unclear_error'::text, 'other'::text])),
  CONSTRAINT feedback_note_check CHECK (length(note) <= 2000),
  CONSTRAINT feedback_status_check CHECK (status = ANY (ARRAY['new'::text, 'answered'::text, 'closed'::text]))
);
CREATE INDEX feedback_created ON feedback USING btree (created_at);
COMMENT ON COLUMN feedback.note IS 'for the operator''s people; no app reads it';
COMMENT ON COLUMN feedback.handled_at IS 'when status or note last changed; null: never';

CREATE TABLE floor_plans (
  location_id id NOT NULL,
  revision integer NOT NULL,
  document jsonb NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  saved_by jsonb,
  CONSTRAINT floor_plans_pkey PRIMARY KEY (location_id),
  CONSTRAINT floor_plans_revision_check CHECK (revision >= 1),
  CONSTRAINT floor_plans_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON TABLE floor_plans IS 'apart from the booking configuration: what a partner publishes never loses where tables stand';

CREATE TABLE grants (
  app_id id NOT NULL,
  location_id id NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT grants_pkey PRIMARY KEY (app_id, location_id),
  CONSTRAINT grants_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id),
  CONSTRAINT grants_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX grants_location ON grants USING btree (location_id);

CREATE TABLE group_requests (
  id id NOT NULL,
  location_id id NOT NULL,
  status text NOT NULL DEFAULT 'new'::text,
  version integer NOT NULL DEFAULT 1,
  on_date date NOT NULL,
  from_time text NOT NULL,
  until_time text NOT NULL,
  party_size integer NOT NULL,
  guest_first_name text NOT NULL,
  guest_last_name text NOT NULL,
  guest_phone text,
  guest_email text,
  language text,
  words text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  answer text,
  booking_id id,
  acted_by jsonb,
  CONSTRAINT group_requests_pkey PRIMARY KEY (id),
  CONSTRAINT group_requests_contact_check CHECK (guest_phone IS NOT NULL OR guest_email IS NOT NULL),
  CONSTRAINT group_requests_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text, 'de'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text])),
  CONSTRAINT group_requests_party_size_check CHECK (party_size >= 1 AND party_size <= 500),
  CONSTRAINT group_requests_status_check CHECK (status = ANY (ARRAY['new'::text, 'answered'::text, 'booked'::text, 'declined'::text, 'expired'::text])),
  CONSTRAINT group_requests_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT group_requests_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX group_requests_by_day ON group_requests USING btree (on_date);
CREATE UNIQUE INDEX group_requests_once ON group_requests USING btree (location_id, COALESCE(guest_phone, lower(guest_email)), on_date) WHERE status = 'new'::text;
CREATE INDEX group_requests_open ON group_requests USING btree (location_id, on_date) WHERE status = ANY (ARRAY['new'::text, 'answered'::text]);
COMMENT ON TABLE group_requests IS 'in the clock of the location; deleted thirty days after their day';
COMMENT ON COLUMN group_requests.on_date IS 'the local date that the group asks for, between two local times';
COMMENT ON COLUMN group_requests.acted_by IS 'the person or device that answered';

CREATE TABLE guest_links (
  token_hash bytea NOT NULL,
  location_id id NOT NULL,
  order_id id,
  booking_id id,
  made_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  alert_id id,
  CONSTRAINT guest_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT guest_links_check CHECK (num_nonnulls(order_id, booking_id, alert_id) = 1),
  CONSTRAINT guest_links_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES table_alerts(id),
  CONSTRAINT guest_links_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT guest_links_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  CONSTRAINT guest_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX guest_links_by_age ON guest_links USING btree (made_at);
CREATE INDEX guest_links_of_alert ON guest_links USING btree (alert_id) WHERE alert_id IS NOT NULL;
CREATE INDEX guest_links_of_booking ON guest_links USING btree (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX guest_links_of_order ON guest_links USING btree (order_id) WHERE order_id IS NOT NULL;
COMMENT ON COLUMN guest_links.token_hash IS 'SHA-256 of the 22 characters behind /g/';
COMMENT ON COLUMN guest_links.made_at IS 'real time';

CREATE TABLE guest_notes (
  location_id id NOT NULL,
  contact text NOT NULL,
  note text,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  version integer NOT NULL,
  acted_by jsonb,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT guest_notes_pkey PRIMARY KEY (location_id, contact),
  CONSTRAINT guest_notes_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  CONSTRAINT guest_notes_tags_check CHECK (tags <@ ARRAY['vip'::text, 'regular'::text, 'birthday'::text, 'high_chair'::text, 'wheelchair'::text, 'allergy'::text]),
  CONSTRAINT guest_notes_version_check CHECK (version >= 1),
  CONSTRAINT guest_notes_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX guest_notes_of_contact ON guest_notes USING btree (contact);
COMMENT ON TABLE guest_notes IS 'read by hosts and managers only; erased with the guest, and when no booking names the guest any more';
COMMENT ON COLUMN guest_notes.contact IS 'E.164, or where the guest has no phone the e-mail address in small letters';

CREATE TABLE guest_tries (
  name_hash bytea NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  taken integer NOT NULL,
  CONSTRAINT guest_tries_pkey PRIMARY KEY (name_hash)
);
CREATE INDEX guest_tries_by_end ON guest_tries USING btree (ends_at);
COMMENT ON COLUMN guest_tries.name_hash IS 'SHA-256 of a network, a code or a contact';
COMMENT ON COLUMN guest_tries.ends_at IS 'real time at which the window ends; the next try then opens another';

CREATE TABLE health_samples (
  at timestamp with time zone NOT NULL,
  oldest_due_seconds double precision NOT NULL,
  late_timer_seconds double precision NOT NULL,
  drain_age_seconds double precision NOT NULL,
  refused_share double precision NOT NULL,
  unattended_orders integer NOT NULL,
  owed_refunds integer NOT NULL,
  CONSTRAINT health_samples_pkey PRIMARY KEY (at),
  CONSTRAINT health_samples_drain_age_seconds_check CHECK (drain_age_seconds >= 0::double precision),
  CONSTRAINT health_samples_late_timer_seconds_check CHECK (late_timer_seconds >= 0::double precision),
  CONSTRAINT health_samples_oldest_due_seconds_check CHECK (oldest_due_seconds >= 0::double precision),
  CONSTRAINT health_samples_owed_refunds_check CHECK (owed_refunds >= 0),
  CONSTRAINT health_samples_refused_share_check CHECK (refused_share >= 0::double precision AND refused_share <= 1::double precision),
  CONSTRAINT health_samples_unattended_orders_check CHECK (unattended_orders >= 0)
);
COMMENT ON TABLE health_samples IS 'the figures of the alerts as a worker read them, kept for seven days';
COMMENT ON COLUMN health_samples.at IS 'the minute, by the database; of several workers the first one writes it';
COMMENT ON COLUMN health_samples.refused_share IS 'calls of the last five minutes that were answered 503, of all processes alive';

CREATE TABLE idempotency_answers (
  day date NOT NULL,
  id bigint NOT NULL,
  body text NOT NULL,
  CONSTRAINT idempotency_answers_pkey PRIMARY KEY (day, id)
) PARTITION BY RANGE (day);
COMMENT ON TABLE idempotency_answers IS 'answers for replays; one partition a day (UTC), dropped when the day began 48 hours ago';
COMMENT ON COLUMN idempotency_answers.day IS 'on which the key was used first, by the clock of the database';
COMMENT ON COLUMN idempotency_answers.body IS 'the answer, byte for byte, secrets left out';

CREATE TABLE idempotency_keys (
  scope text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  operation_id id NOT NULL,
  fingerprint bytea NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status integer,
  body text,
  leased_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  answer_id bigint,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope, key),
  CONSTRAINT idempotency_keys_check CHECK ((status IS NULL) = (leased_until IS NOT NULL))
) WITH (autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_insert_scale_factor=0.1);
CREATE INDEX idempotency_keys_answers ON idempotency_keys USING btree (created_at) WHERE body IS NOT NULL;
CREATE INDEX idempotency_keys_created ON idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_operation ON idempotency_keys USING btree (operation_id);
COMMENT ON COLUMN idempotency_keys.scope IS 'the app id, or the surface for callers without one';
COMMENT ON COLUMN idempotency_keys.fingerprint IS 'SHA-256 of method, path with query, and raw body';
COMMENT ON COLUMN idempotency_keys.body IS 'the answer, where a process of the release before wrote it; null once the 24 hours are over';
COMMENT ON COLUMN idempotency_keys.leased_until IS 'work of several steps is under way until then; after it, the work may be run again';
COMMENT ON COLUMN idempotency_keys.answer_id IS 'with the day (UTC) of created_at it finds the answer in idempotency_answers; null while there is none';

CREATE TABLE live_changes (
  location_id id NOT NULL,
  sequence bigint NOT NULL,
  topic text NOT NULL,
  resource_id id NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT live_changes_pkey PRIMARY KEY (location_id, sequence),
  CONSTRAINT live_changes_topic_check CHECK (topic = ANY (ARRAY['orders'::text, 'bookings'::text, 'waitlist'::text, 'floor'::text, 'settings'::text]))
);
CREATE INDEX live_changes_old ON live_changes USING btree (at);
COMMENT ON TABLE live_changes IS 'kept a day, the newest 5,000 of a location; the resource itself is read when it is shown. No foreign key: it would lock the location for each change';

CREATE TABLE live_sequences (
  location_id id NOT NULL,
  sequence bigint NOT NULL,
  CONSTRAINT live_sequences_pkey PRIMARY KEY (location_id),
  CONSTRAINT live_sequences_sequence_check CHECK (sequence >= 1),
  CONSTRAINT live_sequences_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
) WITH (fillfactor=50);
COMMENT ON TABLE live_sequences IS 'the number of the last change of a location; its row is locked from the last statement of a transaction to the COMMIT, so that numbers follow commits';

CREATE TABLE location_pictures (
  location_id id NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT location_pictures_pkey PRIMARY KEY (location_id, kind),
  CONSTRAINT location_pictures_bytes_check CHECK (length(bytes) <= 400000),
  CONSTRAINT location_pictures_kind_check CHECK (kind = ANY (ARRAY['logo'::text, 'hero'::text])),
  CONSTRAINT location_pictures_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON COLUMN location_pictures.name IS 'a hash of the bytes: the last part of the address';

CREATE TABLE location_slugs (
  slug text COLLATE "C" NOT NULL,
  location_id id NOT NULL,
  given_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT location_slugs_pkey PRIMARY KEY (slug),
  CONSTRAINT location_slugs_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON COLUMN location_slugs.given_at IS 'real time';

CREATE TABLE locations (
  id id NOT NULL,
  name text,
  status text NOT NULL DEFAULT 'active'::text,
  timezone text,
  phone text,
  address jsonb NOT NULL,
  latitude double precision,
  longitude double precision,
  opening_hours jsonb,
  order_routing text NOT NULL DEFAULT 'app'::text,
  decision_timeout text NOT NULL DEFAULT 'reject'::text,
  validation_timeout text NOT NULL DEFAULT 'reject'::text,
  lead_minutes integer,
  payment_options text[] NOT NULL DEFAULT '{link}'::text[],
  booking_mode text NOT NULL DEFAULT 'native'::text,
  bookings_enabled boolean NOT NULL DEFAULT false,
  messaging boolean NOT NULL DEFAULT false,
  clock_offset_seconds bigint NOT NULL DEFAULT 0,
  event_sequence bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  ordering_paused_until timestamp with time zone,
  preparation_minutes integer NOT NULL DEFAULT 0,
  busy_delay_minutes integer NOT NULL DEFAULT 0,
  capacity_interval_minutes integer,
  capacity_max_orders integer,
  language text,
  guest_retention_days integer,
  payment_window_minutes integer NOT NULL DEFAULT 15,
  alert_phone text,
  auto_pause_after integer NOT NULL DEFAULT 3,
  version integer NOT NULL DEFAULT 1,
  profile jsonb NOT NULL DEFAULT '{"slug": null, "listed": false, "tax_id": null, "cuisines": [], "legal_name": null, "description": null, "price_level": null, "translations": {}, "contact_email": null}'::jsonb,
  order_messages text NOT NULL DEFAULT 'email'::text,
  pause_reason text,
  busy_until timestamp with time zone,
  updated_by text NOT NULL DEFAULT 'service'::text,
  tip_percentages integer[] NOT NULL DEFAULT '{5,10,15}'::integer[],
  CONSTRAINT locations_pkey PRIMARY KEY (id),
  CONSTRAINT locations_auto_pause_after_check CHECK (auto_pause_after >= 0 AND auto_pause_after <= 10),
  CONSTRAINT locations_booking_mode_check CHECK (booking_mode = ANY (ARRAY['native'::text, 'provider'::text])),
  CONSTRAINT locations_busy_delay_minutes_check CHECK (busy_delay_minutes >= 0 AND busy_delay_minutes <= 480),
  CONSTRAINT locations_capacity_interval_minutes_check CHECK (capacity_interval_minutes = ANY (ARRAY[5, 10, 15, 20, 30, 60])),
  CONSTRAINT locations_capacity_max_orders_check CHECK (capacity_max_orders >= 1 AND capacity_max_orders <= 10000),
  CONSTRAINT locations_check CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT locations_check1 CHECK ((capacity_interval_minutes IS NULL) = (capacity_max_orders IS NULL)),
  CONSTRAINT locations_clock_offset_seconds_check CHECK (clock_offset_seconds >= 0 AND clock_offset_seconds <= 34560000),
  CONSTRAINT locations_decision_timeout_check CHECK (decision_timeout = ANY (ARRAY['reject'::text, 'accept'::text])),
  CONSTRAINT locations_guest_retention_days_check CHECK (guest_retention_days >= 1 AND guest_retention_days <= 3650),
  CONSTRAINT locations_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  CONSTRAINT locations_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT locations_lead_minutes_check CHECK (lead_minutes >= 0 AND lead_minutes <= 1440),
  CONSTRAINT locations_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT locations_order_messages_check CHECK (order_messages = ANY (ARRAY['off'::text, 'email'::text, 'email_and_sms'::text])),
  CONSTRAINT locations_order_routing_check CHECK (order_routing = ANY (ARRAY['app'::text, 'manual'::text])),
  CONSTRAINT locations_payment_window_minutes_check CHECK (payment_window_minutes >= 5 AND payment_window_minutes <= 60),
  CONSTRAINT locations_preparation_minutes_check CHECK (preparation_minutes >= 0 AND preparation_minutes <= 1440),
  CONSTRAINT locations_status_check CHECK (status = ANY (ARRAY['active'::text, 'inactive'::text, 'paused'::text])),
  CONSTRAINT locations_tip_percentages_check CHECK (cardinality(tip_percentages) <= 3 AND (1 <= ALL (tip_percentages)) AND (50 >= ALL (tip_percentages))),
  CONSTRAINT locations_updated_by_check CHECK (updated_by = ANY (ARRAY['partner'::text, 'store'::text, 'service'::text])),
  CONSTRAINT locations_validation_timeout_check CHECK (validation_timeout = ANY (ARRAY['reject'::text, 'continue'::text])),
  CONSTRAINT locations_version_check CHECK (version >= 1)
);
CREATE INDEX locations_moved_clocks ON locations USING btree (clock_offset_seconds) WHERE clock_offset_seconds > 0;
COMMENT ON COLUMN locations.opening_hours IS 'availability windows of the menu document; null is always open';
COMMENT ON COLUMN locations.lead_minutes IS 'how long before its time a scheduled order is handed over; null is at once';
COMMENT ON COLUMN locations.clock_offset_seconds IS 'how far the sandbox has moved this location''s clock ahead; 0 in live';
COMMENT ON COLUMN locations.event_sequence IS 'counts the location''s own events (provisioned, deprovisioned, status)';
COMMENT ON COLUMN locations.ordering_paused_until IS 'no order is prepared before this time; later ones are still taken';
COMMENT ON COLUMN locations.preparation_minutes IS 'from placing to ready on a quiet day';
COMMENT ON COLUMN locations.busy_delay_minutes IS 'added to preparation_minutes while it is set';
COMMENT ON COLUMN locations.capacity_max_orders IS 'orders per interval, by the time for which they are due';
COMMENT ON COLUMN locations.language IS 'ISO 639-1, of messages and pages for guests; null: the language of the country';
COMMENT ON COLUMN locations.guest_retention_days IS 'days after the end of a stay at which its guest is erased; null: kept until somebody asks';
COMMENT ON COLUMN locations.payment_window_minutes IS 'from the moment at which the link of an order can be paid until the order ends unpaid';
COMMENT ON COLUMN locations.alert_phone IS 'E.164; texted when nobody looks at an order of staff';
COMMENT ON COLUMN locations.auto_pause_after IS 'so many orders of staff in a row that nobody decided in time pause ordering until tomorrow; 0: never';
COMMENT ON COLUMN locations.version IS 'counts the changes of the settings, from 1; what expected_version is compared with';
COMMENT ON COLUMN locations.profile IS 'what guests are shown: texts, cuisines, e-mail, slug; legal name and tax number for receipts';
COMMENT ON COLUMN locations.order_messages IS 'by what diners are told of their orders; beside it stands how each chose to be told';
COMMENT ON COLUMN locations.pause_reason IS 'why ordering is paused, in the words of who paused it';
COMMENT ON COLUMN locations.busy_until IS 'in the clock of the location; a delay that has ended reads as none';
COMMENT ON COLUMN locations.updated_by IS 'whose change was the last, as apps are told';

CREATE TABLE mail_stops (
  address text COLLATE "C" NOT NULL,
  scope text NOT NULL,
  reason text NOT NULL,
  stopped_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  until timestamp with time zone,
  CONSTRAINT mail_stops_pkey PRIMARY KEY (address, scope),
  CONSTRAINT mail_stops_check CHECK ((reason = 'bounced'::text) = (until IS NOT NULL)),
  CONSTRAINT mail_stops_reason_check CHECK (reason = ANY (ARRAY['asked'::text, 'bounced'::text])),
  CONSTRAINT mail_stops_scope_check CHECK (scope = ANY (ARRAY['all'::text, 'reminders'::text]))
);
COMMENT ON TABLE mail_stops IS 'e-mail addresses that are not written to: stays when a guest is erased, who asked for that';

CREATE TABLE maple_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT maple_migrations_pkey PRIMARY KEY (version)
);

CREATE TABLE menu_catalogs (
  id id NOT NULL,
  location_id id NOT NULL,
  current_version_id id,
  applied_number bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  source_hash bytea,
  CONSTRAINT menu_catalogs_pkey PRIMARY KEY (id),
  CONSTRAINT menu_catalogs_location_id_key UNIQUE (location_id),
  CONSTRAINT menu_catalogs_current_version_id_fkey FOREIGN KEY (current_version_id) REFERENCES menu_versions(id),
  CONSTRAINT menu_catalogs_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON TABLE menu_catalogs IS 'one row per location; its lock is what parallel publishes queue on';
COMMENT ON COLUMN menu_catalogs.current_version_id IS 'the version that is live; switched in the transaction of the publish';
COMMENT ON COLUMN menu_catalogs.applied_number IS 'the number of the newest publish that is live, so that an older one never overwrites it';
COMMENT ON COLUMN menu_catalogs.source_hash IS 'SHA-256 of the request body from which the live version was last published; null when it was restored';

CREATE TABLE menu_objects (
  id id NOT NULL,
  location_id id NOT NULL,
  kind text NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  present boolean NOT NULL DEFAULT true,
  stock_status text,
  restock_at timestamp with time zone,
  CONSTRAINT menu_objects_pkey PRIMARY KEY (id),
  CONSTRAINT menu_objects_location_id_kind_external_id_key UNIQUE (location_id, kind, external_id),
  CONSTRAINT menu_objects_check CHECK ((stock_status IS NOT NULL) = (kind = ANY (ARRAY['item'::text, 'variation'::text, 'modifier_option'::text]))),
  CONSTRAINT menu_objects_kind_check CHECK (kind = ANY (ARRAY['category'::text, 'item'::text, 'variation'::text, 'modifier_group'::text, 'modifier_option'::text])),
  CONSTRAINT menu_objects_restock_of_out_of_stock CHECK (restock_at IS NULL OR stock_status = 'out_of_stock'::text),
  CONSTRAINT menu_objects_stock_status_check CHECK (stock_status = ANY (ARRAY['in_stock'::text, 'low_stock'::text, 'out_of_stock'::text])),
  CONSTRAINT menu_objects_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX menu_objects_not_in_stock ON menu_objects USING btree (location_id, stock_status) WHERE stock_status <> 'in_stock'::text;
CREATE INDEX menu_objects_restock ON menu_objects USING btree (restock_at) WHERE restock_at IS NOT NULL;
COMMENT ON TABLE menu_objects IS 'identities; a row lives for ever, so an object that leaves the menu and returns keeps its id';
COMMENT ON COLUMN menu_objects.present IS 'whether the live version has it';
COMMENT ON COLUMN menu_objects.restock_at IS 'when it is in stock again by itself, in the clock of the location; null: when somebody says so';

CREATE TABLE menu_photos (
  item_id id NOT NULL,
  location_id id NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT menu_photos_pkey PRIMARY KEY (item_id),
  CONSTRAINT menu_photos_bytes_check CHECK (octet_length(bytes) <= 3000000),
  CONSTRAINT menu_photos_content_type_check CHECK (content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text])),
  CONSTRAINT menu_photos_item_id_fkey FOREIGN KEY (item_id) REFERENCES menu_objects(id),
  CONSTRAINT menu_photos_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX menu_photos_location ON menu_photos USING btree (location_id, name);
COMMENT ON TABLE menu_photos IS 'one photo of an item; the item lives for ever, so no publish takes its photo away';
COMMENT ON COLUMN menu_photos.name IS 'of the path under which it is served: made from a hash of the bytes';

CREATE TABLE menu_syncs (
  id id NOT NULL,
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  location_id id NOT NULL,
  app_id id,
  dry_run boolean NOT NULL DEFAULT false,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  version_id id,
  no_op boolean NOT NULL DEFAULT false,
  changes json,
  failure json,
  document text,
  object_count integer,
  leased_by text COLLATE "C",
  leased_until timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  entity_count integer,
  source_hash bytea,
  CONSTRAINT menu_syncs_pkey PRIMARY KEY (id),
  CONSTRAINT menu_syncs_attempts_check CHECK (attempts >= 0),
  CONSTRAINT menu_syncs_check CHECK ((status = ANY (ARRAY['completed'::text, 'failed'::text])) = (completed_at IS NOT NULL)),
  CONSTRAINT menu_syncs_check1 CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text])) = (document IS NOT NULL)),
  CONSTRAINT menu_syncs_check2 CHECK ((status = 'completed'::text) = (changes IS NOT NULL)),
  CONSTRAINT menu_syncs_check3 CHECK ((status = 'failed'::text) = (failure IS NOT NULL)),
  CONSTRAINT menu_syncs_check4 CHECK ((status = 'processing'::text) = (leased_by IS NOT NULL)),
  CONSTRAINT menu_syncs_check5 CHECK ((leased_by IS NULL) = (leased_until IS NULL)),
  CONSTRAINT menu_syncs_status_check CHECK (status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text])),
  CONSTRAINT menu_syncs_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id),
  CONSTRAINT menu_syncs_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  CONSTRAINT menu_syncs_version_id_fkey FOREIGN KEY (version_id) REFERENCES menu_versions(id)
);
CREATE INDEX menu_syncs_dry_runs ON menu_syncs USING btree (completed_at) WHERE dry_run AND completed_at IS NOT NULL;
CREATE INDEX menu_syncs_open ON menu_syncs USING btree (location_id, number) WHERE status = ANY (ARRAY['pending'::text, 'processing'::text]);
COMMENT ON COLUMN menu_syncs.number IS 'the order of publishes: the newest wins';
COMMENT ON COLUMN menu_syncs.app_id IS 'who published; null: the people of the location, where no app is connected';
COMMENT ON COLUMN menu_syncs.created_at IS 'location time, as completed_at';
COMMENT ON COLUMN menu_syncs.document IS 'what is to be published, canonical JSON text; dropped when the sync ends';
COMMENT ON COLUMN menu_syncs.leased_until IS 'real time; a lease that lapsed is taken over, attempts fences the late finisher';

CREATE TABLE menu_versions (
  id id NOT NULL,
  catalog_id id NOT NULL,
  published_at timestamp with time zone NOT NULL,
  content_hash bytea NOT NULL,
  object_count integer NOT NULL,
  document text NOT NULL,
  entity_count integer NOT NULL DEFAULT 0,
  CONSTRAINT menu_versions_pkey PRIMARY KEY (id),
  CONSTRAINT menu_versions_entity_count_check CHECK (entity_count >= 0),
  CONSTRAINT menu_versions_object_count_check CHECK (object_count >= 0),
  CONSTRAINT menu_versions_catalog_id_fkey FOREIGN KEY (catalog_id) REFERENCES menu_catalogs(id)
);
CREATE INDEX menu_versions_catalog ON menu_versions USING btree (catalog_id, id);
COMMENT ON TABLE menu_versions IS 'kept, never changed';
COMMENT ON COLUMN menu_versions.published_at IS 'location time, which the sandbox may have moved';
COMMENT ON COLUMN menu_versions.content_hash IS 'SHA-256 of that text';
COMMENT ON COLUMN menu_versions.document IS 'the parsed document as canonical JSON text, so that equal menus are equal bytes';
COMMENT ON COLUMN menu_versions.entity_count IS 'everything with an externalId; object_count has only what counts towards the limit';

CREATE TABLE message_choices (
  subject_id id NOT NULL,
  location_id id NOT NULL,
  channel text NOT NULL,
  sentence text NOT NULL,
  chosen_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT message_choices_pkey PRIMARY KEY (subject_id),
  CONSTRAINT message_choices_channel_check CHECK (channel = ANY (ARRAY['sms'::text, 'email'::text, 'page'::text])),
  CONSTRAINT message_choices_sentence_check CHECK (char_length(sentence) >= 1 AND char_length(sentence) <= 500),
  CONSTRAINT message_choices_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON TABLE message_choices IS 'consent of guests; an order, booking or entry without a row was made where nobody asked';
COMMENT ON COLUMN message_choices.sentence IS 'as the guest read it, in their language';

CREATE TABLE message_opt_outs (
  phone text NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT message_opt_outs_pkey PRIMARY KEY (phone)
);

CREATE TABLE message_settings (
  only_one boolean NOT NULL DEFAULT true,
  sender text NOT NULL,
  mail_sender text,
  CONSTRAINT message_settings_pkey PRIMARY KEY (only_one),
  CONSTRAINT message_settings_mail_sender_check CHECK (mail_sender = ANY (ARRAY['outbox'::text, 'smtp'::text])),
  CONSTRAINT message_settings_only_one_check CHECK (only_one),
  CONSTRAINT message_settings_sender_check CHECK (sender = ANY (ARRAY['outbox'::text, 'twilio'::text]))
);

CREATE TABLE messages (
  id id NOT NULL,
  location_id id NOT NULL,
  kind text NOT NULL,
  subject_id id NOT NULL,
  dedupe_key text COLLATE "C" NOT NULL,
  language text NOT NULL,
  phone text,
  body text,
  segments integer NOT NULL,
  sender text NOT NULL,
  status text NOT NULL,
  provider_id text COLLATE "C",
  error text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  due_at timestamp with time zone,
  send_before timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  uncertain_since timestamp with time zone,
  leased_by text,
  leased_until timestamp with time zone,
  channel text NOT NULL DEFAULT 'sms'::text,
  email text,
  letter jsonb,
  instead jsonb,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_dedupe_key_key UNIQUE (dedupe_key),
  CONSTRAINT messages_provider_id_key UNIQUE (provider_id),
  CONSTRAINT messages_channel_check CHECK (channel = ANY (ARRAY['sms'::text, 'email'::text])),
  CONSTRAINT messages_check CHECK ((status = 'queued'::text) = (due_at IS NOT NULL)),
  CONSTRAINT messages_kind_check CHECK (kind = ANY (ARRAY['waitlist_joined'::text, 'table_ready'::text, 'waitlist_expired'::text, 'booking_confirmed'::text, 'booking_requested'::text, 'booking_declined'::text, 'booking_reminder'::text, 'booking_changed'::text, 'booking_cancelled'::text, 'booking_payment'::text, 'booking_refunded'::text, 'order_received'::text, 'order_accepted'::text, 'order_delayed'::text, 'order_changed'::text, 'order_ready'::text, 'order_out_for_delivery'::text, 'order_denied'::text, 'order_cancelled'::text, 'order_unpaid'::text, 'order_refunded'::text, 'table_offer'::text, 'group_request'::text, 'group_answer'::text, 'find_links'::text, 'staff_alert'::text, 'invitation'::text])),
  CONSTRAINT messages_mail_check CHECK (channel = 'email'::text OR email IS NULL AND letter IS NULL AND instead IS NULL),
  CONSTRAINT messages_secret_check CHECK (kind <> 'invitation'::text OR status = 'queued'::text OR body IS NULL),
  CONSTRAINT messages_segments_check CHECK (segments >= 1),
  CONSTRAINT messages_sender_check CHECK (sender = ANY (ARRAY['outbox'::text, 'twilio'::text, 'smtp'::text])),
  CONSTRAINT messages_status_check CHECK (status = ANY (ARRAY['queued'::text, 'sent'::text, 'unconfirmed'::text, 'delivered'::text, 'undelivered'::text, 'failed'::text, 'suppressed'::text])),
  CONSTRAINT messages_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX messages_due ON messages USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX messages_kept_of_orders ON messages USING btree (location_id, created_at) WHERE subject_id::text ~~ 'ord%'::text AND (phone IS NOT NULL OR email IS NOT NULL);
CREATE INDEX messages_of_email ON messages USING btree (email) WHERE email IS NOT NULL;
CREATE INDEX messages_of_location ON messages USING btree (location_id, id);
CREATE INDEX messages_of_phone ON messages USING btree (phone) WHERE phone IS NOT NULL;
CREATE INDEX messages_of_subject ON messages USING btree (subject_id, created_at);
COMMENT ON COLUMN messages.subject_id IS 'the waitlist entry, booking, order or invitation that it is about';
COMMENT ON COLUMN messages.dedupe_key IS 'one message per occasion, however often it is asked for';
COMMENT ON COLUMN messages.phone IS 'E.164; null once the guest was forgotten, as the body';
COMMENT ON COLUMN messages.body IS 'that of an invitation holds a secret, and is emptied when its sending ends';
COMMENT ON COLUMN messages.send_before IS 'after that it would only confuse: it fails instead';
COMMENT ON COLUMN messages.uncertain_since IS 'an attempt began and its outcome is not known: a provider of texts is asked before another; an e-mail is never tried again';
COMMENT ON COLUMN messages.email IS 'of an e-mail, lower-cased; null once the guest was forgotten, as body and letter';
COMMENT ON COLUMN messages.letter IS 'of an e-mail: its words and values, from which it is written out';
COMMENT ON COLUMN messages.instead IS 'of an e-mail: the text that goes out when the e-mail is not known to have been taken';

CREATE TABLE order_changes (
  order_id id NOT NULL,
  sequence integer NOT NULL,
  at timestamp with time zone NOT NULL,
  what text NOT NULL,
  actor text NOT NULL,
  status text NOT NULL,
  payment_status text NOT NULL,
  acted_by jsonb,
  CONSTRAINT order_changes_pkey PRIMARY KEY (order_id, sequence),
  CONSTRAINT order_changes_actor_check CHECK (actor = ANY (ARRAY['diner'::text, 'partner'::text, 'store'::text, 'service'::text])),
  CONSTRAINT order_changes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
COMMENT ON COLUMN order_changes.at IS 'in the clock of the location';
COMMENT ON COLUMN order_changes.acted_by IS 'kind and id of the person, device, app or operator token that made the change; null for the diner and the service';

CREATE TABLE order_numbers (
  location_id id NOT NULL,
  day date NOT NULL,
  last integer NOT NULL,
  CONSTRAINT order_numbers_pkey PRIMARY KEY (location_id, day),
  CONSTRAINT order_numbers_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);

CREATE TABLE orders (
  id id NOT NULL,
  location_id id NOT NULL,
  placed_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  event_sequence integer NOT NULL DEFAULT 0,
  status text NOT NULL,
  passed text[] NOT NULL,
  payment_status text NOT NULL,
  fulfillment_type text NOT NULL,
  display_number text NOT NULL,
  customer jsonb NOT NULL,
  line_items jsonb NOT NULL,
  totals jsonb NOT NULL,
  breakdown jsonb NOT NULL,
  menu_version_id id NOT NULL,
  delivery_address jsonb,
  scheduled_for timestamp with time zone,
  notes text,
  external_id text,
  estimated_ready_at timestamp with time zone,
  handed_over_at timestamp with time zone,
  decision_deadline timestamp with time zone,
  denial jsonb,
  cancellation jsonb,
  validation jsonb,
  simulated_payment boolean NOT NULL DEFAULT false,
  diner_token_hash bytea NOT NULL,
  payment_provider text,
  payment_link_token text,
  timer_kind text,
  timer_at timestamp with time zone,
  due_at timestamp with time zone,
  item_changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  refunded bigint NOT NULL DEFAULT 0,
  payment_deadline timestamp with time zone,
  receiver text,
  updated_by text NOT NULL,
  acted_by jsonb,
  seen_until timestamp with time zone,
  printed integer NOT NULL DEFAULT 0,
  alerted_at timestamp with time zone,
  language text,
  code text,
  written_at timestamp with time zone DEFAULT enter_order_drain(),
  replaced_by id,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_diner_token_hash_key UNIQUE (diner_token_hash),
  CONSTRAINT orders_check CHECK ((timer_kind IS NULL) = (timer_at IS NULL)),
  CONSTRAINT orders_check1 CHECK ((handed_over_at IS NULL) = (decision_deadline IS NULL)),
  CONSTRAINT orders_check3 CHECK ((status <> ALL (ARRAY['ACCEPTED'::text, 'AUTO_ACCEPTED'::text, 'READY'::text, 'IN_DELIVERY'::text, 'FULFILLED'::text])) OR handed_over_at IS NOT NULL),
  CONSTRAINT orders_fulfillment_type_check CHECK (fulfillment_type = ANY (ARRAY['pickup'::text, 'delivery'::text])),
  CONSTRAINT orders_handed_over_paid CHECK (handed_over_at IS NULL OR (payment_status = ANY (ARRAY['paid'::text, 'refund_pending'::text, 'refunded'::text, 'pay_in_store'::text]))),
  CONSTRAINT orders_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text, 'de'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text])),
  CONSTRAINT orders_payment_provider_check CHECK (payment_provider = ANY (ARRAY['test'::text, 'stripe'::text])),
  CONSTRAINT orders_payment_status_check CHECK (payment_status = ANY (ARRAY['unpaid'::text, 'pending'::text, 'paid'::text, 'refund_pending'::text, 'refunded'::text, 'pay_in_store'::text, 'failed'::text])),
  CONSTRAINT orders_printed_check CHECK (printed >= 0),
  CONSTRAINT orders_receiver_check CHECK (receiver = ANY (ARRAY['app'::text, 'staff'::text])),
  CONSTRAINT orders_receiver_of_handed_over CHECK ((receiver IS NULL) = (handed_over_at IS NULL)),
  CONSTRAINT orders_refunded_check CHECK (refunded >= 0),
  CONSTRAINT orders_sequence_check CHECK (sequence >= 1),
  CONSTRAINT orders_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'AUTO_ACCEPTED'::text, 'READY'::text, 'IN_DELIVERY'::text, 'FULFILLED'::text, 'REJECTED'::text, 'STORE_CANCELLED'::text, 'CUSTOMER_CANCELLED'::text])),
  CONSTRAINT orders_timer_kind_check CHECK (timer_kind = ANY (ARRAY['validation'::text, 'payment'::text, 'hand_over'::text, 'decision'::text, 'item_change'::text])),
  CONSTRAINT orders_timer_of_status CHECK (timer_kind IS NULL OR status =
CASE timer_kind
    WHEN 'item_change'::text THEN 'ACCEPTED'::text
    ELSE 'PENDING'::text
END OR timer_kind = 'item_change'::text AND status = 'AUTO_ACCEPTED'::text),
  CONSTRAINT orders_unpaid_ends CHECK (status <> 'PENDING'::text OR (payment_status <> ALL (ARRAY['unpaid'::text, 'failed'::text, 'pending'::text])) OR (timer_kind = ANY (ARRAY['validation'::text, 'payment'::text]))),
  CONSTRAINT orders_updated_by_check CHECK (updated_by = ANY (ARRAY['partner'::text, 'store'::text, 'diner'::text, 'service'::text])),
  CONSTRAINT orders_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX orders_by_code ON orders USING btree (code) WHERE code IS NOT NULL;
CREATE INDEX orders_by_location ON orders USING btree (location_id, placed_at, id);
CREATE INDEX orders_by_update ON orders USING btree (location_id, COALESCE(written_at, updated_at), id);
CREATE INDEX orders_due ON orders USING btree (location_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX orders_ended ON orders USING btree (location_id, updated_at) WHERE status = ANY (ARRAY['FULFILLED'::text, 'REJECTED'::text, 'STORE_CANCELLED'::text, 'CUSTOMER_CANCELLED'::text]);
CREATE INDEX orders_of_email ON orders USING btree (lower(customer ->> 'email'::text)) WHERE (customer ->> 'email'::text) IS NOT NULL;
CREATE INDEX orders_of_phone ON orders USING btree ((customer ->> 'phone'::text));
CREATE INDEX orders_open ON orders USING btree (location_id) WHERE status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'AUTO_ACCEPTED'::text, 'READY'::text, 'IN_DELIVERY'::text]);
CREATE INDEX orders_timers ON orders USING btree (timer_at) WHERE timer_at IS NOT NULL;
CREATE TRIGGER orders_sold AFTER INSERT ON orders FOR EACH ROW WHEN (is_sold(new.status)) EXECUTE FUNCTION write_sale();
CREATE TRIGGER orders_sold_otherwise AFTER UPDATE OF status, totals ON orders FOR EACH ROW WHEN (is_sold(old.status) <> is_sold(new.status) OR is_sold(new.status) AND old.totals <> new.totals) EXECUTE FUNCTION write_sale();
CREATE TRIGGER orders_written BEFORE UPDATE ON orders FOR EACH ROW WHEN (new.sequence <> old.sequence AND NOT new.written_at IS DISTINCT FROM old.written_at) EXECUTE FUNCTION write_order_time();
COMMENT ON COLUMN orders.placed_at IS 'real time, taken after enter_order_drain(): the order in which GET /orders drains';
COMMENT ON COLUMN orders.sequence IS 'counts the changes of the order, from 1; order_changes has one row for each';
COMMENT ON COLUMN orders.event_sequence IS 'counts the events of the order, a resend included';
COMMENT ON COLUMN orders.passed IS 'the statuses reached so far, in order';
COMMENT ON COLUMN orders.simulated_payment IS 'the simulated diner pays as soon as it is asked to';
COMMENT ON COLUMN orders.timer_at IS 'when the one timer of the order acts; due once the clock of its location has reached it';
COMMENT ON COLUMN orders.due_at IS 'when it is to be ready, where the location counts its orders; null: it takes up no place';
COMMENT ON COLUMN orders.item_changes IS 'what the venue reported as unavailable, oldest first, with what came of it';
COMMENT ON COLUMN orders.refunded IS 'minor units that have gone back to the diner';
COMMENT ON COLUMN orders.payment_deadline IS 'until when the order can be paid, in the clock of the location; null until its link can be paid, and for those that are never paid by link';
COMMENT ON COLUMN orders.receiver IS 'who decides first: fixed at hand-over; app becomes staff when the app leaves';
COMMENT ON COLUMN orders.updated_by IS 'the actor of the last change';
COMMENT ON COLUMN orders.acted_by IS 'kind and id of the person, device, app or operator token of the last change; never shown to partners';
COMMENT ON COLUMN orders.seen_until IS 'until then no tablet rings for the order, in the clock of the location';
COMMENT ON COLUMN orders.printed IS 'how many tickets were printed';
COMMENT ON COLUMN orders.alerted_at IS 'real time at which staff were told of the order because nobody looked at it';
COMMENT ON COLUMN orders.language IS 'what the diner reads; null: the language of the location';
COMMENT ON COLUMN orders.code IS 'the confirmation code; null for orders placed by a version that gave none: theirs is made of the id';
COMMENT ON COLUMN orders.written_at IS 'real time of the last change, taken after enter_order_drain(): the order in which GET /orders drains by update';
COMMENT ON COLUMN orders.replaced_by IS 'the order that its diner placed in its place before paying; null for every other';
COMMENT ON INDEX orders_ended IS 'the orders that a board shows as done';
COMMENT ON INDEX orders_open IS 'the orders that a board shows and that an app leaves behind';

CREATE TABLE paired_devices (
  id id NOT NULL,
  location_id id NOT NULL,
  name text NOT NULL,
  screen text NOT NULL,
  language text NOT NULL DEFAULT 'en'::text,
  pin_minutes integer NOT NULL DEFAULT 30,
  require_pin boolean NOT NULL DEFAULT true,
  auto_print boolean NOT NULL DEFAULT false,
  pairing_code_hash bytea,
  pairing_expires_at timestamp with time zone,
  token_hash bytea,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  paired_at timestamp with time zone,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT paired_devices_pkey PRIMARY KEY (id),
  CONSTRAINT paired_devices_pairing_code_hash_key UNIQUE (pairing_code_hash),
  CONSTRAINT paired_devices_token_hash_key UNIQUE (token_hash),
  CONSTRAINT paired_devices_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text, 'de'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text])),
  CONSTRAINT paired_devices_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT paired_devices_paired CHECK ((token_hash IS NULL) = (paired_at IS NULL) AND (paired_at IS NULL) = (expires_at IS NULL)),
  CONSTRAINT paired_devices_pairing CHECK ((pairing_code_hash IS NULL) = (pairing_expires_at IS NULL)),
  CONSTRAINT paired_devices_pairing_code_hash_check CHECK (length(pairing_code_hash) = 32),
  CONSTRAINT paired_devices_pin_minutes_check CHECK (pin_minutes >= 0 AND pin_minutes <= 480),
  CONSTRAINT paired_devices_screen_check CHECK (screen = ANY (ARRAY['board'::text, 'stand'::text])),
  CONSTRAINT paired_devices_token_hash_check CHECK (length(token_hash) = 32),
  CONSTRAINT paired_devices_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX paired_devices_of_location ON paired_devices USING btree (location_id, id);
COMMENT ON TABLE paired_devices IS 'tablets that several people share; a device waits with its code until it is paired';
COMMENT ON COLUMN paired_devices.pin_minutes IS 'how long a person stays chosen; 0: for one act';
COMMENT ON COLUMN paired_devices.require_pin IS 'without it the device acts as itself';

CREATE TABLE passkeys (
  id id NOT NULL,
  person_id id NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  host text NOT NULL,
  name text NOT NULL,
  is_backed_up boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_credential_id_check CHECK (length(credential_id) >= 1 AND length(credential_id) <= 1023),
  CONSTRAINT passkeys_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT passkeys_public_key_check CHECK (length(public_key) <= 4096),
  CONSTRAINT passkeys_sign_count_check CHECK (sign_count >= 0),
  CONSTRAINT passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
);
CREATE INDEX passkeys_of_person ON passkeys USING btree (person_id);
COMMENT ON COLUMN passkeys.sign_count IS 'as the authenticator counts; a count that does not rise where it was above zero is refused';
COMMENT ON COLUMN passkeys.host IS 'the relying party: a passkey works at the host at which it was made only';

CREATE TABLE payment_links (
  id id NOT NULL,
  payment_id id NOT NULL,
  state text NOT NULL,
  request jsonb NOT NULL,
  reference text,
  url text,
  expires_at timestamp with time zone NOT NULL,
  look_at timestamp with time zone,
  looks integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT payment_links_pkey PRIMARY KEY (id),
  CONSTRAINT payment_links_reference_key UNIQUE (reference),
  CONSTRAINT payment_links_check CHECK ((state = ANY (ARRAY['creating'::text, 'open'::text, 'settling'::text, 'closing'::text])) = (look_at IS NOT NULL)),
  CONSTRAINT payment_links_check1 CHECK ((state <> ALL (ARRAY['open'::text, 'settling'::text, 'paid'::text, 'failed'::text])) OR reference IS NOT NULL),
  CONSTRAINT payment_links_check2 CHECK (state <> 'open'::text OR url IS NOT NULL),
  CONSTRAINT payment_links_state_check CHECK (state = ANY (ARRAY['creating'::text, 'open'::text, 'settling'::text, 'closing'::text, 'paid'::text, 'failed'::text, 'expired'::text])),
  CONSTRAINT payment_links_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX payment_links_by_payment ON payment_links USING btree (payment_id);
CREATE INDEX payment_links_due ON payment_links USING btree (look_at) WHERE look_at IS NOT NULL;
CREATE UNIQUE INDEX payment_links_one_alive ON payment_links USING btree (payment_id) WHERE state = ANY (ARRAY['creating'::text, 'open'::text, 'settling'::text, 'closing'::text]);
COMMENT ON COLUMN payment_links.state IS 'closing: nobody may pay it any more, and the processor is still to be told';
COMMENT ON COLUMN payment_links.url IS 'the processor''s page; whoever has it can pay';
COMMENT ON COLUMN payment_links.look_at IS 'real time: when the processor is asked how it stands, if it has said nothing until then; put off while somebody asks';

CREATE TABLE payments (
  id id NOT NULL,
  order_id id,
  location_id id NOT NULL,
  processor text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  captured bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  link_token text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  charge_ref text,
  refund_requested bigint NOT NULL DEFAULT 0,
  booking_id id,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_link_token_key UNIQUE (link_token),
  CONSTRAINT payments_order_id_key UNIQUE (order_id),
  CONSTRAINT payments_amount_check CHECK (amount >= 0),
  CONSTRAINT payments_charge_is_named CHECK ((captured > 0) = (charge_ref IS NOT NULL)),
  CONSTRAINT payments_check CHECK (captured >= 0 AND captured <= amount),
  CONSTRAINT payments_check1 CHECK (refunded >= 0 AND refunded <= captured),
  CONSTRAINT payments_of_one CHECK (num_nonnulls(order_id, booking_id) = 1),
  CONSTRAINT payments_processor_check CHECK (processor = ANY (ARRAY['test'::text, 'stripe'::text])),
  CONSTRAINT payments_refunds_within_captured CHECK (refunded <= refund_requested AND refund_requested <= captured),
  CONSTRAINT payments_status_check CHECK (status = ANY (ARRAY['unpaid'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'void'::text, 'refund_pending'::text, 'refunded'::text])),
  CONSTRAINT payments_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT payments_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX payments_of_booking ON payments USING btree (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX payments_of_location ON payments USING btree (location_id, created_at);
COMMENT ON COLUMN payments.order_id IS 'an order that was archived is not there any more';
COMMENT ON COLUMN payments.amount IS 'what the link asks for; what is kept of it is amount - refund_requested while it is paid';
COMMENT ON COLUMN payments.status IS 'void: the order or booking ended before anything was taken; the link no longer takes money';
COMMENT ON COLUMN payments.link_token IS 'unguessable; the last part of the payment link';
COMMENT ON COLUMN payments.charge_ref IS 'the charge that pays it, as the processor names it; any other charge is a surplus and goes back';
COMMENT ON COLUMN payments.refund_requested IS 'what has to go back of the captured amount, whether it has gone or not';
COMMENT ON COLUMN payments.booking_id IS 'the booking that it is for; a booking that is to be paid anew has a further one';

CREATE TABLE payments_ledger (
  id id NOT NULL,
  payment_id id NOT NULL,
  refund_id id,
  kind text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  reference text NOT NULL,
  reason text,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  location_id id NOT NULL,
  CONSTRAINT payments_ledger_pkey PRIMARY KEY (id),
  CONSTRAINT payments_ledger_once UNIQUE (payment_id, kind, reference),
  CONSTRAINT payments_ledger_accounts CHECK (kind = 'charge'::text AND debit = 'processor'::text AND (credit = ANY (ARRAY['orders'::text, 'bookings'::text])) OR (kind = ANY (ARRAY['refund_requested'::text, 'adjustment'::text])) AND (debit = ANY (ARRAY['orders'::text, 'bookings'::text])) AND credit = 'refunds'::text OR kind = 'refund_settled'::text AND debit = 'refunds'::text AND credit = 'processor'::text OR kind = 'refund_failed'::text AND debit = 'processor'::text AND credit = 'refunds'::text),
  CONSTRAINT payments_ledger_amount_check CHECK (amount > 0),
  CONSTRAINT payments_ledger_refund CHECK ((kind = 'charge'::text) = (refund_id IS NULL)),
  CONSTRAINT payments_ledger_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT payments_ledger_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX payments_ledger_of_location ON payments_ledger USING btree (location_id, at, id);
CREATE TRIGGER payments_ledger_names_location BEFORE INSERT ON payments_ledger FOR EACH ROW EXECUTE FUNCTION name_ledger_location();
CREATE TRIGGER payments_ledger_only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON payments_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
COMMENT ON TABLE payments_ledger IS 'every movement of money, written in the transaction of the change; rows are never changed or removed';
COMMENT ON COLUMN payments_ledger.reference IS 'the charge or the refund at the processor, or our refund when it is asked for: what makes a movement count once';
COMMENT ON COLUMN payments_ledger.at IS 'real time';
COMMENT ON COLUMN payments_ledger.location_id IS 'that of the payment; written by the database';

CREATE TABLE person_invitations (
  id id NOT NULL,
  token_hash bytea NOT NULL,
  role text NOT NULL,
  location_id id,
  app_id id,
  name text,
  phone text,
  invited_by jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  accepted_by id,
  withdrawn_at timestamp with time zone,
  CONSTRAINT person_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT person_invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT person_invitations_accepted CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  CONSTRAINT person_invitations_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT person_invitations_one_end CHECK (accepted_at IS NULL OR withdrawn_at IS NULL),
  CONSTRAINT person_invitations_phone_check CHECK (length(phone) <= 20),
  CONSTRAINT person_invitations_place CHECK (
CASE
    WHEN role = ANY (ARRAY['operator_admin'::text, 'operator_support'::text]) THEN location_id IS NULL AND app_id IS NULL
    WHEN role = 'developer'::text THEN location_id IS NULL AND app_id IS NOT NULL
    ELSE location_id IS NOT NULL AND app_id IS NULL
END),
  CONSTRAINT person_invitations_role_check CHECK (role = ANY (ARRAY['operator_admin'::text, 'operator_support'::text, 'manager'::text, 'host'::text, 'staff'::text, 'accountant'::text, 'developer'::text])),
  CONSTRAINT person_invitations_token_hash_check CHECK (length(token_hash) = 32),
  CONSTRAINT person_invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES persons(id),
  CONSTRAINT person_invitations_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id),
  CONSTRAINT person_invitations_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX person_invitations_of_location ON person_invitations USING btree (location_id) WHERE location_id IS NOT NULL;
COMMENT ON TABLE person_invitations IS 'links that give one role once';
COMMENT ON COLUMN person_invitations.token_hash IS 'SHA-256 of 32 random bytes in base64url, shown once';
COMMENT ON COLUMN person_invitations.invited_by IS 'the actor: {kind, id}';

CREATE TABLE person_pins (
  location_id id NOT NULL,
  person_id id NOT NULL,
  pin_mac bytea NOT NULL,
  set_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT person_pins_pkey PRIMARY KEY (location_id, person_id),
  CONSTRAINT person_pins_pin_mac_check CHECK (length(pin_mac) = 32),
  CONSTRAINT person_pins_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  CONSTRAINT person_pins_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
);
CREATE INDEX person_pins_of_person ON person_pins USING btree (person_id);
COMMENT ON COLUMN person_pins.pin_mac IS 'HMAC-SHA-256 of location, person and PIN under SECRET_KEY: four digits alone are no secret';

CREATE TABLE person_roles (
  id id NOT NULL,
  person_id id NOT NULL,
  role text NOT NULL,
  location_id id,
  app_id id,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp with time zone,
  CONSTRAINT person_roles_pkey PRIMARY KEY (id),
  CONSTRAINT person_roles_place CHECK (
CASE
    WHEN role = ANY (ARRAY['operator_admin'::text, 'operator_support'::text]) THEN location_id IS NULL AND app_id IS NULL
    WHEN role = 'developer'::text THEN location_id IS NULL AND app_id IS NOT NULL
    ELSE location_id IS NOT NULL AND app_id IS NULL
END),
  CONSTRAINT person_roles_role_check CHECK (role = ANY (ARRAY['operator_admin'::text, 'operator_support'::text, 'manager'::text, 'host'::text, 'staff'::text, 'accountant'::text, 'developer'::text])),
  CONSTRAINT person_roles_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id),
  CONSTRAINT person_roles_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  CONSTRAINT person_roles_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
);
CREATE INDEX person_roles_of_app ON person_roles USING btree (app_id) WHERE app_id IS NOT NULL;
CREATE INDEX person_roles_of_location ON person_roles USING btree (location_id, role) WHERE ended_at IS NULL AND location_id IS NOT NULL;
CREATE UNIQUE INDEX person_roles_once ON person_roles USING btree (person_id, role, location_id, app_id) NULLS NOT DISTINCT WHERE ended_at IS NULL;
COMMENT ON TABLE person_roles IS 'what a person may do, and where; a role that was taken away keeps its row with ended_at';

CREATE TABLE person_sessions (
  id id NOT NULL,
  token_hash bytea NOT NULL,
  person_id id NOT NULL,
  method text NOT NULL,
  device_id id,
  user_agent text,
  signed_in_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT person_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT person_sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT person_sessions_method_check CHECK (method = ANY (ARRAY['passkey'::text, 'password'::text, 'recovery'::text, 'provider'::text, 'invitation'::text, 'demo'::text, 'pin'::text])),
  CONSTRAINT person_sessions_on_device CHECK ((method = 'pin'::text) = (device_id IS NOT NULL)),
  CONSTRAINT person_sessions_token_hash_check CHECK (length(token_hash) = 32),
  CONSTRAINT person_sessions_user_agent_check CHECK (length(user_agent) <= 200),
  CONSTRAINT person_sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES paired_devices(id),
  CONSTRAINT person_sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
);
CREATE INDEX person_sessions_of_device ON person_sessions USING btree (device_id) WHERE ended_at IS NULL AND device_id IS NOT NULL;
CREATE INDEX person_sessions_of_person ON person_sessions USING btree (person_id) WHERE ended_at IS NULL;
CREATE INDEX person_sessions_over ON person_sessions USING btree (expires_at);
COMMENT ON COLUMN person_sessions.token_hash IS 'SHA-256 of the 32 random bytes of the cookie';
COMMENT ON COLUMN person_sessions.device_id IS 'the shared device on which the person typed a PIN; the session is good on it only';
COMMENT ON COLUMN person_sessions.last_used_at IS 'to the minute';

CREATE TABLE persons (
  id id NOT NULL,
  name text,
  email text COLLATE "C",
  language text NOT NULL DEFAULT 'en'::text,
  password_hash text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamp with time zone,
  erased_at timestamp with time zone,
  CONSTRAINT persons_pkey PRIMARY KEY (id),
  CONSTRAINT persons_email_key UNIQUE (email),
  CONSTRAINT persons_email_check CHECK (email = lower(email) AND length(email) <= 254),
  CONSTRAINT persons_erased CHECK ((erased_at IS NULL) = (name IS NOT NULL AND email IS NOT NULL)),
  CONSTRAINT persons_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text, 'de'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text])),
  CONSTRAINT persons_name_check CHECK (length(name) >= 1 AND length(name) <= 80)
);
COMMENT ON TABLE persons IS 'somebody who may sign in; what they may do is in person_roles';
COMMENT ON COLUMN persons.email IS 'the login name, lower-case; it proves nothing and links nothing';
COMMENT ON COLUMN persons.password_hash IS 'argon2id in the PHC form; null for those who sign in by other means only';
COMMENT ON COLUMN persons.erased_at IS 'since then nothing but the id is left';

CREATE TABLE processes (
  id uuid NOT NULL,
  kind text NOT NULL,
  host text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  beat_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  stopped_at timestamp with time zone,
  skew_seconds double precision NOT NULL,
  connections integer NOT NULL DEFAULT 0,
  recent_calls integer NOT NULL DEFAULT 0,
  recent_refused integer NOT NULL DEFAULT 0,
  CONSTRAINT processes_pkey PRIMARY KEY (id),
  CONSTRAINT processes_connections_check CHECK (connections >= 0 AND connections <= 10000),
  CONSTRAINT processes_kind_check CHECK (kind = ANY (ARRAY['dev'::text, 'serve'::text, 'work'::text])),
  CONSTRAINT processes_recent_calls_check CHECK (recent_calls >= 0),
  CONSTRAINT processes_recent_refused_check CHECK (recent_refused >= 0 AND recent_refused <= recent_calls)
) WITH (fillfactor=50);
COMMENT ON TABLE processes IS 'one row per process that runs or ran on this database; written every 10 seconds by the process';
COMMENT ON COLUMN processes.kind IS 'dev serves and works; work does the background work';
COMMENT ON COLUMN processes.host IS 'the name of the machine, for people';
COMMENT ON COLUMN processes.beat_at IS 'by the database; a process that was not heard of for 30 seconds does not count as alive';
COMMENT ON COLUMN processes.stopped_at IS 'null unless the process ended in order';
COMMENT ON COLUMN processes.skew_seconds IS 'the clock of the process minus the clock of the database, half the round trip left out';
COMMENT ON COLUMN processes.connections IS 'the most connections that the process opens to this database for long: its pools, and the one for wake-ups';
COMMENT ON COLUMN processes.recent_calls IS 'calls of both environments that the process answered in the five minutes before its last beat';
COMMENT ON COLUMN processes.recent_refused IS 'those of them that were answered with 503';

CREATE TABLE processor_events (
  processor text NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  taken_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT processor_events_pkey PRIMARY KEY (processor, event_id)
);

CREATE TABLE provider_bookings (
  booking_id id NOT NULL,
  location_id id NOT NULL,
  reference text COLLATE "C" NOT NULL,
  next_check_at timestamp with time zone,
  CONSTRAINT provider_bookings_pkey PRIMARY KEY (booking_id),
  CONSTRAINT provider_bookings_location_id_reference_key UNIQUE (location_id, reference),
  CONSTRAINT provider_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT provider_bookings_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX provider_bookings_due ON provider_bookings USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
COMMENT ON COLUMN provider_bookings.next_check_at IS 'real time at which the provider is asked what became of it; null once it is over';

CREATE TABLE provider_holds (
  hold_id id NOT NULL,
  lease_sealed bytea NOT NULL,
  CONSTRAINT provider_holds_pkey PRIMARY KEY (hold_id),
  CONSTRAINT provider_holds_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES booking_holds(id)
);

CREATE TABLE provider_identities (
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  person_id id NOT NULL,
  linked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT provider_identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT provider_identities_issuer_check CHECK (length(issuer) <= 500),
  CONSTRAINT provider_identities_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 255),
  CONSTRAINT provider_identities_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
);
CREATE UNIQUE INDEX provider_identities_of_person ON provider_identities USING btree (person_id, issuer);
COMMENT ON TABLE provider_identities IS 'who somebody is at a sign-in provider (OpenID Connect); linked by the signed-in person only';

CREATE TABLE provider_operations (
  id id NOT NULL,
  location_id id NOT NULL,
  app_id id,
  kind text NOT NULL,
  state text NOT NULL,
  subject_id id NOT NULL,
  hold_id id,
  request jsonb NOT NULL,
  refusal jsonb,
  attempts integer NOT NULL DEFAULT 1,
  last_fault text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  next_attempt_at timestamp with time zone,
  settled_at timestamp with time zone,
  settled_by text,
  CONSTRAINT provider_operations_pkey PRIMARY KEY (id),
  CONSTRAINT provider_operations_check CHECK ((state = 'refused'::text) = (refusal IS NOT NULL)),
  CONSTRAINT provider_operations_check1 CHECK ((state = ANY (ARRAY['done'::text, 'refused'::text])) = (settled_at IS NOT NULL)),
  CONSTRAINT provider_operations_kind_check CHECK (kind = ANY (ARRAY['hold'::text, 'book'::text, 'change'::text, 'cancel'::text])),
  CONSTRAINT provider_operations_settled_by_check CHECK (settled_by = ANY (ARRAY['answer'::text, 'asking'::text, 'operator'::text])),
  CONSTRAINT provider_operations_state_check CHECK (state = ANY (ARRAY['sending'::text, 'unsettled'::text, 'unsent'::text, 'done'::text, 'refused'::text])),
  CONSTRAINT provider_operations_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX provider_operations_due ON provider_operations USING btree (next_attempt_at) WHERE state = ANY (ARRAY['sending'::text, 'unsettled'::text]);
CREATE INDEX provider_operations_newest ON provider_operations USING btree (created_at, id);
CREATE INDEX provider_operations_of_guest ON provider_operations USING btree (location_id, (request ->> 'guestKey'::text)) WHERE state = ANY (ARRAY['sending'::text, 'unsettled'::text]);
CREATE UNIQUE INDEX provider_operations_one_at_a_time ON provider_operations USING btree (subject_id) WHERE state = ANY (ARRAY['sending'::text, 'unsettled'::text]);
CREATE UNIQUE INDEX provider_operations_one_booking_of_a_hold ON provider_operations USING btree (hold_id) WHERE state = ANY (ARRAY['sending'::text, 'unsettled'::text]);
COMMENT ON COLUMN provider_operations.id IS 'of the Idempotency-Key when there is one; what the provider is sent as idempotency token';
COMMENT ON COLUMN provider_operations.state IS 'sending: under way, or its process died; unsettled: nobody knows; unsent: it never left and may start anew';
COMMENT ON COLUMN provider_operations.subject_id IS 'the hold or booking that it makes or changes; a booking that is to be made has no row yet';
COMMENT ON COLUMN provider_operations.hold_id IS 'the hold that is booked';
COMMENT ON COLUMN provider_operations.request IS 'what to ask again with; the guest is taken out when it is settled';
COMMENT ON COLUMN provider_operations.next_attempt_at IS 'when the provider is asked (again); null: settled, or left to the operator';

CREATE TABLE rate_budgets (
  app_id id NOT NULL,
  budget text NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  taken integer NOT NULL,
  CONSTRAINT rate_budgets_pkey PRIMARY KEY (app_id, budget)
) WITH (fillfactor=50);
COMMENT ON COLUMN rate_budgets.ends_at IS 'real time at which the window ends; the next call then opens another';

CREATE TABLE recovery_codes (
  person_id id NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, code_hash),
  CONSTRAINT recovery_codes_code_hash_check CHECK (length(code_hash) = 32),
  CONSTRAINT recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
);
COMMENT ON TABLE recovery_codes IS 'ten single-use codes a person; new ones replace all';

CREATE TABLE recovery_links (
  token_hash bytea NOT NULL,
  person_id id NOT NULL,
  made_by jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT recovery_links_token_hash_check CHECK (length(token_hash) = 32),
  CONSTRAINT recovery_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
);
CREATE INDEX recovery_links_of_person ON recovery_links USING btree (person_id);
CREATE INDEX recovery_links_over ON recovery_links USING btree (expires_at);
COMMENT ON COLUMN recovery_links.made_by IS 'the actor: {kind, id}';

CREATE TABLE refunds (
  id id NOT NULL,
  payment_id id NOT NULL,
  location_id id NOT NULL,
  amount bigint NOT NULL,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  due_at timestamp with time zone,
  leased_by text,
  leased_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  purpose text NOT NULL,
  charge_ref text NOT NULL,
  currency text NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  processor_ref text,
  failed_refs text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_processor_ref_key UNIQUE (processor_ref),
  CONSTRAINT refunds_amount_check CHECK (amount > 0),
  CONSTRAINT refunds_check CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  CONSTRAINT refunds_purpose_check CHECK (purpose = ANY (ARRAY['order_over'::text, 'items_removed'::text, 'booking_over'::text, 'party_smaller'::text, 'surplus'::text])),
  CONSTRAINT refunds_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text])),
  CONSTRAINT refunds_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX refunds_by_payment ON refunds USING btree (payment_id);
CREATE INDEX refunds_due ON refunds USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX refunds_of_location ON refunds USING btree (location_id, created_at);
CREATE UNIQUE INDEX refunds_one_for_the_end ON refunds USING btree (payment_id) WHERE purpose = ANY (ARRAY['order_over'::text, 'booking_over'::text]);
CREATE UNIQUE INDEX refunds_one_per_surplus ON refunds USING btree (charge_ref) WHERE purpose = 'surplus'::text;
COMMENT ON TABLE refunds IS 'a refund that is owed: the row is the job, tried until the processor has paid it back';
COMMENT ON COLUMN refunds.tries IS 'counts the refunds asked for at the processor; each has an idempotency key of its own';
COMMENT ON COLUMN refunds.processor_ref IS 'the refund at the processor that is under way or was paid';
COMMENT ON COLUMN refunds.failed_refs IS 'refunds at the processor that failed for good; later news of them counts for nothing';

CREATE TABLE requests (
  id id NOT NULL,
  app_id id,
  route text NOT NULL,
  status integer NOT NULL,
  at timestamp with time zone NOT NULL,
  duration_ms integer,
  code text,
  method text,
  path text,
  query json,
  operation text,
  resource_id id,
  key_last_four text,
  user_agent text,
  idempotency_key text,
  replayed boolean NOT NULL DEFAULT false,
  event_ids text[] NOT NULL DEFAULT '{}'::text[],
  fault json,
  request_body json,
  response_body json,
  CONSTRAINT requests_pkey PRIMARY KEY (id),
  CONSTRAINT requests_code_check CHECK (length(code) <= 100),
  CONSTRAINT requests_duration_ms_check CHECK (duration_ms >= 0)
) PARTITION BY RANGE (id);
CREATE INDEX requests_of_app ON ONLY requests USING btree (app_id, id);
CREATE INDEX requests_of_resource ON ONLY requests USING btree (app_id, resource_id, id) WHERE resource_id IS NOT NULL;
COMMENT ON TABLE requests IS 'what apps asked and were answered, redacted before it is written; one partition a day';
COMMENT ON COLUMN requests.code IS 'of the refusal; null for a success, and for an answer that was kept and given again';
COMMENT ON COLUMN requests.path IS 'null for what a process of an older version wrote';
COMMENT ON COLUMN requests.resource_id IS 'what the path names last, or what was answered';
COMMENT ON COLUMN requests.event_ids IS 'the events that the request made';
COMMENT ON COLUMN requests.request_body IS 'json, not jsonb: shown as it was written; in live only of answers from 400';

CREATE TABLE sales_ledger (
  order_id id NOT NULL,
  number integer NOT NULL,
  location_id id NOT NULL,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  display_number text NOT NULL,
  fulfillment_type text NOT NULL,
  is_in_store boolean NOT NULL,
  currency text NOT NULL,
  total bigint NOT NULL,
  taxes bigint NOT NULL,
  tips bigint NOT NULL,
  discount bigint NOT NULL,
  fees bigint NOT NULL,
  delivery_fee bigint NOT NULL,
  rates jsonb NOT NULL,
  by_rates jsonb,
  CONSTRAINT sales_ledger_pkey PRIMARY KEY (location_id, order_id, number),
  CONSTRAINT sales_ledger_kind_check CHECK (kind = ANY (ARRAY['accepted'::text, 'items_removed'::text, 'cancelled'::text])),
  CONSTRAINT sales_ledger_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX sales_ledger_of_location ON sales_ledger USING btree (location_id, at, order_id, number);
CREATE TRIGGER sales_ledger_only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON sales_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_sales_change();
COMMENT ON TABLE sales_ledger IS 'what accepted orders are worth, each change on its own day; rows are never changed or removed';
COMMENT ON COLUMN sales_ledger.at IS 'when it was accepted, changed or cancelled, by the clock of the location';
COMMENT ON COLUMN sales_ledger.total IS 'minor units, as are all amounts; below 0 where it became less';
COMMENT ON COLUMN sales_ledger.rates IS 'the taxes by rate: [{rate, is_included, amount}]';
COMMENT ON COLUMN sales_ledger.by_rates IS 'net and taxes by the rates that are taken together: [{rates, net, taxes}]; null in lines of before';

CREATE TABLE sandbox_faults (
  app_id id NOT NULL,
  rules json NOT NULL,
  seed bigint NOT NULL,
  counts json NOT NULL DEFAULT '{}'::json,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_faults_pkey PRIMARY KEY (app_id),
  CONSTRAINT sandbox_faults_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id)
);
COMMENT ON TABLE sandbox_faults IS 'the rules of an app by which its calls and deliveries go wrong; in the test environment only';
COMMENT ON COLUMN sandbox_faults.counts IS 'how often each rule matched and acted, by its id';

CREATE TABLE service_mark (
  single boolean NOT NULL DEFAULT true,
  name text NOT NULL,
  marked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT service_mark_pkey PRIMARY KEY (single),
  CONSTRAINT service_mark_name_check CHECK (name = ANY (ARRAY['test'::text, 'live'::text])),
  CONSTRAINT service_mark_single_check CHECK (single)
);
COMMENT ON TABLE service_mark IS 'one row: which service the database is of; a process does not start on it for the other one';
COMMENT ON COLUMN service_mark.single IS 'true, so that there is one row';

CREATE TABLE sign_in_challenges (
  challenge_hash bytea NOT NULL,
  kind text NOT NULL,
  person_id id,
  secrets jsonb,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT sign_in_challenges_challenge_hash_check CHECK (length(challenge_hash) = 32),
  CONSTRAINT sign_in_challenges_kind_check CHECK (kind = ANY (ARRAY['passkey_sign_in'::text, 'passkey_registration'::text, 'passkey_joining'::text, 'provider'::text])),
  CONSTRAINT sign_in_challenges_person CHECK (kind <> 'passkey_registration'::text OR person_id IS NOT NULL),
  CONSTRAINT sign_in_challenges_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
);
CREATE INDEX sign_in_challenges_over ON sign_in_challenges USING btree (expires_at);
COMMENT ON TABLE sign_in_challenges IS 'what a browser is asked to sign, or a sign-in provider to bring back; deleted when it is used';
COMMENT ON COLUMN sign_in_challenges.person_id IS 'who asked while signed in; null for a sign-in';
COMMENT ON COLUMN sign_in_challenges.secrets IS 'of a sign-in provider: the nonce and the code verifier; of somebody who joins: the id that they will have';

CREATE TABLE sign_in_failures (
  account bytea NOT NULL,
  failures integer NOT NULL,
  window_ends_at timestamp with time zone NOT NULL,
  last_failed_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (account),
  CONSTRAINT sign_in_failures_account_check CHECK (length(account) = 32),
  CONSTRAINT sign_in_failures_failures_check CHECK (failures >= 1)
);
CREATE INDEX sign_in_failures_over ON sign_in_failures USING btree (window_ends_at);
COMMENT ON TABLE sign_in_failures IS 'wrong passwords and PINs of late, also for names that nobody has';
COMMENT ON COLUMN sign_in_failures.account IS 'HMAC-SHA-256 under SECRET_KEY of the e-mail, or of device, location and person';

CREATE TABLE simulated_reservations (
  reference text COLLATE "C" NOT NULL,
  location_id id NOT NULL,
  token text COLLATE "C" NOT NULL,
  status text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  party_size integer NOT NULL,
  guest_key text,
  until timestamp with time zone,
  CONSTRAINT simulated_reservations_pkey PRIMARY KEY (reference),
  CONSTRAINT simulated_reservations_token_key UNIQUE (token),
  CONSTRAINT simulated_reservations_status_check CHECK (status = ANY (ARRAY['leased'::text, 'pending'::text, 'confirmed'::text, 'cancelled'::text])),
  CONSTRAINT simulated_reservations_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX simulated_reservations_by_time ON simulated_reservations USING btree (location_id, starts_at);
CREATE INDEX simulated_reservations_of_guest ON simulated_reservations USING btree (location_id, guest_key);
COMMENT ON COLUMN simulated_reservations.until IS 'real time: when a lease ends, or a pending one is confirmed';

CREATE TABLE table_alerts (
  id id NOT NULL,
  location_id id NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  version integer NOT NULL DEFAULT 1,
  on_date date NOT NULL,
  from_at timestamp with time zone NOT NULL,
  until_at timestamp with time zone NOT NULL,
  party_size integer NOT NULL,
  area_id text,
  guest_phone text,
  guest_email text,
  language text,
  request_token text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  unused_offers integer NOT NULL DEFAULT 0,
  hold_id id,
  booking_id id,
  looked_mark text,
  look_again_at timestamp with time zone,
  CONSTRAINT table_alerts_pkey PRIMARY KEY (id),
  CONSTRAINT table_alerts_contact_check CHECK (guest_phone IS NOT NULL OR guest_email IS NOT NULL),
  CONSTRAINT table_alerts_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text, 'de'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text])),
  CONSTRAINT table_alerts_offered_check CHECK (status <> 'offered'::text OR hold_id IS NOT NULL),
  CONSTRAINT table_alerts_party_size_check CHECK (party_size >= 1),
  CONSTRAINT table_alerts_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'offered'::text, 'booked'::text, 'unused'::text, 'stopped'::text, 'expired'::text])),
  CONSTRAINT table_alerts_window_check CHECK (from_at <= until_at),
  CONSTRAINT table_alerts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT table_alerts_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES booking_holds(id),
  CONSTRAINT table_alerts_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX table_alerts_by_day ON table_alerts USING btree (on_date);
CREATE INDEX table_alerts_of_contact ON table_alerts USING btree (COALESCE(guest_phone, lower(guest_email))) WHERE status = ANY (ARRAY['waiting'::text, 'offered'::text]);
CREATE INDEX table_alerts_offered ON table_alerts USING btree (hold_id) WHERE hold_id IS NOT NULL AND (status = ANY (ARRAY['waiting'::text, 'offered'::text]));
CREATE INDEX table_alerts_waiting ON table_alerts USING btree (location_id, on_date) WHERE status = 'waiting'::text;
COMMENT ON TABLE table_alerts IS 'in the clock of the location; deleted thirty days after their day';
COMMENT ON COLUMN table_alerts.on_date IS 'the service day; the start that is wanted lies from from_at to until_at, both included';
COMMENT ON COLUMN table_alerts.request_token IS 'of the form that was sent: the same form sent twice leads to the same alert, and nobody else''s form does';
COMMENT ON COLUMN table_alerts.hold_id IS 'the latest table that was offered';
COMMENT ON COLUMN table_alerts.looked_mark IS 'what the tables of the day were like when they were last searched; another search is due when that has changed';
COMMENT ON COLUMN table_alerts.look_again_at IS 'when the tables are searched again although nothing has changed: the end of the quiet hours';

CREATE TABLE table_blocks (
  id id NOT NULL,
  location_id id NOT NULL,
  unit_ids text[] NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  reason text,
  created_at timestamp with time zone NOT NULL,
  created_by jsonb,
  lifted_at timestamp with time zone,
  CONSTRAINT table_blocks_pkey PRIMARY KEY (id),
  CONSTRAINT table_blocks_check CHECK (ends_at >= starts_at AND ends_at <= (starts_at + '24:00:00'::interval)),
  CONSTRAINT table_blocks_unit_ids_check CHECK (cardinality(unit_ids) >= 1 AND cardinality(unit_ids) <= 10),
  CONSTRAINT table_blocks_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX table_blocks_by_time ON table_blocks USING btree (location_id, ends_at) WHERE lifted_at IS NULL;
COMMENT ON TABLE table_blocks IS 'in the clock of the location; the tables themselves are claims of kind block, which end by their time';
COMMENT ON COLUMN table_blocks.created_by IS 'the person or device that made it';
COMMENT ON COLUMN table_blocks.lifted_at IS 'when it was ended early';

CREATE TABLE table_offers (
  hold_id id NOT NULL,
  alert_id id NOT NULL,
  location_id id NOT NULL,
  unit_ids text[] NOT NULL,
  from_at timestamp with time zone NOT NULL,
  until_at timestamp with time zone NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT table_offers_pkey PRIMARY KEY (hold_id),
  CONSTRAINT table_offers_check CHECK (from_at < until_at),
  CONSTRAINT table_offers_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES table_alerts(id),
  CONSTRAINT table_offers_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES booking_holds(id),
  CONSTRAINT table_offers_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX table_offers_by_time ON table_offers USING btree (location_id, from_at);
CREATE INDEX table_offers_of_alert ON table_offers USING btree (alert_id);
COMMENT ON TABLE table_offers IS 'the tables that were offered and that nobody has taken since: three offers of one table and it is everybody''s';

CREATE TABLE test_processor_charges (
  id id NOT NULL,
  payment_id id NOT NULL,
  location_id id NOT NULL,
  amount bigint NOT NULL,
  card_last_four text NOT NULL,
  status text NOT NULL,
  settles_at timestamp with time zone,
  refunds_to_fail integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  settles_as text NOT NULL DEFAULT 'succeeded'::text,
  CONSTRAINT test_processor_charges_pkey PRIMARY KEY (id),
  CONSTRAINT test_processor_charges_check CHECK ((status = 'settling'::text) = (settles_at IS NOT NULL)),
  CONSTRAINT test_processor_charges_settles_as_check CHECK (settles_as = ANY (ARRAY['succeeded'::text, 'declined'::text])),
  CONSTRAINT test_processor_charges_status_check CHECK (status = ANY (ARRAY['declined'::text, 'settling'::text, 'succeeded'::text]))
);
CREATE UNIQUE INDEX test_processor_one_charge ON test_processor_charges USING btree (payment_id) WHERE status <> 'declined'::text;
CREATE INDEX test_processor_settling ON test_processor_charges USING btree (settles_at) WHERE settles_at IS NOT NULL;

CREATE TABLE test_processor_refunds (
  key text NOT NULL,
  charge_id id NOT NULL,
  amount bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT test_processor_refunds_pkey PRIMARY KEY (key),
  CONSTRAINT test_processor_refunds_amount_check CHECK (amount > 0),
  CONSTRAINT test_processor_refunds_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES test_processor_charges(id)
);
CREATE INDEX test_processor_refunds_by_charge ON test_processor_refunds USING btree (charge_id);
COMMENT ON COLUMN test_processor_refunds.key IS 'the idempotency key under which it was made';

CREATE TABLE wait_models (
  location_id id NOT NULL,
  learned_at timestamp with time zone NOT NULL,
  learned jsonb NOT NULL,
  CONSTRAINT wait_models_pkey PRIMARY KEY (location_id),
  CONSTRAINT wait_models_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON COLUMN wait_models.learned_at IS 'real time';

CREATE TABLE wait_quotes (
  entry_id id NOT NULL,
  location_id id NOT NULL,
  quoted_at timestamp with time zone NOT NULL,
  party_size integer NOT NULL,
  parties_ahead integer NOT NULL,
  simulated_low double precision NOT NULL,
  simulated_high double precision NOT NULL,
  band_min integer NOT NULL,
  band_max integer NOT NULL,
  settled_at timestamp with time zone,
  waited_minutes double precision,
  CONSTRAINT wait_quotes_pkey PRIMARY KEY (entry_id),
  CONSTRAINT wait_quotes_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES waitlist_entries(id)
);
CREATE INDEX wait_quotes_scored ON wait_quotes USING btree (location_id, settled_at DESC) WHERE waited_minutes IS NOT NULL AND band_max > 0;
COMMENT ON COLUMN wait_quotes.simulated_low IS 'minutes: the 10 % quantile of the simulation, before correction and rounding';
COMMENT ON COLUMN wait_quotes.settled_at IS 'when the party left the queue, in any way';
COMMENT ON COLUMN wait_quotes.waited_minutes IS 'until its table was ready; null for parties that left without one';

CREATE TABLE waitlist_entries (
  id id NOT NULL,
  location_id id NOT NULL,
  app_id id,
  line_number bigint NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  event_sequence integer NOT NULL DEFAULT 1,
  status text NOT NULL,
  channel text NOT NULL,
  party_size integer NOT NULL,
  guest_first_name text,
  guest_last_name text,
  guest_phone text,
  guest_email text,
  guest_erased_at timestamp with time zone,
  guest_token text COLLATE "C",
  notes text,
  quoted_parties_ahead integer NOT NULL,
  quoted_min integer NOT NULL,
  quoted_max integer NOT NULL,
  notified_at timestamp with time zone,
  notify_expires_at timestamp with time zone,
  on_my_way_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  ended_reason text,
  booking_id id,
  updated_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  acted_by jsonb,
  language text,
  CONSTRAINT waitlist_entries_pkey PRIMARY KEY (id),
  CONSTRAINT waitlist_entries_booking_id_key UNIQUE (booking_id),
  CONSTRAINT waitlist_entries_guest_token_key UNIQUE (guest_token),
  CONSTRAINT waitlist_entries_location_id_line_number_key UNIQUE (location_id, line_number) DEFERRABLE,
  CONSTRAINT waitlist_entries_channel_check CHECK (channel = ANY (ARRAY['in_person'::text, 'partner'::text, 'online'::text, 'phone'::text])),
  CONSTRAINT waitlist_entries_check CHECK (quoted_max >= quoted_min),
  CONSTRAINT waitlist_entries_check1 CHECK ((status = 'seated'::text) = (booking_id IS NOT NULL)),
  CONSTRAINT waitlist_entries_check2 CHECK ((status = ANY (ARRAY['waiting'::text, 'notified'::text])) = (ended_at IS NULL)),
  CONSTRAINT waitlist_entries_check3 CHECK (status <> 'notified'::text OR notified_at IS NOT NULL AND notify_expires_at IS NOT NULL),
  CONSTRAINT waitlist_entries_language_check CHECK (language = ANY (ARRAY['en'::text, 'fr'::text, 'de'::text, 'es'::text, 'it'::text, 'nl'::text, 'pt'::text])),
  CONSTRAINT waitlist_entries_party_size_check CHECK (party_size >= 1),
  CONSTRAINT waitlist_entries_quoted_min_check CHECK (quoted_min >= 0),
  CONSTRAINT waitlist_entries_quoted_parties_ahead_check CHECK (quoted_parties_ahead >= 0),
  CONSTRAINT waitlist_entries_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'notified'::text, 'seated'::text, 'removed'::text, 'cancelled'::text, 'expired'::text])),
  CONSTRAINT waitlist_entries_updated_by_check CHECK (updated_by = ANY (ARRAY['partner'::text, 'store'::text, 'guest'::text, 'service'::text])),
  CONSTRAINT waitlist_entries_version_check CHECK (version >= 1),
  CONSTRAINT waitlist_entries_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT waitlist_entries_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
CREATE INDEX waitlist_by_joining ON waitlist_entries USING btree (location_id, joined_at);
CREATE INDEX waitlist_due ON waitlist_entries USING btree (LEAST(expires_at, notify_expires_at)) WHERE status = ANY (ARRAY['waiting'::text, 'notified'::text]);
CREATE INDEX waitlist_gone ON waitlist_entries USING btree (location_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX waitlist_of_email ON waitlist_entries USING btree (lower(guest_email)) WHERE guest_email IS NOT NULL;
CREATE INDEX waitlist_of_phone ON waitlist_entries USING btree (guest_phone) WHERE guest_phone IS NOT NULL;
CREATE UNIQUE INDEX waitlist_phone_once ON waitlist_entries USING btree (location_id, guest_phone) WHERE (status = ANY (ARRAY['waiting'::text, 'notified'::text])) AND guest_phone IS NOT NULL;
CREATE INDEX waitlist_queue ON waitlist_entries USING btree (location_id, line_number) WHERE status = ANY (ARRAY['waiting'::text, 'notified'::text]);
COMMENT ON COLUMN waitlist_entries.app_id IS 'the app that added it; null when the guest joined on a page';
COMMENT ON COLUMN waitlist_entries.line_number IS 'the place in line: positions are counted by it, given under the lock of the queue';
COMMENT ON COLUMN waitlist_entries.guest_phone IS 'E.164';
COMMENT ON COLUMN waitlist_entries.guest_token IS 'the guest''s own key to the live page; gone with the guest''s data';
COMMENT ON COLUMN waitlist_entries.notify_expires_at IS 'when a notified party that has not come is taken off';
COMMENT ON COLUMN waitlist_entries.expires_at IS 'the end of the service day';
COMMENT ON COLUMN waitlist_entries.updated_by IS 'who made the last change; of rows from before this column, who is likely to have';
COMMENT ON COLUMN waitlist_entries.version IS 'grows with every change that a host may not have seen; processes of the version before leave it as it is';
COMMENT ON COLUMN waitlist_entries.acted_by IS 'the person, device or app that made the last change; null for guests and the service';
COMMENT ON COLUMN waitlist_entries.language IS 'what the guest reads; null: the language of the location';

CREATE TABLE waitlists (
  location_id id NOT NULL,
  open boolean NOT NULL DEFAULT false,
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT waitlists_pkey PRIMARY KEY (location_id),
  CONSTRAINT waitlists_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
COMMENT ON COLUMN waitlists.open IS 'whether remote parties may join; without a row they may not';
COMMENT ON COLUMN waitlists.version IS 'grows with every change of the queue; also gives each party its number in line';

CREATE TABLE webhook_listeners (
  app_id id NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  event_types text[],
  opened_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  counts_until timestamp with time zone NOT NULL,
  CONSTRAINT webhook_listeners_pkey PRIMARY KEY (app_id, id),
  CONSTRAINT webhook_listeners_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id)
);
COMMENT ON TABLE webhook_listeners IS 'one row per open stream of events; deleted when the stream closes';
COMMENT ON COLUMN webhook_listeners.event_types IS 'the types that the listener hears; null for all';
COMMENT ON COLUMN webhook_listeners.counts_until IS 'by the database; a row of a killed process counts until then and is swept every hour';

CREATE TABLE webhook_subscriptions (
  id id NOT NULL,
  app_id id NOT NULL,
  notification_url text NOT NULL,
  event_types text[] NOT NULL,
  status text NOT NULL DEFAULT 'enabled'::text,
  disabled_reason text,
  sealed_secret bytea NOT NULL,
  previous_sealed_secret bytea,
  previous_secret_until timestamp with time zone,
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  event_sequence bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_subscriptions_check CHECK ((status = 'disabled'::text) = (disabled_reason IS NOT NULL)),
  CONSTRAINT webhook_subscriptions_check1 CHECK ((previous_sealed_secret IS NULL) = (previous_secret_until IS NULL)),
  CONSTRAINT webhook_subscriptions_check2 CHECK ((failures = 0) = (failing_since IS NULL)),
  CONSTRAINT webhook_subscriptions_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['by_hand'::text, 'gone'::text, 'failures'::text])),
  CONSTRAINT webhook_subscriptions_event_types_check CHECK (cardinality(event_types) >= 1),
  CONSTRAINT webhook_subscriptions_failures_check CHECK (failures >= 0),
  CONSTRAINT webhook_subscriptions_notification_url_check CHECK (char_length(notification_url) >= 1 AND char_length(notification_url) <= 2048),
  CONSTRAINT webhook_subscriptions_status_check CHECK (status = ANY (ARRAY['enabled'::text, 'disabled'::text]))
);
CREATE INDEX webhook_subscriptions_app ON webhook_subscriptions USING btree (app_id) WHERE deleted_at IS NULL;
CREATE INDEX webhook_subscriptions_failing ON webhook_subscriptions USING btree (failing_since) WHERE failing_since IS NOT NULL AND status = 'enabled'::text;
COMMENT ON COLUMN webhook_subscriptions.sealed_secret IS 'AES-256-GCM under SECRET_KEY, row id and environment as associated data; empty once deleted';
COMMENT ON COLUMN webhook_subscriptions.previous_secret_until IS 'until then the previous secret signs too';
COMMENT ON COLUMN webhook_subscriptions.failures IS 'failed attempts since the last success; written only while it changes';
COMMENT ON COLUMN webhook_subscriptions.failing_since IS 'the first of those failures; moved back with the sandbox clock';
COMMENT ON COLUMN webhook_subscriptions.event_sequence IS 'counts the test events of this subscription';
COMMENT ON COLUMN webhook_subscriptions.deleted_at IS 'kept without its secret, because the ledger names it';

CREATE TABLE zone_checks (
  location_id id NOT NULL,
  time_zone text NOT NULL,
  zone_data text COLLATE "C" NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  unkept integer NOT NULL,
  CONSTRAINT zone_checks_pkey PRIMARY KEY (location_id),
  CONSTRAINT zone_checks_unkept_check CHECK (unkept >= 0),
  CONSTRAINT zone_checks_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id)
);
