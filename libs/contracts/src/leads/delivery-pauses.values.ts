/** After this many delivery pauses within `DELIVERY_PAUSE_WINDOW_DAYS`, only an admin can resume service (ADR 7). */
export const MAX_DELIVERY_PAUSES = 3;
export const DELIVERY_PAUSE_WINDOW_DAYS = 7;
