import { AgentClient } from './agent-client.js';
import { ApiClient, ApiFailure } from './api-client.js';
import { confirmAddress } from './confirm-address.js';

export interface SampleAgent {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly companyName: string;
  readonly dailyLeadLimit: number;
  /** One of the card provider's test cards. */
  readonly card: string;
  /** Shown behind the name, for a card with a special behavior. */
  readonly remark?: string;
}

export const sampleAgents: readonly SampleAgent[] = [
  {
    firstName: 'Declan',
    lastName: 'Price',
    email: 'declan@example.com',
    phone: '+12125550104',
    companyName: '',
    dailyLeadLimit: 25,
    card: 'pm_card_chargeCustomerFail',
    remark: 'his card declines',
  },
  {
    firstName: 'Grace',
    lastName: 'Hill',
    email: 'grace@example.com',
    phone: '+12125550101',
    companyName: 'Hill Retirement',
    dailyLeadLimit: 100,
    card: 'pm_card_visa',
  },
  {
    firstName: 'Omar',
    lastName: 'Reyes',
    email: 'omar@example.com',
    phone: '+12125550102',
    companyName: 'Reyes & Partners',
    dailyLeadLimit: 100,
    card: 'pm_card_mastercard',
  },
];

/**
 * Registers the agent, sets the daily limit and saves the card through the public API, unless that was done before. The
 * card comes last: an account with a card is complete, and from then on belongs to those who use it.
 * `confirmsEmail` needs the sandbox's inbox.
 */
export async function seedAgent(
  agent: SampleAgent,
  password: string,
  urls: { web: string; sandbox: string },
  publishableKey: string,
  { confirmsEmail = false }: { confirmsEmail?: boolean } = {},
): Promise<void> {
  const { card, dailyLeadLimit, remark: _remark, ...profile } = agent;
  const api = new ApiClient(urls.web);
  const client = new AgentClient(api, { sandboxUrl: urls.sandbox, publishableKey });
  try {
    await client.register(profile, password);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'EMAIL_TAKEN') throw error;
    if (!(await trySignIn(client, agent.email, password))) return;
  }
  const account = await client.getAccount();
  if (account.stripePaymentMethodId) return;
  if (account.dailyLeadLimit !== dailyLeadLimit) await client.setDailyLimit(dailyLeadLimit);
  if (confirmsEmail && account.emailConfirmation) await confirmAddress(api, agent.email, urls.sandbox);
  await client.saveCard(card);
}

/** Signs in. Returns false if the password was changed. */
async function trySignIn(client: AgentClient, email: string, password: string): Promise<boolean> {
  try {
    await client.signIn(email, password);
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'INVALID_CREDENTIALS') return false;
    throw error;
  }
}
