import { formatPhone } from '@desk/contracts/format/phone';
import { REMOVED } from '@desk/contracts/leads/lead-fields';
import type { LeadPage, LeadsPage } from '@desk/contracts/leads/sold-leads.routes';
import { useQueryClient } from '@tanstack/react-query';
import { DetailPage } from '@/components/page/detail-page';
import { ButtonLink } from '@/components/ui/button';
import { Mail, Phone } from '@/components/ui/icons';
import { Notice } from '@/components/ui/notice';
import { mailto } from '@/lib/mailto';
import { useLead } from '../api/get-lead';
import { LEADS_KEY } from '../api/get-leads';
import { CONTACT_WITHHELD, REFUNDED_LEAD } from '../lib/lead-labels';
import { Charge } from './charge';
import { DeliveryLog } from './delivery-log';
import { DispositionForm } from './disposition-form';
import { LeadBadges } from './lead-badges';
import { LeadDetails } from './lead-details';
import { LeadViewSkeleton } from './lead-view-skeleton';
import { ProblemReports } from './problem-reports';
import { Receipt } from './receipt';

/** Finds the name in a cached list, so the heading does not wait for the lead. */
function useCachedName(leadId: string): string | undefined {
  const lists = useQueryClient().getQueriesData<LeadsPage>({ queryKey: LEADS_KEY });
  return lists.flatMap(([, page]) => page?.leads ?? []).find(({ id }) => id === leadId)?.fullName;
}

interface LeadViewProps {
  leadId: string;
  /** URL of the list that led here, with its filters. */
  listUrl: string;
}

export function LeadView({ leadId, listUrl }: LeadViewProps) {
  const query = useLead(leadId);
  const cachedName = useCachedName(leadId);
  return (
    <DetailPage
      query={query}
      noun="lead"
      back={{ to: listUrl, label: 'Dashboard' }}
      missing={['LEAD_NOT_FOUND']}
      title={(lead) => (lead.isContactWithheld === true ? REFUNDED_LEAD : lead.fullName)}
      knownTitle={cachedName}
      description={(lead) => <Summary lead={lead} />}
      actions={(lead) => (lead.phone === REMOVED ? null : <Contact lead={lead} />)}
      skeleton={<LeadViewSkeleton />}
    >
      {(lead) => (
        <LeadSections
          lead={lead}
          reload={() => query.refetch({ throwOnError: true })}
          isReloading={query.isFetching}
        />
      )}
    </DetailPage>
  );
}

const Summary = ({ lead }: { lead: LeadPage }) => (
  <span className="mt-2 flex flex-wrap gap-1.5">
    <LeadBadges
      type={lead.leadType}
      ageRange={lead.ageRange}
      disposition={lead.disposition}
      isRefunded={(lead.refundedAt ?? null) !== null}
    />
  </span>
);

const Contact = ({ lead }: { lead: LeadPage }) => (
  <>
    <ButtonLink to={`tel:${lead.phone}`} className="tabular">
      <Phone aria-hidden className="size-4" />
      Call {formatPhone(lead.phone)}
    </ButtonLink>
    <ButtonLink to={mailto(lead.email)} variant="secondary">
      <Mail aria-hidden className="size-4" />
      Send email
    </ButtonLink>
  </>
);

interface LeadSectionsProps {
  lead: LeadPage;
  reload: () => Promise<unknown>;
  isReloading: boolean;
}

/** Two columns where there is room. On a phone, the sections needed during a call come first. */
const LeadSections = ({ lead, reload, isReloading }: LeadSectionsProps) => (
  <div className="@container">
    <div className="grid items-start gap-4 @3xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] @3xl:gap-6">
      <div className="grid gap-4 @max-3xl:contents @3xl:gap-6">
        {lead.isContactWithheld === true ? <Notice tone="money">{CONTACT_WITHHELD}</Notice> : null}
        <LeadDetails lead={lead} />
        <Receipt lead={lead} className="@max-3xl:order-2" />
        <DeliveryLog deliveries={lead.deliveries} className="@max-3xl:order-4" />
      </div>
      <div className="grid gap-4 @max-3xl:contents @3xl:gap-6">
        {lead.isContactWithheld === true ? null : (
          <DispositionForm key={lead.id} lead={lead} onReload={reload} className="@max-3xl:order-1" />
        )}
        <Charge
          charge={lead.charge}
          onRetry={() => void reload().catch(() => undefined)}
          isRetrying={isReloading}
          className="@max-3xl:order-3"
        />
        <ProblemReports key={`problems-${lead.id}`} lead={lead} className="@max-3xl:order-5" />
      </div>
    </div>
  </div>
);
