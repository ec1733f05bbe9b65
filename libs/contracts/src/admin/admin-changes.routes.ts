import { defineRoute } from '../define-route.js';
import type { AdminChange } from './admin-changes.values.js';

/** `data` of a `changed` event. */
export interface AdminChangesData {
  readonly changes: readonly AdminChange[];
}

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
