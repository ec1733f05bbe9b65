import type { HttpClient, HttpRequest, Random } from '@desk/tool-workload';
import { buyerEmail } from '../test-system.js';
import { type Answer, type Round, type Variant, variants } from './compare.js';

export const endpoints = ['login', 'forgot-password'] as const;
export type Endpoint = (typeof endpoints)[number];

/** Emails of equal length, so that only the existence of an account differs. */
const emailOf: Readonly<Record<Variant, (index: number) => string>> = {
  known: buyerEmail,
  unknown: (index) => `guest${index}@example.com`,
  control: (index) => `other${index}@example.com`,
};

const requestFor = (endpoint: Endpoint, email: string): HttpRequest => ({
  method: 'POST',
  path: `/api/auth/${endpoint}`,
  body: endpoint === 'login' ? { email, password: 'certainly-not-theirs-5512' } : { email },
});

/** Sends one request of each variant, one after the other in random order. */
export async function measureRound(
  http: HttpClient,
  endpoint: Endpoint,
  index: number,
  random: Random,
): Promise<Round> {
  const answers: Partial<Record<Variant, Answer>> = {};
  for (const variant of random.helpers.shuffle(variants)) {
    const startedAt = performance.now();
    const response = await http.send(requestFor(endpoint, emailOf[variant](index)));
    answers[variant] = { ...response, durationMs: performance.now() - startedAt };
  }
  return answers as Round;
}
