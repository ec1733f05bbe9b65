import type { AdminFailedMessage } from '@desk/contracts/messages/failed-messages.routes';
import { useQuery } from '@tanstack/react-query';
import { notify, notifyError } from '@/components/toast/toast-store';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { getErrorMessage } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { failedMessagesQuery, useRetryFailedMessage } from '../api/failed-messages';
import { describeFailureKind } from '../lib/labels';
import { pluralize } from '../lib/numbers';
import { AdminList } from './admin-list';
import { rowButton } from './row-buttons';

function RetryMessage({ message }: { message: AdminFailedMessage }) {
  const retry = useRetryFailedMessage();
  return (
    <PendingButton
      variant="secondary"
      className={rowButton}
      isPending={retry.isPending}
      pendingLabel="Retrying..."
      aria-label={`Retry: ${message.messageId}`}
      onClick={() =>
        retry.mutate(message, {
          onSuccess: () =>
            notify({ title: 'Message queued', description: `${message.name} is being processed again.` }),
          onError: (error) =>
            notifyError(getErrorMessage(error, 'Failed to retry the message. Please try again.')),
        })
      }
    >
      Retry
    </PendingButton>
  );
}

const columns: readonly Column<AdminFailedMessage>[] = [
  { id: 'failed', header: 'Last failed', noWrap: true, cell: (row) => formatDateTime(row.lastFailedAt) },
  {
    id: 'message',
    header: 'Message',
    role: 'name',
    className: 'min-w-60 wrap-anywhere',
    cell: ({ name, messageId }) => (
      <>
        <span className="block">{name}</span>
        <span className="block text-muted">{messageId.slice(name.length + 1)}</span>
      </>
    ),
  },
  { id: 'route', header: 'From and to', cell: ({ sender, consumer }) => `${sender} to ${consumer}` },
  {
    id: 'reason',
    header: 'Reason',
    className: 'min-w-48',
    cell: ({ kind, failures, firstFailedAt }) => (
      <>
        <span className="block">{describeFailureKind(kind)}</span>
        <span className="block text-muted">
          {pluralize(failures, 'failure')} since {formatDateTime(firstFailedAt)}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ stoppedAt }) =>
      stoppedAt === null ? <Badge tone="money">Retrying</Badge> : <Badge tone="danger">Stopped</Badge>,
  },
  { id: 'retry', header: 'Retry', role: 'action', cell: (message) => <RetryMessage message={message} /> },
];

export function FailedMessagesSection() {
  const query = useQuery(failedMessagesQuery);
  return (
    <AdminList
      query={query}
      pageKey=""
      loading="Loading failed messages..."
      failure="The failed messages could not be loaded."
      isEmpty={({ messages, unavailable }) => messages.length === 0 && unavailable.length === 0}
      summary={({ messages, unavailable }) =>
        [
          pluralize(messages.length, 'failed message'),
          ...(unavailable.length === 0 ? [] : [`no answer from ${unavailable.join(', ')}`]),
        ].join(', ')
      }
      empty={
        <EmptyState
          icon={CircleCheck}
          title="No failed messages"
          description="Messages that our services repeatedly fail to process will appear here, so you can retry them."
        />
      }
      pager={null}
    >
      {(data) => (
        <DataTable
          caption="Failed messages, newest failure first"
          columns={columns}
          rows={data?.messages}
          getRowKey={({ id }) => id}
          isStale={query.isPlaceholderData}
          minTableWidthPx={880}
        />
      )}
    </AdminList>
  );
}
