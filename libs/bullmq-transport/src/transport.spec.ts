import { getCard } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { of } from 'rxjs';
import type { BullmqClient } from './bullmq.client.js';
import { CommandClient } from './transport.js';
import { runInTransactionScope } from './transaction-scope.js';

const sent: string[] = [];
const commands = new CommandClient({
  send: (name: string) => {
    sent.push(name);
    return of({ card: null, usable: false });
  },
} as unknown as BullmqClient);
const request = { buyerId: '0191e1a0-0000-7000-8000-000000000001' };

test('sends a command outside a transaction', async () => {
  await expect(commands.send(getCard, request)).resolves.toEqual({ card: null, usable: false });
  expect(sent).toEqual(['cards.get']);
});

test('refuses to send inside a transaction', async () => {
  sent.length = 0;
  await runInTransactionScope(async () => {
    await expect(commands.send(getCard, request)).rejects.toThrow(
      'the command cards.get was called inside a database transaction',
    );
  });
  expect(sent).toEqual([]);
});
