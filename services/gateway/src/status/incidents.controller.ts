import { randomUUID } from 'node:crypto';
import { createIncident, listIncidents, updateIncident } from '@desk/contracts';
import { byAdmin, forward, forwardRoutes } from '../http/forward-routes.js';

/** Incidents of the public status page. */
export const IncidentRoutes = forwardRoutes([
  forward('listIncidents', listIncidents, ({ user }) => ({ actorId: user.id })),
  forward('createIncident', createIncident, (input) => ({
    ...byAdmin(input),
    incidentId: randomUUID(),
    updateId: randomUUID(),
  })),
  forward('updateIncident', updateIncident, (input) => ({ ...byAdmin(input), updateId: randomUUID() })),
]);
