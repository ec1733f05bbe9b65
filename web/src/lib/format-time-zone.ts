/**
 * Names a time zone as people do: 'America/New_York' is 'Eastern Time'. A zone unknown to the browser keeps its name.
 * Undefined stands for the browser's.
 */
export function formatTimeZone(timeZone: string | undefined): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return timeZone?.replaceAll('_', ' ') ?? '';
  }
}
