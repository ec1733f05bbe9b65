import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@desk/contracts';

export const runnableServices = [...serviceNames, 'gateway'] as const;
export type RunnableService = (typeof runnableServices)[number];
/** The processes that `npm start` runs besides PostgreSQL and Redis. */
export type ProcessName = RunnableService | 'sandbox';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the built program of a folder, in this checkout or in another one. */
export const getProgram = (folder: string, checkout = root): string => join(checkout, folder, 'dist/main.js');
