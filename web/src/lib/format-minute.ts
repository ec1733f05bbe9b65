import { MINUTES_PER_DAY } from '@desk/contracts/leads/filters.values';

/** Formats a minute of the day: '9:30 AM', '12:00 AM', and 'midnight' for the end of the day. */
export function formatMinute(minute: number): string {
  if (minute === MINUTES_PER_DAY) return 'midnight';
  const hour = Math.floor(minute / 60);
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}
