/** The steps of the wizard that are saved on the server, in their order. */
export const savedSteps = ['start', 'delivery', 'name', 'contact', 'security'] as const;
export type SavedStep = (typeof savedSteps)[number];
