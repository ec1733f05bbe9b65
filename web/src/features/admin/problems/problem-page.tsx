import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import { isOpenProblemReport } from '@desk/contracts/leads/problem-reports.values';
import { DetailPage } from '@/components/page/detail-page';
import { withParam } from '@/components/page/with-param';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { formatName } from '@/lib/person-name';
import { AgentLink, LeadLink } from '../columns';
import { useFreshQuery } from '../queries';
import { DecideProblem } from './decide-problem';
import { ProblemBadge, problemReasonLabels } from './problem-labels';
import { ProblemLead } from './problem-lead';

function Decision({ report }: { report: AdminProblemReport }) {
  if (isOpenProblemReport(report.state)) return <DecideProblem report={report} />;
  if (report.state === 'recorded')
    return <p className="text-muted">Feedback about the funnel. There is nothing to decide.</p>;
  const note = report.declineReason ?? report.approvalNote;
  return (
    <>
      <p className="text-muted">
        {report.decidedBy === null
          ? 'The payment went back to the card before anybody decided.'
          : `${report.state === 'approved' ? 'Approved' : 'Declined'} by ${formatName(report.decidedBy)}${
              report.decidedAt === null ? '' : ` on ${formatDateTime(report.decidedAt)}`
            }.`}
      </p>
      {note === null || note === '' ? null : (
        <blockquote className="mt-2 border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-wrap">
          {note}
        </blockquote>
      )}
    </>
  );
}

const Report = ({ report }: { report: AdminProblemReport }) => (
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
            ['Funnel', report.funnelName],
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
        <Decision report={report} />
      </Card>
    </div>
    <ProblemLead leadId={report.leadId} />
  </div>
);

function ProblemPage({ id }: { id: string }) {
  return (
    <DetailPage
      query={useFreshQuery('getProblemReport', { params: { reportId: id } })}
      noun="report"
      back={{ to: '/admin/problems', label: 'Problems' }}
      missing={['PROBLEM_REPORT_NOT_FOUND']}
      title={({ reason }) => problemReasonLabels[reason]}
      description={(report) => <ProblemBadge report={report} />}
      skeleton={<Skeleton className="h-[420px]" />}
    >
      {(report) => <Report report={report} />}
    </DetailPage>
  );
}

export const Component = withParam('reportId', ProblemPage);
