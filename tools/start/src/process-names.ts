import { serviceNames } from '@desk/contracts';

/** What runs as a Node process of ours beside the launcher. */
export const runnableServices = [...serviceNames, 'gateway'] as const;
export type RunnableService = (typeof runnableServices)[number];
export type ProcessName = RunnableService | 'sandbox';
