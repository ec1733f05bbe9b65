/** Returns the browser's time zone as a field of the sign-up, or no field if the browser names none. */
export const browserTimeZone = (): { timeZone?: string } => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? { timeZone } : {};
};

/** The time zone in which all times are shown. Undefined means the browser's. */
let shownTimeZone: string | undefined;

export const getShownTimeZone = (): string | undefined => shownTimeZone;

/** Shows all times in this zone from now on, or in the browser's if it is undefined or the browser does not know it. */
export function showTimesIn(timeZone: string | undefined): void {
  try {
    shownTimeZone = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    shownTimeZone = undefined;
  }
}
