import type { NoticePreferences } from '@desk/contracts';
import type { StoredPreferences } from './notice-preferences.repository.js';
import { findQuietEnd } from './quiet-hours.js';

/** Returns until when notices wait; undefined if they are sent at once. */
export function holdNoticesUntil(preferences: StoredPreferences, now: Date): Date | undefined {
  const { quietFrom: from, quietTo: to, timeZone } = preferences;
  if (from === null || to === null || timeZone === null) return undefined;
  return findQuietEnd({ from, to }, timeZone, now);
}

export function toNoticePreferences(stored: StoredPreferences): NoticePreferences {
  const { limitReached, channelProblems, receipts, quietFrom: from, quietTo: to } = stored;
  const quietHours = from === null || to === null ? null : { from, to };
  return { limitReached, channelProblems, receipts, quietHours };
}
