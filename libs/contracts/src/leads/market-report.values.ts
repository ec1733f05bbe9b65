/** The most campaigns and agents that a report lists: those with the most leads. */
export const CAMPAIGNS_MAX = 100;
export const REPORTED_AGENTS_MAX = 100;

export const ELIGIBLE_BUYERS_PAGE_SIZE = 50;
