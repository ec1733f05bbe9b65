import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminProblemReport,
  approveProblemReport,
  countProblemReports,
  declineProblemReport,
  DomainError,
  getProblemReport,
  listProblemReports,
  openProblemReportStates,
  PROBLEM_REPORTS_PAGE_SIZE,
  type ProblemReport,
  type ProblemReportState,
  routes,
  startProblemReview,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { readCursor, toCursor } from '../http/paging.js';
import { byAdmin, empty, forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';

export const ProblemReportRoutes = forwardRoutes([
  forward('startProblemReview', startProblemReview, byAdmin, empty),
  forward('approveProblemReport', approveProblemReport, byAdmin, empty),
  forward('declineProblemReport', declineProblemReport, byAdmin, empty),
  forward('countProblemReports', countProblemReports, ({ params }) => params),
]);

/** Problems that agents reported with leads, and what admins decide about them. */
@Controller()
export class AdminProblemReportsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.listProblemReports)
  async list({ query }: RouteInput<'listProblemReports'>): Promise<RouteAnswer<'listProblemReports'>> {
    const { reports } = await this.commands.send(listProblemReports, {
      states: toStates(query.state),
      reason: query.reason ?? null,
      funnelId: query.funnel ?? null,
      after: readCursor(query.after, 'reportedAt'),
      limit: PROBLEM_REPORTS_PAGE_SIZE,
    });
    const last = reports.length === PROBLEM_REPORTS_PAGE_SIZE ? reports.at(-1) : undefined;
    return { reports: await this.addNames(reports), next: last ? toCursor(last.reportedAt, last.id) : null };
  }

  @HandleRoute(routes.getProblemReport)
  async get({ params }: RouteInput<'getProblemReport'>): Promise<RouteAnswer<'getProblemReport'>> {
    const [report] = await this.addNames([await this.commands.send(getProblemReport, params)]);
    if (!report) throw new DomainError('PROBLEM_REPORT_NOT_FOUND');
    return report;
  }

  private async addNames(reports: readonly ProblemReport[]): Promise<AdminProblemReport[]> {
    const [users, leads] = await Promise.all([
      this.names.users(reports.flatMap(({ buyerId, decidedBy }) => [buyerId, decidedBy])),
      this.names.leads(reports.map(({ leadId }) => leadId)),
    ]);
    return reports.map(({ buyerId, decidedBy, ...report }) => ({
      ...report,
      buyer: users.get(buyerId) ?? null,
      decidedBy: users.get(decidedBy ?? '') ?? null,
      lead: leads.get(report.leadId) ?? null,
    }));
  }
}

/** Empty: all. */
function toStates(state: ProblemReportState | 'open' | undefined): ProblemReportState[] {
  if (state === undefined) return [];
  return state === 'open' ? [...openProblemReportStates] : [state];
}
