import type { HttpClient, Random } from '@desk/tool-workload';
import { type Answer, type Round, type Variant, variants } from './compare.js';
import { emailInRound, type Endpoint, type Requester } from './endpoints.js';

export interface Target {
  readonly http: HttpClient;
  readonly endpoint: Endpoint;
  readonly requester: Requester;
}

/** Sends one request of each variant, one after the other in random order. */
export async function measureRound(
  { http, endpoint, requester }: Target,
  index: number,
  random: Random,
): Promise<Round> {
  const answers: Partial<Record<Variant, Answer>> = {};
  for (const variant of random.helpers.shuffle(variants)) {
    const email = emailInRound(endpoint, variant, index);
    const request = endpoint.request(email, requester);
    const startedAt = performance.now();
    const response = await http.send(request);
    const durationMs = performance.now() - startedAt;
    // The answer to a change of address repeats the requested one.
    answers[variant] = { ...response, body: response.body.replaceAll(email, 'EMAIL'), durationMs };
  }
  return answers as Round;
}
