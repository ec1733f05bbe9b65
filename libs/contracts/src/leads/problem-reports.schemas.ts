import { type InferType, number, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { instant, oneOf, strictObject, uuid } from '../primitives.js';
import {
  PROBLEM_DETAILS_MAX,
  PROBLEM_NOTE_MAX,
  problemReasons,
  problemReportStates,
  refundProblemReasons,
} from './problem-reports.values.js';

export const problemReason = () => oneOf(problemReasons, 'Reason');
export const refundProblemReason = () => oneOf(refundProblemReasons);
export const problemReportState = () => oneOf(problemReportStates);

export const problemDetails = () =>
  boundedText({
    kind: 'note',
    max: PROBLEM_DETAILS_MAX,
    message: 'Details must be text',
    tooLong: `Details must be at most ${PROBLEM_DETAILS_MAX} characters`,
  });
export const problemNote = () =>
  boundedText({
    kind: 'note',
    max: PROBLEM_NOTE_MAX,
    pattern: /\S/,
    message: 'Note is required',
    tooLong: `Note must be at most ${PROBLEM_NOTE_MAX} characters`,
  }).required('Note is required');

const agentReport = {
  id: uuid(),
  reason: problemReason().required(),
  state: problemReportState().required(),
  /** What the agent wrote; may be empty. */
  details: string().max(PROBLEM_DETAILS_MAX).defined(),
  reportedAt: instant(),
  decidedAt: instant().nullable(),
  /** Why an admin declined it; null otherwise. */
  declineReason: string().max(PROBLEM_NOTE_MAX).nullable().defined(),
};

/** A problem with a lead, as the agent who reported it sees it. */
export const agentProblemReportSchema = strictObject(agentReport);
export type AgentProblemReport = InferType<typeof agentProblemReportSchema>;

/** The same as admins see it. */
export const problemReportSchema = strictObject({
  ...agentReport,
  leadId: uuid(),
  buyerId: uuid(),
  funnelId: uuid(),
  funnelName: string().max(100).required(),
  soldAt: instant(),
  /** What the admin who approved it wrote. */
  approvalNote: string().max(PROBLEM_NOTE_MAX).nullable().defined(),
  /** The admin who decided; null while nobody has, or if the money went back without a decision. */
  decidedBy: uuid().nullable(),
  /** When the payment for the lead went back to the card. */
  refundedAt: instant().nullable(),
});
export type ProblemReport = InferType<typeof problemReportSchema>;

export const problemCountSchema = strictObject({
  reason: problemReason().required(),
  reports: number().integer().min(1).required(),
});
export type ProblemCount = InferType<typeof problemCountSchema>;
