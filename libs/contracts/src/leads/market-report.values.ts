/** At most as many campaigns and agents are listed, those with most leads. */
export const CAMPAIGNS_MAX = 100;
export const REPORTED_AGENTS_MAX = 100;
