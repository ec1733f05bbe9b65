import { uuid } from '../primitives.js';

/** The admin who sends the request. Accounts checks that they are allowed to. */
export const actingAdmin = { actorId: uuid() };
export const actingAdminErrors = ['FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const;
