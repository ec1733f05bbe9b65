/** Shown with a new funnel key. */
export const FUNNEL_KEY_PURPOSE = 'Whoever has it can post leads as this funnel.';
