export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** 0 → '12 AM', 14 → '2 PM'. */
export const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
