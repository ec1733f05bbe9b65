import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';
import { DetailPage, withParam } from '@/components/page/detail-page';
import { Section } from '@/components/page/section';
import { RefreshButton } from '@/components/ui/refresh-button';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime, formatInterval } from '@/lib/dates';
import { formatName } from '@/lib/person-name';
import { isRefundable } from '../payments/refunds';
import { RequestRefund } from '../payments/request-refund';
import { useFreshQuery } from '../queries';
import { MatchingAgents } from '../waiting/matching-agents';
import { WaitingLeadActions } from '../waiting/waiting-lead-actions';
import { LeadDetails } from './lead-details';
import { LeadStateBadge } from './lead-columns';
import { LeadTimeline } from './lead-timeline';

function RefundOfLead({ lead }: { lead: AdminLeadPage }) {
  const paid = lead.offers.find(({ status }) => status === 'charged')?.purchase;
  if (!paid || !isRefundable(paid.status, paid.refunds.at(-1))) return null;
  return (
    <RequestRefund
      paymentId={paid.id}
      amount={paid.amount}
      agentName={formatName(lead.buyer)}
      leadName={lead.fullName}
    />
  );
}

function LeadStatistics({ lead }: { lead: AdminLeadPage }) {
  const statistics = [
    ['Posted to sold', formatInterval(lead.receivedAt, lead.soldAt)],
    ['Posted to delivered', formatInterval(lead.receivedAt, lead.deliveredAt)],
    ['Offers made', String(lead.offersMade)],
  ] as const;
  return (
    <dl className="mb-8 flex flex-wrap gap-x-10 gap-y-4">
      {statistics.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm font-semibold text-muted">{label}</dt>
          <dd className="tabular text-xl font-semibold tracking-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function LeadPage({ id }: { id: string }) {
  const query = useFreshQuery('getLeadTimeline', { params: { leadId: id } });
  return (
    <DetailPage
      query={query}
      noun="lead"
      back={{ to: '/admin/leads', label: 'Leads' }}
      title={({ fullName }) => fullName}
      description={(lead) => (
        <span className="tabular flex flex-wrap items-center gap-x-3 gap-y-1">
          <LeadStateBadge {...lead} />
          {lead.leadType}, {lead.state}, received {formatDateTime(lead.receivedAt)}
        </span>
      )}
      skeleton={
        <div className="grid gap-8 lg:grid-cols-[1fr_400px]">
          <Skeleton className="h-[420px]" />
          <Skeleton className="h-[420px]" />
        </div>
      }
    >
      {(lead) => (
        <>
          <LeadStatistics lead={lead} />
          <div className="grid gap-8 lg:grid-cols-[1fr_400px]">
            <Section
              id="timeline"
              title="Timeline"
              action={
                <div className="flex flex-wrap justify-end gap-2">
                  <RefundOfLead lead={lead} />
                  {lead.status === 'available' ? <WaitingLeadActions leadId={lead.id} /> : null}
                  <RefreshButton isRefreshing={query.isFetching} onRefresh={() => void query.refetch()} />
                </div>
              }
            >
              <LeadTimeline lead={lead} />
              {lead.status === 'available' ? <MatchingAgents leadId={lead.id} /> : null}
            </Section>
            <LeadDetails lead={lead} />
          </div>
        </>
      )}
    </DetailPage>
  );
}

export const Component = withParam('leadId', LeadPage);
