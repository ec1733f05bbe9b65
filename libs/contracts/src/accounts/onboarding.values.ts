/** Wizard steps that are saved on the server, in order. */
export const savedSteps = ['start', 'delivery', 'name', 'contact', 'security'] as const;
export type SavedStep = (typeof savedSteps)[number];
