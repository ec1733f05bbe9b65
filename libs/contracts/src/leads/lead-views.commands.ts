import { array } from 'yup';
import { defineCommand } from '../define-message.js';
import { nothing, strictObject, uuid } from '../primitives.js';
import { leadViewSchema, newLeadViewSchema } from './lead-views.schemas.js';

/** Lists a buyer's saved views of the list of leads, oldest first. */
export const listLeadViews = defineCommand('lead-router', 'lead-views.list', {
  request: strictObject({ buyerId: uuid() }),
  response: strictObject({ views: array(leadViewSchema).required() }),
});

/** Saves a view. `viewId` identifies the request, so that a repeated one saves no second view. */
export const createLeadView = defineCommand('lead-router', 'lead-views.create', {
  request: newLeadViewSchema.shape({ buyerId: uuid(), viewId: uuid() }).noUnknown(),
  response: leadViewSchema,
  errors: ['TOO_MANY_LEAD_VIEWS', 'BUYER_NOT_FOUND'],
});

/** Deletes a view. Does nothing if the buyer has none with this id. */
export const deleteLeadView = defineCommand('lead-router', 'lead-views.delete', {
  request: strictObject({ buyerId: uuid(), viewId: uuid() }),
  response: nothing(),
});
