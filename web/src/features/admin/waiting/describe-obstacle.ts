import type { BuyerObstacle } from '@desk/contracts/leads/waiting-leads.values';

const obstacles: Readonly<Record<BuyerObstacle, string>> = {
  'account-disabled': 'The account is disabled',
  'under-review': 'A disputed charge is awaiting review',
  paused: 'The service is paused',
  'no-card': 'There is no card on file',
  'card-failing': 'The card was declined',
  'card-declined-lead': 'The card declined this lead before',
  'other-state': "This state is not in the agent's filters",
  'limit-reached': "The day's limit is reached",
  'charge-on-hold': 'The card is on hold for up to an hour',
  'undelivered-leads': 'Earlier leads could not be delivered yet',
  'weekly-budget-reached': 'The weekly budget is reached',
  'monthly-budget-reached': 'The monthly budget is reached',
  'outside-hours': 'It is outside the weekly hours',
  'card-provider-away': "The card provider isn't responding",
};

/** Says what keeps a lead from an agent. A null obstacle means that nothing does. */
export const describeObstacle = (obstacle: BuyerObstacle | null): string =>
  obstacle === null ? 'Nothing: offered as soon as it is their turn' : obstacles[obstacle];

/** Explains the obstacle in an error. Returns null if there is none, or if it is unknown because of a newer release. */
export const explainObstacle = (obstacle: string | undefined): string | null =>
  obstacle !== undefined && obstacle in obstacles
    ? `This agent can't get the lead now. ${obstacles[obstacle as BuyerObstacle]}.`
    : null;
