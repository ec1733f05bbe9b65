import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useIsWide } from '@/lib/use-is-wide';
import { DataCards } from './data-cards';
import { ArrowDown, ArrowUp, ArrowUpDown } from './table-icons';
import { Skeleton } from './skeleton';

export interface ColumnSort<S extends string> {
  readonly value: S;
  readonly direction: 'ascending' | 'descending';
}

export interface Column<Row, S extends string = never> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** `name`: what the row is of; the head of its card. `badge`: beside it. `action`: below all else, without a label. */
  readonly role?: 'name' | 'badge' | 'action';
  readonly align?: 'end';
  /** In a table alone: for text that may be one long word, `wrap-anywhere` and the least width that it is to have. */
  readonly className?: string;
  /** Numbers, dates and codes, which are never broken. */
  readonly isWhole?: boolean;
  /** A press of the heading goes from one to the next, and then back to the order of the list itself. */
  readonly sorts?: readonly ColumnSort<S>[];
}

export interface Sorting<S extends string> {
  readonly value: S;
  readonly byDefault: S;
  /** For where there are no headings to press; in the order in which they are offered. */
  readonly labels: Readonly<Record<S, string>>;
  readonly onChange: (value: S) => void;
}

interface DataTableProps<Row, S extends string> {
  /** What the rows are, for those who do not see the page around it. */
  caption: string;
  columns: readonly Column<Row, S>[];
  /** Undefined while they are awaited: their places are shown. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  sorting?: Sorting<S>;
  /** The rows are of before, and others are on their way. */
  isStale?: boolean;
  /** From this width of its own place, in px, rows stand in a table; below it each is a card. */
  wideFrom: number;
}

const SKELETON_ROWS = 8;

/** Rows of a dense table, or cards where there is no room for one. */
export function DataTable<Row, S extends string = never>({
  wideFrom,
  isStale = false,
  ...table
}: DataTableProps<Row, S>) {
  const [place, isWide] = useIsWide(wideFrom);
  return (
    <div
      ref={place}
      aria-busy={isStale || table.rows === undefined}
      className={clsx('@container transition-opacity duration-150', isStale && 'opacity-60')}
    >
      {isWide ? <WideTable {...table} /> : <DataCards {...table} skeletons={SKELETON_ROWS / 2} />}
    </div>
  );
}

export type TableParts<Row, S extends string> = Omit<DataTableProps<Row, S>, 'wideFrom' | 'isStale'>;

const cellClasses = 'h-10 border-b border-line px-2 py-1 text-left align-middle first:pl-4 last:pr-4';

function WideTable<Row, S extends string>({ caption, columns, rows, keyOf, sorting }: TableParts<Row, S>) {
  return (
    <div className="overflow-x-clip rounded-card border border-line bg-surface">
      <table className="figures w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>*]:border-0">
          {rows?.map((row) => (
            <tr key={keyOf(row)} className="hover:bg-sunken/60">
              {columns.map((column) => (
                <Cell key={column.id} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          )) ??
            Array.from({ length: SKELETON_ROWS }, (_, row) => (
              <tr key={row} aria-hidden>
                {columns.map((column, index) => (
                  <td key={column.id} className={cellClasses}>
                    <Skeleton className={clsx('h-3.5', index === 0 ? 'w-4/5' : 'w-3/5')} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row, S extends string>({ column, children }: { column: Column<Row, S>; children: ReactNode }) {
  const classes = clsx(
    cellClasses,
    column.align === 'end' && 'text-right!',
    column.isWhole === true || column.role === 'action' ? 'whitespace-nowrap' : 'break-words',
    column.className,
  );
  return column.role === 'name' ? (
    <th scope="row" className={clsx(classes, 'font-semibold')}>
      {children}
    </th>
  ) : (
    <td className={classes}>{children}</td>
  );
}

interface HeadingProps<Row, S extends string> {
  column: Column<Row, S>;
  sorting: Sorting<S> | undefined;
}

function Heading<Row, S extends string>({ column, sorting }: HeadingProps<Row, S>) {
  const { header, sorts, align, role, className } = column;
  const place = 'border-b border-line-strong px-2 py-1 text-left font-semibold first:pl-4 last:pr-4';
  const alignment = [align === 'end' && 'text-right!', className];
  if (role === 'action')
    return (
      <th scope="col" className={place}>
        <span className="sr-only">{header}</span>
      </th>
    );
  if (sorts === undefined || sorting === undefined)
    return (
      <th scope="col" className={clsx(place, 'h-10 whitespace-nowrap text-muted', alignment)}>
        {header}
      </th>
    );
  const at = sorts.findIndex(({ value }) => value === sorting.value);
  const direction = sorts[at]?.direction;
  const next = sorts[at + 1]?.value ?? (at === -1 ? sorts[0]?.value : undefined) ?? sorting.byDefault;
  const Icon = direction === undefined ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={clsx(place, alignment)}>
      <button
        type="button"
        className={clsx(
          '-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-control px-1.5 whitespace-nowrap hover:text-ink pointer-coarse:min-h-11',
          direction === undefined ? 'text-muted' : 'text-ink',
        )}
        onClick={() => sorting.onChange(next)}
      >
        {header}
        <Icon aria-hidden className={clsx('size-3.5 shrink-0', direction === undefined && 'opacity-60')} />
      </button>
    </th>
  );
}
