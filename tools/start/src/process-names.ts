import { serviceNames } from '@desk/contracts';

export const runnableServices = [...serviceNames, 'gateway'] as const;
export type RunnableService = (typeof runnableServices)[number];
/** The processes that `npm start` runs beside PostgreSQL and Redis. */
export type ProcessName = RunnableService | 'sandbox';
