import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import { isOpenProblemReport } from '@desk/contracts/leads/problem-reports.values';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { hasCode } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { problemQuery } from '../../api/problems';
import { SearchX } from '../../icons';
import { formatName } from '../../lib/labels';
import { problemReasonLabels, toProblemBadge } from '../../lib/problems';
import { AdminPage } from '../admin-page';
import { LeadLink } from '../lead-link';
import { DecideProblem } from './decide-problem';
import { ProblemFacts } from './problem-facts';
import { ProblemLead } from './problem-lead';

const back = { to: '/admin/problems', label: 'Problems' };

const ProblemNotFound = () => (
  <AdminPage title="Problem" back={back}>
    <EmptyState
      icon={SearchX}
      title="Report not found"
      action={<ButtonLink to="/admin/problems">See all problems</ButtonLink>}
    />
  </AdminPage>
);

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
        <ProblemFacts
          facts={[
            ['Problem', problemReasonLabels[report.reason]],
            ['Agent', formatName(report.buyer)],
            ['Lead', <LeadLink key="lead" id={report.leadId} name={report.lead?.fullName ?? 'Lead'} />],
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

export function ProblemPage({ reportId }: { reportId: string }) {
  const { data: report, error, isFetching, refetch } = useQuery(problemQuery(reportId));
  const title = report === undefined ? 'Problem' : problemReasonLabels[report.reason];
  usePageTitle(report === undefined ? null : title);
  // The API answers INVALID_REQUEST for an id that is not a UUID.
  if (hasCode(error, 'PROBLEM_REPORT_NOT_FOUND', 'INVALID_REQUEST', 'NOT_FOUND')) return <ProblemNotFound />;
  const badge = report === undefined ? null : toProblemBadge(report);
  return (
    <AdminPage
      title={title}
      back={back}
      description={badge === null ? undefined : <Badge tone={badge.tone}>{badge.text}</Badge>}
    >
      {error === null ? null : (
        <div className="mb-6">
          <ErrorState
            title="The report could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {report === undefined ? (
        error === null ? (
          <Loading label="Loading the report...">
            <Skeleton className="h-[420px]" />
          </Loading>
        ) : null
      ) : (
        <Report report={report} />
      )}
    </AdminPage>
  );
}
