import { useState } from 'react';
import { QueryError } from '@/components/page/query-view';
import { Section } from '@/components/page/section';
import { type Column, DataTable } from '@/components/ui/data-table';
import { CursorPager } from '@/components/ui/pagination';
import type { RouteAnswer } from '@/lib/api-client';
import { describeObstacle } from './describe-obstacle';
import { formatName } from '@/lib/person-name';
import { UserLink } from '../columns';
import { useListQuery } from '../queries';

const TITLE = 'Agents whose filters match';

type Match = RouteAnswer<'listMatchingBuyers'>['buyers'][number];

const columns: readonly Column<Match>[] = [
  {
    header: 'Agent',
    role: 'name',
    className: 'min-w-32 wrap-anywhere',
    cell: ({ id, buyer }) => <UserLink id={id} name={formatName(buyer)} />,
  },
  { header: 'What keeps the lead from them', cell: ({ obstacle }) => describeObstacle(obstacle) },
];

/** Agents whose filters match a waiting lead, page by page, and why none of them has it. */
export function MatchingAgents({ leadId }: { leadId: string }) {
  /** The cursors of the pages after the first, up to the page shown. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const query = useListQuery('listMatchingBuyers', {
    params: { leadId },
    query: { after: cursors.at(-1) ?? null },
  });
  const { data, error, isPlaceholderData } = query;
  const next = isPlaceholderData ? null : (data?.next ?? null);
  return (
    <Section id="matching-agents" title={TITLE} className="mt-8">
      <QueryError query={query} what="the agents" />
      {data?.buyers.length === 0 ? (
        <p className="text-muted">
          {next === null
            ? cursors.length === 0
              ? "This lead matches no agent's filters."
              : 'No more agents match.'
            : 'None so far. There are more agents to look at.'}
        </p>
      ) : error === null || data !== undefined ? (
        <DataTable
          caption={TITLE}
          columns={columns}
          rows={data?.buyers}
          isStale={isPlaceholderData}
          minTableWidthPx={480}
        />
      ) : null}
      <CursorPager
        label="Matching agents"
        isFirst={cursors.length === 0}
        hasPrevious={cursors.length > 0}
        hasNext={next !== null}
        isLoading={isPlaceholderData}
        toFirst={() => setCursors([])}
        toPrevious={() => setCursors(cursors.slice(0, -1))}
        toNext={() => setCursors([...cursors, next ?? ''])}
      />
    </Section>
  );
}
