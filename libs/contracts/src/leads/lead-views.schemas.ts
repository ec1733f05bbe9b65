import { type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { strictObject, uuid } from '../primitives.js';
import { leadFilters } from './sold-leads.schemas.js';
import { LEAD_VIEW_NAME_MAX } from './sold-leads.values.js';

/** Filters of the list of leads, saved under a name. */
export const newLeadViewSchema = strictObject({
  name: boundedText({
    kind: 'note',
    max: LEAD_VIEW_NAME_MAX,
    message: 'Name must be text',
    tooLong: `Name must be at most ${LEAD_VIEW_NAME_MAX} characters`,
  }).required('Name is required'),
  filters: strictObject(leadFilters),
});
export type NewLeadView = InferType<typeof newLeadViewSchema>;

export const leadViewSchema = newLeadViewSchema.shape({ id: uuid() }).noUnknown();
export type LeadView = InferType<typeof leadViewSchema>;
