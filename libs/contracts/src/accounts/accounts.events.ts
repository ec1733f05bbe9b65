import { boolean, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { dailyLeadLimit } from '../leads/leads.schemas.js';
import { strictObject, timeZone, uuid } from '../primitives.js';

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
  }),
  consumers: ['lead-router', 'notifier'],
});
