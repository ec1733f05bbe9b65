import { prepared } from '@desk/outbox';

/** The statements of a lead's way, as the services send them. A change there that adds or saves one belongs here too. */

const today = '(clock_timestamp() AT TIME ZONE b.time_zone)::date';
const used = `CASE WHEN b.units_day = ${today} THEN b.units_used ELSE 0 END`;
const candidate = (locking: string): string => `
  SELECT b.id FROM buyers b
   WHERE b.is_open AND NOT EXISTS (SELECT 1 FROM lead_offers o WHERE o.lead_id = $1 AND o.buyer_id = b.id)
   ORDER BY b.waiting_since, b.id LIMIT 1 ${locking}`;

export const checkFunnel = prepared('SELECT 1 FROM funnels WHERE id = $1 AND active');
export const takeMark = prepared(`
  INSERT INTO lead_fingerprints AS f (kind, digest, lead_id, seen_at) VALUES ($1, $2, $3, now())
  ON CONFLICT (kind, digest) DO UPDATE SET lead_id = excluded.lead_id, seen_at = excluded.seen_at
    WHERE f.seen_at < now() - make_interval(days => $4)
  RETURNING 1`);
export const addLead = prepared(`
  INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                     estimated_assets, purchase_timeline, lead_type, price, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  RETURNING status, is_available, offers_made`);

export const lockLead = prepared('SELECT * FROM leads WHERE id = $1 FOR UPDATE');
export const pickBuyer = prepared(candidate('FOR UPDATE OF b SKIP LOCKED'));
export const awaitBuyer = prepared(candidate('FOR UPDATE OF b'));
export const claimDailySlot = prepared(`
  UPDATE buyers b
     SET units_used = ${used} + 1, units_day = ${today}, waiting_since = clock_timestamp(),
         is_open = b.service_enabled AND b.card_usable AND ${used} + 1 < b.daily_lead_limit,
         reopens_at = CASE WHEN ${used} + 1 >= b.daily_lead_limit
                           THEN ((${today} + 1)::timestamp AT TIME ZONE b.time_zone) END
   WHERE b.id = $1 AND b.service_enabled AND b.card_usable AND ${used} < b.daily_lead_limit
  RETURNING b.units_day::text AS day, b.units_used AS number, b.daily_lead_limit AS limit, clock_timestamp() AS at`);
export const addOffer = prepared(`
  INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, unit_day, unit_number, limit_in_force,
                           reserved_at)
  VALUES ($1, $2, $3, 'open', 8000, $4, $5, $6, $7)`);
export const reserveLead = prepared(
  "UPDATE leads SET status = 'reserved', offers_made = offers_made + 1 WHERE id = $1",
);

export const addPurchase = prepared(`
  WITH added AS (
    INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status,
                           stripe_customer_id, stripe_payment_method_id, card_version)
    SELECT $1, $2, $3, $4, $5, $6, 'pending',
           c.stripe_customer_id, c.stripe_payment_method_id, COALESCE(c.card_version, 0)
      FROM (SELECT $3::uuid AS buyer_id) b LEFT JOIN customers c USING (buyer_id)
    ON CONFLICT (offer_id) DO NOTHING
    RETURNING user_id)
  SELECT COALESCE(c.card_usable, false) AS "cardUsable" FROM added a LEFT JOIN customers c ON c.buyer_id = a.user_id`);
export const readPurchase = prepared('SELECT * FROM purchases WHERE id = $1');
export const readPurchaseOfOffer = prepared('SELECT * FROM purchases WHERE offer_id = $1');
export const commitIntent = prepared(`
  UPDATE purchases SET stripe_payment_intent_id = $2, updated_at = now()
   WHERE id = $1 AND status IN ('pending', 'unknown')
     AND (stripe_payment_intent_id IS NULL OR stripe_payment_intent_id = $2)`);
export const lockPurchase = prepared('SELECT * FROM purchases WHERE id = $1 FOR UPDATE');
export const markPaid = prepared(
  "UPDATE purchases SET status = 'succeeded', purchased_at = $2, updated_at = now() WHERE id = $1",
);

export const lockOffer = prepared('SELECT * FROM lead_offers WHERE id = $1 FOR UPDATE');
export const chargeOffer = prepared(
  "UPDATE lead_offers SET status = 'charged', settled_at = $2, decline_code = NULL WHERE id = $1",
);
export const sellLead = prepared("UPDATE leads SET status = 'sold', sold_at = $2 WHERE id = $1");
export const readFunnel = prepared('SELECT * FROM funnels WHERE id = $1');

export const recordSale = prepared(`
  INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, search)
  SELECT l.id, o.id, o.buyer_id, l.sold_at, o.amount_cents, search_text(l.full_name, l.email, l.phone, l.state)
    FROM leads l JOIN lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
   WHERE l.id = $1 AND l.status = 'sold'
  ON CONFLICT (lead_id) DO NOTHING`);
export const appendToFeed = prepared(`
  WITH heads AS (
    INSERT INTO feed_heads AS h (buyer_id, head, at) VALUES ($1, 1, clock_timestamp())
    ON CONFLICT (buyer_id) DO UPDATE SET head = h.head + 1, at = GREATEST(h.at, excluded.at)
    RETURNING buyer_id, head, at)
  INSERT INTO buyer_feed (buyer_id, seq, kind, lead_id, at) SELECT buyer_id, head, $2, $3, at FROM heads`);
export const markDelivered = prepared(`
  UPDATE sold_leads s SET delivered_at = LEAST(s.delivered_at, $3)
    FROM (SELECT lead_id, delivered_at FROM sold_leads WHERE lead_id = $1 AND offer_id = $2 FOR UPDATE) before
   WHERE s.lead_id = before.lead_id
  RETURNING s.buyer_id`);

export const readChannels = prepared(
  'SELECT * FROM channels WHERE buyer_id = $1 AND verified_at IS NOT NULL AND disabled_at IS NULL',
);
export const addDelivery = prepared(`
  INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (lead_id, channel_id) DO NOTHING RETURNING id`);
export const claimDelivery = prepared(`
  UPDATE deliveries SET lease_until = now() + interval '20 s', attempts = attempts + 1
   WHERE id = $1 AND status = 'queued' AND next_attempt_at <= now()
     AND (lease_until IS NULL OR lease_until <= now())
  RETURNING id, kind, address, message_id, attempts, content`);
export const markSent = prepared(`
  UPDATE deliveries SET status = 'sent', sent_at = clock_timestamp(), lease_until = NULL
   WHERE id = $1 AND status = 'queued'`);

export const addToInbox = prepared(
  'INSERT INTO inbox (message_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING message_id',
);
export const addToOutbox = prepared(`
  INSERT INTO outbox (message_id, queue, name, sealed, due_at)
  SELECT m.message_id, m.queue, m.name, m.sealed, now() + m.delay * interval '1 ms'
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[])
      AS m(message_id, queue, name, sealed, delay)
  ON CONFLICT DO NOTHING`);
export const acknowledge = prepared(`
  DELETE FROM outbox o USING unnest($1::text[], $2::text[]) AS a(queue, message_id)
   WHERE o.message_id = a.message_id AND o.queue = a.queue`);
