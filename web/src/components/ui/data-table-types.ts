import type { ReactNode } from 'react';

/** Rows are identified by their id. */
export interface WithId {
  readonly id: string;
}

export interface ColumnSort<S extends string> {
  readonly value: S;
  readonly direction: 'ascending' | 'descending';
}

export interface Column<Row, S extends string = never> {
  /** Also identifies the column, so it must be unique in the table. */
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** `name` identifies the row and heads its card, with `badge` next to it. `action` comes last, without a label. */
  readonly role?: 'name' | 'badge' | 'action';
  readonly align?: 'end';
  /** Applies to the table layout only. For text that may be one long word: `wrap-anywhere` and a minimum width. */
  readonly className?: string;
  /** For numbers, dates and codes. */
  readonly noWrap?: boolean;
  /** Clicking the heading steps through these, then returns to the list's default order. */
  readonly sortCycle?: readonly ColumnSort<S>[];
}

export interface Sorting<S extends string> {
  readonly value: S;
  readonly defaultValue: S;
  /** Options of the select that replaces the headings in the card layout, in this order. */
  readonly labels: Readonly<Record<S, string>>;
  readonly onChange: (value: S) => void;
}

export interface DataTableProps<Row extends WithId, S extends string> {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row, S>[];
  /** Undefined while loading: skeletons are shown. */
  rows: readonly Row[] | undefined;
  sorting?: Sorting<S>;
  /** True while the rows shown belong to the previous page or search. */
  isStale?: boolean;
  /** Below this container width, each row is shown as a card. */
  minTableWidthPx: number;
}

/** What the table and the card layout have in common. */
export type RowsProps<Row extends WithId, S extends string> = Omit<
  DataTableProps<Row, S>,
  'minTableWidthPx' | 'isStale'
>;
