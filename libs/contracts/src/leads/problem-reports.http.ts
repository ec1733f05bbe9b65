import { array, type InferType, string } from 'yup';
import { timeAndId, userName } from '../admin/admin.fields.js';
import { oneOf, strictObject, uuid } from '../primitives.js';
import {
  problemCountSchema,
  problemDetails,
  problemNote,
  problemReason,
  problemReportSchema,
} from './problem-reports.schemas.js';
import { problemReportStates } from './problem-reports.values.js';

export const reportProblemBody = strictObject({
  reason: problemReason().required('Choose what is wrong'),
  details: problemDetails().defined(),
});
export const problemNoteBody = strictObject({ note: problemNote() });

/** Query strings; every value is text. `state`: `open` are those to decide. */
export const problemReportsQuery = strictObject({
  state: oneOf(['open', ...problemReportStates]),
  reason: problemReason(),
  funnel: uuid().optional(),
  after: timeAndId('After'),
});

export const adminProblemReport = problemReportSchema
  .omit(['buyerId', 'decidedBy'])
  .shape({
    buyer: userName(),
    decidedBy: userName(),
    /** Null if it no longer exists. */
    lead: strictObject({ fullName: string().required() }).nullable(),
  })
  .noUnknown();
export type AdminProblemReport = InferType<typeof adminProblemReport>;

export const adminProblemReportsAnswer = strictObject({
  reports: array(adminProblemReport).required(),
  /** The `after` of the next page; null on the last page. */
  next: string().nullable().defined(),
});
export const problemCountsAnswer = strictObject({ counts: array(problemCountSchema).required() });
