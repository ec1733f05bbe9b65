import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { hasCode } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { leadTimelineQuery } from '../api/leads';
import { SearchX } from '../icons';
import { AdminPage } from './admin-page';
import { LeadDetails } from './lead-details';
import { LeadStateBadge } from './lead-state-badge';
import { LeadStatistics } from './lead-statistics';
import { LeadTimeline } from './lead-timeline';
import { RequestRefund } from './request-refund';
import { isRefundable } from '../lib/refunds';
import { RefreshButton } from './refresh-button';

/** Loaded for waiting leads alone. */
const WaitingLeadActions = lazy(async () => ({
  default: (await import('./waiting/waiting-lead')).WaitingLeadActions,
}));
const MatchingAgents = lazy(async () => ({
  default: (await import('./waiting/waiting-lead')).MatchingAgents,
}));

const back = { to: '/admin/leads', label: 'Leads' };

const LeadNotFound = () => (
  <AdminPage title="Lead" back={back}>
    <EmptyState
      icon={SearchX}
      title="Lead not found"
      action={<ButtonLink to="/admin/leads">See all leads</ButtonLink>}
    />
  </AdminPage>
);

const LeadSkeleton = () => (
  <Loading label="Loading the lead...">
    <div className="grid gap-8 lg:grid-cols-[1fr_400px]">
      <Skeleton className="h-[420px]" />
      <Skeleton className="h-[420px]" />
    </div>
  </Loading>
);

function RefundOfLead({ lead }: { lead: AdminLeadPage }) {
  const paid = lead.offers.find(({ status }) => status === 'charged')?.purchase;
  if (!paid || !isRefundable(paid.status, paid.refunds.at(-1))) return null;
  return <RequestRefund paymentId={paid.id} amount={paid.amount} subject={lead.fullName} />;
}

export function LeadPage({ leadId }: { leadId: string }) {
  const { data: lead, error, isFetching, refetch } = useQuery(leadTimelineQuery(leadId));
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(lead?.fullName ?? null);
  // The API answers INVALID_REQUEST for an id that is not a UUID.
  if (hasCode(error, 'LEAD_NOT_FOUND', 'INVALID_REQUEST', 'NOT_FOUND')) return <LeadNotFound />;
  return (
    <AdminPage
      title={lead?.fullName ?? 'Lead'}
      back={back}
      description={
        lead === undefined ? undefined : (
          <span className="tabular flex flex-wrap items-center gap-x-3 gap-y-1">
            <LeadStateBadge lead={lead} />
            {lead.leadType}, {lead.state}, received {formatDateTime(lead.receivedAt)}
          </span>
        )
      }
    >
      {error === null ? null : (
        <div className="mb-6">
          <ErrorState
            title="The lead could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {lead === undefined ? (
        error === null ? (
          <LeadSkeleton />
        ) : null
      ) : (
        <>
          <LeadStatistics lead={lead} />
          <div className="grid gap-8 lg:grid-cols-[1fr_400px]">
            <section aria-labelledby="timeline" className="min-w-0">
              <div className="mb-4 flex items-center justify-between gap-4">
                <h2 id="timeline" ref={heading} tabIndex={-1} className="text-lg font-semibold">
                  Timeline
                </h2>
                <div className="flex flex-wrap justify-end gap-2">
                  <RefundOfLead lead={lead} />
                  {lead.status === 'available' ? (
                    <Suspense>
                      <WaitingLeadActions leadId={lead.id} focusAfterwards={heading} />
                    </Suspense>
                  ) : null}
                  <RefreshButton isRefreshing={isFetching} onRefresh={() => void refetch()} />
                </div>
              </div>
              <LeadTimeline lead={lead} />
              {lead.status === 'available' ? (
                <Suspense>
                  <MatchingAgents leadId={lead.id} />
                </Suspense>
              ) : null}
            </section>
            <LeadDetails lead={lead} />
          </div>
        </>
      )}
    </AdminPage>
  );
}
