import { array, type InferType, number, string } from 'yup';
import { buyerName, timeAndId } from '../admin/admin.fields.js';
import { filledText, strictObject } from '../primitives.js';
import { differenceSchema, reconciliationRunSchema } from './reconciliation.schemas.js';
import {
  DIFFERENCE_NOTE_MAX,
  differenceKinds,
  differenceStates,
  reconciledObjects,
} from './reconciliation.values.js';

const optionalOneOf = <T extends string>(label: string, values: readonly T[]) =>
  string()
    .oneOf([...values], `${label} must be one of: ${values.join(', ')}`)
    .optional();

export const reconciliationAnswer = strictObject({
  runs: array(reconciliationRunSchema).required(),
  openDifferences: number().integer().min(0).required(),
});
export type ReconciliationAnswer = InferType<typeof reconciliationAnswer>;

export const differencesQuery = strictObject({
  state: optionalOneOf('State', differenceStates),
  kind: optionalOneOf('Kind', differenceKinds),
  object: optionalOneOf('Object', reconciledObjects),
  after: timeAndId('After'),
});
export const adminDifference = differenceSchema
  .omit(['acknowledgedBy'])
  .shape({ acknowledgedBy: buyerName() })
  .noUnknown();
export type AdminDifference = InferType<typeof adminDifference>;
/** `next` is the `after` of the next page; null on the last one. */
export const differencesAnswer = strictObject({
  differences: array(adminDifference).required(),
  next: string().nullable().defined(),
});
export type DifferencesAnswer = InferType<typeof differencesAnswer>;

export const acknowledgeDifferenceBody = strictObject({ note: filledText('note', DIFFERENCE_NOTE_MAX) });
