import { listPage } from '@/components/list/list';
import { cursor } from '@/components/list/list-params';
import { formatDateTime, formatDuration } from '@/lib/dates';
import { useNow } from '@/lib/use-now';
import { numeric } from '../columns';
import { leadColumns } from '../leads/lead-columns';
import { useListQuery } from '../queries';

/** A separate component, so that each tick re-renders only this cell. */
function WaitingTime({ since }: { since: string }) {
  const now = useNow(1_000);
  return formatDuration(Math.floor((now - Date.parse(since)) / 1_000) * 1_000);
}

export const Component = listPage({
  description: 'No agent could buy these leads yet. The oldest is offered first.',
  one: 'waiting lead',
  sorted: 'oldest first',
  params: { after: cursor },
  useData: ({ after }) =>
    useListQuery('listLeadHistory', { query: { status: 'available', order: 'oldest', after } }),
  changes: ['leads'],
  rows: ({ leads }) => leads,
  columns: [
    ...leadColumns,
    { header: 'Offers so far', ...numeric, cell: ({ offersMade }) => offersMade },
    { header: 'Received', noWrap: true, cell: ({ receivedAt }) => formatDateTime(receivedAt) },
    {
      header: 'Waiting for',
      ...numeric,
      cell: ({ receivedAt }) => (
        <strong className="font-semibold text-money">
          <WaitingTime since={receivedAt} />
        </strong>
      ),
    },
  ],
  minTableWidthPx: 700,
  empty: {
    title: 'No leads are waiting',
    description:
      'Leads that no agent can buy right now wait here. Each is offered again as soon as an agent becomes eligible.',
  },
});
