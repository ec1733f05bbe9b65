import type { AdminFailedMessage } from '@desk/contracts/messages/failed-messages.routes';
import { useMutation } from '@tanstack/react-query';
import { listPage } from '@/components/list/list';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { TriangleAlert } from '@/components/ui/icons';
import { callRoute } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { describeFailureKind } from '../labels';
import { pluralize } from '@/lib/numbers';
import { useRefresh } from '@/lib/use-refresh';
import { rowButton, TwoLines } from '../columns';
import { useListQuery } from '../queries';
import { Link } from 'react-router';

function RetryMessage({ message }: { message: AdminFailedMessage }) {
  const { id, messageId, name, sender } = message;
  const retry = useMutation({
    mutationFn: () => callRoute('retryFailedMessage', { params: { failureId: id }, body: { sender } }),
    onSuccess: useRefresh('listFailedMessages'),
    meta: {
      success: { title: 'Message queued', description: `${name} is being processed again.` },
      failure: 'Failed to retry the message. Please try again.',
    },
  });
  return (
    <PendingButton
      variant="secondary"
      className={rowButton}
      isPending={retry.isPending}
      pendingLabel="Retrying..."
      aria-label={`Retry: ${messageId}`}
      onClick={() => retry.mutate()}
    >
      Retry
    </PendingButton>
  );
}

export const Component = listPage({
  description: (
    <>
      Messages between our services that keep failing. We stop trying after about a day. Messages that only
      wait are in the{' '}
      <Link to="/admin/queues" className="link">
        queues
      </Link>
      .
    </>
  ),
  one: 'failed message',
  sorted: 'newest failure first',
  params: {},
  useData: () => useListQuery('listFailedMessages'),
  changes: ['failed-messages'],
  rows: ({ messages }): readonly AdminFailedMessage[] => messages,
  summary: ({ messages, unavailable }) =>
    [
      pluralize(messages.length, 'failed message'),
      ...(unavailable.length === 0 ? [] : [`no answer from ${unavailable.join(', ')}`]),
    ].join(', '),
  columns: [
    { header: 'Last failed', noWrap: true, cell: (row) => formatDateTime(row.lastFailedAt) },
    {
      header: 'Message',
      role: 'name',
      className: 'min-w-60 wrap-anywhere',
      cell: ({ name, messageId }) => <TwoLines first={name} second={messageId.slice(name.length + 1)} />,
    },
    { header: 'From and to', cell: ({ sender, consumer }) => `${sender} to ${consumer}` },
    {
      header: 'Reason',
      className: 'min-w-48',
      cell: ({ kind, failures, firstFailedAt }) => (
        <TwoLines
          first={describeFailureKind(kind)}
          second={`${pluralize(failures, 'failure')} since ${formatDateTime(firstFailedAt)}`}
        />
      ),
    },
    {
      header: 'State',
      cell: ({ stoppedAt }) =>
        stoppedAt === null ? <Badge tone="money">Retrying</Badge> : <Badge tone="danger">Stopped</Badge>,
    },
    { header: 'Retry', role: 'action', cell: (message) => <RetryMessage message={message} /> },
  ],
  empty: (_view, { unavailable }) =>
    unavailable.length === 0
      ? {
          title: 'No failed messages',
          description:
            'Messages that our services repeatedly fail to process will appear here, so you can retry them.',
        }
      : {
          icon: TriangleAlert,
          title: 'Not every service answered',
          description: `${unavailable.join(', ')} may have failed messages. Refresh to ask again.`,
        },
});
