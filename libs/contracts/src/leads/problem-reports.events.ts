import { string } from 'yup';
import { defineEvent } from '../define-message.js';
import { instant, strictObject, uuid } from '../primitives.js';
import { problemReason, problemReportState, refundProblemReason } from './problem-reports.schemas.js';
import { PROBLEM_NOTE_MAX } from './problem-reports.values.js';

/** An admin approved a reported problem: its payment is to be given back. Each report refunds at most once. */
export const refundApproved = defineEvent('lead-router', 'leads.refund-approved', {
  payload: strictObject({
    reportId: uuid(),
    leadId: uuid(),
    offerId: uuid(),
    buyerId: uuid(),
    reason: refundProblemReason().required(),
    /** What the admin wrote. For admins only. */
    note: string().max(PROBLEM_NOTE_MAX).required(),
    actorId: uuid(),
    at: instant(),
  }),
  consumers: ['billing'],
});

/** An agent reported a problem, or an admin moved the report on. */
export const problemReportChanged = defineEvent('lead-router', 'leads.problem-report-changed', {
  payload: strictObject({
    reportId: uuid(),
    leadId: uuid(),
    buyerId: uuid(),
    reason: problemReason().required(),
    state: problemReportState().required(),
    /** Why it was declined; null otherwise. */
    declineReason: string().max(PROBLEM_NOTE_MAX).nullable().defined(),
    at: instant(),
  }),
  consumers: ['notifier'],
});
