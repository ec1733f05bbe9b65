import { type Challenge, solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Solves a challenge of the server, as JSON. The browser derives keys beside the page, which stays usable meanwhile. */
export async function solveChallenge(text: string): Promise<string> {
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solve({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge was not solved in time');
  return btoa(JSON.stringify({ challenge, solution }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
