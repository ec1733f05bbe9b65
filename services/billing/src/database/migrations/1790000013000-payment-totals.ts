import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Applies `rows` (user_id, status, amount, and n: 1 to add or -1 to subtract) to the totals. */
const applyToTotals = (rows: string): string => `
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

const newRows = 'SELECT user_id, status, amount, 1 AS n FROM purchases_after';
const oldRows = 'SELECT user_id, status, amount, -1 AS n FROM purchases_before';

/**
 * Maintains the count and amount of payments, per user and overall, so that reading them takes constant time. The overall
 * total is spread over sixteen rows, so that simultaneous charges seldom wait for each other. A trigger updates the
 * totals in the transaction of the change; its search path is fixed because an administrator's session has another.
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
        IF TG_OP = 'INSERT' THEN ${applyToTotals(newRows)}
        ELSIF TG_OP = 'UPDATE' THEN ${applyToTotals(`${newRows} UNION ALL ${oldRows}`)}
        ELSE ${applyToTotals(oldRows)}
        END IF;
        RETURN NULL;
      END $$;

      -- Creating the triggers blocks other writers until the commit, so the totals below include every purchase.
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
