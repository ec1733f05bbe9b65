import { ChartFrame } from '@/components/charts/chart-frame';
import { ValueBars } from '@/components/charts/value-bars';
import { formatCount, formatShare, pluralize } from '@/lib/numbers';
import { describeLargest } from '../lib/sentences';

interface ByValueProps<Value extends string> {
  /** 'By lead type' */
  title: string;
  /** Heading of the table's first column: 'Lead type'. */
  header: string;
  /** All values in display order, including those without leads. */
  values: readonly Value[];
  counts: readonly { readonly value: Value; readonly leads: number; readonly won: number }[];
  /** Without the file extension. */
  fileName: string;
  /** Returns the path of the list of leads with this value. */
  getPath: (value: Value) => string;
}

/** Leads by the values that a property can have, and how many of each were won. */
export function ByValue<Value extends string>({
  title,
  header,
  values,
  counts,
  fileName,
  getPath,
}: ByValueProps<Value>) {
  const total = counts.reduce((sum, { leads }) => sum + leads, 0);
  const rows = values.map((value) => {
    const { leads = 0, won = 0 } = counts.find((each) => each.value === value) ?? {};
    const share = total === 0 ? 0 : leads / total;
    return { value, leads, won, share, ...(leads > 0 && { to: getPath(value) }) };
  });
  return (
    <ChartFrame
      title={title}
      conclusion={describeLargest(rows.map(({ value, leads }) => ({ label: value, leads })))}
      fileName={fileName}
      table={{
        columns: [
          { header, kind: 'text' },
          { header: 'Leads', kind: 'count' },
          { header: 'Share', kind: 'share' },
          { header: 'Won', kind: 'count' },
        ],
        rows: rows.map(({ value, leads, share, won, to }) => ({
          key: value,
          cells: [value, leads, share, won],
          to,
        })),
      }}
    >
      <ValueBars
        label={title}
        bars={rows.map(({ value, leads, share, won, to }) => ({
          key: value,
          label: value,
          fraction: share,
          value: formatCount(leads),
          accessibleValue: pluralize(leads, 'lead'),
          ...(to !== undefined && { to, note: `${formatShare(share)}, ${formatCount(won)} won` }),
        }))}
      />
    </ChartFrame>
  );
}
