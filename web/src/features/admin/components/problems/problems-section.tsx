import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Badge } from '@/components/ui/badge';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { Select } from '@/components/ui/select';
import { formatDateTime } from '@/lib/dates';
import { funnelsQuery } from '../../api/funnels';
import { type ProblemListView, problemsQuery } from '../../api/problems';
import { parseCursor } from '../../lib/cursor';
import { isKeyOf, keysOf } from '../../lib/labels';
import { pluralize } from '../../lib/numbers';
import { problemReasonLabels, problemStateLabels, toProblemBadge } from '../../lib/problems';
import { type ListUrlState, useListUrlState } from '../../lib/use-list-url-state';
import { AdminList } from '../admin-list';
import { agentColumn, leadColumn } from '../sale-columns';

const ALL = 'all';

const columns: readonly Column<AdminProblemReport>[] = [
  {
    id: 'problem',
    header: 'Problem',
    role: 'name',
    noWrap: true,
    cell: ({ id, reason }) => (
      <Link
        to={`/admin/problems/${id}`}
        className="link inline-flex items-center font-semibold pointer-coarse:min-h-11"
      >
        {problemReasonLabels[reason]}
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'State',
    role: 'badge',
    cell: (report) => {
      const { tone, text } = toProblemBadge(report);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  { id: 'reported', header: 'Reported', noWrap: true, cell: ({ reportedAt }) => formatDateTime(reportedAt) },
  agentColumn,
  leadColumn,
  {
    id: 'funnel',
    header: 'Funnel',
    className: 'min-w-30 wrap-anywhere',
    cell: ({ funnelName }) => funnelName,
  },
];

/** Without a filter, shows what an admin has to decide. */
function parseView({ get }: ListUrlState): ProblemListView {
  const [state, reason] = [get('state') ?? 'open', get('reason')];
  return {
    state: isKeyOf(problemStateLabels, state) ? state : null,
    reason: isKeyOf(problemReasonLabels, reason) ? reason : null,
    funnel: get('funnel'),
    after: parseCursor(get('after')),
  };
}

function Filters({ view, update }: { view: ProblemListView; update: ListUrlState['update'] }) {
  const funnels = useQuery(funnelsQuery).data?.funnels ?? [];
  return (
    <div className="mb-4 flex flex-wrap items-end gap-4">
      <Select
        label="State"
        className="w-44"
        options={[
          ...keysOf(problemStateLabels).map((value) => ({ value, label: problemStateLabels[value] })),
          { value: ALL, label: 'All' },
        ]}
        value={view.state ?? ALL}
        onChange={(state) => update({ state, after: null })}
      />
      <Select
        label="Problem"
        className="w-60"
        options={[
          { value: ALL, label: 'All' },
          ...keysOf(problemReasonLabels).map((value) => ({ value, label: problemReasonLabels[value] })),
        ]}
        value={view.reason ?? ALL}
        onChange={(reason) => update({ reason: reason === ALL ? null : reason, after: null })}
      />
      <Select
        label="Funnel"
        className="w-60"
        options={[
          { value: ALL, label: 'All' },
          ...funnels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={view.funnel ?? ALL}
        onChange={(funnel) => update({ funnel: funnel === ALL ? null : funnel, after: null })}
      />
    </div>
  );
}

export function ProblemsSection() {
  const listState = useListUrlState();
  const view = parseView(listState);
  const query = useQuery(problemsQuery(view));
  const pages = listState.getPages('after', query);
  return (
    <>
      <Filters view={view} update={listState.update} />
      <AdminList
        query={query}
        pageKey={view.after ?? ''}
        loading="Loading problems..."
        failure="The problems could not be loaded."
        isEmpty={({ reports }) => reports.length === 0}
        summary={({ reports }) => pluralize(reports.length, 'problem')}
        empty={
          <EmptyState
            icon={CircleCheck}
            title={view.state === 'open' ? 'Nothing to decide' : 'No problems'}
            description="Problems that agents report on the page of a lead will appear here."
          />
        }
        pager={<CursorPager label="Problems" pages={pages} />}
      >
        {(data) => (
          <DataTable
            caption="Problems, newest first"
            columns={columns}
            rows={data?.reports}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={820}
          />
        )}
      </AdminList>
    </>
  );
}
