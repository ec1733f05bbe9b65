-- What decides whether an admin may give a waiting lead to a buyer: the input of findObstacle, by the names it uses.
CREATE OR REPLACE FUNCTION buyers_for_lead(lead uuid, buyer_ids uuid[]) RETURNS TABLE (
  "buyerId" uuid, "serviceEnabled" boolean, "accountDisabled" boolean, "isUnderReview" boolean, "cardVersion" integer,
  "cardUsable" boolean, "hasDeclined" boolean, "acceptsState" boolean, "acceptsProfile" boolean, "leadsToday" integer,
  "dailyLeadLimit" integer, "isHeld" boolean, "hasTooManyUndelivered" boolean, "hasWeeklyBudget" boolean,
  "hasMonthlyBudget" boolean, "isWithinHours" boolean, "canChargeCards" boolean)
LANGUAGE sql AS $$
  SELECT b.id, b.service_enabled, b.account_disabled, b.under_review, b.card_version,
         b.card_usable, b.id = ANY (l.declined_by), accepts_state(b, l.state),
         accepts_profile(b, profile_bits(l.lead_type, l.estimated_assets, l.age_range)), slots_used_today(b, clock.now),
         b.daily_lead_limit, COALESCE(b.held_until > clock.now, false), has_too_many_undelivered(b),
         has_weekly_budget(b, clock.now), has_monthly_budget(b, clock.now), is_within_hours(b, clock.now),
         cards_can_be_charged()
    FROM (SELECT eligibility_now() AS now) clock, leads l, buyers b
   WHERE l.id = lead AND b.id = ANY (buyer_ids)
   ORDER BY b.id
$$;

-- Reads 20,000 buyers, so that a page costs the same however few of them match, and returns those whose filters match the lead.
-- last_read is null if there are no more buyers.
CREATE OR REPLACE FUNCTION list_matching_buyers(
  lead uuid, after uuid, max_matches integer, OUT "buyerIds" uuid[], OUT "lastRead" uuid) STABLE LANGUAGE sql AS $$
  WITH page AS MATERIALIZED (
         SELECT b.id FROM buyers b WHERE after IS NULL OR b.id > after ORDER BY b.id LIMIT 20000),
       matching AS (
         SELECT b.id
           FROM page JOIN buyers b USING (id), leads l
          WHERE l.id = lead AND b.erased_at IS NULL AND accepts_state(b, l.state)
            AND accepts_profile(b, profile_bits(l.lead_type, l.estimated_assets, l.age_range))
          ORDER BY b.id LIMIT max_matches)
  SELECT ARRAY(SELECT id FROM matching ORDER BY id),
         (SELECT max(id::text)::uuid FROM page HAVING count(*) = 20000)
$$;
