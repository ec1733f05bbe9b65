import { listPage } from '@/components/list/list';
import { choice, cursor, newestOrOldest, only, search } from '@/components/list/list-params';
import { Inbox } from '@/components/ui/icons';
import { formatDateTime, formatInterval } from '@/lib/dates';
import { AgentLink, numeric, sortByTime } from '../columns';
import { useListQuery } from '../queries';
import { OnlyUser } from '../users/only-user';
import { leadColumns, LeadStateBadge, leadStateLabels } from './lead-columns';

export const Component = listPage({
  one: 'lead',
  params: {
    search: search({ hint: 'Name, email, phone or state' }),
    status: choice('Status', leadStateLabels, { className: 'w-36' }),
    user: only(OnlyUser),
    order: newestOrOldest,
    after: cursor,
  },
  useData: (query) => useListQuery('listLeadHistory', { query }),
  changes: ['leads'],
  rows: ({ leads }) => leads,
  columns: [
    {
      header: 'Received',
      noWrap: true,
      sortCycle: sortByTime,
      cell: ({ receivedAt }) => formatDateTime(receivedAt),
    },
    ...leadColumns,
    { header: 'Status', role: 'badge', cell: (lead) => <LeadStateBadge {...lead} /> },
    {
      header: 'Agent',
      className: 'min-w-24 wrap-anywhere',
      cell: ({ buyer, soldAt }) => (soldAt === null ? '-' : <AgentLink agent={buyer} />),
    },
    { header: 'Offers', align: 'end', cell: ({ offersMade }) => offersMade },
    {
      header: 'Delivered in',
      ...numeric,
      cell: ({ receivedAt, deliveredAt }) => formatInterval(receivedAt, deliveredAt),
    },
  ],
  empty: {
    icon: Inbox,
    title: 'No leads yet',
    description: 'Every lead that a funnel posts will appear here.',
  },
});
