import { expect, it } from '@jest/globals';
import { LeadNotifications } from './lead-notifications.js';
import { PostHolder } from './post-holder.js';
import { findSource } from './sources.js';

const linkedIn = findSource('linkedin')!;

const notify = (isHeld: boolean) => {
  const commands = { send: () => Promise.resolve({ isHeld }) } as never;
  const incoming = { tool: null, contentType: '', query: '', idempotencyKey: null, body: Buffer.from('') };
  const leads = [{ id: '1', body: { id: '1' } }];
  const notifications = new LeadNotifications(commands, new PostHolder(commands));
  return notifications.accept({ funnelId: 'funnel', secrets: {} }, incoming, linkedIn, leads);
};

it('accepts a notification only if it is kept', async () => {
  expect((await notify(true)).status).toBe(200);
  await expect(notify(false)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
