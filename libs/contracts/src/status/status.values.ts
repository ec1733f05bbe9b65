/** The parts of the system on the public status page, in its order. */
export const statusComponents = ['website', 'accounts', 'leads', 'payments', 'delivery'] as const;
export type StatusComponent = (typeof statusComponents)[number];

/** The status of an incident. `resolved` ends it. */
export const incidentStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

/** Number of days, including today, for which uptime and incidents are shown. */
export const STATUS_DAYS = 90;

export const INCIDENT_TITLE_MAX = 120;
export const INCIDENT_TEXT_MAX = 1_000;
/** The most incidents that are shown, newest first. */
export const MAX_LISTED_INCIDENTS = 50;

/** Minutes that one message may report. */
export const MAX_REPORTED_MINUTES = 240;
