import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { hasCode } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { leadQuery } from '../api/leads';
import { SearchX } from '../icons';
import { AdminFrame } from './admin-frame';
import { LeadFacts } from './lead-facts';
import { LeadFigures } from './lead-figures';
import { LeadStateBadge } from './lead-state';
import { LeadTimeline } from './lead-timeline';
import { RefreshButton } from './refresh-button';

const back = { to: '/admin/leads', label: 'Leads' };

const NotThere = () => (
  <AdminFrame title="Lead" back={back}>
    <EmptyState
      icon={SearchX}
      title="There is no such lead"
      action={<ButtonLink to="/admin/leads">See all leads</ButtonLink>}
    />
  </AdminFrame>
);

const Awaited = () => (
  <Loading label="Loading the lead...">
    <div className="grid gap-8 lg:grid-cols-[1fr_400px]">
      <Skeleton className="h-[420px]" />
      <Skeleton className="h-[420px]" />
    </div>
  </Loading>
);

/** One lead's whole way, and all that is known of it. */
export function LeadPage({ leadId }: { leadId: string }) {
  const { data: lead, error, isFetching, refetch } = useQuery(leadQuery(leadId));
  usePageTitle(lead?.fullName ?? null);
  // An id that is none is refused as such.
  if (hasCode(error, 'LEAD_NOT_FOUND', 'INVALID_REQUEST', 'NOT_FOUND')) return <NotThere />;
  return (
    <AdminFrame
      title={lead?.fullName ?? 'Lead'}
      back={back}
      description={
        lead === undefined ? undefined : (
          <span className="tabular flex flex-wrap items-center gap-x-3 gap-y-1">
            <LeadStateBadge status={lead.status} />
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
          <Awaited />
        ) : null
      ) : (
        <>
          <LeadFigures lead={lead} />
          <div className="grid gap-8 lg:grid-cols-[1fr_400px]">
            <section aria-labelledby="timeline" className="min-w-0">
              <div className="mb-4 flex items-center justify-between gap-4">
                <h2 id="timeline" className="text-lg font-semibold">
                  Timeline
                </h2>
                <RefreshButton isRefreshing={isFetching} onRefresh={() => void refetch()} />
              </div>
              <LeadTimeline lead={lead} />
            </section>
            <LeadFacts lead={lead} />
          </div>
        </>
      )}
    </AdminFrame>
  );
}
