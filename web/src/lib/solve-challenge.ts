import { type Challenge, solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Solves a challenge, given as JSON. The browser derives keys off the main thread, so the page stays usable. */
export async function solveChallenge(text: string): Promise<string> {
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solve({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge was not solved in time');
  return btoa(JSON.stringify({ challenge, solution }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
