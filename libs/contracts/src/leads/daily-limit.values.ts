export const DAILY_LIMIT_MIN = 1;
export const DAILY_LIMIT_MAX = 1_000;
export const DAILY_LIMIT_TOO_LOW = 'Minimum 1 lead per day';
export const DAILY_LIMIT_DEFAULT = 25;
/** Daily limits offered as buttons. */
export const DAILY_LIMIT_PRESETS = [1, 10, 25, 50, 100, 500] as const;
