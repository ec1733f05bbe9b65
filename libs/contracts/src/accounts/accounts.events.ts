import { boolean, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { dailyLeadLimit } from '../leads/leads.schemas.js';
import { instant, strictObject, timeZone, uuid } from '../primitives.js';
import { callerSchema } from './accounts.commands.js';

const deliveryChoices = strictObject({
  email: boolean().required(),
  text: boolean().required(),
  slack: boolean().required(),
  other: string().max(500).nullable().defined(),
});

/** A user exists. An agent (not an admin) is a buyer from here on; leads come once a card is saved. */
export const userRegistered = defineEvent({
  name: 'accounts.user-registered',
  payload: strictObject({
    userId: uuid(),
    isAdmin: boolean().required(),
    email: string().max(254).required(),
    firstName: string().max(100).required(),
    lastName: string().max(100).required(),
    timeZone: timeZone(),
    serviceEnabled: boolean().required(),
    dailyLeadLimit: dailyLeadLimit(),
    /** What was chosen at sign-up; nothing of it is verified yet. Absent: e-mail alone. */
    delivery: deliveryChoices.default(undefined).optional(),
  }),
  consumers: ['lead-router', 'notifier'],
});

/** Order: go on with a sign-up that was begun and not finished. Harmless when it is finished or given up. */
export const finishSignUp = defineEvent({
  name: 'accounts.finish-sign-up',
  payload: strictObject({ draftId: uuid() }),
  consumers: ['accounts'],
});

/** Order: mail a reset link if somebody has this address. The asker learns nothing of it, not even by the time it takes. */
export const issuePasswordReset = defineEvent({
  name: 'accounts.issue-password-reset',
  payload: strictObject({
    requestId: uuid(),
    email: string().max(254).required(),
    address: string().max(45).required(),
  }),
  consumers: ['accounts'],
});

/** Order: write into the audit log what somebody did with another service. */
export const recordAction = defineEvent({
  name: 'accounts.record-action',
  payload: strictObject({
    actionId: uuid(),
    /** Such as `delivery-resent`. */
    action: string()
      .matches(/^[a-z]+(-[a-z]+)*$/)
      .required(),
    actorId: uuid(),
    /** The user it was done to. */
    userId: uuid().nullable().defined(),
    /** What it was done to, by id alone. */
    subject: strictObject({ kind: string().max(40).required(), id: uuid() }),
    caller: callerSchema,
    at: instant(),
  }),
  consumers: ['accounts'],
});
