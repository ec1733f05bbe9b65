import { ELIGIBLE_BUYERS_PAGE_SIZE } from '@desk/contracts/leads/market-report.values';
import { leadTypes } from '@desk/contracts/leads/leads.values';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { pageNumber, requiredChoice, toLabels } from '@/components/list/list-params';
import { Page } from '@/components/page/page';
import { Users } from '@/components/ui/icons';
import { formatCount, pluralize } from '@/lib/numbers';
import { formatName } from '@/lib/person-name';
import { stateLabels } from '@/lib/state-labels';
import { numeric, UserLink } from '../columns';
import { useListQuery } from '../queries';

const agentList = defineList({
  one: 'agent',
  sorted: 'most open today first',
  params: {
    state: requiredChoice('State', stateLabels, 'AL'),
    type: requiredChoice('Lead type', toLabels(leadTypes), 'Fixed', 'w-40'),
    page: pageNumber(ELIGIBLE_BUYERS_PAGE_SIZE),
  },
  useData: ({ state, type, page }) =>
    useListQuery('listEligibleBuyers', { query: { state, leadType: type, page: String(page) } }),
  rows: ({ buyers }) => buyers,
  total: ({ total }) => total,
  summary: ({ total, openSlots }) =>
    total === 0
      ? '0 agents'
      : `${pluralize(total, 'agent')} may still buy ${pluralize(openSlots, 'lead')} today`,
  columns: [
    {
      header: 'Agent',
      role: 'name',
      className: 'min-w-30 wrap-anywhere',
      cell: ({ id, buyer }) => <UserLink id={id} name={formatName(buyer)} />,
    },
    { header: 'Daily limit', ...numeric, cell: ({ dailyLeadLimit }) => formatCount(dailyLeadLimit) },
    { header: 'Open today', ...numeric, cell: ({ openSlots }) => formatCount(openSlots) },
  ],
  minTableWidthPx: 480,
  empty: ({ state, type }) => ({
    icon: Users,
    title: `No agent buys ${type} leads in ${stateLabels[state]} now`,
    description:
      'Agents appear here while their filters match and nothing, such as a pause or a reached daily limit, keeps leads from them.',
  }),
});

/** The agents behind the open capacity of a place in the report, and how many more leads each may buy today. */
export const Component = () => (
  <Page
    back={{ to: '/admin/reports', label: 'Reports' }}
    description="Agents who would buy a lead of this state and type now, and how many more leads of any state and type each may buy today."
  >
    <List of={agentList} />
  </Page>
);
