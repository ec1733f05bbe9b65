/** What a person who gets a funnel key is told. */
export const FUNNEL_KEY_PURPOSE = 'Whoever has it can post leads as this funnel.';
