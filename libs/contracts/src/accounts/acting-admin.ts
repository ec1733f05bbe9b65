import { uuid } from '../primitives.js';

/** The admin who asks: accounts checks that they may. Absent in requests of the previous release. */
export const actingAdmin = { actorId: uuid().optional() };
export const actingAdminErrors = ['FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const;
