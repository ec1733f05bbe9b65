import type { LeadItem } from '@desk/contracts/leads/sold-leads.routes';
import { dateFormatter, formatDate, formatTime, toDay } from '@/lib/dates';

/** What the agent planned for a lead, in a few words. */
interface PlanDescription {
  readonly text: string;
  readonly isOverdue: boolean;
}

const formatDayOfYear = dateFormatter({ month: 'short', day: 'numeric' });

/** 'today, 3:00 PM', 'Mar 3, 3:00 PM', or with the year if it is another one. */
function formatPlanned(at: string, nowMs: number): string {
  const [day, today] = [toDay(at), toDay(nowMs)];
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const date = day === today ? 'today' : isThisYear ? formatDayOfYear(at) : formatDate(at);
  return `${date}, ${formatTime(at)}`;
}

export function describePlans(
  { remindAt, appointmentAt }: Pick<LeadItem, 'remindAt' | 'appointmentAt'>,
  nowMs: number,
): PlanDescription[] {
  const plans: PlanDescription[] = [];
  if (remindAt !== null) {
    const isOverdue = Date.parse(remindAt) <= nowMs;
    const time = formatPlanned(remindAt, nowMs);
    plans.push({ text: `Call back ${isOverdue ? `overdue since ${time}` : time}`, isOverdue });
  }
  if (appointmentAt !== null)
    plans.push({ text: `Appointment ${formatPlanned(appointmentAt, nowMs)}`, isOverdue: false });
  return plans;
}
