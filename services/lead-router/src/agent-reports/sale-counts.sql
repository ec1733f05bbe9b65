-- How many leads a buyer bought, by day and by each property of the lead, so that a report need not read the leads (ADR 37).
-- Triggers keep the counts with every change of a sale.

-- Makes changes to one buyer's counts wait for each other until the transaction ends. A transaction that also locks the buyer's
-- row must call this first.
CREATE OR REPLACE FUNCTION lock_sale_counts(buyer uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('sale_counts ' || buyer, 0))
$$;

-- The rows in which a sale is counted. 'hour' is the hour of the buyer's day, and 'all' counts every sale of the day once.
-- 'week' counts every sale of a week under its Monday, for reports on all buyers.
CREATE OR REPLACE FUNCTION counted_in(s sold_leads, time_zone text)
RETURNS TABLE (day date, dimension text, value text) STABLE LANGUAGE sql AS $$
  SELECT CASE counted.dimension WHEN 'week' THEN week_of(sold_at::date) ELSE sold_at::date END, counted.dimension,
         counted.value
    FROM (SELECT s.sold_at AT TIME ZONE time_zone AS sold_at) local
   CROSS JOIN LATERAL (VALUES
     ('all', ''),
     ('week', ''),
     ('hour', extract(hour FROM local.sold_at)::text),
     ('state', s.state),
     ('lead_type', s.lead_type),
     ('age_range', s.age_range),
     ('estimated_assets', s.estimated_assets),
     ('disposition', s.disposition)) counted (dimension, value)
$$;

-- Adds sales to the counts of their buyers, or subtracts them if `sign` is -1. The caller has locked the counts in an earlier
-- statement, so that this one sees the time zones in force.
CREATE OR REPLACE FUNCTION add_to_sale_counts(sales sold_leads[], sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO sale_counts AS c (buyer_id, day, dimension, value, leads, refunded, won, spent_cents, commission_cents)
  SELECT s.buyer_id, counted.day, counted.dimension, counted.value, sign * count(*), sign * count(s.refunded_at),
         sign * count(*) FILTER (WHERE s.disposition = 'won'),
         sign * COALESCE(sum(s.amount_cents) FILTER (WHERE s.refunded_at IS NULL), 0),
         sign * COALESCE(sum(s.commission_cents), 0)
    FROM unnest(sales) s JOIN buyers b ON b.id = s.buyer_id CROSS JOIN LATERAL counted_in(s, b.time_zone) counted
   GROUP BY s.buyer_id, counted.day, counted.dimension, counted.value
  ON CONFLICT (buyer_id, day, dimension, value) DO UPDATE
    SET leads = c.leads + excluded.leads, refunded = c.refunded + excluded.refunded, won = c.won + excluded.won,
        spent_cents = c.spent_cents + excluded.spent_cents,
        commission_cents = c.commission_cents + excluded.commission_cents
$$;

-- Runs after sales were recorded.
CREATE OR REPLACE FUNCTION count_new_sales() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM lock_sale_counts(buyer_id) FROM (SELECT DISTINCT buyer_id FROM new_sales ORDER BY buyer_id) buyers;
  PERFORM add_to_sale_counts((SELECT array_agg(ROW(s.*)::sold_leads) FROM new_sales s), 1);
  RETURN NULL;
END $$;

-- Runs after a counted value of a sale changed.
CREATE OR REPLACE FUNCTION count_changed_sale() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM lock_sale_counts(NEW.buyer_id);
  PERFORM add_to_sale_counts(ARRAY[OLD], -1);
  PERFORM add_to_sale_counts(ARRAY[NEW], 1);
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

-- Counts of every sale of a period, of whole weeks at once and of other days day by day. Both days are included.
CREATE OR REPLACE FUNCTION sale_counts_between(first date, last date) RETURNS SETOF sale_counts STABLE LANGUAGE sql AS $$
  SELECT * FROM sale_counts WHERE dimension = 'all' AND day BETWEEN first AND LEAST(week_of(first + 6) - 1, last)
  UNION ALL
  SELECT * FROM sale_counts WHERE dimension = 'week' AND day >= week_of(first + 6) AND day < week_of(last + 1)
  UNION ALL
  SELECT * FROM sale_counts WHERE dimension = 'all' AND day BETWEEN GREATEST(week_of(first + 6), week_of(last + 1)) AND last
$$;
