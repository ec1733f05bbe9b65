import type { AdminDifference } from '@desk/contracts/billing/reconciliation.http';
import {
  differenceKinds,
  type DifferenceState,
  differenceStates,
} from '@desk/contracts/billing/reconciliation.values';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { Select } from '@/components/ui/select';
import { formatDateTime } from '@/lib/dates';
import { type DifferenceListView, differencesQuery } from '../api/reconciliation';
import { parseCursor } from '../lib/cursor';
import { describeSide, kindLabels, objectLabels, stateLabels } from '../lib/differences';
import { formatName, isKeyOf } from '../lib/labels';
import { pluralize } from '../lib/numbers';
import { type ListUrlState, useListUrlState } from '../lib/use-list-url-state';
import { AcknowledgeDifference } from './acknowledge-difference';
import { AdminList } from './admin-list';

const tones = { open: 'danger', acknowledged: 'money', resolved: 'brand' } as const satisfies Record<
  DifferenceState,
  string
>;
const ALL = 'all';

/** What an administrator wrote about it, and who. */
const Note = ({ difference: { note, acknowledgedBy } }: { difference: AdminDifference }) =>
  note === null ? null : (
    <span className="mt-1 block text-sm wrap-anywhere text-muted">
      {note} ({formatName(acknowledgedBy)})
    </span>
  );

const columns: readonly Column<AdminDifference>[] = [
  {
    id: 'what',
    header: 'Difference',
    role: 'name',
    className: 'min-w-52',
    cell: ({ object, kind, providerId }) => (
      <>
        <span className="block">{`${objectLabels[object]}: ${kindLabels[kind].toLowerCase()}`}</span>
        <span className="block font-normal wrap-anywhere text-muted">{providerId}</span>
      </>
    ),
  },
  { id: 'ours', header: 'Ours', className: 'min-w-36', cell: ({ ours }) => describeSide(ours) },
  {
    id: 'theirs',
    header: "Card provider's",
    className: 'min-w-36',
    cell: ({ theirs }) => describeSide(theirs),
  },
  {
    id: 'seen',
    header: 'First and last seen',
    cell: ({ firstSeenAt, lastSeenAt }) => (
      <>
        <span className="block whitespace-nowrap">{formatDateTime(firstSeenAt)}</span>
        <span className="block whitespace-nowrap text-muted">{formatDateTime(lastSeenAt)}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    role: 'badge',
    cell: (difference) => (
      <>
        <Badge tone={tones[difference.state]}>{stateLabels[difference.state]}</Badge>
        <Note difference={difference} />
      </>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    role: 'action',
    cell: (difference) =>
      difference.state === 'open' ? <AcknowledgeDifference difference={difference} /> : null,
  },
];

const toOptions = <Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
) => [{ value: ALL, label: 'All' }, ...values.map((value) => ({ value, label: labels[value] }))];

function parseView({ get }: ListUrlState): DifferenceListView {
  const [state, kind] = [get('state'), get('kind')];
  return {
    state: isKeyOf(stateLabels, state) ? state : null,
    kind: isKeyOf(kindLabels, kind) ? kind : null,
    after: parseCursor(get('after')),
  };
}

/** Where the card provider's records and ours disagree. */
export function DifferencesSection() {
  const listState = useListUrlState();
  const view = parseView(listState);
  const query = useQuery(differencesQuery(view));
  const pages = listState.getPages('after', query);
  const change = (name: 'state' | 'kind') => (value: string) =>
    listState.update({ [name]: value === ALL ? null : value, after: null });
  return (
    <section aria-labelledby="differences">
      <h2 id="differences" className="mb-3 text-xl font-semibold">
        Differences
      </h2>
      <div className="mb-4 flex flex-wrap items-end gap-4">
        <Select
          label="State"
          className="w-48"
          options={toOptions(differenceStates, stateLabels)}
          value={view.state ?? ALL}
          onChange={change('state')}
        />
        <Select
          label="Difference"
          className="w-72"
          options={toOptions(differenceKinds, kindLabels)}
          value={view.kind ?? ALL}
          onChange={change('kind')}
        />
      </div>
      <AdminList
        query={query}
        pageKey={view.after ?? ''}
        loading="Loading differences..."
        failure="The differences could not be loaded."
        isEmpty={({ differences }) => differences.length === 0}
        summary={({ differences }) => pluralize(differences.length, 'difference')}
        empty={
          <EmptyState
            icon={CircleCheck}
            title="No differences"
            description="Payments, refunds and disputes on which the card provider and we disagree will appear here."
          />
        }
        pager={<CursorPager label="Differences" pages={pages} />}
      >
        {(data) => (
          <DataTable
            caption="Differences, newest first"
            columns={columns}
            rows={data?.differences}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={960}
          />
        )}
      </AdminList>
    </section>
  );
}
