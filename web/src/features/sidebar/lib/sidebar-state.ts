const COOKIE = 'desk-sidebar';
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

/** Whether the sidebar is expanded. True by default. */
export const readSidebarState = (cookies: string): boolean =>
  !cookies.split('; ').includes(`${COOKIE}=collapsed`);

/** Builds the cookie that remembers the state for seven days. */
export const sidebarCookie = (isExpanded: boolean): string =>
  `${COOKIE}=${isExpanded ? 'expanded' : 'collapsed'}; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax`;
