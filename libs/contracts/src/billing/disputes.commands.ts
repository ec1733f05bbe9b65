import { array } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { nothing, strictObject, uuid } from '../primitives.js';
import { disputeSchema } from './disputes.schemas.js';

/** Lists disputes that nobody reviewed, oldest first, then the others, newest first. */
export const listDisputes = defineCommand('billing', 'disputes.list', {
  request: nothing(),
  response: strictObject({ disputes: array(disputeSchema).required() }),
});

export const getDispute = defineCommand('billing', 'disputes.get', {
  request: strictObject({ disputeId: uuid() }),
  response: disputeSchema,
  errors: ['DISPUTE_NOT_FOUND'],
});

/** Records that an admin reviewed a dispute. After the last one of a buyer, the buyer's service continues. */
export const reviewDispute = defineCommand('billing', 'disputes.review', {
  needsRecentProof: () => true,
  request: strictObject({ disputeId: uuid(), actorId: uuid(), caller: callerSchema }),
  response: disputeSchema,
  errors: ['DISPUTE_NOT_FOUND'],
});
