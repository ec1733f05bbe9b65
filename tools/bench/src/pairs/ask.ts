import { randomInt } from 'node:crypto';
import type { ApiRequest, KeepAlive } from '../api/keep-alive.js';
import { buyerEmail } from '../world.js';
import { type Arm, arms, type Round, type Timed } from './compare.js';

export const endpoints = ['login', 'forgot-password'] as const;
export type Endpoint = (typeof endpoints)[number];

/** As long as a buyer's address, and probed as often: only that somebody has the one tells them apart. */
const addresses: Readonly<Record<Arm, (index: number) => string>> = {
  known: buyerEmail,
  unknown: (index) => `guest${index}@example.com`,
  other: (index) => `other${index}@example.com`,
};

const requestFor = (endpoint: Endpoint, email: string): ApiRequest => ({
  method: 'POST',
  path: `/api/auth/${endpoint}`,
  body: endpoint === 'login' ? { email, password: 'certainly-not-theirs-5512' } : { email },
});

/** One request of each arm, one after the other, in an order of chance. */
export async function askRound(api: KeepAlive, endpoint: Endpoint, index: number): Promise<Round> {
  const answers: Partial<Record<Arm, Timed>> = {};
  for (const arm of shuffled()) {
    const began = performance.now();
    const answer = await api.exchange(requestFor(endpoint, addresses[arm](index)));
    answers[arm] = { ...answer, ms: performance.now() - began };
  }
  return answers as Round;
}

function shuffled(): Arm[] {
  const order = [...arms];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    const [a, b] = [order[last], order[other]];
    if (a !== undefined && b !== undefined) [order[last], order[other]] = [b, a];
  }
  return order;
}
