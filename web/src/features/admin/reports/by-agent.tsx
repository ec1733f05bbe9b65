import { formatPrice } from '@desk/contracts/format/price';
import { REPORTED_AGENTS_MAX } from '@desk/contracts/leads/market-report.values';
import { useQuery } from '@tanstack/react-query';
import { ChartFrame } from '@/components/charts/chart-frame';
import type { DayRange } from '@/components/charts/periods';
import { ValueBars } from '@/components/charts/value-bars';
import { QueryView } from '@/components/page/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { formatCount, formatShare, pluralize } from '@/lib/numbers';
import { formatName } from '@/lib/person-name';
import { routeQuery } from '@/lib/route-query';
import { type AgentCounts, toShare } from './counts';
import { describeAgents } from './sentences';

const BARS_MAX = 10;

interface ByAgentProps {
  days: DayRange;
  /** 'this month' */
  during: string;
}

const pageOf = ({ buyer }: AgentCounts): { to?: string } =>
  buyer === null ? {} : { to: `/admin/users/${buyer.id}` };

function AgentsChart({ agents, days, during }: ByAgentProps & { agents: readonly AgentCounts[] }) {
  const buying = agents.filter(({ bought }) => bought > 0).slice(0, BARS_MAX);
  const [first] = buying;
  return (
    <ChartFrame
      title="What agents buy"
      conclusion={describeAgents(agents, during)}
      fileName={`agents_${days.from}_${days.to}`}
      isTableOpen
      table={{
        columns: [
          { header: 'Agent', kind: 'text' },
          { header: 'Bought', kind: 'count' },
          { header: 'Spent', kind: 'money' },
          { header: 'Declined charges', kind: 'count' },
          { header: 'Use of the limit', kind: 'share' },
          { header: 'Won share', kind: 'share' },
          { header: 'Refund rate', kind: 'share' },
        ],
        rows: agents.map((agent) => ({
          key: agent.buyerId,
          cells: [
            formatName(agent.buyer),
            agent.bought,
            agent.spentCents,
            agent.declined,
            toShare(agent.bought, agent.allowed),
            toShare(agent.won, agent.bought),
            toShare(agent.refunded, agent.bought),
          ],
          ...pageOf(agent),
        })),
      }}
    >
      {first === undefined ? null : (
        <ValueBars
          label="Bought leads by agent"
          bars={buying.map((agent) => ({
            key: agent.buyerId,
            label: formatName(agent.buyer),
            fraction: agent.bought / first.bought,
            value: formatCount(agent.bought),
            note: describeUse(agent),
            accessibleValue: pluralize(agent.bought, 'lead'),
            ...pageOf(agent),
          }))}
        />
      )}
      {agents.length === 0 ? null : (
        <p className="mt-4 text-sm text-muted">
          Days are those of each agent&apos;s own time zone, and a lead counts on the day of its sale. Use of
          the limit is what an agent bought of what today&apos;s daily limit would have allowed. Shares are of
          bought leads.
          {agents.length < REPORTED_AGENTS_MAX
            ? null
            : ` The ${REPORTED_AGENTS_MAX} agents with the most leads are listed.`}
        </p>
      )}
    </ChartFrame>
  );
}

/** '$240 spent, 30% of the limit' */
function describeUse({ bought, allowed, spentCents }: AgentCounts): string {
  const use = toShare(bought, allowed);
  return `${formatPrice(spentCents)} spent${use === null ? '' : `, ${formatShare(use)} of the limit`}`;
}

/** What each agent bought, with declined charges, won share and refund rate. */
export const ByAgent = (props: ByAgentProps) => (
  <QueryView
    query={useQuery({ ...routeQuery('getAgentsReport', { query: props.days }), staleTime: 0 })}
    what="the agents' report"
    skeleton={<Skeleton className="h-90 w-full" />}
  >
    {({ agents }) => <AgentsChart agents={agents} {...props} />}
  </QueryView>
);
