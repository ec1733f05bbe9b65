import type { AgentProblemReport } from '@desk/contracts/leads/problem-reports.schemas';
import { PROBLEM_REPORT_WINDOW_DAYS } from '@desk/contracts/leads/problem-reports.values';
import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { support } from '@/config/site';
import { formatDateTime } from '@/lib/dates';
import { mailto } from '@/lib/mailto';
import { describeReport, findReportable, problemLabels } from '../lib/problem-reports';

/** Loaded when it is opened: forms need scripts that the page does not. */
const ReportProblemDialog = lazy(async () => ({
  default: (await import('./report-problem-dialog')).ReportProblemDialog,
}));

function Report({ report, isRefunded }: { report: AgentProblemReport; isRefunded: boolean }) {
  const { label, tone, text } = describeReport(report, isRefunded);
  return (
    <li className="border-t border-line py-3 first:border-0 first:pt-0">
      <div className="flex items-start justify-between gap-x-4">
        <p className="min-w-0 font-semibold wrap-anywhere">{problemLabels[report.reason]}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{text}</p>
      {report.details === '' ? null : (
        <blockquote className="mt-2 border-l-2 border-line-strong pl-3 text-sm wrap-anywhere whitespace-pre-wrap text-muted">
          {report.details}
        </blockquote>
      )}
      <p className="tabular mt-1 text-sm text-muted">
        Reported {formatDateTime(report.reportedAt)}
        {report.decidedAt === null ? '' : `, decided ${formatDateTime(report.decidedAt)}`}
      </p>
    </li>
  );
}

export function ProblemReports({ lead, className }: { lead: LeadPage; className: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const { problemReports } = lead;
  const reportable = findReportable(lead, openedAt);
  const [first, ...others] = reportable.kind === 'open' ? reportable.reasons : [];
  return (
    <Card title="Problems with this lead" className={className}>
      <div>
        {problemReports.length === 0 ? null : (
          <ul className="mb-4">
            {problemReports.map((report) => (
              <Report key={report.id} report={report} isRefunded={lead.refundedAt !== null} />
            ))}
          </ul>
        )}
        {reportable.kind === 'open' ? (
          <>
            <p className="mb-3 text-muted">
              We refund a lead if you were charged twice for it or it was not delivered. You can report
              problems here within {PROBLEM_REPORT_WINDOW_DAYS} days of the purchase, until{' '}
              {formatDateTime(reportable.until)}.
            </p>
            <Button variant="secondary" onClick={() => setIsOpen(true)}>
              Report a problem
            </Button>
          </>
        ) : null}
        {reportable.kind === 'too-late' ? (
          <p className="text-muted">
            Problems can be reported here within {PROBLEM_REPORT_WINDOW_DAYS} days of the purchase. Please
            write to{' '}
            <a className="link wrap-anywhere" href={mailto(support.email)}>
              {support.email}
            </a>{' '}
            instead.
          </p>
        ) : null}
        {reportable.kind === 'refunded' && problemReports.length === 0 ? (
          <p className="text-muted">The payment for this lead went back to your card.</p>
        ) : null}
      </div>
      {isOpen && first !== undefined ? (
        <Suspense>
          <ReportProblemDialog
            leadId={lead.id}
            reasons={[first, ...others]}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
