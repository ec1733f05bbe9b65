import { array, boolean, type InferType } from 'yup';
import { leadStatisticsSchema } from '../leads/sold-leads.schemas.js';
import { instant, strictObject } from '../primitives.js';
import {
  affectedComponents,
  componentUptime,
  incidentSchema,
  incidentStatus,
  incidentText,
  incidentTitle,
  uptimeDay,
} from './status.schemas.js';

/** Parts that could not be read are null. */
export const statusAnswer = strictObject({
  /** Null until the first check. */
  checkedAt: instant().nullable(),
  /** Components with whether they answered the last check. */
  components: array(
    componentUptime.pick(['component']).shape({ isUp: boolean().required() }).noUnknown(),
  ).required(),
  history: strictObject({
    days: array(uptimeDay).required(),
    components: array(componentUptime).required(),
  }).nullable(),
  incidents: array(incidentSchema).nullable().defined(),
  /** Time from posted to delivered. */
  delivery: leadStatisticsSchema.nullable().defined(),
});
export type StatusAnswer = InferType<typeof statusAnswer>;

export const incidentsAnswer = strictObject({ incidents: array(incidentSchema).required() });

export const createIncidentBody = strictObject({
  title: incidentTitle(),
  components: affectedComponents(),
  status: incidentStatus(),
  text: incidentText(),
});
export const updateIncidentBody = strictObject({ status: incidentStatus(), text: incidentText() });
