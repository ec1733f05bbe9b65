import { DELIVERY_PAUSE_WINDOW_DAYS, MAX_DELIVERY_PAUSES } from '@desk/contracts';

/** Whether only an admin can resume the service (ADR 0041), as SQL over a row of `buyers`. */
export const RESUMPTION_NEEDS_ADMIN = `(NOT service_enabled AND cardinality(delivery_pauses) >= ${MAX_DELIVERY_PAUSES})`;

/** The delivery pauses that count if one begins now, as SQL over a row of `buyers b` and the clock. */
export const DELIVERY_PAUSES_WITH_NOW = `
  ARRAY(SELECT pause.at FROM unnest(b.delivery_pauses) pause(at)
         WHERE pause.at > clock.now - interval '${DELIVERY_PAUSE_WINDOW_DAYS} days') || clock.now`;
