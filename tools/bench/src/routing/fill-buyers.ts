import { ageRanges, assetBands, leadTypes, usStates } from '@desk/contracts';
import { toProfileMask } from '@desk/lead-router/matching/profile-mask';
import type pg from 'pg';

const TIME_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
] as const;

const DAILY_LIMIT = 25;
/** Buyers with an even number. */
const IS_USED_UP = 'n % 2 = 0';

const sqlArray = (values: readonly (string | number)[]): string =>
  `ARRAY[${values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(',')}]`;

/** Filters besides states: none, one type, the upper bands, the lower ages, and combinations of these. */
const profileMasks = [[], ['Indexed'], ['Fixed', 'MYGA']].flatMap((types) =>
  [[], assetBands.slice(1), assetBands.slice(2), assetBands.slice(3)].flatMap((bands) =>
    [[], ageRanges.slice(0, 3), ageRanges.slice(1, 4)].map((ages) =>
      toProfileMask({ leadTypes: types, assetBands: bands, ageRanges: ages }),
    ),
  ),
);

/**
 * A third of the buyers have no filter. Of the others, three in four chose one to twelve states, and nearly all something
 * else besides; one in eight has office hours that include now, one in eight a weekly budget.
 */
const HAS_FILTERS = '(n / 4) % 3 <> 0';
const STATES = `CASE WHEN ${HAS_FILTERS} AND (n / 12) % 4 <> 0
  THEN (SELECT array_agg(DISTINCT (${sqlArray(usStates)})[1 + (n::bigint * 31 + i * i * 17 + i * (n / 48)) % ${usStates.length}])
          FROM generate_series(1, 1 + n % 12) i) ELSE '{}' END`;
const MASK = `CASE WHEN ${HAS_FILTERS} THEN (${sqlArray(profileMasks)})[1 + (n::bigint * 7 / 12) % ${profileMasks.length}]
  ELSE ${toProfileMask({ leadTypes: [], assetBands: [], ageRanges: [] })} END`;

const zones = `(${sqlArray(TIME_ZONES)})[1 + (n / 2) % ${TIME_ZONES.length}]`;

/**
 * Buyers as the previous days left them: half have used up their daily limit. Of the others, one in ten is paused, one
 * in ten has a failing card, one in ten is held; a third last bought on the day before.
 */
const INSERT_BUYERS = `
  INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, card_version, held_until,
                      slots_day, slots_used, waiting_since, filter_states, profile_mask, weekly_hours,
                      weekly_budget_cents)
  SELECT md5('buyer-' || n)::uuid, ${IS_USED_UP} OR n % 20 <> 1, ${DAILY_LIMIT}, ${zones}, ${IS_USED_UP} OR n % 20 <> 3, 1,
         CASE WHEN n % 20 = 5 THEN now() + interval '1 hour' END,
         (now() AT TIME ZONE ${zones})::date - CASE WHEN ${IS_USED_UP} THEN 0 ELSE (n / 2) % 3 % 2 END,
         CASE WHEN ${IS_USED_UP} THEN ${DAILY_LIMIT} ELSE n % ${DAILY_LIMIT} END,
         now() - ((n::bigint * 7919) % 86400000) * interval '1 ms', ${STATES}, ${MASK},
         CASE WHEN ${HAS_FILTERS} AND (n / 12) % 8 = 3 THEN '{[0,10080)}'::int4multirange END,
         CASE WHEN ${HAS_FILTERS} AND (n / 12) % 8 = 5 THEN 1000000 END
    FROM generate_series(1, $1::int) n`;

/** Fills the table of a service without buyers. `client` has the service's schema as its search path. */
export async function fillBuyers(client: pg.Client, count: number): Promise<void> {
  await client.query(INSERT_BUYERS, [count]);
  await client.query(`
    INSERT INTO filter_classes
    SELECT DISTINCT state, profile_mask
      FROM buyers b, unnest(CASE WHEN b.filter_states = '{}' THEN '{*}' ELSE b.filter_states END) state
     WHERE b.has_filters`);
  await client.query('VACUUM ANALYZE filtered_buyers, filter_classes');
  await client.query('VACUUM FULL ANALYZE buyers');
  await client.query('CHECKPOINT');
}

/** Begins the next day of every buyer who has used up the limit. Returns their number. */
export async function beginNextDay(client: pg.Client): Promise<number> {
  await client.query(
    `CREATE OR REPLACE FUNCTION eligibility_now() RETURNS timestamptz LANGUAGE sql
     AS $$ SELECT clock_timestamp() + interval '1 day' $$`,
  );
  const { rowCount } = await client.query('SELECT FROM buyers WHERE recheck_at <= eligibility_now()');
  return rowCount ?? 0;
}

/** One value of a list, chosen at random for each row. */
const anyOf = (values: readonly string[]): string =>
  `(${sqlArray(values)})[1 + floor(random() * ${values.length})::int]`;
const PROFILE = `${anyOf(usStates)}, '33101', ${anyOf(ageRanges)}, ${anyOf(assetBands)}, '0-3 months', ${anyOf(leadTypes)}`;

/** A lead as intake stores it, apart from the encryption. $1: id, $2: funnel. */
export const INSERT_LEAD = `
  INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range, estimated_assets,
                     purchase_timeline, lead_type, price)
  VALUES ($1, $2, 'bench', 'Person', '+12125550100', 'person@example.com', ${PROFILE}, 80)`;

/** Number of buyers who declined a waiting lead. Each makes one more kind of waiting leads (ADR 3). */
const DECLINED_KINDS = 100;
/** One waiting lead in this many was declined by a buyer. */
const DECLINED_EVERY = 20;

/** Inserts leads that have waited for a buyer for some hours. */
export async function insertWaitingLeads(client: pg.Client, count: number, funnelId: string): Promise<void> {
  await client.query(
    `INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range, estimated_assets,
                        purchase_timeline, lead_type, price, created_at, declined_by)
     SELECT gen_random_uuid(), $2, 'bench', 'Person', '+12125550100', 'person@example.com', ${PROFILE}, 80, now() - interval '8 hours' + n * interval '100 ms',
            CASE WHEN n % ${DECLINED_EVERY} = 0
                 THEN ARRAY[md5('buyer-' || (1 + n / ${DECLINED_EVERY} % ${DECLINED_KINDS}))::uuid] ELSE '{}' END
       FROM generate_series(1, $1::int) n`,
    [count, funnelId],
  );
  await client.query('VACUUM ANALYZE leads');
}
