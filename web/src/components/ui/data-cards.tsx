import { Fragment } from 'react';
import type { Column, RowsProps, WithId } from './data-table-types';
import { Select, toOptions } from './select';
import { Skeleton } from './skeleton';

const SKELETON_CARDS = 4;

const gridClasses = 'grid gap-3 @min-[600px]:grid-cols-2';
const cardClasses = 'min-w-0 rounded-card border border-line bg-surface p-4';

/** Table rows in a narrow container: one card each, labeled with the column headings. */
export function DataCards<Row extends WithId, S extends string>({
  caption,
  columns,
  rows,
  sorting,
}: RowsProps<Row, S>) {
  return (
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
}

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
