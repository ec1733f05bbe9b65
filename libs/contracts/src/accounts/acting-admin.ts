import { uuid } from '../primitives.js';

/** The admin who asks: accounts checks that they may. */
export const actingAdmin = { actorId: uuid() };
export const actingAdminErrors = ['FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const;
