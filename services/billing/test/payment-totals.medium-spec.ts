import { createServiceDatabase, type TestDatabase } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { database, migrations } from '../src/database/data-source.js';

let testDatabase: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  testDatabase = await createServiceDatabase('billing', { ...database, migrations });
  pool = new pg.Pool({ connectionString: testDatabase.services.billing.url });
});
afterAll(async () => {
  await pool.end();
  await testDatabase.drop();
});

it('payment totals follow changes by any database role', async () => {
  await pool.query(`
    INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status, stripe_payment_intent_id,
                           card_version, purchased_at, decline_code)
    SELECT md5(n::text)::uuid, md5(n::text)::uuid, md5('user')::uuid, md5(n::text)::uuid, 80.50, 'usd', s.status,
           'pi_' || n, 1, CASE WHEN s.status IN ('succeeded', 'refunded') THEN now() END,
           CASE s.status WHEN 'failed' THEN 'generic_decline' END
      FROM generate_series(0, 99) n,
           LATERAL (SELECT (ARRAY['succeeded', 'refunded', 'failed', 'pending', 'unknown'])[1 + n % 5] AS status) s`);
  const readTotals = async (): Promise<object[]> => {
    const { rows } = await pool.query<object>(
      `SELECT sum(payments)::int AS payments, sum(succeeded_amount) AS amount FROM payment_totals
       UNION ALL SELECT payments::int, succeeded_amount FROM payment_totals_by_user`,
    );
    return rows;
  };
  expect(await readTotals()).toEqual(Array(2).fill({ payments: 40, amount: '1610.00' }));

  // An administrator's session has another search path.
  const admin = new pg.Client({ connectionString: testDatabase.adminUrl });
  await admin.connect();
  await admin.query("UPDATE billing.purchases SET amount = 100 WHERE status = 'succeeded'");
  await admin.query(
    "UPDATE billing.purchases SET status = 'refunded' WHERE stripe_payment_intent_id = 'pi_0'",
  );
  await admin.end();
  expect(await readTotals()).toEqual(Array(2).fill({ payments: 40, amount: '1900.00' }));
});
