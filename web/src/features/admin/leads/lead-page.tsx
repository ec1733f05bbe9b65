import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';
import { useQuery } from '@tanstack/react-query';
import { DetailPage } from '@/components/page/detail-page';
import { withParam } from '@/components/page/with-param';
import { RefreshButton } from '@/components/ui/refresh-button';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { formatName } from '@/lib/person-name';
import { isRefundable } from '../payments/refunds';
import { RequestRefund } from '../payments/request-refund';
import { MatchingAgents, WaitingLeadActions } from '../waiting/waiting-lead';
import { LeadDetails } from './lead-details';
import { LeadStateBadge } from './lead-state-badge';
import { LeadStatistics } from './lead-statistics';
import { LeadTimeline } from './lead-timeline';
import { leadTimelineQuery } from './leads.api';

const LeadSkeleton = () => (
  <div className="grid gap-8 lg:grid-cols-[1fr_400px]">
    <Skeleton className="h-[420px]" />
    <Skeleton className="h-[420px]" />
  </div>
);

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

function LeadPage({ id }: { id: string }) {
  const query = useQuery(leadTimelineQuery(id));
  return (
    <DetailPage
      query={query}
      noun="lead"
      back={{ to: '/admin/leads', label: 'Leads' }}
      missing={['LEAD_NOT_FOUND']}
      title={({ fullName }) => fullName}
      description={(lead) => (
        <span className="tabular flex flex-wrap items-center gap-x-3 gap-y-1">
          <LeadStateBadge lead={lead} />
          {lead.leadType}, {lead.state}, received {formatDateTime(lead.receivedAt)}
        </span>
      )}
      skeleton={<LeadSkeleton />}
    >
      {(lead) => (
        <>
          <LeadStatistics lead={lead} />
          <div className="grid gap-8 lg:grid-cols-[1fr_400px]">
            <section aria-labelledby="timeline" className="min-w-0">
              <div className="mb-4 flex items-center justify-between gap-4">
                <h2 id="timeline" className="text-lg font-semibold">
                  Timeline
                </h2>
                <div className="flex flex-wrap justify-end gap-2">
                  <RefundOfLead lead={lead} />
                  {lead.status === 'available' ? <WaitingLeadActions leadId={lead.id} /> : null}
                  <RefreshButton isRefreshing={query.isFetching} onRefresh={() => void query.refetch()} />
                </div>
              </div>
              <LeadTimeline lead={lead} />
              {lead.status === 'available' ? <MatchingAgents leadId={lead.id} /> : null}
            </section>
            <LeadDetails lead={lead} />
          </div>
        </>
      )}
    </DetailPage>
  );
}

export const Component = withParam('leadId', LeadPage);
