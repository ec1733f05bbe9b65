import type { AdminFailedMessage } from '@desk/contracts/messages/failed-messages.routes';
import { MAX_LISTED_FAILED_MESSAGES } from '@desk/contracts/messages/failed-messages.values';
import { listPage } from '@/components/list/list';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Badge } from '@/components/ui/badge';
import { TriangleAlert } from '@/components/ui/icons';
import { MutationButton } from '@/components/ui/mutation-button';
import { formatDateTime } from '@/lib/dates';
import { describeFailureKind } from '../labels';
import { formatCount, pluralize } from '@/lib/numbers';
import { useRefresh } from '@/lib/use-refresh';
import { rowButton, TwoLines } from '../columns';
import { useListQuery } from '../queries';
import { Link } from 'react-router';

function RetryMessage({ message }: { message: AdminFailedMessage }) {
  const { id, messageId, name, sender } = message;
  const retry = useRouteMutation('retryFailedMessage', {
    params: { failureId: id },
    body: { sender },
    onSuccess: useRefresh('listFailedMessages'),
    success: { title: 'Message queued', description: `${name} is being processed again.` },
    failure: 'Failed to retry the message. Please try again.',
  });
  return (
    <MutationButton
      variant="secondary"
      className={rowButton}
      mutation={retry}
      pendingLabel="Retrying..."
      aria-label={`Retry: ${messageId}`}
    >
      Retry
    </MutationButton>
  );
}

/** A service may have more failed messages than it lists. */
const describeCount = (messages: readonly AdminFailedMessage[]): string =>
  messages.some(
    ({ sender }) =>
      messages.filter((message) => message.sender === sender).length === MAX_LISTED_FAILED_MESSAGES,
  )
    ? `${formatCount(messages.length)}+ failed messages`
    : pluralize(messages.length, 'failed message');

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
  rows: ({ messages }) => messages,
  summary: ({ messages, unavailable }) =>
    [
      describeCount(messages),
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
