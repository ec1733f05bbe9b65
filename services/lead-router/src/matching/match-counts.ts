import { type FilterListName, filterListNames, filterLists } from '@desk/contracts';

/** A group of received leads that every filter treats alike. */
export interface ReceivedClass {
  readonly state: string;
  readonly leadType: string;
  readonly estimatedAssets: string;
  readonly ageRange: string;
  readonly count: number;
}

export type FilterListValues = Readonly<Record<FilterListName, readonly string[]>>;

/** Returns the first list that does not contain the lead's value; null if all match. */
export const firstMismatch = (
  lists: FilterListValues,
  lead: Readonly<Record<(typeof filterLists)[FilterListName]['field'], string>>,
): FilterListName | null =>
  filterListNames.find(
    (name) => lists[name].length > 0 && !lists[name].includes(lead[filterLists[name].field]),
  ) ?? null;

export function countMatches(
  lists: FilterListValues,
  classes: readonly ReceivedClass[],
): { received: number; matching: number } {
  const sum = (counted: readonly ReceivedClass[]) => counted.reduce((total, { count }) => total + count, 0);
  return {
    received: sum(classes),
    matching: sum(classes.filter((lead) => firstMismatch(lists, lead) === null)),
  };
}

/** Merges classes with the same values. */
export function addUp(classes: readonly ReceivedClass[]): ReceivedClass[] {
  const sums = new Map<string, ReceivedClass>();
  for (const lead of classes) {
    const key = [lead.state, lead.leadType, lead.estimatedAssets, lead.ageRange].join('|');
    sums.set(key, { ...lead, count: lead.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}
