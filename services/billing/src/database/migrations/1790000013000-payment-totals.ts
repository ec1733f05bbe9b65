import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to the totals what `rows` (user_id, status, amount, and n: 1 or -1) make of difference. */
const addUp = (rows: string): string => `
  WITH change AS (
    SELECT user_id, sum(n) AS payments, COALESCE(sum(n * amount) FILTER (WHERE status = 'succeeded'), 0) AS amount
      FROM (${rows}) c WHERE status IN ('succeeded', 'refunded') GROUP BY user_id
    HAVING sum(n) <> 0 OR COALESCE(sum(n * amount) FILTER (WHERE status = 'succeeded'), 0) <> 0),
  by_user AS (
    INSERT INTO payment_totals_by_user AS t (user_id, payments, succeeded_amount)
    SELECT user_id, payments, amount FROM change ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE
       SET payments = t.payments + EXCLUDED.payments,
           succeeded_amount = t.succeeded_amount + EXCLUDED.succeeded_amount)
  UPDATE payment_totals t
     SET payments = t.payments + c.payments, succeeded_amount = t.succeeded_amount + c.amount
    FROM (SELECT sum(payments) AS payments, sum(amount) AS amount FROM change HAVING count(*) > 0) c
   WHERE t.shard = pg_backend_pid() % 16;`;

const now = 'SELECT user_id, status, amount, 1 AS n FROM purchases_after';
const before = 'SELECT user_id, status, amount, -1 AS n FROM purchases_before';

/**
 * How many payments there are and what they come to, without counting them: of each user, and of all. The latter are
 * sixteen rows to add up, so that charges that settle at the same moment seldom wait for each other. A trigger keeps
 * them in the transaction of the change, whoever makes it; its search path is fixed, because an administrator's is
 * another one.
 */
export class PaymentTotals1790000013000 implements MigrationInterface {
  readonly name = 'PaymentTotals1790000013000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment_totals (
        shard integer PRIMARY KEY,
        payments bigint NOT NULL DEFAULT 0,
        succeeded_amount decimal(14,2) NOT NULL DEFAULT 0
      ) WITH (fillfactor = 50);
      INSERT INTO payment_totals (shard) SELECT generate_series(0, 15);
      CREATE TABLE payment_totals_by_user (
        user_id uuid PRIMARY KEY,
        payments bigint NOT NULL,
        succeeded_amount decimal(14,2) NOT NULL
      ) WITH (fillfactor = 80);

      CREATE FUNCTION add_up_payments() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN ${addUp(now)}
        ELSIF TG_OP = 'UPDATE' THEN ${addUp(`${now} UNION ALL ${before}`)}
        ELSE ${addUp(before)}
        END IF;
        RETURN NULL;
      END $$;

      -- From here on nobody else writes purchases until the commit, so what is added up below is all there is.
      CREATE TRIGGER purchases_inserted AFTER INSERT ON purchases
        REFERENCING NEW TABLE AS purchases_after FOR EACH STATEMENT EXECUTE FUNCTION add_up_payments();
      CREATE TRIGGER purchases_updated AFTER UPDATE ON purchases
        REFERENCING OLD TABLE AS purchases_before NEW TABLE AS purchases_after
        FOR EACH STATEMENT EXECUTE FUNCTION add_up_payments();
      CREATE TRIGGER purchases_deleted AFTER DELETE ON purchases
        REFERENCING OLD TABLE AS purchases_before FOR EACH STATEMENT EXECUTE FUNCTION add_up_payments();

      INSERT INTO payment_totals_by_user (user_id, payments, succeeded_amount)
      SELECT user_id, count(*), COALESCE(sum(amount) FILTER (WHERE status = 'succeeded'), 0)
        FROM purchases WHERE status IN ('succeeded', 'refunded') GROUP BY user_id;
      UPDATE payment_totals t SET payments = u.payments, succeeded_amount = u.amount
        FROM (SELECT COALESCE(sum(payments), 0) AS payments, COALESCE(sum(succeeded_amount), 0) AS amount
                FROM payment_totals_by_user) u
       WHERE t.shard = 0;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
