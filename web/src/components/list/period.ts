import { parseDay } from './list-params';

/** Calendar days, both included. Null means no limit. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

const isInOrder = ({ from, to }: Period): boolean => from === null || to === null || from <= to;

/** Removes a period that ends before it begins. A URL typed by hand can contain one. */
export function withoutReversedPeriod(view: Readonly<Record<string, unknown>>): typeof view {
  const { from = null, to = null } = view as Partial<Period>;
  return isInOrder({ from, to }) ? view : { ...view, from: null, to: null };
}

/** Parses two date fields. Returns null if a text is not a date, or if the dates are in the wrong order. */
export function parsePeriod(texts: Readonly<Record<keyof Period, string>>): Period | null {
  const period = { from: parseDay(texts.from), to: parseDay(texts.to) };
  const areDates = texts.from === (period.from ?? '') && texts.to === (period.to ?? '');
  return areDates && isInOrder(period) ? period : null;
}
