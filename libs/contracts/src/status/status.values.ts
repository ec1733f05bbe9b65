/** The parts of the system that the public status page shows, in its order. */
export const statusComponents = ['website', 'accounts', 'leads', 'payments', 'delivery'] as const;
export type StatusComponent = (typeof statusComponents)[number];

/** Where an incident stands. `resolved` ends it. */
export const incidentStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

/** The days of uptime and incidents that are shown, with today. */
export const STATUS_DAYS = 90;

export const INCIDENT_TITLE_MAX = 120;
export const INCIDENT_TEXT_MAX = 1_000;
/** Shown, newest first. */
export const MAX_LISTED_INCIDENTS = 50;

/** Minutes that one message may report. */
export const MAX_REPORTED_MINUTES = 240;
