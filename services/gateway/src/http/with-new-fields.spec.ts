import { DomainError } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { withNewFields } from './with-new-fields.js';

/** Records what is sent to a service that answers with `respond`. */
async function sendTo(
  respond: (key: { keyHash?: string }) => string,
): Promise<{ sent: object[]; outcome: unknown }> {
  const sent: object[] = [];
  const outcome = await withNewFields({ keyHash: 'hash' }, (key) => {
    sent.push(key);
    return new Promise<string>((resolve) => resolve(respond(key)));
  }).catch((error: unknown) => error);
  return { sent, outcome };
}

describe('withNewFields', () => {
  it('sends the new fields', async () => {
    expect(await sendTo(() => 'accepted')).toEqual({ sent: [{ keyHash: 'hash' }], outcome: 'accepted' });
  });

  it('sends without them what the previous release refuses because of them', async () => {
    const { sent, outcome } = await sendTo(({ keyHash }) => {
      if (keyHash === undefined) return 'accepted';
      throw new DomainError('INVALID_REQUEST', {
        fields: [{ field: 'keyHash', message: 'This field is not known.' }],
      });
    });
    expect({ sent, outcome }).toEqual({ sent: [{ keyHash: 'hash' }, {}], outcome: 'accepted' });
  });

  it.each([
    new DomainError('UNKNOWN_FUNNEL_KEY'),
    new DomainError('INVALID_REQUEST', { fields: [{ field: 'lead.phone', message: 'Wrong' }] }),
    new DomainError('UNAVAILABLE'),
  ])('repeats nothing after another error: $code', async (error) => {
    const { sent, outcome } = await sendTo(() => {
      throw error;
    });
    expect(sent).toHaveLength(1);
    expect(outcome).toBe(error);
  });
});
