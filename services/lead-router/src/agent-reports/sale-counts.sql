-- How many leads a buyer bought, by day and by each property of the lead, so that a report need not read the leads (ADR 37).
-- Triggers keep the counts with every change of a sale.

-- Makes changes to one buyer's counts wait for each other until the transaction ends. A transaction that also locks the buyer's
-- row must call this first.
CREATE OR REPLACE FUNCTION lock_sale_counts(buyer uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('sale_counts ' || buyer, 0))
$$;

-- The rows in which a sale is counted. 'hour' is the hour of the buyer's day, and 'all' counts every sale of the day once.
CREATE OR REPLACE FUNCTION counted_in(s sold_leads, time_zone text)
RETURNS TABLE (day date, dimension text, value text) STABLE LANGUAGE sql AS $$
  SELECT sold_at::date, counted.dimension, counted.value
    FROM (SELECT s.sold_at AT TIME ZONE time_zone AS sold_at) local
   CROSS JOIN LATERAL (VALUES
     ('all', ''),
     ('hour', extract(hour FROM local.sold_at)::text),
     ('state', s.state),
     ('lead_type', s.lead_type),
     ('age_range', s.age_range),
     ('estimated_assets', s.estimated_assets),
     ('disposition', s.disposition)) counted (dimension, value)
$$;

-- Adds a sale to the counts of its buyer, or subtracts it if `sign` is -1. The caller has locked the counts in an earlier
-- statement, so that this one sees the time zone in force.
CREATE OR REPLACE FUNCTION add_to_sale_counts(s sold_leads, sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO sale_counts AS c (buyer_id, day, dimension, value, leads, refunded, won, spent_cents, commission_cents)
  SELECT s.buyer_id, counted.day, counted.dimension, counted.value, sign,
         CASE WHEN s.refunded_at IS NULL THEN 0 ELSE sign END,
         CASE WHEN s.disposition = 'won' THEN sign ELSE 0 END,
         CASE WHEN s.refunded_at IS NULL THEN sign * s.amount_cents ELSE 0 END,
         sign * COALESCE(s.commission_cents, 0)
    FROM buyers b CROSS JOIN LATERAL counted_in(s, b.time_zone) counted
   WHERE b.id = s.buyer_id
  ON CONFLICT (buyer_id, day, dimension, value) DO UPDATE
    SET leads = c.leads + excluded.leads, refunded = c.refunded + excluded.refunded, won = c.won + excluded.won,
        spent_cents = c.spent_cents + excluded.spent_cents,
        commission_cents = c.commission_cents + excluded.commission_cents
$$;

-- Runs after a sale was recorded, and after a change of a counted value.
CREATE OR REPLACE FUNCTION count_sale() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM lock_sale_counts(NEW.buyer_id);
  IF TG_OP = 'UPDATE' THEN
    PERFORM add_to_sale_counts(OLD, -1);
  END IF;
  PERFORM add_to_sale_counts(NEW, 1);
  RETURN NULL;
END $$;

-- Counts all sales of a buyer anew.
CREATE OR REPLACE FUNCTION recount_sales(buyer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_sale_counts(buyer);
  DELETE FROM sale_counts WHERE buyer_id = buyer;
  INSERT INTO sale_counts (buyer_id, day, dimension, value, leads, refunded, won, spent_cents, commission_cents)
  SELECT buyer, counted.day, counted.dimension, counted.value, count(*), count(s.refunded_at),
         count(*) FILTER (WHERE s.disposition = 'won'),
         COALESCE(sum(s.amount_cents) FILTER (WHERE s.refunded_at IS NULL), 0),
         COALESCE(sum(s.commission_cents), 0)
    FROM sold_leads s JOIN buyers b ON b.id = s.buyer_id
   CROSS JOIN LATERAL counted_in(s, b.time_zone) counted
   WHERE s.buyer_id = buyer
   GROUP BY counted.day, counted.dimension, counted.value;
END $$;
