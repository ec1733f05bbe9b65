import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ChevronDown, Download } from '@/components/ui/icons';
import { saveFile } from '@/lib/route-file';
import { type ChartColumn, type ChartTable, formatCell, toTableCsv } from './chart-table';

const cellClasses = 'border-b border-line px-2 py-1.5 first:pl-0 last:pr-0';
const alignOf = ({ kind }: ChartColumn): string =>
  kind === 'text' || kind === 'day' ? 'text-left' : 'text-right';

const Rows = ({ caption, table: { columns, rows } }: { caption: string; table: ChartTable }) => (
  <table className="tabular w-full border-collapse text-sm">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr className="text-muted">
        {columns.map((column) => (
          <th key={column.header} scope="col" className={clsx(cellClasses, alignOf(column), 'font-semibold')}>
            {column.header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells, to }) => (
        <tr key={key}>
          {columns.map((column, index) => {
            const text = formatCell(column.kind, cells[index] ?? null);
            const classes = clsx(cellClasses, alignOf(column));
            return index > 0 ? (
              <td key={column.header} className={classes}>
                {text}
              </td>
            ) : (
              <th key={column.header} scope="row" className={clsx(classes, 'font-normal')}>
                {to === undefined ? (
                  text
                ) : (
                  <Link to={to} className="link inline-block min-h-6 leading-6">
                    {text}
                  </Link>
                )}
              </th>
            );
          })}
        </tr>
      ))}
    </tbody>
  </table>
);

const OPEN_ROWS_MAX = 10;

interface ChartFrameProps {
  title: string;
  /** What the chart shows, in a sentence: '42 leads this month, 9 more than last.' */
  conclusion: ReactNode;
  /** Shown next to the title. */
  actions?: ReactNode;
  /** The data of the chart. Not shown if it has no rows. */
  table: ChartTable;
  /** Without the file extension: 'leads-per-day_2026-11-01_2026-11-30'. */
  fileName: string;
  /** The table is what most readers look for, so a short one is open. */
  isTableOpen?: boolean;
  children: ReactNode;
}

/** A chart between a sentence with its conclusion and a table of its data, which can be downloaded. */
export function ChartFrame({
  title,
  conclusion,
  actions,
  table,
  fileName,
  isTableOpen = false,
  children,
}: ChartFrameProps) {
  const download = () =>
    saveFile(new Blob([toTableCsv(table)], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  return (
    <Card title={title} description={conclusion} actions={actions}>
      {children}
      {table.rows.length === 0 ? null : (
        <details open={isTableOpen && table.rows.length <= OPEN_ROWS_MAX} className="group/table mt-4">
          <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-control text-sm font-semibold text-muted hover:text-ink">
            Table
            <span className="sr-only"> of {title}</span>
            <ChevronDown aria-hidden className="size-4 group-open/table:rotate-180" />
          </summary>
          <div className="mt-1 grid justify-items-start gap-4">
            <div
              role="region"
              aria-label={`Table of ${title}`}
              tabIndex={0}
              className="w-full overflow-x-auto rounded-control"
            >
              <Rows caption={title} table={table} />
            </div>
            <Button variant="secondary" onClick={download}>
              <Download aria-hidden className="size-4" />
              Download CSV
              <span className="sr-only"> of {title}</span>
            </Button>
          </div>
        </details>
      )}
    </Card>
  );
}
