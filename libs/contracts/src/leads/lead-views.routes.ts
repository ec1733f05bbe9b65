import { array } from 'yup';
import { defineRoute } from '../define-route.js';
import { nothing, strictObject, uuid } from '../primitives.js';
import { leadViewSchema, newLeadViewSchema } from './lead-views.schemas.js';

export const leadViewRoutes = {
  listLeadViews: defineRoute('GET', '/api/lead-views', 'agent', {
    summary: "List the agent's saved views of the list of leads",
    answer: strictObject({ views: array(leadViewSchema).required() }),
  }),
  createLeadView: defineRoute('POST', '/api/lead-views', 'agent', {
    proof: 'none',
    summary: 'Save a view; a repetition with the same `viewId` saves no second one',
    body: newLeadViewSchema.shape({ viewId: uuid() }).noUnknown(),
    answer: leadViewSchema,
    errors: ['TOO_MANY_LEAD_VIEWS'],
  }),
  deleteLeadView: defineRoute('POST', '/api/lead-views/:viewId/delete', 'agent', {
    proof: 'none',
    summary: 'Delete a saved view',
    params: { viewId: 'LEAD_VIEW_NOT_FOUND' },
    answer: nothing(),
  }),
} as const;
