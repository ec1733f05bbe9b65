import { isCampaignText, parseCampaign } from '@desk/contracts/leads/campaign-names';
import { COUNTED_LEADS_MAX } from '@desk/contracts/leads/lead-history.values';
import { leadTypes } from '@desk/contracts/leads/leads.values';
import { listPage } from '@/components/list/list';
import {
  choice,
  cursor,
  day,
  loadedChoice,
  newestOrOldest,
  only,
  type OnlyParam,
  search,
  toLabels,
} from '@/components/list/list-params';
import { Button } from '@/components/ui/button';
import { Inbox } from '@/components/ui/icons';
import { formatDateTime, formatInterval } from '@/lib/dates';
import { stateLabels } from '@/lib/state-labels';
import { AgentLink, numeric, sortByTime } from '../columns';
import { useFunnelOptions, useListQuery } from '../queries';
import { nameCampaign } from '../reports/counts';
import { OnlyUser } from '../users/only-user';
import { leadColumns, LeadStateBadge, leadStatusLabels } from './lead-columns';

/** Two fields side by side on phones. */
const className = 'w-[calc(50%-0.375rem)] sm:w-40';

const noFilters = {
  status: null,
  from: null,
  to: null,
  funnel: null,
  state: null,
  leadType: null,
  campaign: null,
};
const filterNames = Object.keys(noFilters) as (keyof typeof noFilters)[];

/** Says that the list is limited to one campaign, with a button that removes this limit. */
const OnlyCampaign: OnlyParam['Note'] = ({ id, onShowAll }) => {
  const { source, name } = parseCampaign(id);
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="wrap-anywhere">Campaign: {nameCampaign({ source, campaign: name })}</span>
      <Button variant="quiet" onClick={onShowAll}>
        Show all campaigns
      </Button>
    </p>
  );
};

export const Component = listPage({
  description: 'From and To are days of the reporting time zone.',
  one: 'lead',
  params: {
    search: search({ hint: 'Name, email, phone or state' }),
    status: choice('Status', leadStatusLabels, { className }),
    from: day(className),
    to: day(className),
    funnel: loadedChoice({ label: 'Funnel', useOptions: useFunnelOptions, className }),
    state: choice('State', stateLabels, { className }),
    leadType: choice('Type', toLabels(leadTypes), { className }),
    campaign: only(OnlyCampaign, { isValid: isCampaignText, isSearchable: true }),
    user: only(OnlyUser),
    order: newestOrOldest,
    after: cursor,
  },
  useData: (query) => useListQuery('listLeadHistory', { query }),
  changes: ['leads'],
  rows: ({ leads }) => leads,
  total: ({ total }) => (total === null ? undefined : Math.min(total, COUNTED_LEADS_MAX)),
  isTotalMinimum: ({ total }) => total !== null && total > COUNTED_LEADS_MAX,
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
  tools: (view, _data, change) =>
    filterNames.some((name) => view[name] !== null) ? (
      <Button variant="quiet" onClick={() => change(noFilters)}>
        Clear filters
      </Button>
    ) : null,
  empty: {
    icon: Inbox,
    title: 'No leads yet',
    description: 'Every lead that a funnel posts will appear here.',
  },
});
