import type { ReconciliationRun } from '@desk/contracts/billing/reconciliation.schemas';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { Page } from '@/components/page/page';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import type { Column } from '@/components/ui/data-table-types';
import { formatDateTime } from '@/lib/dates';
import { formatCount, pluralize } from '@/lib/numbers';
import { phaseLabels, triggerLabels } from './differences';
import { differenceList } from './difference-list';
import { isRunning, useReconciliation, useStartReconciliation } from './reconciliation.api';

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
  { header: 'Started', role: 'name', noWrap: true, cell: ({ requestedAt }) => formatDateTime(requestedAt) },
  { header: 'By', noWrap: true, cell: ({ trigger }) => triggerLabels[trigger] },
  {
    header: 'Compares',
    cell: ({ from, to }) =>
      from === null || to === null ? '-' : `${formatDateTime(from)} to ${formatDateTime(to)}`,
  },
  { header: 'Payments', align: 'end', cell: ({ payments }) => formatCount(payments) },
  { header: 'Refunds', align: 'end', cell: ({ refunds }) => formatCount(refunds) },
  { header: 'Disputes', align: 'end', cell: ({ disputes }) => formatCount(disputes) },
  { header: 'Differences', align: 'end', cell: ({ found }) => formatCount(found) },
  { header: 'State', role: 'badge', cell: (run) => <State run={run} /> },
];

const comparisonList = defineList({
  one: 'comparison',
  sorted: 'newest first',
  isSection: true,
  params: {},
  useData: useReconciliation,
  changes: ['reconciliation'],
  rows: ({ runs }): readonly ReconciliationRun[] => runs,
  summary: ({ openDifferences }) => pluralize(openDifferences, 'open difference'),
  columns,
  minTableWidthPx: 960,
  empty: {
    title: 'No comparisons yet',
    description: "Payments, refunds and disputes are compared with the card provider's on a schedule.",
  },
});

/** The last comparisons, and a button for another one. */
function ComparisonList() {
  const { data } = useReconciliation();
  const start = useStartReconciliation();
  return (
    <List
      of={comparisonList}
      action={
        <PendingButton
          isPending={start.isPending || isRunning(data?.runs)}
          pendingLabel="Comparing..."
          onClick={() => start.mutate()}
        >
          Compare now
        </PendingButton>
      }
    />
  );
}

export const Component = () => (
  <Page description="Our payments, refunds and disputes compared with the card provider's. Nothing here changes a payment.">
    <ComparisonList />
    <List of={differenceList} />
  </Page>
);
