import { dispositions, LEAD_PRICE_CENTS, MAX_REFUSED_POSTS, toDecimal } from '@desk/contracts';
import type { DataCipher } from '@desk/service-kit';
import type pg from 'pg';
import { insertContacts } from './contacts.js';
import { FIRST_NAMES, LAST_NAMES } from './names.js';

/** Ids of the agents whose lists are measured. */
export interface Owners {
  /** Owns one in fifty of all leads, which is forty times the average. */
  readonly heavy: string;
  /** Owns one in a thousand. */
  readonly typical: string;
}

const BUYERS = 2_000;
/** One in this many deliveries has failed. */
const FAILED_EVERY = 200;
/** What the card provider keeps of each payment. */
const FEE_CENTS = 262;

const toArray = (values: readonly string[]): string =>
  `ARRAY[${values.map((value) => `'${value}'`).join(',')}]`;
const pick = (values: readonly string[], by: string): string =>
  `(${toArray(values)})[1 + (${by}) % ${values.length}]`;

/** Derives ids from numbers, so that each table is filled by one statement. */
const id = (kind: string, n = 'n'): string => `md5('${kind}-' || ${n})::uuid`;
const BUYER_ID = id('buyer', `(n % ${BUYERS})`);
const buyer = `CASE WHEN n % 50 = 0 THEN $3::uuid WHEN n % 1000 = 1 THEN $4::uuid ELSE ${BUYER_ID} END`;
/** Within 90 days. Waiting leads are younger than the age at which a lead expires. */
const receivedAt = `now() - CASE WHEN n % 100 = 7 THEN (n % 20) * interval '1 hour'
                             ELSE ((n::bigint * 7919) % 7776000) * interval '1 second' END`;
const status = `CASE WHEN n % 100 = 7 THEN 'available' WHEN n % 100 = 8 THEN 'expired' ELSE 'sold' END`;
const SOLD = 'n % 100 NOT IN (7, 8)';
/** One lead in twenty has a reminder: due after the run, or so long ago that the notifier has deleted its message. */
const remindAt = `CASE WHEN n / 7 % 20 = 0 THEN now() + CASE n % 3 WHEN 0 THEN interval '-40 days' ELSE interval '2 days' END END`;
const remindedAt = `CASE WHEN n / 7 % 20 = 0 AND n % 3 = 0 THEN now() - interval '40 days' END`;

/** Each mentions all four parameters: PostgreSQL rejects values for parameters that a statement does not use. */
const insertStatements = [
  `INSERT INTO leads.leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                            estimated_assets, purchase_timeline, lead_type, price, status, offers_made, created_at, sold_at,
                            campaign_source, campaign)
   SELECT id, (SELECT id FROM leads.funnels ORDER BY created_at LIMIT 1), body_hash, full_name, phone, email, state,
          zip_code, '61-65', '$250K-$500K', '0-3 months', ${pick(['Fixed', 'Indexed', 'MYGA'], 'n')},
          ${toDecimal(LEAD_PRICE_CENTS)}, ${status},
          CASE WHEN ${SOLD} THEN 1 ELSE 0 END, ${receivedAt},
          CASE WHEN ${SOLD} THEN ${receivedAt} + interval '200 ms' END, ${pick(['', 'google', 'facebook'], 'n')},
          CASE WHEN n % 3 = 0 THEN '' ELSE 'campaign ' || n % 40 END
     FROM contacts WHERE n BETWEEN $1::int AND $2::int AND $3::uuid <> $4::uuid`,
  `INSERT INTO leads.lead_search (lead_id, received_at, hashes, key_id)
   SELECT l.id, l.created_at, c.hashes, 'd1' FROM contacts c JOIN leads.leads l ON l.id = c.id
    WHERE n BETWEEN $1::int AND $2::int AND $3::uuid <> $4::uuid`,
  `INSERT INTO leads.refused_posts (id, funnel_id, refused_at, reason, fields)
   SELECT ${id('refused')}, (SELECT id FROM leads.funnels ORDER BY created_at LIMIT 1), ${receivedAt},
          ${pick(['invalid', 'duplicate', 'malformed'], 'n')},
          CASE WHEN n % 3 <> 0 THEN '{}' WHEN n % 300 = 0 THEN '{dob,email}' ELSE '{email,phone}' END::text[]
     FROM generate_series($1::int, $2::int) n WHERE n <= ${MAX_REFUSED_POSTS} AND $3::uuid <> $4::uuid`,
  `INSERT INTO leads.lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force,
                                  reserved_at, closed_at)
   SELECT ${id('offer')}, ${id('lead')}, ${buyer}, CASE WHEN ${SOLD} THEN 'charged' ELSE 'declined' END,
          ${LEAD_PRICE_CENTS}, (${receivedAt})::date, 1, 1000, ${receivedAt} + interval '20 ms',
          ${receivedAt} + interval '200 ms'
     FROM generate_series($1::int, $2::int) n WHERE n % 100 <> 7`,
  `INSERT INTO leads.sold_leads (lead_id, offer_id, buyer_id, amount_cents, sold_at, delivered_at, contacted_at,
                                 remind_at, reminded_at, disposition, state, lead_type, age_range, estimated_assets, hashes)
   SELECT l.id, ${id('offer')}, ${buyer}, ${LEAD_PRICE_CENTS}, l.sold_at, l.sold_at + interval '250 ms',
          CASE WHEN n / 50 % 5 <> 0 THEN l.sold_at + n % 120 * interval '1 minute' END,
          ${remindAt}, ${remindedAt}, ${pick(dispositions, 'n / 50')},
          l.state, l.lead_type, l.age_range, l.estimated_assets, leads.hashes_of_buyer(c.hashes, ${buyer})
     FROM contacts c JOIN leads.leads l ON l.id = c.id WHERE n BETWEEN $1::int AND $2::int AND ${SOLD}`,
  `INSERT INTO billing.purchases (id, offer_id, user_id, lead_id, amount, currency, status, stripe_payment_intent_id,
                                  card_version, purchased_at, created_at, has_receipt)
   SELECT ${id('purchase')}, ${id('offer')}, ${buyer}, ${id('lead')}, ${toDecimal(LEAD_PRICE_CENTS)}, 'usd', 'succeeded', 'pi_bench' || lpad(n::text, 12, '0'),
          1, ${receivedAt} + interval '150 ms', ${receivedAt}, true
     FROM generate_series($1::int, $2::int) n WHERE ${SOLD}`,
  `INSERT INTO billing.balance_transactions (id, purchase_id, type, amount_cents, fee_cents, currency, created_at)
   SELECT 'txn_bench' || n, ${id('purchase')}, 'charge', ${LEAD_PRICE_CENTS}, ${FEE_CENTS}, 'usd', ${receivedAt} + interval '150 ms'
     FROM generate_series($1::int, $2::int) n WHERE ${SOLD} AND $3::uuid <> $4::uuid`,
  `INSERT INTO notifications.deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, status, attempts,
                                         message_id, content, queued_at, sent_at, failed_at, last_error_code)
   SELECT ${id('delivery')}, ${id('lead')}, ${buyer}, ${id('offer')},
          (SELECT id FROM notifications.channels ORDER BY created_at LIMIT 1), 'email', 'buyer@example.com',
          CASE WHEN n % ${FAILED_EVERY} = 3 THEN 'failed' ELSE 'sent' END, 1, ${id('message')}::text, '{}', ${receivedAt},
          CASE WHEN n % ${FAILED_EVERY} = 3 THEN NULL ELSE ${receivedAt} + interval '450 ms' END,
          CASE WHEN n % ${FAILED_EVERY} = 3 THEN ${receivedAt} + interval '1 hour' END,
          CASE WHEN n % ${FAILED_EVERY} = 3 THEN '550' END
     FROM generate_series($1::int, $2::int) n WHERE ${SOLD}`,
] as const;

