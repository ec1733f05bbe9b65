import { type JobData, openEnvelope, type RedisLink } from '@desk/bullmq-transport';
import { DomainError, rpcQueue, type ServiceName } from '@desk/contracts';
import { Worker } from 'bullmq';
import { sealerOf } from './test-messages.js';

/** How to answer each command, by its name. A thrown `DomainError` is an answer, too. */
export type Answers = Readonly<Record<string, (payload: never) => unknown>>;

async function toAnswer(answer: () => unknown): Promise<object> {
  try {
    return { ok: true, data: await answer() };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message: detail, fields, info } = error;
    return { ok: false, code, detail, fields, info };
  }
}

/** Answers commands in place of a service that is not running. Returns a function that stops it. */
export async function answerCommands(
  redis: RedisLink,
  service: ServiceName,
  answers: Answers,
): Promise<() => Promise<void>> {
  const sealer = sealerOf(service);
  const queue = rpcQueue(service);
  const connection = redis.openForWorker();
  const worker = new Worker<JobData>(
    queue,
    async ({ data: { id, sealed, replyTo } }) => {
      const { envelope, origin } = openEnvelope(sealer, { id, sealed });
      const answer = answers[envelope.name];
      if (!answer) throw new Error(`unexpected command ${envelope.name}`);
      const text = JSON.stringify(await toAnswer(() => answer(envelope.payload as never)));
      await redis.commands.publish(replyTo ?? '', `${id} ${sealer.sealReply(text, `answer ${id}`, origin)}`);
    },
    { connection, prefix: redis.queuePrefix(queue), concurrency: 10 },
  );
  await worker.waitUntilReady();
  return async () => {
    await worker.close();
    connection.disconnect();
  };
}
