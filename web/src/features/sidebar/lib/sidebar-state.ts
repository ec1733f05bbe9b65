const COOKIE = 'desk-sidebar';
/** With the prefix `__Host-`, browsers accept the cookie only from this host. It requires https. */
const nameOf = (isHttps: boolean): string => (isHttps ? `__Host-${COOKIE}` : COOKIE);
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

/** Whether the sidebar is expanded. True by default. */
export const readSidebarState = (cookies: string, isHttps: boolean): boolean =>
  !cookies.split('; ').includes(`${nameOf(isHttps)}=collapsed`);

/** Builds the cookie that remembers the state for seven days. */
export const buildSidebarCookie = (isExpanded: boolean, isHttps: boolean): string =>
  `${nameOf(isHttps)}=${isExpanded ? 'expanded' : 'collapsed'}; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax${isHttps ? '; Secure' : ''}`;
