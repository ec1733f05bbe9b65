import type { ApiClient } from './api-client.js';
import { fetchFrom } from './fetch-from.js';

export interface AgentProfile {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly companyName?: string;
}

/** The fields of `GET /api/auth/user` that the tools read. */
interface AgentAccount {
  readonly id: string;
  readonly dailyLeadLimit: number;
  readonly stripePaymentMethodId?: string | null;
  /** Present until the email address is confirmed. */
  readonly emailConfirmation?: object;
}

/** Where the sandbox confirms cards, and the key that its page script uses. */
export interface CardForm {
  readonly sandboxUrl: string;
  readonly publishableKey: string;
}

/** Performs through the public API what an agent does in the browser. */
export class AgentClient {
  constructor(
    private readonly api: ApiClient,
    private readonly cardForm: CardForm,
  ) {}

  async register(profile: AgentProfile, password: string): Promise<void> {
    await this.api.call('POST', '/api/auth/register', { ...profile, password, confirmPassword: password });
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.api.call('POST', '/api/auth/login', { email, password });
  }

  getAccount(): Promise<AgentAccount> {
    return this.api.call('GET', '/api/auth/user');
  }

  /** Saves one of the card provider's test cards, such as `pm_card_visa`. */
  async saveCard(testCard: string): Promise<void> {
    const { clientSecret } = await this.api.call<{ clientSecret: string }>(
      'POST',
      '/api/create-setup-intent',
      {},
    );
    const { sandboxUrl, publishableKey } = this.cardForm;
    const { paymentMethodId } = await confirmCard(sandboxUrl, publishableKey, clientSecret, testCard);
    await this.api.call('POST', '/api/update-payment-method', { paymentMethodId });
  }

  async setServiceEnabled(serviceEnabled: boolean): Promise<void> {
    await this.api.call('PATCH', '/api/user/service-toggle', { serviceEnabled });
  }

  async setDailyLimit(dailyLeadLimit: number): Promise<void> {
    await this.api.call('PATCH', '/api/user/daily-limit', { dailyLeadLimit });
  }
}

/** Confirms a card setup with one of the sandbox's test cards, as the page script does in a browser. */
export async function confirmCard(
  sandboxUrl: string,
  publishableKey: string,
  clientSecret: string,
  testCard: string,
) {
  const [setupIntentId = ''] = clientSecret.split('_secret');
  const response = await fetchFrom(`${sandboxUrl}/v1/setup_intents/${setupIntentId}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: testCard }),
  });
  const { status, payment_method: paymentMethodId } = (await response.json()) as {
    status?: string;
    payment_method?: string;
  };
  if (status !== 'succeeded' || !paymentMethodId)
    throw new Error(`The sandbox did not save the card ${testCard}: ${status ?? response.status}.`);
  return { setupIntentId, paymentMethodId };
}
