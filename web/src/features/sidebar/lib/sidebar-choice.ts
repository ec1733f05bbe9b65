const COOKIE = 'desk-sidebar';
const DAYS_7 = 7 * 24 * 60 * 60;

/** Expanded until somebody collapses it. */
export const readChoice = (cookies: string): boolean => !cookies.split('; ').includes(`${COOKIE}=collapsed`);

/** Kept for seven days from the last change. */
export const choiceCookie = (isExpanded: boolean): string =>
  `${COOKIE}=${isExpanded ? 'expanded' : 'collapsed'}; Path=/; Max-Age=${DAYS_7}; SameSite=Lax`;