/** Inserts the users and buyers who own the other leads. They buy only in a state where no lead waits. */
export async function insertBuyers(admin: pg.Client): Promise<void> {
  await admin.query(
    `INSERT INTO leads.buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, filter_states)
     SELECT ${id('buyer')}, true, 25, 'America/New_York', true, '{WY}' FROM generate_series(0, $1::int - 1) n`,
    [BUYERS],
  );
  await admin.query(
    `INSERT INTO accounts.users (id, email, password, first_name, last_name, phone, service_enabled, created_at)
     SELECT ${id('buyer')}, 'holder' || n || '@example.com', 'none', ${pick(FIRST_NAMES, 'n / 50')}, ${pick(LAST_NAMES, 'n / 500')},
            '+1212' || lpad(n::text, 7, '0'), true, now() - n * interval '1 hour'
       FROM generate_series(0, $1::int - 1) n`,
    [BUYERS],
  );
}

/**
 * The triggers that maintain the counts behind reports, by table. `USER` means all of a table. The trigger of purchases
 * that maintains the totals of payments stays on.
 */
const COUNTING_TRIGGERS = Object.entries({
  'leads.leads': 'USER',
  'leads.sold_leads': 'USER',
  'billing.purchases': 'purchases_count_in_balance',
  'billing.balance_transactions': 'USER',
});
async function switchCounting(admin: pg.Client, to: 'DISABLE' | 'ENABLE'): Promise<void> {
  for (const [table, trigger] of COUNTING_TRIGGERS)
    await admin.query(`ALTER TABLE ${table} ${to} TRIGGER ${trigger}`);
}

/** Inserts leads number `from` to `to`, with everything that selling them over 90 days would have created. */
export async function insertLeads(
  admin: pg.Client,
  cipher: DataCipher,
  from: number,
  to: number,
  owners: Owners,
): Promise<void> {
  await insertContacts(admin, cipher, from, to);
  // Updating these indexes and the counts row by row would take most of the run.
  await switchCounting(admin, 'DISABLE');
  const { rows } = await admin.query<{ drop: string; create: string }>(
    `SELECT format('DROP INDEX %I.%I', schemaname, indexname) AS drop, indexdef AS create
       FROM pg_indexes WHERE schemaname = 'leads' AND indexname IN ('lead_search_hashes', 'sold_leads_hashes')`,
  );
  for (const { drop } of rows) await admin.query(drop);
  for (const sql of insertStatements) await admin.query(sql, [from, to, owners.heavy, owners.typical]);
  for (const { create } of rows) await admin.query(create);
  await switchCounting(admin, 'ENABLE');
  await admin.query('SELECT leads.recount_sales(id) FROM leads.buyers');
  await admin.query('SELECT leads.recount_market()');
  await admin.query('SELECT billing.recount_balance()');
}

/** Updates the visibility map and the planner's statistics, which autovacuum would do later. */
export async function vacuumTables(admin: pg.Client): Promise<void> {
  const tables = [
    'leads.leads',
    'leads.lead_search',
    'leads.refused_posts',
    'leads.lead_offers',
    'leads.sold_leads',
    'leads.sale_counts',
    'leads.funnel_counts',
    'leads.place_counts',
    'leads.delay_counts',
    'billing.purchases',
    'billing.balance_counts',
    'accounts.users',
  ];
  for (const table of [...tables, 'notifications.deliveries']) await admin.query(`VACUUM ANALYZE ${table}`);
  await admin.query('CHECKPOINT');
}
