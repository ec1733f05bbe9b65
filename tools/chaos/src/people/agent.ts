import type { Promises } from '../checks/promises.js';
import { confirmCard } from '@desk/tool-start';
import { WebClient } from './web-client.js';

export interface Places {
  readonly web: string;
  readonly sandbox: string;
  readonly publishableKey: string;
  readonly signal: AbortSignal;
}

interface User {
  readonly id: string;
  readonly serviceEnabled: boolean;
  readonly dailyLeadLimit: number;
}

/** A buyer at the dashboard. What was confirmed to them is written down, to be checked later. */
export class Agent {
  private readonly client: WebClient;
  private known: User | undefined;

  constructor(
    readonly email: string,
    private readonly password: string,
    private readonly places: Places,
    private readonly promises: Promises,
  ) {
    this.client = new WebClient(places.web, places.signal);
  }

  get id(): string {
    if (!this.known) throw new Error(`${this.email} has not signed in`);
    return this.known.id;
  }

  async signIn(): Promise<void> {
    const { email, password } = this;
    await this.client.persist('POST', '/api/auth/login', { email, password });
    this.known = await this.client.persist<User>('GET', '/api/auth/user');
  }

  async register(firstName: string, lastName: string, phone: string): Promise<void> {
    const { email, password } = this;
    const person = { firstName, lastName, phone, email, password, confirmPassword: password };
    await this.client.persist('POST', '/api/auth/register', person);
    this.known = await this.client.persist<User>('GET', '/api/auth/user');
  }

  async pause(): Promise<void> {
    await this.client.persist('PATCH', '/api/user/service-toggle', { serviceEnabled: false });
    this.promises.confirmed(this.id, 'pause', 0);
  }

  async resume(): Promise<void> {
    this.promises.released(this.id, 'pause');
    await this.client.persist('PATCH', '/api/user/service-toggle', { serviceEnabled: true });
  }

  /** Switches once: nobody asks again when no answer comes. */
  async switchOnce(serviceEnabled: boolean): Promise<void> {
    await this.client.askOnce('PATCH', '/api/user/service-toggle', { serviceEnabled });
  }

  async limit(dailyLeadLimit: number): Promise<void> {
    this.promises.released(this.id, 'limit');
    await this.client.persist('PATCH', '/api/user/daily-limit', { dailyLeadLimit });
    this.promises.confirmed(this.id, 'limit', dailyLeadLimit);
  }

  async saveCard(card: string): Promise<void> {
    const { clientSecret } = await this.client.persist<{ clientSecret: string }>(
      'POST',
      '/api/create-setup-intent',
      {},
    );
    const { sandbox, publishableKey } = this.places;
    const { paymentMethodId } = await confirmCard(sandbox, publishableKey, clientSecret, card);
    await this.client.persist('POST', '/api/update-payment-method', { paymentMethodId });
  }
}
