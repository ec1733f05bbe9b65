import { type Filters, MINUTES_PER_DAY, type WeeklyPeriod } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toProfileMask } from '../matching/profile-mask.js';

/** Returns the hours as an `int4multirange` of minutes since Monday 0:00; null for no restriction. */
export const toMultirange = (hours: readonly WeeklyPeriod[]): string | null =>
  hours.length === 0
    ? null
    : `{${hours
        .map(({ day, from, to }) => [(day - 1) * MINUTES_PER_DAY + from, (day - 1) * MINUTES_PER_DAY + to])
        .map(([from, to]) => `[${from},${to})`)
        .join(',')}}`;

/** Reads what PostgreSQL returns, which joins periods that touch. One that passes midnight becomes two. */
export function fromMultirange(text: string | null): WeeklyPeriod[] {
  const ranges = [...(text ?? '').matchAll(/\[(\d+),(\d+)\)/g)];
  return ranges.flatMap(([, from, to]) => splitAtMidnights(Number(from), Number(to)));
}

function splitAtMidnights(from: number, to: number): WeeklyPeriod[] {
  const dayStart = from - (from % MINUTES_PER_DAY);
  const dayEnd = Math.min(to, dayStart + MINUTES_PER_DAY);
  const period = { day: dayStart / MINUTES_PER_DAY + 1, from: from - dayStart, to: dayEnd - dayStart };
  return dayEnd < to ? [period, ...splitAtMidnights(dayEnd, to)] : [period];
}

/** Returns the periods as they are read again: in order, and those of one day joined where they touch. */
export const joinTouching = (hours: readonly WeeklyPeriod[]): WeeklyPeriod[] =>
  hours
    .toSorted((a, b) => a.day - b.day || a.from - b.from)
    .reduce<WeeklyPeriod[]>((joined, period) => {
      const last = joined.at(-1);
      return last?.day === period.day && last.to === period.from
        ? [...joined.slice(0, -1), { ...last, to: period.to }]
        : [...joined, period];
    }, []);

interface FiltersRow extends Omit<Filters, 'hours'> {
  readonly hours: string | null;
  readonly timeZone: string;
  readonly version: number;
}

interface BuyerFilters {
  readonly filters: Filters;
  readonly timeZone: string;
  /** Counts the changes of the filters. */
  readonly version: number;
}

const LOCK = prepared('SELECT FROM buyers WHERE id = $1 FOR UPDATE');
const COLUMNS = `
  filter_states AS states, filter_lead_types AS "leadTypes", filter_asset_bands AS "assetBands",
  filter_age_ranges AS "ageRanges", weekly_hours::text AS hours, weekly_budget_cents AS "weeklyBudgetCents",
  monthly_budget_cents AS "monthlyBudgetCents", time_zone AS "timeZone", filters_version AS version`;
const SELECT_FILTERS = prepared(`SELECT ${COLUMNS} FROM buyers WHERE id = $1`);
/** Also draws a number for a change (ADR 4). */
const SELECT_FILTERS_WITH_NUMBER = prepared(
  `SELECT ${COLUMNS}, nextval('settings_change_numbers')::float8 AS "changeNumber" FROM buyers WHERE id = $1`,
);
const SET_FILTERS = 'SELECT set_filters($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS "shouldOfferWaiting"';

@Injectable()
export class FiltersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Also draws a number for a change. */
  async find(buyerId: string): Promise<(BuyerFilters & { readonly changeNumber: number }) | undefined> {
    const [row]: (FiltersRow & { changeNumber: number })[] = await this.dataSource.query(
      SELECT_FILTERS_WITH_NUMBER,
      [buyerId],
    );
    if (!row) return undefined;
    const { changeNumber, ...stored } = row;
    return { ...toFilters(stored), changeNumber };
  }

  /** Locks the buyer. Returns undefined for an unknown one. */
  async lock(tx: Tx, buyerId: string): Promise<BuyerFilters | undefined> {
    await tx.query(LOCK, [buyerId]);
    const [row] = await tx.query<FiltersRow>(SELECT_FILTERS, [buyerId]);
    return row && toFilters(row);
  }

  /**
   * Returns whether leads wait that may match now; undefined if a change with a higher number was applied before. The caller has
   * locked the buyer.
   */
  async set(tx: Tx, buyerId: string, changeNumber: number, filters: Filters): Promise<boolean | undefined> {
    const { states, leadTypes, assetBands, ageRanges, weeklyBudgetCents, monthlyBudgetCents } = filters;
    const [row] = await tx.query<{ shouldOfferWaiting: boolean | null }>(SET_FILTERS, [
      ...[buyerId, changeNumber, states, leadTypes, assetBands, ageRanges, toProfileMask(filters)],
      ...[toMultirange(filters.hours), weeklyBudgetCents, monthlyBudgetCents],
    ]);
    return row?.shouldOfferWaiting ?? undefined;
  }
}

const toFilters = ({ timeZone, version, hours, ...row }: FiltersRow): BuyerFilters => ({
  timeZone,
  version,
  filters: { ...row, hours: fromMultirange(hours) },
});
