import { formatCount, pluralize } from '@/lib/numbers';
import type { HeldRows } from './hold-rows';

export interface Shown {
  /** 'lead', 'leads'. */
  readonly one: string;
  readonly many: string;
  readonly rows: number;
  /** Matches on all pages, if the server counts them. */
  readonly total: number | undefined;
  /** Whether more match than the server counted. */
  readonly isTotalMinimum?: boolean | undefined;
  /** Position of the first row among all rows, if known. */
  readonly first: number | undefined;
  /** Whether there are other pages. */
  readonly isPart: boolean;
}

/**
 * Says how much of a list is shown: '26-50 of 1,204 users', '25 of 1,204 payments', '50 of 1,000+ leads' or '50 leads on this
 * page'.
 */
export function summarize(shown: Shown): string {
  const { one, many, rows, total, isTotalMinimum, first, isPart } = shown;
  if (total === undefined) return `${pluralize(rows, one, many)}${isPart ? ' on this page' : ''}`;
  const all = isTotalMinimum ? `${formatCount(total)}+ ${many}` : pluralize(total, one, many);
  if (rows === total) return all;
  return first === undefined || rows === 0
    ? `${formatCount(rows)} of ${all}`
    : `${formatCount(first)}-${formatCount(first + rows - 1)} of ${all}`;
}

/** Says how many new rows are not shown: '3 new leads'. Null if there are none. */
export function describeNew(
  { one, many }: Pick<Shown, 'one' | 'many'>,
  { newCount, isAllNew }: Pick<HeldRows<unknown>, 'newCount' | 'isAllNew'>,
): string | null {
  if (newCount === 0) return null;
  return isAllNew
    ? `${formatCount(newCount)}+ new ${many}`
    : pluralize(newCount, `new ${one}`, `new ${many}`);
}
