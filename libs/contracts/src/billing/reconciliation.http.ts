import { array, type InferType, string } from 'yup';
import { timeAndId, userName } from '../admin/admin.fields.js';
import { count, filledText, oneOf, strictObject } from '../primitives.js';
import { differenceSchema, reconciliationRunSchema } from './reconciliation.schemas.js';
import {
  DIFFERENCE_NOTE_MAX,
  differenceKinds,
  differenceStates,
  reconciledObjects,
} from './reconciliation.values.js';

export const reconciliationAnswer = strictObject({
  runs: array(reconciliationRunSchema).required(),
  openDifferences: count(),
});

export const differencesQuery = strictObject({
  state: oneOf(differenceStates, 'State').optional(),
  kind: oneOf(differenceKinds, 'Kind').optional(),
  object: oneOf(reconciledObjects, 'Object').optional(),
  after: timeAndId('After'),
});
export const adminDifference = differenceSchema
  .omit(['acknowledgedBy'])
  .shape({ acknowledgedBy: userName() })
  .noUnknown();
export type AdminDifference = InferType<typeof adminDifference>;
/** `next` is the `after` of the next page; null on the last one. */
export const differencesAnswer = strictObject({
  differences: array(adminDifference).required(),
  next: string().nullable().defined(),
});

export const acknowledgeDifferenceBody = strictObject({ note: filledText('note', DIFFERENCE_NOTE_MAX) });
