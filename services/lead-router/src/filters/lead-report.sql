-- Amounts of the buyer's offers from a date up to the lead's arrival.
CREATE OR REPLACE FUNCTION spent_until(buyer uuid, first_day date, last_day date, arrival timestamptz) RETURNS bigint STABLE
LANGUAGE sql AS $$
  SELECT COALESCE(sum(o.amount_cents), 0) FROM lead_offers o
   WHERE o.buyer_id = buyer AND o.slot_day BETWEEN first_day AND last_day AND o.reserved_at <= arrival
     AND o.status IN ('open', 'charged')
$$;

-- The day in force for a buyer at a lead's arrival: the calendar day in the time zone of that moment. After a move to an earlier
-- time zone, the day that had begun lasts until it ends in that zone; it is at most two days ahead.
CREATE OR REPLACE FUNCTION day_at(b buyers, arrival timestamptz) RETURNS date STABLE LANGUAGE sql AS $$
  SELECT GREATEST(
           calendar.day,
           (SELECT max(o.slot_day) FROM lead_offers o
             WHERE o.buyer_id = b.id AND o.slot_day > calendar.day AND o.slot_day <= calendar.day + 2
               AND o.reserved_at <= arrival AND o.status IN ('open', 'charged')))
    FROM (SELECT (arrival AT TIME ZONE COALESCE(
                   (SELECT c.time_zone FROM buyer_filter_changes c WHERE c.buyer_id = b.id AND c.at <= arrival
                     ORDER BY c.at DESC, c.id DESC LIMIT 1),
                   (SELECT c.time_zone FROM buyer_filter_changes c WHERE c.buyer_id = b.id
                     ORDER BY c.at, c.id LIMIT 1),
                   b.time_zone))::date AS day OFFSET 0) calendar
$$;

-- Whether the card could be charged at that time. Before its first recorded change, it was in the opposite state.
CREATE OR REPLACE FUNCTION card_usable_at(b buyers, arrival timestamptz) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT COALESCE(
    (SELECT c.usable FROM buyer_card_changes c WHERE c.buyer_id = b.id AND c.at <= arrival ORDER BY c.at DESC, c.id DESC LIMIT 1),
    (SELECT NOT c.usable FROM buyer_card_changes c WHERE c.buyer_id = b.id ORDER BY c.at, c.id LIMIT 1),
    b.card_usable)
$$;

-- Counts the newest received leads by what became of them for the buyer. Filters, hours and budgets are those in force now;
-- pauses, card, daily limit and the day are those at the lead's arrival.
CREATE OR REPLACE FUNCTION report_leads(buyer uuid, days integer, max_leads integer)
RETURNS TABLE (outcome text, count integer) STABLE LANGUAGE sql AS $$
  SELECT outcome, count(*)::integer
    FROM (
      SELECT CASE
          WHEN EXISTS (SELECT FROM lead_offers o
                        WHERE o.lead_id = l.id AND o.buyer_id = b.id AND o.status IN ('open', 'charged')) THEN 'yours'
          WHEN NOT accepts_state(b, l.state) THEN 'states'
          WHEN NOT (b.filter_lead_types = '{}' OR l.lead_type = ANY (b.filter_lead_types)) THEN 'leadTypes'
          WHEN NOT (b.filter_asset_bands = '{}' OR l.estimated_assets = ANY (b.filter_asset_bands)) THEN 'assetBands'
          WHEN NOT (b.filter_age_ranges = '{}' OR l.age_range = ANY (b.filter_age_ranges)) THEN 'ageRanges'
          WHEN NOT COALESCE(settings.service_enabled, true) THEN 'paused'
          WHEN NOT card_usable_at(b, l.created_at) THEN 'card'
          WHEN (SELECT count(*) FROM lead_offers o
                 WHERE o.buyer_id = b.id AND o.slot_day = l.day AND o.reserved_at <= l.created_at
                   AND o.status IN ('open', 'charged')) >= COALESCE(settings.daily_lead_limit, b.daily_lead_limit)
            THEN 'daily-limit'
          -- CASE keeps buyers without a budget from adding up offers for thousands of leads.
          WHEN CASE WHEN b.weekly_budget_cents IS NOT NULL
                    THEN spent_until(b.id, week_of(l.day), l.day, l.created_at) + lead_price_cents() > b.weekly_budget_cents END
            OR CASE WHEN b.monthly_budget_cents IS NOT NULL
                    THEN spent_until(b.id, month_of(l.day), l.day, l.created_at) + lead_price_cents() > b.monthly_budget_cents END
            THEN 'budget'
          WHEN NOT is_within_hours(b, l.created_at) THEN 'hours'
          ELSE 'others' END AS outcome
        FROM buyers b
       CROSS JOIN LATERAL (
         -- OFFSET 0: the day is computed once for each lead.
         SELECT r.*, day_at(b, r.created_at) AS day
           FROM (SELECT id, created_at, state, lead_type, estimated_assets, age_range FROM leads
                  WHERE created_at > now() - make_interval(days => days)
                  ORDER BY created_at DESC LIMIT max_leads) r
          WHERE r.created_at >= b.created_at OFFSET 0) l
        LEFT JOIN LATERAL (
          SELECT c.service_enabled, c.daily_lead_limit FROM buyer_changes c
           WHERE c.buyer_id = b.id AND c.at <= l.created_at ORDER BY c.at DESC, c.id DESC LIMIT 1) settings ON true
       WHERE b.id = buyer) counted
   GROUP BY outcome
$$;
