import { seedAgent } from '@desk/tool-start';
import {
  type APIRequestContext,
  expect,
  type Locator,
  type Page,
  request as requests,
} from '@playwright/test';
import { adminOf, newAddress, PASSWORD, signIn } from './people.js';
import type { System } from './system.js';

export const asAdmin = (page: Page, system: System): Promise<void> =>
  signIn(page.request, system, adminOf(system));

/** The rows of a table's body. */
export const rows = (page: Page, table: RegExp | string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');

async function setInLine(
  system: System,
  agents: readonly { email: string; password: string }[],
  serviceEnabled: boolean,
): Promise<void> {
  for (const agent of agents) {
    const request = await requests.newContext();
    await signIn(request, system, agent);
    const answer = await request.patch(`${system.urls.web}/api/user/service-toggle`, {
      data: { serviceEnabled },
    });
    expect(answer.ok()).toBe(true);
    await request.dispose();
  }
}

/**
 * While `act` runs the seeded agents are out of line: they keep their units of the day for other tests. With `card`
 * a new agent who may buy a thousand leads is in it.
 */
export async function withoutSeededAgents(
  system: System,
  act: () => Promise<void>,
  card?: string,
): Promise<void> {
  const seeded = system.seeded.signIns.filter(({ who }) => who !== 'Admin');
  const own = { email: newAddress(), password: PASSWORD };
  const isOwn = card === undefined ? [] : [own];
  await setInLine(system, seeded, false);
  try {
    if (card !== undefined) {
      const person = { firstName: 'Vera', lastName: 'Volume', phone: '+15125550149', companyName: '' };
      const agent = { ...person, email: own.email, dailyLeadLimit: 1_000, card };
      await seedAgent(agent, PASSWORD, system.urls, system.secrets.stripePublishableKey);
    }
    await act();
  } finally {
    await setInLine(system, isOwn, false);
    await setInLine(system, seeded, true);
  }
}

export interface Way {
  readonly status: string;
  readonly buyer: { readonly firstName: string } | null;
  readonly offers: readonly {
    readonly status: string;
    readonly buyer: { readonly firstName: string } | null;
  }[];
}

/** What the API says of a lead. */
export const wayOf = async (request: APIRequestContext, system: System, id: string): Promise<Way> =>
  (await (await request.get(`${system.urls.web}/api/admin/leads/${id}`)).json()) as Way;
