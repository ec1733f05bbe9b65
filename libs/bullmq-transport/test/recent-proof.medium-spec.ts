import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CommandContract, commands, DomainError, serviceNames } from '@desk/contracts';
import { createTestRedis } from '@desk/testing';
import { newContext, runInContext, type Transport } from '@desk/bullmq-transport';
import { connect, recorded, serve, type Serving } from './harness.js';

const redis = createTestRedis();
let gateway: Transport;
let accounts: Transport;
const running: { transport: Transport; serving: Serving }[] = [];

beforeAll(async () => {
  [gateway, accounts] = await Promise.all([connect(redis), connect(redis, 'accounts')]);
  for (const service of serviceNames) {
    const transport = await connect(redis, service);
    running.push({ transport, serving: await serve(transport, service) });
  }
});
afterAll(async () => {
  await Promise.all(running.map(({ serving }) => serving.app.close()));
  await Promise.all([gateway, accounts, ...running.map(({ transport }) => transport)].map((t) => t.close()));
});

/** Sends the recorded request of a command. Returns `done` or the error code. */
async function answerTo(
  contract: CommandContract,
  hasRecentProof: boolean,
  sender = gateway,
): Promise<string> {
  const context = { ...newContext(), ...(hasRecentProof ? { hasRecentProof } : {}) };
  try {
    await runInContext(context, () => sender.client.send(contract, recorded(contract).request));
    return 'done';
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

const ofGateway = commands.filter(({ senders }) => senders.includes('gateway'));
const sensitive = ofGateway.filter((command) => command.needsRecentProof(recorded(command).request));

describe('a command for which the user must have proved who they are', () => {
  it.each(sensitive.map((command) => [command.name, command] as const))(
    '%s is refused by its service without a recent proof, and done with one',
    async (_name, command) => {
      expect(await answerTo(command, false)).toBe('REAUTHENTICATION_REQUIRED');
      expect(await answerTo(command, true)).toBe('done');
    },
  );

  it('needs no proof from another service, which has no session', async () => {
    const shared = sensitive.filter(({ senders }) => senders.includes('accounts'));
    expect(shared.length).toBeGreaterThan(0);
    for (const command of shared) expect(await answerTo(command, false, accounts)).toBe('done');
  });
});

describe('every other command of the gateway', () => {
  it('needs no proof', async () => {
    const others = ofGateway.filter((command) => !sensitive.includes(command));
    for (const command of others)
      expect([command.name, await answerTo(command, false)]).toEqual([command.name, 'done']);
  });
});
