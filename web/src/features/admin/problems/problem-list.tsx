import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import { Link } from 'react-router';
import { listPage } from '@/components/list/list';
import { choice, cursor, loadedChoice } from '@/components/list/list-params';
import type { Column } from '@/components/ui/data-table';
import { formatDateTime } from '@/lib/dates';
import { agentColumn, FunnelLink, leadColumn, rowLink } from '../columns';
import { useFunnelOptions, useListQuery } from '../queries';
import { ProblemBadge, problemReasonLabels, problemStateLabels } from './problem-labels';

const columns: readonly Column<AdminProblemReport>[] = [
  {
    header: 'Problem',
    role: 'name',
    noWrap: true,
    cell: ({ id, reason }) => (
      <Link to={`/admin/problems/${id}`} className={rowLink}>
        {problemReasonLabels[reason]}
      </Link>
    ),
  },
  { header: 'State', role: 'badge', cell: (report) => <ProblemBadge report={report} /> },
  { header: 'Reported', noWrap: true, cell: ({ reportedAt }) => formatDateTime(reportedAt) },
  agentColumn,
  leadColumn,
  {
    header: 'Funnel',
    className: 'min-w-30 wrap-anywhere',
    cell: ({ funnelId, funnelName }) => <FunnelLink id={funnelId} name={funnelName} />,
  },
];

export const Component = listPage({
  description: 'What agents reported about leads that they bought.',
  one: 'problem',
  sorted: 'newest first',
  params: {
    // Without a filter, shows what an admin has to decide.
    state: choice('State', problemStateLabels, { initial: 'open' }),
    reason: choice('Problem', problemReasonLabels, { className: 'w-60' }),
    funnel: loadedChoice({ label: 'Funnel', useOptions: useFunnelOptions, className: 'w-60' }),
    after: cursor,
  },
  useData: (query) => useListQuery('listProblemReports', { query }),
  changes: ['problems'],
  rows: ({ reports }): readonly AdminProblemReport[] => reports,
  columns,
  minTableWidthPx: 820,
  empty: ({ state, reason, funnel }) =>
    reason !== null || funnel !== null || (state !== 'open' && state !== null)
      ? null
      : {
          title: state === 'open' ? 'Nothing to decide' : 'No problems yet',
          description: "Problems that agents report on a lead's page will appear here.",
        },
});
