/** The browser's time zone, as the field of a sign-up; empty if the browser names none. */
export const browserTimeZone = (): { timeZone?: string } => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? { timeZone } : {};
};
