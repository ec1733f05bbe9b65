import type { ReconciliationRun } from '@desk/contracts/billing/reconciliation.schemas';
import { useQuery } from '@tanstack/react-query';
import { notifyError } from '@/components/toast/toast-store';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { getErrorMessage } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { reconciliationQuery, useStartReconciliation } from '../api/reconciliation';
import { phaseLabels, triggerLabels } from '../lib/differences';
import { formatCount, pluralize } from '../lib/numbers';
import { AdminList } from './admin-list';

function State({ run }: { run: ReconciliationRun }) {
  if (run.finishedAt !== null) return <Badge tone="brand">Finished</Badge>;
  return run.failure === null ? (
    <>
      <Badge tone="neutral">Running</Badge>
      <span className="mt-1 block text-sm text-muted">{phaseLabels[run.phase]}</span>
    </>
  ) : (
    <>
      <Badge tone="money">Waiting</Badge>
      <span className="mt-1 block text-sm text-muted">The card provider answered: {run.failure}</span>
    </>
  );
}

const columns: readonly Column<ReconciliationRun>[] = [
  {
    id: 'requested',
    header: 'Started',
    role: 'name',
    noWrap: true,
    cell: ({ requestedAt }) => formatDateTime(requestedAt),
  },
  { id: 'trigger', header: 'By', noWrap: true, cell: ({ trigger }) => triggerLabels[trigger] },
  {
    id: 'window',
    header: 'Compares',
    cell: ({ from, to }) =>
      from === null || to === null ? '-' : `${formatDateTime(from)} to ${formatDateTime(to)}`,
  },
  { id: 'payments', header: 'Payments', align: 'end', cell: ({ payments }) => formatCount(payments) },
  { id: 'refunds', header: 'Refunds', align: 'end', cell: ({ refunds }) => formatCount(refunds) },
  { id: 'disputes', header: 'Disputes', align: 'end', cell: ({ disputes }) => formatCount(disputes) },
  { id: 'found', header: 'Differences', align: 'end', cell: ({ found }) => formatCount(found) },
  { id: 'state', header: 'State', role: 'badge', cell: (run) => <State run={run} /> },
];

/** The last comparisons, and a button for another one. */
export function ReconciliationRuns() {
  const query = useQuery(reconciliationQuery);
  const start = useStartReconciliation();
  const isRunning = query.data?.runs.some(({ finishedAt }) => finishedAt === null) === true;
  return (
    <section aria-labelledby="runs" className="mb-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-4">
        <h2 id="runs" className="text-xl font-semibold">
          Comparisons
        </h2>
        <PendingButton
          isPending={start.isPending || isRunning}
          pendingLabel="Comparing..."
          onClick={() =>
            start.mutate(undefined, {
              onError: (error) =>
                notifyError(getErrorMessage(error, 'Failed to start the comparison. Please try again.')),
            })
          }
        >
          Compare now
        </PendingButton>
      </div>
      <AdminList
        query={query}
        pageKey=""
        loading="Loading comparisons..."
        failure="The comparisons could not be loaded."
        isEmpty={({ runs }) => runs.length === 0}
        summary={({ openDifferences }) => pluralize(openDifferences, 'open difference')}
        empty={
          <EmptyState
            icon={CircleCheck}
            title="No comparisons yet"
            description="Payments, refunds and disputes are compared with the card provider's on a schedule."
          />
        }
        pager={null}
      >
        {(data) => (
          <DataTable
            caption="Comparisons, newest first"
            columns={columns}
            rows={data?.runs}
            getRowKey={({ id }) => id}
            minTableWidthPx={960}
          />
        )}
      </AdminList>
    </section>
  );
}
