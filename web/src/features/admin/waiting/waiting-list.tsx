import type { AdminLead } from '@desk/contracts/leads/lead-history.routes';
import { defineList } from '@/components/list/define-list';
import { cursor } from '@/components/list/list-params';
import { CircleCheck } from '@/components/ui/icons';
import { formatDateTime, formatDuration } from '@/lib/dates';
import { useNow } from '@/lib/use-now';
import { leadColumns } from '../leads/lead-columns';
import { useListQuery } from '../queries';
import { ListPage } from '@/components/list/list-page';

/** A separate component, so that each tick re-renders only this cell. */
function WaitingTime({ since }: { since: string }) {
  const now = useNow(1_000);
  return formatDuration(Math.floor((now - Date.parse(since)) / 1_000) * 1_000);
}

const waitingList = defineList({
  one: 'waiting lead',
  many: 'waiting leads',
  sorted: 'oldest first',
  params: { after: cursor },
  useData: ({ after }) =>
    useListQuery('listLeadHistory', { query: { status: 'available', order: 'oldest', after } }),
  changes: ['leads'],
  rows: ({ leads }): readonly AdminLead[] => leads,
  next: ({ next }) => next,
  columns: [
    leadColumns.name,
    leadColumns.type,
    leadColumns.state,
    leadColumns.funnel,
    { header: 'Offers so far', noWrap: true, align: 'end', cell: ({ offersMade }) => offersMade },
    { header: 'Received', noWrap: true, cell: ({ receivedAt }) => formatDateTime(receivedAt) },
    {
      header: 'Waiting for',
      noWrap: true,
      align: 'end',
      cell: ({ receivedAt }) => (
        <strong className="font-semibold text-money">
          <WaitingTime since={receivedAt} />
        </strong>
      ),
    },
  ],
  getRowKey: ({ id }) => id,
  minTableWidthPx: 700,
  empty: {
    icon: CircleCheck,
    title: 'No leads are waiting',
    description:
      'Leads that no agent can buy right now wait here. Each is offered again as soon as an agent becomes eligible.',
  },
});

export const Component = () => (
  <ListPage of={waitingList} description="No agent could buy these leads yet. The oldest is offered first." />
);
