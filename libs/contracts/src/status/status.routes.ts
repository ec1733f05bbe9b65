import { defineRoute } from '../define-route.js';
import { incidentSchema } from './status.schemas.js';
import { createIncidentBody, incidentsAnswer, statusAnswer, updateIncidentBody } from './status.http.js';

export const statusRoutes = {
  getStatus: defineRoute('GET', '/api/status', 'public', {
    summary: 'Get what works now, the uptime of 90 days, incidents, and the time from post to delivery',
    answer: statusAnswer,
  }),
  listIncidents: defineRoute('GET', '/api/admin/incidents', 'admin', {
    summary: 'List the incidents of the public status page, newest first',
    answer: incidentsAnswer,
  }),
  createIncident: defineRoute('POST', '/api/admin/incidents', 'admin', {
    proof: 'none',
    summary: 'Publish an incident on the status page',
    body: createIncidentBody,
    answer: incidentSchema,
    status: 201,
  }),
  updateIncident: defineRoute('POST', '/api/admin/incidents/:incidentId/updates', 'admin', {
    proof: 'none',
    summary: 'Publish what is new about an incident; resolved ends it',
    params: { incidentId: 'INCIDENT_NOT_FOUND' },
    body: updateIncidentBody,
    answer: incidentSchema,
    errors: ['INCIDENT_RESOLVED'],
  }),
} as const;
