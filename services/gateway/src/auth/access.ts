import { SetMetadata } from '@nestjs/common';

/**
 * Who may call a route. `funnel`: the route itself checks a funnel's key; no cookie is looked at.
 * `public`: everybody; a session is not looked up. `agent`: signed in, and no admin: admins buy nothing.
 */
export const accessLevels = ['public', 'signed-in', 'agent', 'admin', 'funnel'] as const;
export type AccessLevel = (typeof accessLevels)[number];

export const ACCESS = 'desk:access';
export const PASSIVE = 'desk:passive';

/** Whether somebody must be signed in. */
export const needsSession = (level: AccessLevel | undefined): boolean =>
  level === 'signed-in' || level === 'agent' || level === 'admin';

/** Every route must have one, on the method or on its controller; the gateway does not start otherwise. */
export const Access = (level: AccessLevel) => SetMetadata(ACCESS, level);

/** For what a page does by itself for as long as it is open: that is no use of the session. */
export const Passive = () => SetMetadata(PASSIVE, true);
