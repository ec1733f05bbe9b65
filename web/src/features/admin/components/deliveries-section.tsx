import { channelNames } from '@desk/contracts/format/channels';
import type { FailedDelivery } from '@desk/contracts/notifications/notifications.http';
import { formatPhone } from '@desk/contracts/format/phone';
import { useQuery } from '@tanstack/react-query';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { formatDateTime } from '@/lib/dates';
import { describeFailureForAdmin } from '@/lib/delivery-failures';
import { failedDeliveriesQuery } from '../api/deliveries';
import { parseCursor } from '../lib/cursor';
import { formatName } from '../lib/labels';
import { pluralize, summarizeCursorPage } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { EndOfList } from './end-of-list';
import { LeadLink } from './lead-link';
import { ResendDelivery } from './resend-delivery';

const columns: readonly Column<FailedDelivery>[] = [
  {
    id: 'failed',
    header: 'Failed',
    noWrap: true,
    cell: ({ failedAt }) => (failedAt === null ? '-' : formatDateTime(failedAt)),
  },
  {
    id: 'lead',
    header: 'Lead',
    role: 'name',
    className: 'min-w-32 wrap-anywhere',
    cell: ({ leadId, lead }) => <LeadLink id={leadId} name={lead?.fullName ?? 'Unknown lead'} />,
  },
  {
    id: 'to',
    header: 'To',
    className: 'min-w-48 wrap-anywhere',
    cell: ({ buyer, channel, address }) => (
      <>
        <span className="block">{buyer === null ? 'Unknown agent' : formatName(buyer)}</span>
        <span className="block text-muted">
          {channelNames[channel]}, {formatPhone(address)}
        </span>
      </>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    className: 'min-w-60 wrap-anywhere',
    cell: ({ lastErrorCode, attempts, channel }) => (
      <>
        <span className="block">{describeFailureForAdmin(lastErrorCode, channel)}</span>
        <span className="block text-muted">
          {pluralize(attempts, 'attempt')}
          {lastErrorCode === null ? '' : `, ${lastErrorCode}`}
        </span>
      </>
    ),
  },
  {
    id: 'resend',
    header: 'Send again',
    role: 'action',
    cell: (delivery) => <ResendDelivery delivery={delivery} />,
  },
];

export function DeliveriesSection({ listState }: { listState: ListUrlState }) {
  const after = parseCursor(listState.get('after'));
  const query = useQuery(failedDeliveriesQuery(after));
  const pages = listState.getPages('after', query);
  return (
    <>
      <AdminList
        query={query}
        pageKey={after ?? ''}
        loading="Loading failed deliveries..."
        failure="The failed deliveries could not be loaded."
        isEmpty={({ deliveries }) => deliveries.length === 0}
        summary={({ deliveries }) =>
          summarizeCursorPage(deliveries.length, pages, 'failed delivery', 'failed deliveries')
        }
        empty={
          pages.isFirst ? (
            <EmptyState
              icon={CircleCheck}
              title="No failed deliveries"
              description="Deliveries that failed for good will appear here, so you can send them again."
            />
          ) : (
            <EndOfList of="failed deliveries" />
          )
        }
        pager={<CursorPager label="Failed deliveries" pages={pages} />}
      >
        {(data) => (
          <DataTable
            caption="Failed deliveries, newest first"
            columns={columns}
            rows={data?.deliveries}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={880}
          />
        )}
      </AdminList>
    </>
  );
}
