/** The browser's time zone, as the field of a sign-up; empty if the browser names none. */
export const browserTimeZone = (): { timeZone?: string } => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? { timeZone } : {};
};

/** In which all times are shown. Undefined: in that of the browser. */
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
