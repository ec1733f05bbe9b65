import { array, number, string, type InferType } from 'yup';
import { leadOutcomes } from './lead-report.values.js';
import { LEAD_PRICE_CENTS } from '../money.js';
import { count, flag, oneOf, strictObject, withRule } from '../primitives.js';
import {
  BUDGET_MAX_CENTS,
  filterLists,
  type FilterListName,
  MAX_PERIODS_PER_WEEK,
  MINUTES_PER_DAY,
  weekdays,
} from './filters.values.js';

/** Values of one list, each at most once. Empty means all. */
const list = <Value extends string>(name: FilterListName, oneOf: readonly Value[]) =>
  withRule(
    array(
      string()
        .oneOf([...oneOf], `${filterLists[name].label} contain an unknown value`)
        .required(),
    )
      .max(oneOf.length, `${filterLists[name].label} must be a list without repetitions`)
      .required(),
    'distinct',
    `${filterLists[name].label} must be a list without repetitions`,
    (values) => new Set(values).size === values.length,
  );

/** Where a buyer is licensed. Empty means all. */
export const licensedStates = () => list('states', filterLists.states.oneOf);

export const filterListsShape = {
  states: licensedStates(),
  leadTypes: list('leadTypes', filterLists.leadTypes.oneOf),
  assetBands: list('assetBands', filterLists.assetBands.oneOf),
  ageRanges: list('ageRanges', filterLists.ageRanges.oneOf),
};

const minute = () => number().integer('Enter a valid time').min(0).max(MINUTES_PER_DAY).required();

/** One period of a day, in minutes since midnight; 1440 is the end of the day. */
const period = () =>
  withRule(
    strictObject({
      day: number()
        .oneOf([...weekdays], 'Day must be 1 (Monday) to 7 (Sunday)')
        .required(),
      from: minute(),
      to: minute(),
    }),
    'order',
    'Hours must end after they begin',
    ({ from, to }) => from < to,
  );

export interface WeeklyPeriod {
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

const budget = () =>
  number()
    .integer('Enter a valid amount')
    .min(LEAD_PRICE_CENTS, 'A budget must be enough for one lead')
    .max(BUDGET_MAX_CENTS, 'A budget must be at most $500,000')
    .nullable()
    .defined();

/** Which leads a buyer wants, when, and for how much. An empty list, no hours and a null budget do not restrict. */
export const filtersSchema = strictObject({
  ...filterListsShape,
  hours: withRule(
    array(period()).max(MAX_PERIODS_PER_WEEK, 'Too many periods').required(),
    'overlap',
    'Hours of one day must not overlap',
    (periods) => !haveOverlap(periods),
  ),
  weeklyBudgetCents: budget(),
  monthlyBudgetCents: budget(),
});
export type Filters = InferType<typeof filtersSchema>;

export const noFilters: Filters = {
  states: [],
  leadTypes: [],
  assetBands: [],
  ageRanges: [],
  hours: [],
  weeklyBudgetCents: null,
  monthlyBudgetCents: null,
};

/** Counts the changes of a buyer's filters. */
export const filtersVersion = { version: number().integer().min(1).required() };
/** The version that the buyer saw: a change is refused if the filters were changed elsewhere since. Without it, it is not. */
export const seenFiltersVersion = { version: number().integer().min(1).optional() };

export const filtersChangeSchema = filtersSchema.shape(seenFiltersVersion).noUnknown();

function haveOverlap(periods: readonly WeeklyPeriod[]): boolean {
  const inOrder = periods.toSorted((a, b) => a.day - b.day || a.from - b.from);
  return inOrder.some(({ day, from }, index) => {
    const before = inOrder[index - 1];
    return before !== undefined && before.day === day && from < before.to;
  });
}

export const matchCountsSchema = strictObject({
  /** Leads received within this many days are counted. */
  days: number().integer().min(1).required(),
  received: count(),
  matching: count(),
});
export type MatchCounts = InferType<typeof matchCountsSchema>;

export const leadReportSchema = strictObject({
  days: number().integer().min(1).required(),
  received: count(),
  /** Older leads of these days were left out. */
  isCapped: flag(),
  /** How many leads had each outcome; without those of none. */
  outcomes: array(
    strictObject({
      outcome: oneOf(leadOutcomes).required(),
      count: number().integer().min(1).required(),
    }),
  ).required(),
});
export type LeadReport = InferType<typeof leadReportSchema>;
