import { formatAmount } from '@desk/contracts/format/price';
import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import { isOpenProblemReport, PROBLEM_NOTE_MAX } from '@desk/contracts/leads/problem-reports.values';
import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { UseQueryResult } from '@tanstack/react-query';
import { FormAction } from '@/components/form/form-action';
import { TextAreaField } from '@/components/form/text-area-field';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { DetailPage, withParam } from '@/components/page/detail-page';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { MutationButton } from '@/components/ui/mutation-button';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { formatName } from '@/lib/person-name';
import { QueryView } from '@/components/page/query-view';
import { Badge } from '@/components/ui/badge';
import { describeDelivery } from '@/lib/describe-delivery';
import { useRefresh } from '@/lib/use-refresh';
import { AgentLink, FunnelLink, LeadLink } from '../columns';
import { useFreshQuery } from '../queries';
import { LeadTimeline } from '../leads/lead-timeline';
import { NotLoaded } from '../users/not-loaded';
import { ProblemBadge, problemReasonLabels } from './problem-labels';

const schema = async () => (await import('@desk/contracts/leads/problem-reports.http')).problemNoteBody;

/** Reads the problem again, also after an error: somebody else may have decided meanwhile. */
const useRefreshReport = () => useRefresh('getProblemReport', 'listProblemReports', 'getLeadTimeline');

/** On approval, the server asks the admin to sign in again if the last sign-in is too old. */
const useDecide = (route: 'approveProblemReport' | 'declineProblemReport', reportId: string, done: string) =>
  useRouteMutation(route, {
    params: { reportId },
    onSettled: useRefreshReport(),
    success: { title: done },
  });

interface ProblemProps {
  report: AdminProblemReport;
  /** Undefined while it is not loaded. */
  lead: AdminLeadPage | undefined;
}

function Approve({ report: { id, buyer, ...report }, lead }: ProblemProps) {
  const sold = lead?.offers.find(({ status }) => status === 'charged');
  const leadName = report.lead?.fullName ?? 'this lead';
  return (
    <FormAction
      label="Approve and refund"
      button={{ variant: 'primary' }}
      title={`Refund ${sold === undefined ? 'this lead' : formatAmount(sold.amountCents)}?`}
      description={`The whole payment of ${formatName(buyer)} for ${leadName} goes back to the card, and the agent gets an email. You can't undo this.`}
      initialValues={{ note: '' }}
      schema={schema}
      failure="Failed to approve the report. Please try again."
      pendingLabel="Approving..."
      mutation={useDecide('approveProblemReport', id, 'Refund requested')}
    >
      <TextAreaField
        name="note"
        label="Note"
        hint="For admins. The agent doesn't see it."
        maxLength={PROBLEM_NOTE_MAX}
      />
    </FormAction>
  );
}

const Decline = ({ reportId }: { reportId: string }) => (
  <FormAction
    label="Decline"
    title="Decline this report?"
    description="The agent reads your reason on the lead's page and in an email."
    initialValues={{ note: '' }}
    schema={schema}
    failure="Failed to decline the report. Please try again."
    pendingLabel="Declining..."
    mutation={useDecide('declineProblemReport', reportId, 'Report declined')}
  >
    <TextAreaField name="note" label="Reason" hint="The agent reads it." maxLength={PROBLEM_NOTE_MAX} />
  </FormAction>
);

function DecideProblem({ report, lead }: ProblemProps) {
  const { id, state } = report;
  const review = useRouteMutation('startProblemReview', {
    params: { reportId: id },
    body: {},
    onSettled: useRefreshReport(),
    success: { title: 'Review started', description: 'The agent sees that you are looking at it.' },
    failure: 'Failed to start the review. Please try again.',
  });
  return (
    <div className="flex flex-wrap gap-3">
      <Approve report={report} lead={lead} />
      <Decline reportId={id} />
      {state === 'reported' ? (
        <MutationButton variant="secondary" mutation={review} pendingLabel="Starting...">
          Start review
        </MutationButton>
      ) : null}
    </div>
  );
}

function DeliveryLog({ lead }: { lead: AdminLeadPage }) {
  if (lead.unavailable?.includes('notifier')) return <NotLoaded what="The deliveries" />;
  const deliveries = lead.offers.flatMap((offer) => offer.deliveries);
  if (deliveries.length === 0) return <p className="text-muted">Nothing was sent.</p>;
  return (
    <ul className="tabular">
      {deliveries.map((delivery) => {
        const { tone, label, text } = describeDelivery(delivery, 'admin');
        return (
          <li key={delivery.id} className="border-t border-line py-3 first:border-0 first:pt-0 last:pb-0">
            <div className="flex items-start justify-between gap-x-4">
              <p className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{channelFacts[delivery.channel].label}</span>{' '}
                <span className="text-muted">{delivery.address}</span>
              </p>
              <Badge tone={tone}>{label}</Badge>
            </div>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </li>
        );
      })}
    </ul>
  );
}

