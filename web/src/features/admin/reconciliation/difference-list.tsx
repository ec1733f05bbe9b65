import type { AdminDifference } from '@desk/contracts/billing/reconciliation.http';
import type { DifferenceState } from '@desk/contracts/billing/reconciliation.values';
import { Field } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { defineList } from '@/components/list/define-list';
import { choice, cursor } from '@/components/list/list-params';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/ui/data-table-types';
import { formatDateTime } from '@/lib/dates';
import { formatName } from '@/lib/person-name';
import { rowButton } from '../columns';
import { useListQuery } from '../queries';
import { describeSide, kindLabels, objectLabels, stateLabels } from './differences';
import { useAcknowledgeDifference } from './reconciliation.api';
import type { Tone } from '@/lib/tone';

const tones: Record<DifferenceState, Tone> = { open: 'danger', acknowledged: 'money', resolved: 'brand' };

/** What an administrator wrote about it, and who. */
const Note = ({ difference: { note, acknowledgedBy } }: { difference: AdminDifference }) =>
  note === null ? null : (
    <span className="mt-1 block text-sm wrap-anywhere text-muted">
      {note} ({formatName(acknowledgedBy)})
    </span>
  );

const schema = async () =>
  (await import('@desk/contracts/billing/reconciliation.http')).acknowledgeDifferenceBody;

/** Records why a difference is accepted. */
const Acknowledge = ({ difference }: { difference: AdminDifference }) => (
  <FormAction
    label="Acknowledge"
    button={{ className: rowButton, 'aria-label': `Acknowledge: ${difference.providerId}` }}
    title="Acknowledge this difference?"
    description="It stays in the list, but no longer raises an alarm. No payment changes. If an amount or a state changes, it opens again."
    initialValues={{ note: difference.note ?? '' }}
    schema={schema}
    failure="Failed to acknowledge the difference. Please try again."
    pendingLabel="Saving..."
    mutation={useAcknowledgeDifference(difference)}
  >
    <Field name="note" label="Note" hint="Why the records differ." maxLength={1_000} />
  </FormAction>
);

const columns: readonly Column<AdminDifference>[] = [
  {
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
  { header: 'Ours', className: 'min-w-36', cell: ({ ours }) => describeSide(ours) },
  { header: "Card provider's", className: 'min-w-36', cell: ({ theirs }) => describeSide(theirs) },
  {
    header: 'First and last seen',
    cell: ({ firstSeenAt, lastSeenAt }) => (
      <>
        <span className="block whitespace-nowrap">{formatDateTime(firstSeenAt)}</span>
        <span className="block whitespace-nowrap text-muted">{formatDateTime(lastSeenAt)}</span>
      </>
    ),
  },
  {
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
    header: 'Actions',
    role: 'action',
    cell: (difference) => (difference.state === 'open' ? <Acknowledge difference={difference} /> : null),
  },
];

/** Where the card provider's records and ours disagree. */
export const differenceList = defineList({
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
  rows: ({ differences }): readonly AdminDifference[] => differences,
  columns,
  minTableWidthPx: 960,
  empty: {
    title: 'No differences',
    description:
      'Payments, refunds and disputes on which the card provider and we disagree will appear here.',
  },
});
