import type { ReconciliationRun } from '@desk/contracts/billing/reconciliation.schemas';
import type { AdminDifference } from '@desk/contracts/billing/reconciliation.http';
import type { DifferenceState } from '@desk/contracts/billing/reconciliation.values';
import { useQuery } from '@tanstack/react-query';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Page } from '@/components/page/page';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { formatDateTime } from '@/lib/dates';
import { formatCount, pluralize } from '@/lib/numbers';
import { Field } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { choice, cursor } from '@/components/list/list-params';
import { formatName } from '@/lib/person-name';
import type { Tone } from '@/lib/tone';
import { routeQuery } from '@/lib/route-query';
import { useBackgroundRefresh, useRefresh } from '@/lib/use-refresh';
import { rowButton, TwoLines } from '../columns';
import { listOptions, useListQuery } from '../queries';
import {
  describeSide,
  kindLabels,
  objectLabels,
  phaseLabels,
  stateLabels,
  triggerLabels,
} from './differences';

const POLL_MS = 2_000;

const isRunning = (runs: readonly { readonly finishedAt: string | null }[] = []): boolean =>
  runs.some(({ finishedAt }) => finishedAt === null);

const useReconciliation = () =>
  useQuery({
    ...routeQuery('getReconciliation'),
    ...listOptions,
    refetchInterval: ({ state }) => (isRunning(state.data?.runs) ? POLL_MS : false),
  });

const tones: Record<DifferenceState, Tone> = { open: 'danger', acknowledged: 'money', resolved: 'brand' };

const schema = async () =>
  (await import('@desk/contracts/billing/reconciliation.http')).acknowledgeDifferenceBody;

/** The server asks the admin to sign in again if the last sign-in is too old. */
function Acknowledge({ difference: { id, providerId, note } }: { difference: AdminDifference }) {
  const acknowledge = useRouteMutation('acknowledgeDifference', {
    params: { differenceId: id },
    // Also after an error: the records may agree again.
    onSettled: useBackgroundRefresh('listDifferences', 'getReconciliation'),
    success: { title: 'Difference acknowledged', description: providerId },
  });
  return (
    <FormAction
      label="Acknowledge"
      button={{ className: rowButton, 'aria-label': `Acknowledge: ${providerId}` }}
      title="Acknowledge this difference?"
      description="It stays in the list, but no longer raises an alarm. No payment changes. If an amount or a state changes, it opens again."
      initialValues={{ note: note ?? '' }}
      schema={schema}
      failure="Failed to acknowledge the difference. Please try again."
      pendingLabel="Saving..."
      mutation={acknowledge}
    >
      <Field name="note" label="Note" hint="Why the records differ." maxLength={1_000} />
    </FormAction>
  );
}

/** Where the card provider's records and ours disagree. */
const differenceList = defineList({
  one: 'difference',
  sorted: 'newest first',
  isSection: true,
  params: {
    state: choice('State', stateLabels, { className: 'w-48' }),
    kind: choice('Difference', kindLabels, { className: 'w-72' }),
    after: cursor,
  },
  useData: (query) => useListQuery('listDifferences', { query }),
  changes: ['reconciliation'],
  rows: ({ differences }) => differences,
  columns: [
    {
      header: 'Difference',
      role: 'name',
      className: 'min-w-52',
      cell: ({ object, kind, providerId }) => (
        <TwoLines
          first={`${objectLabels[object]}: ${kindLabels[kind].toLowerCase()}`}
          second={<span className="wrap-anywhere">{providerId}</span>}
        />
      ),
    },
    { header: 'Ours', className: 'min-w-36', cell: ({ ours }) => describeSide(ours) },
    { header: "Card provider's", className: 'min-w-36', cell: ({ theirs }) => describeSide(theirs) },
    {
      header: 'First and last seen',
      cell: ({ firstSeenAt, lastSeenAt }) => (
        <TwoLines
          first={formatDateTime(firstSeenAt)}
          second={formatDateTime(lastSeenAt)}
          className="whitespace-nowrap"
        />
      ),
    },
    {
      header: 'State',
      role: 'badge',
      cell: ({ state, note, acknowledgedBy }) => (
        <>
          <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
          {note === null ? null : (
            <span className="mt-1 block text-sm wrap-anywhere text-muted">
              {note} ({formatName(acknowledgedBy)})
            </span>
          )}
        </>
      ),
    },
    {
      header: 'Actions',
      role: 'action',
      cell: (difference) => (difference.state === 'open' ? <Acknowledge difference={difference} /> : null),
    },
  ],
  minTableWidthPx: 960,
  empty: {
    title: 'No differences',
    description:
      'Payments, refunds and disputes on which the card provider and we disagree will appear here.',
  },
});

function State({ run }: { run: ReconciliationRun }) {
  if (run.finishedAt !== null) return <Badge tone="brand">Finished</Badge>;
  return (
    <>
      {run.failure === null ? <Badge>Running</Badge> : <Badge tone="money">Waiting</Badge>}
      <span className="mt-1 block text-sm text-muted">
        {run.failure === null ? phaseLabels[run.phase] : `The card provider answered: ${run.failure}`}
      </span>
    </>
  );
}

const comparisonList = defineList({
  one: 'comparison',
  sorted: 'newest first',
  isSection: true,
  params: {},
  useData: useReconciliation,
  changes: ['reconciliation'],
  rows: ({ runs }) => runs,
  summary: ({ openDifferences }) => pluralize(openDifferences, 'open difference'),
  columns: [
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
  ],
  minTableWidthPx: 960,
  empty: {
    title: 'No comparisons yet',
    description: "Payments, refunds and disputes are compared with the card provider's on a schedule.",
  },
});

export function Component() {
  const { data } = useReconciliation();
  const start = useRouteMutation('startReconciliation', {
    body: {},
    onSettled: useRefresh('getReconciliation'),
    failure: 'Failed to start the comparison. Please try again.',
  });
  const compare = (
    <PendingButton
      isPending={start.isPending || isRunning(data?.runs)}
      pendingLabel="Comparing..."
      onClick={() => start.mutate()}
    >
      Compare now
    </PendingButton>
  );
  return (
    <Page description="Our payments, refunds and disputes compared with the card provider's. Nothing here changes a payment.">
      <List of={comparisonList} action={compare} />
      <List of={differenceList} />
    </Page>
  );
}