function Receipt({ lead }: { lead: AdminLeadPage }) {
  const sold = lead.offers.find(({ status }) => status === 'charged');
  return (
    <Facts
      facts={[
        ['Sold once, to', formatName(lead.buyer)],
        ['Receipt number', sold?.id ?? 'None'],
        ['Charged', sold?.purchase?.purchasedAt ? formatDateTime(sold.purchase.purchasedAt) : 'Not known'],
        ['Payment ID', sold?.purchase?.stripePaymentIntentId ?? 'Not known'],
        ['Charges', String(lead.offers.filter(({ status }) => status === 'charged').length)],
        ['Ended offers', String(lead.offers.filter(({ status }) => status !== 'charged').length)],
      ]}
    />
  );
}

/** The evidence of whether the lead was delivered, and charged once. */
const ProblemLead = ({ query }: { query: UseQueryResult<AdminLeadPage> }) => (
  <QueryView query={query} what="the lead" skeleton={<Skeleton className="h-[420px]" />}>
    {(lead) => (
      <div className="grid gap-6">
        <Card title="Delivery log">
          <DeliveryLog lead={lead} />
        </Card>
        <Card title="Exclusivity receipt">
          <Receipt lead={lead} />
        </Card>
        <Card title="Timeline">
          <LeadTimeline lead={lead} />
        </Card>
      </div>
    )}
  </QueryView>
);

function describeDecision({ state, decidedBy, decidedAt, refundedAt }: AdminProblemReport): string {
  if (decidedBy === null)
    return refundedAt === null
      ? 'A refund ended the report before anybody decided, but then failed.'
      : 'The payment went back to the card before anybody decided.';
  const when = decidedAt === null ? '' : ` on ${formatDateTime(decidedAt)}`;
  return `${state === 'approved' ? 'Approved' : 'Declined'} by ${formatName(decidedBy)}${when}.`;
}

function Decision({ report, lead }: ProblemProps) {
  if (isOpenProblemReport(report.state)) return <DecideProblem report={report} lead={lead} />;
  if (report.state === 'recorded')
    return <p className="text-muted">Feedback about the funnel. There is nothing to decide.</p>;
  const note = report.declineReason ?? report.approvalNote;
  return (
    <>
      <p className="text-muted">{describeDecision(report)}</p>
      {note === null || note === '' ? null : (
        <blockquote className="mt-2 border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-wrap">
          {note}
        </blockquote>
      )}
    </>
  );
}

function ProblemReport({ report }: { report: AdminProblemReport }) {
  const query = useFreshQuery('getLeadTimeline', { params: { leadId: report.leadId } });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid gap-6">
        <Card title="Report">
          <Facts
            facts={[
              ['Problem', problemReasonLabels[report.reason]],
              ['Agent', <AgentLink key="agent" agent={report.buyer} />],
              [
                'Lead',
                <LeadLink key="lead" id={report.leadId} name={report.lead?.fullName ?? 'Unknown lead'} />,
              ],
              ['Funnel', <FunnelLink key="funnel" id={report.funnelId} name={report.funnelName} />],
              ['Bought', formatDateTime(report.soldAt)],
              ['Reported', formatDateTime(report.reportedAt)],
              ['Refunded', report.refundedAt === null ? 'No' : formatDateTime(report.refundedAt)],
            ]}
          />
          {report.details === '' ? null : (
            <blockquote className="mt-4 border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-wrap">
              {report.details}
            </blockquote>
          )}
        </Card>
        <Card title="Decision">
          <Decision report={report} lead={query.data} />
        </Card>
      </div>
      <ProblemLead query={query} />
    </div>
  );
}

const ProblemPage = ({ id }: { id: string }) => (
  <DetailPage
    query={useFreshQuery('getProblemReport', { params: { reportId: id } })}
    noun="report"
    back={{ to: '/admin/problems', label: 'Problems' }}
    title={({ reason }) => problemReasonLabels[reason]}
    description={(report) => <ProblemBadge report={report} />}
    skeleton={<Skeleton className="h-[420px]" />}
  >
    {(report) => <ProblemReport report={report} />}
  </DetailPage>
);

export const Component = withParam('reportId', ProblemPage);
