import { HOUR_SECONDS, type LimitSubject } from '../request-limits.js';

const hourly = <Subject extends LimitSubject>(per: Subject, requests: number) =>
  ({ per, requests, seconds: HOUR_SECONDS, countedBy: 'accounts' }) as const;

/** Limits that accounts counts in PostgreSQL, by action. They hold while Redis is down or has been wiped. */
export const accountLimits = {
  register: hourly('network', 30),
  'check-email': hourly('network', 60),
  'forgot-password': hourly('network', 20),
  'reset-password': hourly('network', 30),
  'confirm-email': hourly('network', 30),
  passkey: hourly('network', 120),
  draft: hourly('network', 300),
  payment: hourly('network', 30),
  complete: hourly('network', 30),
} as const;

/**
 * Limit of emails of one kind to one mailbox. Each network from which the owner has signed in has a separate limit of
 * the same size.
 */
export const MAILBOX_LIMIT = hourly('mailbox', 5);
/** How many of these emails any other network can cause. */
export const MAILS_PER_UNKNOWN_NETWORK = 2;
