import { clsx } from 'clsx';
import { Fragment, type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { ArrowDown, ArrowUp, ArrowUpDown } from './icons';
import { Select, toOptions } from './select';
import { Skeleton } from './skeleton';

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

interface DataTableProps<Row extends WithId, S extends string> {
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
type RowsProps<Row extends WithId, S extends string> = Omit<
  DataTableProps<Row, S>,
  'minTableWidthPx' | 'isStale'
>;

const SKELETON_CARDS = 4;

const gridClasses = 'grid gap-3 @min-[600px]:grid-cols-2';
const cardClasses = 'min-w-0 rounded-card border border-line bg-surface p-4';

/** Table rows in a narrow container: one card each, labeled with the column headings. */
const DataCards = <Row extends WithId, S extends string>({
  caption,
  columns,
  rows,
  sorting,
}: RowsProps<Row, S>) => (
  <>
    {sorting === undefined ? null : (
      <Select
        label="Sort by"
        className="mb-3 max-w-60"
        value={sorting.value}
        options={toOptions(sorting.labels)}
        onChange={sorting.onChange}
      />
    )}
    {rows === undefined ? (
      <div aria-hidden className={gridClasses}>
        {Array.from({ length: SKELETON_CARDS }, (_, card) => (
          <div key={card} className={cardClasses}>
            <Skeleton className="h-4 w-2/5" />
            {columns.map(({ header, role }) =>
              role === undefined ? <Skeleton key={header} className="mt-2.5 h-3.5 w-4/5" /> : null,
            )}
          </div>
        ))}
      </div>
    ) : (
      <ul aria-label={caption} className={gridClasses}>
        {rows.map((row) => (
          <DataCard key={row.id} columns={columns} row={row} />
        ))}
      </ul>
    )}
  </>
);

function DataCard<Row, S extends string>({ columns, row }: { columns: readonly Column<Row, S>[]; row: Row }) {
  const columnsWith = (role: Column<Row, S>['role']) => columns.filter((column) => column.role === role);
  const cells = (role: Column<Row, S>['role']) =>
    columnsWith(role).map(({ header, cell }) => <Fragment key={header}>{cell(row)}</Fragment>);
  return (
    <li className={cardClasses}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 font-semibold wrap-anywhere">{cells('name')}</div>
        <div className="flex shrink-0 flex-wrap justify-end gap-1.5 empty:hidden">{cells('badge')}</div>
      </div>
      <dl className="tabular mt-2 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 text-sm">
        {columnsWith(undefined).map(({ header, cell }) => (
          <Fragment key={header}>
            <dt className="text-muted">{header}</dt>
            <dd className="min-w-0 wrap-anywhere">{cell(row)}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">{cells('action')}</div>
    </li>
  );
}

const SKELETON_ROWS = 8;

/** Whether the element with the returned ref is at least `minWidthPx` wide. Updates as it resizes. */
function useIsWide(minWidthPx: number): [RefCallback<HTMLElement>, boolean] {
  const [isWide, setWide] = useState(true);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      // Measure before the first paint, so that the wrong layout never flashes.
      const measure = () => setWide(element.getBoundingClientRect().width >= minWidthPx);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [minWidthPx],
  );
  return [ref, isWide];
}

/** Renders rows as a dense table, or as cards where the container is too narrow for one. */
export function DataTable<Row extends WithId, S extends string = never>({
  minTableWidthPx,
  isStale = false,
  ...table
}: DataTableProps<Row, S>) {
  const [container, isWide] = useIsWide(minTableWidthPx);
  return (
    <div
      ref={container}
      aria-busy={isStale || table.rows === undefined}
      className={clsx('@container transition-opacity duration-150', isStale && 'opacity-60')}
    >
      {isWide ? <WideTable {...table} /> : <DataCards {...table} />}
    </div>
  );
}

const cellClasses = 'h-10 border-b border-line px-2 py-1 text-left align-middle first:pl-4 last:pr-4';

const WideTable = <Row extends WithId, S extends string>({
  caption,
  columns,
  rows,
  sorting,
}: RowsProps<Row, S>) => (
  <div className="overflow-x-clip rounded-card border border-line bg-surface">
    <table className="tabular w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.header} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:border-0">
        {rows?.map((row) => (
          <tr key={row.id} className="hover:bg-sunken/60">
            {columns.map((column) => (
              <Cell key={column.header} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        )) ??
          Array.from({ length: SKELETON_ROWS }, (_, row) => (
            <tr key={row} aria-hidden>
              {columns.map((column, index) => (
                <td key={column.header} className={cellClasses}>
                  <Skeleton className={clsx('h-3.5', index === 0 ? 'w-4/5' : 'w-3/5')} />
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  </div>
);

function Cell<Row, S extends string>({ column, children }: { column: Column<Row, S>; children: ReactNode }) {
  const classes = clsx(
    cellClasses,
    column.align === 'end' && 'text-right!',
    column.noWrap === true || column.role === 'action' ? 'whitespace-nowrap' : 'break-words',
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
  const { header, sortCycle, align, role, className } = column;
  const classes = 'border-b border-line-strong px-2 py-1 text-left font-semibold first:pl-4 last:pr-4';
  const alignment = [align === 'end' && 'text-right!', className];
  if (role === 'action')
    return (
      <th scope="col" className={classes}>
        <span className="sr-only">{header}</span>
      </th>
    );
  if (sortCycle === undefined || sorting === undefined)
    return (
      <th scope="col" className={clsx(classes, 'h-10 whitespace-nowrap text-muted', alignment)}>
        {header}
      </th>
    );
  const current = sortCycle.findIndex(({ value }) => value === sorting.value);
  const direction = sortCycle[current]?.direction;
  const next = sortCycle[current + 1]?.value ?? sorting.defaultValue;
  const Icon = direction === undefined ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={clsx(classes, alignment)}>
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
