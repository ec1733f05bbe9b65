import type { Invariant } from './invariant.js';

export const balanceCounted: Invariant = {
  name: 'balance-counted',
  description: 'the counts behind the balance report are those of the charges, refunds, disputes and fees',
  sql: `SELECT slot, kind, sum(counted) AS missing, sum(cents) AS missing_cents
          FROM (SELECT * FROM billing.balance_of_rows()
                UNION ALL SELECT slot, kind, -counted, -cents FROM billing.balance_counts
                UNION ALL SELECT slot, kind, -counted, -cents FROM billing.balance_changes) c
         GROUP BY slot, kind HAVING sum(counted) <> 0 OR sum(cents) <> 0`,
};
