import { array, type InferType } from 'yup';
import { calendarDay, count, filledText, instant, oneOf, strictObject, uuid } from '../primitives.js';
import {
  INCIDENT_TEXT_MAX,
  INCIDENT_TITLE_MAX,
  incidentStatuses,
  MAX_REPORTED_MINUTES,
  statusComponents,
} from './status.values.js';

export const statusComponent = () => oneOf(statusComponents).required();
export const incidentTitle = () => filledText('line', INCIDENT_TITLE_MAX);
export const incidentText = () => filledText('note', INCIDENT_TEXT_MAX);
export const incidentStatus = () => oneOf(incidentStatuses, 'Status').required();
export const affectedComponents = () =>
  array(statusComponent()).min(1, 'Choose at least one component').max(statusComponents.length).required();

/** The components that answered in one minute. */
const minuteReport = strictObject({
  minute: instant(),
  up: array(statusComponent()).max(statusComponents.length).required(),
});
export type MinuteReport = InferType<typeof minuteReport>;
export const minuteReports = () => array(minuteReport).min(1).max(MAX_REPORTED_MINUTES).required();

/**
 * One day in UTC. `minutes` counts those that have passed since recording began; 0 means no data. A minute counts as up
 * only if it was recorded as up.
 */
export const uptimeDay = strictObject({
  date: calendarDay(),
  minutes: count(),
});
export type UptimeDay = InferType<typeof uptimeDay>;

/** `upMinutes` has one entry for each of the days. */
export const componentUptime = strictObject({
  component: statusComponent(),
  upMinutes: array(count()).required(),
});
export type ComponentUptime = InferType<typeof componentUptime>;

export const incidentSchema = strictObject({
  id: uuid(),
  title: incidentTitle(),
  components: affectedComponents(),
  createdAt: instant(),
  resolvedAt: instant().nullable(),
  /** Newest first. */
  updates: array(
    strictObject({ id: uuid(), status: incidentStatus(), text: incidentText(), at: instant() }),
  ).required(),
});
export type Incident = InferType<typeof incidentSchema>;
