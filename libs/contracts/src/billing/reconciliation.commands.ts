import { array, number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { instant, nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { acknowledgeDifferenceBody, reconciliationAnswer } from './reconciliation.http.js';
import { differenceSchema, reconciliationRunSchema } from './reconciliation.schemas.js';
import { differenceKinds, differenceStates, reconciledObjects } from './reconciliation.values.js';

const position = () => strictObject({ firstSeenAt: instant(), id: uuid() }).nullable();
const anyOrOneOf = <T extends string>(values: readonly T[]) => oneOf(values).nullable().defined();

/** Lists differences, newest first. Null filters match everything. */
export const listDifferences = defineCommand('billing', 'reconciliation.list-differences', {
  request: strictObject({
    state: anyOrOneOf(differenceStates),
    kind: anyOrOneOf(differenceKinds),
    object: anyOrOneOf(reconciledObjects),
    after: position(),
    limit: number().integer().min(1).max(200).required(),
  }),
  response: strictObject({ differences: array(differenceSchema).required(), next: position() }),
});

/** Gets the last runs, newest first, and how many differences are open. */
export const getReconciliation = defineCommand('billing', 'reconciliation.get', {
  request: nothing(),
  response: reconciliationAnswer,
});

/** Requests a run. Returns the unfinished run if there is one. */
export const startReconciliation = defineCommand('billing', 'reconciliation.start', {
  request: strictObject({ actorId: uuid(), caller: callerSchema }),
  response: reconciliationRunSchema,
});

/** Records why an admin accepts a difference. It changes no payment. */
export const acknowledgeDifference = defineCommand('billing', 'reconciliation.acknowledge', {
  needsRecentProof: () => true,
  request: acknowledgeDifferenceBody
    .shape({ differenceId: uuid(), actorId: uuid(), caller: callerSchema })
    .noUnknown(),
  response: nothing(),
  errors: ['DIFFERENCE_NOT_FOUND', 'DIFFERENCE_RESOLVED'],
});
