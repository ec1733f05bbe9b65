import type { WithId } from '@/components/ui/data-table';

/** The rows that a list shows while newer ones are held back. */
export interface HeldRows<Row> {
  readonly rows: readonly Row[];
  /** How many newer rows are not shown. */
  readonly newCount: number;
  /** Whether every row of the page is newer: there may be even more new rows. */
  readonly isAllNew: boolean;
}

/**
 * Leaves out new rows above the shown ones, so that the shown rows keep their place. All other rows are updated. Shown
 * rows that new ones have pushed off the page are kept. Without a next page, missing rows are gone.
 */
export function holdRows<Row extends WithId>(
  shown: readonly Row[],
  newest: readonly Row[],
  hasNextPage: boolean,
): HeldRows<Row> {
  const shownIds = shown.map(({ id }) => id);
  const firstShown = newest.findIndex(({ id }) => shownIds.includes(id));
  const isAllNew = firstShown === -1 && newest.length > 0;
  const newCount = isAllNew ? newest.length : Math.max(0, firstShown);
  if (newCount === 0 || shown.length === 0 || (isAllNew && !hasNextPage))
    return { rows: newest, newCount: 0, isAllNew: false };
  const kept = newest.slice(newCount);
  if (!hasNextPage) return { rows: kept, newCount, isAllNew };
  const last = kept.at(-1);
  const pushedOff = shown.slice(last === undefined ? 0 : shownIds.indexOf(last.id) + 1);
  return { rows: [...kept, ...pushedOff.slice(0, newCount)], newCount, isAllNew };
}
