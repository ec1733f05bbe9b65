import { SetMetadata } from '@nestjs/common';

/**
 * Who may call a route. `funnel`: the route itself checks a funnel's key; no cookie is looked at.
 * `public`: everybody; a session is not looked up.
 */
export const accessLevels = ['public', 'signed-in', 'admin', 'funnel'] as const;
export type AccessLevel = (typeof accessLevels)[number];

export const ACCESS = 'desk:access';

/** Every route must have one, on the method or on its controller; the gateway does not start otherwise. */
export const Access = (level: AccessLevel) => SetMetadata(ACCESS, level);
