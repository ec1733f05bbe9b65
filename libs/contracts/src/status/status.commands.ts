import { array } from 'yup';
import { actingAdmin, actingAdminErrors, callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { nothing, strictObject, uuid } from '../primitives.js';
import { createIncidentBody, updateIncidentBody } from './status.http.js';
import { componentUptime, incidentSchema, minuteReports, uptimeDay } from './status.schemas.js';

const byAdmin = { incidentId: uuid(), updateId: uuid(), ...actingAdmin, caller: callerSchema };

/** Records which components answered the gateway, minute by minute. Reports of several copies add up. */
export const recordComponentChecks = defineCommand('accounts', 'status.record-checks', {
  request: strictObject({ minutes: minuteReports() }),
  response: nothing(),
});

/** Gets the uptime of each day and the incidents that are shown. */
export const getStatusHistory = defineCommand('accounts', 'status.get-history', {
  request: nothing(),
  response: strictObject({
    days: array(uptimeDay).required(),
    components: array(componentUptime).required(),
    incidents: array(incidentSchema).required(),
  }),
});

export const listIncidents = defineCommand('accounts', 'status.list-incidents', {
  request: strictObject(actingAdmin),
  response: strictObject({ incidents: array(incidentSchema).required() }),
  errors: actingAdminErrors,
});

/** The sender chooses the ids, so that a repetition creates nothing. */
export const createIncident = defineCommand('accounts', 'status.create-incident', {
  request: createIncidentBody.shape(byAdmin).noUnknown(),
  response: incidentSchema,
  errors: actingAdminErrors,
});

export const updateIncident = defineCommand('accounts', 'status.update-incident', {
  request: updateIncidentBody.shape(byAdmin).noUnknown(),
  response: incidentSchema,
  errors: ['INCIDENT_NOT_FOUND', 'INCIDENT_RESOLVED', ...actingAdminErrors],
});
