import { checkDatabase, type Finding } from '@desk/tool-verify';

/**
 * Invariants that hold in every snapshot: what each of them compares is changed in one transaction. Others hold once the
 * messages in progress have been processed, which takes running services.
 */
const HOLD_AT_ANY_MOMENT: ReadonlySet<string> = new Set([
  'sold-once',
  'daily-limit-holds',
  'slots-match',
  'payment-totals-match',
  'sold-leads-listed',
  'feed-gapless',
  'leads-searchable',
]);

/** Checks a restored database before services start. */
export async function checkRestored(databaseUrl: string): Promise<Finding[]> {
  return (await checkDatabase({ databaseUrl })).filter(({ name }) => HOLD_AT_ANY_MOMENT.has(name));
}
