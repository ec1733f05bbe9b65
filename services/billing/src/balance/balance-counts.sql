-- What was charged, refunded, disputed and kept as fees, by quarter of an hour, so that admins' reports need
-- not read the payments (ADR 37). In every time zone, a day begins with such a quarter. Triggers append each
-- change to balance_changes, in the transaction of the change and without a lock that others wait for.
-- `fold_balance_changes` adds them to balance_counts. Reports read both.

-- The start of the quarter of an hour.
CREATE OR REPLACE FUNCTION balance_slot(at timestamptz) RETURNS timestamptz IMMUTABLE LANGUAGE sql AS $$
  SELECT date_bin('15 minutes', at, '2000-01-01T00:00:00Z')
$$;

-- Which money a row moved, and when. Money that comes back is subtracted at that time, and is not counted as another
-- refund or dispute.
CREATE OR REPLACE FUNCTION balance_entries_of(p purchases)
RETURNS TABLE (at timestamptz, kind text, counted integer, cents bigint) STABLE LANGUAGE sql AS $$
  SELECT p.purchased_at, 'charge', 1, (p.amount * 100)::bigint WHERE p.purchased_at IS NOT NULL
$$;
-- A refund can fail after it succeeded.
CREATE OR REPLACE FUNCTION balance_entries_of(r refunds)
RETURNS TABLE (at timestamptz, kind text, counted integer, cents bigint) STABLE LANGUAGE sql AS $$
  SELECT r.succeeded_at, 'refund', 1, (r.amount * 100)::bigint WHERE r.succeeded_at IS NOT NULL
  UNION ALL
  SELECT r.ended_at, 'refund', 0, -(r.amount * 100)::bigint WHERE r.succeeded_at IS NOT NULL AND r.ended_at IS NOT NULL
$$;
-- A bank that only inquires, or a dispute that was prevented, withdraws nothing.
CREATE OR REPLACE FUNCTION balance_entries_of(d disputes)
RETURNS TABLE (at timestamptz, kind text, counted integer, cents bigint) STABLE LANGUAGE sql AS $$
  SELECT d.opened_at, 'dispute', 1, (d.amount * 100)::bigint
   WHERE d.status IN ('needs_response', 'under_review', 'won', 'lost')
  UNION ALL
  SELECT d.closed_at, 'dispute', 0, -(d.amount * 100)::bigint WHERE d.status = 'won'
$$;
CREATE OR REPLACE FUNCTION balance_entries_of(b balance_transactions)
RETURNS TABLE (at timestamptz, kind text, counted integer, cents bigint) STABLE LANGUAGE sql AS $$
  SELECT b.created_at, 'fee', 1, b.fee_cents::bigint
$$;

-- Runs after a row that moved money was inserted, or after a change of which money it moved.
CREATE OR REPLACE FUNCTION count_in_balance() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO balance_changes (slot, kind, counted, cents)
    SELECT balance_slot(at), kind, -counted, -cents FROM balance_entries_of(OLD);
  END IF;
  INSERT INTO balance_changes (slot, kind, counted, cents)
  SELECT balance_slot(at), kind, counted, cents FROM balance_entries_of(NEW);
  RETURN NULL;
END $$;

-- Where clocks go back to midnight, a day has midnight twice, and begins with the first.
CREATE OR REPLACE FUNCTION start_of_day(day date, zone text) RETURNS timestamptz STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN ((day::timestamp AT TIME ZONE zone - interval '1 hour') AT TIME ZONE zone)::date >= day
              THEN day::timestamp AT TIME ZONE zone - interval '1 hour'
              ELSE day::timestamp AT TIME ZONE zone END
$$;

-- What moved on the days of a time zone, as of now. The changes that are not folded yet are few.
CREATE OR REPLACE FUNCTION balance_between(first date, last date, zone text)
RETURNS TABLE (day date, kind text, counted bigint, cents bigint) STABLE LANGUAGE sql AS $$
  WITH days AS MATERIALIZED (
    SELECT array_agg(start_of_day(first + number, zone) ORDER BY number) AS starts
      FROM generate_series(0, last - first + 1) number
  )
  SELECT first + width_bucket(slot, starts) - 1 AS day, kind, sum(counted), sum(cents)::bigint
    FROM (SELECT slot, kind, counted, cents FROM balance_counts
          UNION ALL SELECT slot, kind, counted, cents FROM balance_changes) c
   CROSS JOIN days
   WHERE slot >= start_of_day(first, zone) AND slot < start_of_day(last + 1, zone)
   GROUP BY 1, 2
  HAVING (sum(counted), sum(cents)) <> (0, 0)
$$;

-- Folds changes into the counts, at most `most`. Returns how many. Does nothing while another transaction folds.
CREATE OR REPLACE FUNCTION fold_balance_changes(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('fold_balance_changes', 0)) THEN
    RETURN 0;
  END IF;
  WITH due AS (
    DELETE FROM balance_changes WHERE id IN (SELECT id FROM balance_changes LIMIT most)
    RETURNING slot, kind, counted, cents
  ), added AS (
    INSERT INTO balance_counts AS c (slot, kind, counted, cents)
    SELECT slot, kind, sum(counted), sum(cents) FROM due GROUP BY slot, kind
    ON CONFLICT (slot, kind) DO UPDATE SET counted = c.counted + excluded.counted, cents = c.cents + excluded.cents
  )
  SELECT count(*) INTO folded FROM due;
  RETURN folded;
END $$;

-- The counts as they must be, from every row.
CREATE OR REPLACE FUNCTION balance_of_rows() RETURNS SETOF balance_counts STABLE LANGUAGE sql SET search_path FROM CURRENT AS $$
  SELECT balance_slot(at), kind, sum(counted)::integer, sum(cents)::bigint
    FROM (SELECT e.* FROM purchases p CROSS JOIN LATERAL balance_entries_of(p) e
          UNION ALL SELECT e.* FROM refunds r CROSS JOIN LATERAL balance_entries_of(r) e
          UNION ALL SELECT e.* FROM disputes d CROSS JOIN LATERAL balance_entries_of(d) e
          UNION ALL SELECT e.* FROM balance_transactions b CROSS JOIN LATERAL balance_entries_of(b) e) entries
   GROUP BY 1, 2
$$;

-- Counts every row anew. Until the transaction ends, other transactions wait before they change what is counted.
CREATE OR REPLACE FUNCTION recount_balance() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE balance_changes IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM balance_changes;
  DELETE FROM balance_counts;
  INSERT INTO balance_counts SELECT * FROM balance_of_rows();
END $$;
