import { type FilterListName, filterLists } from '@desk/contracts';

/** The lists that are compared by one bit mask. States are not: they have rows of their own (ADR 3). */
const maskedLists = ['leadTypes', 'assetBands', 'ageRanges'] as const satisfies FilterListName[];

/** A value keeps its bit for good, so a list of the contracts may only grow at its end. */
const BITS_PER_LIST = 8;
const ALL = 2 ** BITS_PER_LIST - 1;

type MaskedFilters = Readonly<Record<(typeof maskedLists)[number], readonly string[]>>;

/** Returns one bit for each accepted value. An empty list accepts values that do not exist yet, too. */
export const toProfileMask = (filters: MaskedFilters): number =>
  maskedLists.reduce((mask, name, index) => {
    const known: readonly string[] = filterLists[name].oneOf;
    const accepted = filters[name].reduce((bits, value) => bits | (1 << known.indexOf(value)), 0);
    return mask | ((filters[name].length === 0 ? ALL : accepted) << (index * BITS_PER_LIST));
  }, 0);
