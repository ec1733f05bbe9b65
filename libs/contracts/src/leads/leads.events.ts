import { string } from 'yup';
import { defineEvent } from '../define-message.js';
import { cents, instant, strictObject, uuid } from '../primitives.js';
import { leadSchema } from './leads.schemas.js';

/** Task: find a buyer for this lead. Does nothing if the lead is no longer available. */
export const routeLead = defineEvent({
  name: 'leads.route-lead',
  payload: strictObject({ leadId: uuid() }),
  consumers: ['lead-router'],
});

/** Task: a buyer became eligible; offer the waiting leads again, oldest first. */
export const offerWaitingLeads = defineEvent({
  name: 'leads.offer-waiting',
  payload: strictObject({ buyerId: uuid() }),
  consumers: ['lead-router'],
});

/** A lead was sold: charged, and this buyer's alone. Carries everything a delivery needs. */
export const leadSold = defineEvent({
  name: 'leads.lead-sold',
  payload: strictObject({
    leadId: uuid(),
    offerId: uuid(),
    buyerId: uuid(),
    amountCents: cents(),
    receivedAt: instant(),
    soldAt: instant(),
    funnelName: string().max(100).required(),
    lead: leadSchema,
  }),
  consumers: ['notifier'],
});
