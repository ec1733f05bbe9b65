import { type JobData, openEnvelope, type RedisLink } from '@desk/bullmq-transport';
import { rpcQueue } from '@desk/contracts';
import { sealerOf } from '@desk/testing';
import { Worker } from 'bullmq';

/** Answers `cards.get` in place of billing, which does not run here: every buyer has a card with these last digits. */
export async function answerCards(redis: RedisLink, last4: string): Promise<() => Promise<void>> {
  const sealer = sealerOf('billing');
  const queue = rpcQueue('billing');
  const connection = redis.openForWorker();
  const answer = {
    ok: true,
    data: { card: { brand: 'visa', last4, expMonth: 1, expYear: 2030 }, usable: true },
  };
  const worker = new Worker<JobData>(
    queue,
    async ({ data: { id, sealed, replyTo } }) => {
      const { envelope, origin } = openEnvelope(sealer, { id, sealed });
      if (envelope.name !== 'cards.get') throw new Error(`unexpected command ${envelope.name}`);
      const sealedAnswer = sealer.sealReply(JSON.stringify(answer), `answer ${id}`, origin);
      await redis.commands.publish(replyTo ?? '', `${id} ${sealedAnswer}`);
    },
    { connection, prefix: redis.queuePrefix(queue) },
  );
  await worker.waitUntilReady();
  return async () => {
    await worker.close();
    connection.disconnect();
  };
}
