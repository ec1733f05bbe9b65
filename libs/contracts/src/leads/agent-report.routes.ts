import { array, type InferType } from 'yup';
import { defineRoute } from '../define-route.js';
import { calendarDay, count, decimal, strictObject } from '../primitives.js';
import { MINUTE_SECONDS, perUser } from '../request-limits.js';
import { agentReportShape } from './agent-report.commands.js';
import { REPORT_DAYS_MAX } from './agent-report.values.js';

const DAY_MS = 86_400_000;

const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** First and last day of a report. */
export const reportPeriod = strictObject({
  from: calendarDay(),
  to: calendarDay().test(
    'period',
    `Must not be before "from"; the period has at most ${REPORT_DAYS_MAX} days`,
    (to, { parent }) => {
      const days = countDays((parent as { readonly from: string }).from, to);
      return Number.isNaN(days) || (days >= 1 && days <= REPORT_DAYS_MAX);
    },
  ),
});

const { spentCents: _spent, days: _days, ...counts } = agentReportShape;

export const agentReportAnswer = strictObject({
  ...counts,
  spent: decimal(),
  days: array(strictObject({ day: calendarDay(), leads: count(), spent: decimal() })).required(),
});
export type AgentReportAnswer = InferType<typeof agentReportAnswer>;

export const agentReportRoutes = {
  getAgentReport: defineRoute('GET', '/api/reports', 'agent', {
    summary: "Count the agent's leads by day, hour, state, type, age, assets and status",
    query: reportPeriod,
    answer: agentReportAnswer,
    limits: [perUser(60, MINUTE_SECONDS)],
  }),
} as const;
