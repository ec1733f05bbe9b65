import { array, type InferType } from 'yup';
import { defineRoute } from '../define-route.js';
import { oneOf, strictObject } from '../primitives.js';
import { adminChanges } from './admin-changes.values.js';

/** `data` of a `changed` event. */
export const adminChangesData = strictObject({
  changes: array(oneOf(adminChanges).required()).required(),
});
export type AdminChangesData = InferType<typeof adminChangesData>;

export const adminChangesRoutes = {
  streamAdminChanges: defineRoute('GET', '/api/admin/live', 'admin', {
    summary: 'Stream which kinds of admin data changed',
    extendsSession: false,
    errors: ['TOO_MANY_REQUESTS'],
    text: {
      contentType: 'text/event-stream',
      description:
        'Event `changed`: the data is JSON with `changes`, the kinds that changed. After `hello`, which begins ' +
        'each stream, reload everything.',
    },
  }),
} as const;
