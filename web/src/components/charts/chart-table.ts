import { formatPrice } from '@desk/contracts/format/price';
import { toDecimal } from '@desk/contracts/money';
import { toCsv } from '@/lib/csv';
import { formatDay, formatDuration } from '@/lib/dates';
import { formatCount, formatShare } from '@/lib/numbers';

/**
 * A day is written as '2026-11-24'. Money is in cents, a share between 0 and 1, a duration in milliseconds; an infinite one is
 * longer than a day.
 */
type ColumnKind = 'text' | 'day' | 'count' | 'money' | 'share' | 'duration';

export interface ChartColumn {
  readonly header: string;
  readonly kind: ColumnKind;
}

/** Null where there is no value. */
export type ChartCell = string | number | null;

export interface ChartRow {
  readonly key: string;
  readonly cells: readonly ChartCell[];
  /** Link to the list of what the row counts. */
  readonly to?: string | undefined;
}

/** What a chart shows, as a table. The first column names the row. */
export interface ChartTable {
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly ChartRow[];
}

export function formatCell(kind: ColumnKind, cell: ChartCell): string {
  if (cell === null) return '-';
  if (typeof cell === 'string') return kind === 'day' ? formatDay(cell) : cell;
  if (kind === 'money') return formatPrice(cell);
  if (kind === 'duration') return cell === Infinity ? 'Over 1 d' : formatDuration(cell);
  return kind === 'share' ? formatShare(cell) : formatCount(cell);
}

/** Numbers without signs and separators, so that a spreadsheet can calculate with them. */
function toCsvCell(kind: ColumnKind, cell: ChartCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (kind === 'money') return cell < 0 ? `-${toDecimal(-cell)}` : toDecimal(cell);
  if (cell === Infinity) return 'over a day';
  return kind === 'share' ? `${Number((cell * 100).toFixed(1))}%` : String(cell);
}

const units: Partial<Record<ColumnKind, string>> = { money: 'USD', duration: 'ms' };
const nameWithUnit = ({ header, kind }: ChartColumn): string =>
  units[kind] === undefined ? header : `${header} (${units[kind]})`;

export const toTableCsv = ({ columns, rows }: ChartTable): string =>
  toCsv([
    columns.map(nameWithUnit),
    ...rows.map(({ cells }) => columns.map(({ kind }, index) => toCsvCell(kind, cells[index] ?? null))),
  ]);
