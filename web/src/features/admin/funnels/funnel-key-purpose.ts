export const FUNNEL_KEY_PURPOSE = 'Whoever has it can post leads as this funnel.';
export const PUBLISHABLE_KEY_PURPOSE =
  "It may be public: it only posts single leads from the funnel's pages. Set their addresses below.";
