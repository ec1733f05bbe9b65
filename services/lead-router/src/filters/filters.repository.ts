import type { Filters } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GET_FILTERS, OPEN_AFTER_FILTERS, SELECT_FILTERS, SET_FILTERS } from './filters.sql.js';
import { toProfileMask } from '../matching/profile-mask.js';
import { fromMultirange, toMultirange } from './weekly-hours.js';

interface FiltersRow extends Omit<Filters, 'hours'> {
  readonly hours: string | null;
  readonly timeZone: string;
  readonly version: number;
  readonly changeNumber?: number;
}

export interface BuyerFilters {
  readonly filters: Filters;
  readonly timeZone: string;
  /** Counts the changes of the filters. */
  readonly version: number;
}

const LOCK = prepared('SELECT 1 FROM buyers WHERE id = $1 FOR UPDATE');

@Injectable()
export class FiltersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Draws a number for a change, too. */
  async find(buyerId: string): Promise<(BuyerFilters & { readonly changeNumber: number }) | undefined> {
    const [row]: (FiltersRow & { changeNumber: number })[] = await this.dataSource.query(GET_FILTERS, [
      buyerId,
    ]);
    return row && { ...toFilters(row), changeNumber: row.changeNumber };
  }

  /** Locks the buyer. Returns undefined for an unknown one. */
  async lock(tx: Tx, buyerId: string): Promise<BuyerFilters | undefined> {
    await tx.query(LOCK, [buyerId]);
    const [row] = await tx.query<FiltersRow>(SELECT_FILTERS, [buyerId]);
    return row && toFilters(row);
  }

  /** Returns false if a change with a higher number was applied before. The caller has locked the buyer. */
  async set(tx: Tx, buyerId: string, changeNumber: number, filters: Filters): Promise<boolean> {
    const { states, leadTypes, assetBands, ageRanges, weeklyBudgetCents, monthlyBudgetCents } = filters;
    const changed = await tx.query(SET_FILTERS, [
      buyerId,
      changeNumber,
      states,
      leadTypes,
      assetBands,
      ageRanges,
      toProfileMask(filters),
      toMultirange(filters.hours),
      weeklyBudgetCents,
      monthlyBudgetCents,
    ]);
    return changed.length > 0;
  }

  /** Derives whether the buyer is eligible. Returns whether leads wait that may match now. */
  async open(tx: Tx, buyerId: string): Promise<boolean> {
    const [row] = await tx.query<{ shouldOfferWaiting: boolean }>(OPEN_AFTER_FILTERS, [buyerId]);
    return row?.shouldOfferWaiting === true;
  }
}

const toFilters = ({ timeZone, version, hours, ...row }: FiltersRow): BuyerFilters => ({
  timeZone,
  version,
  filters: {
    states: row.states,
    leadTypes: row.leadTypes,
    assetBands: row.assetBands,
    ageRanges: row.ageRanges,
    hours: fromMultirange(hours),
    weeklyBudgetCents: row.weeklyBudgetCents,
    monthlyBudgetCents: row.monthlyBudgetCents,
  },
});
