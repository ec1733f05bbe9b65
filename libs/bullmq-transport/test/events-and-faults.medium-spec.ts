import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError, getLeadStatus, messagesOf, applyTextMessageReport, setService } from '@desk/contracts';
import { eventually, messageKeysOf, sealerOf, sealEvent } from '@desk/testing';
import {
  type CallHandler,
  Catch,
  type ExecutionContext,
  type PipeTransform,
  type RpcExceptionFilter,
} from '@nestjs/common';
import { map, throwError } from 'rxjs';
import { newContext, Sealer, sealEnvelope, type Transport } from '@desk/bullmq-transport';
import {
  connect,
  controllerOf,
  type Handlers,
  publishEvent,
  recorded,
  serve,
  type Serving,
} from './harness.js';

const { name: reportName } = applyTextMessageReport;
const report = recorded(applyTextMessageReport).payload;
let transport: Transport;
const running: Serving[] = [];
const start = async (handlers: Handlers): Promise<Serving> => {
  const serving = await serve(transport, 'notifier', { handlers });
  running.push(serving);
  return serving;
};
const drained = (): Promise<unknown> =>
  eventually(async () => (await transport.publisher.depth('notifier.events')) === 0);

beforeEach(async () => {
  transport = await connect();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ app }) => app.close()));
  await transport.close();
});

describe('events', () => {
  it('are handled with their payload and deterministic id', async () => {
    const seen: unknown[] = [];
    await start({
      [reportName]: (payload, { id }) => void seen.push({ payload, id }),
    });
    await publishEvent(transport, 'notifier', applyTextMessageReport, report, 'key');
    await eventually(() => seen.length === 1);
    expect(seen).toEqual([{ payload: report, id: `${reportName}~key` }]);
  });

  it('are retried with the original error reported until the handler succeeds', async () => {
    let tries = 0;
    const original = new RangeError('the mail server is down');
    const { faults } = await start({
      [reportName]: () => {
        tries += 1;
        return tries < 3 ? Promise.reject(original) : undefined;
      },
    });
    await publishEvent(transport, 'notifier', applyTextMessageReport, report, 'key');
    await drained();
    expect(tries).toBe(3);
    expect(faults).toEqual(
      [1, 2].map((attempt) => ({
        message: reportName,
        id: `${reportName}~key`,
        attempt,
        error: original,
      })),
    );
    expect((faults[0]?.error as Error).stack).toContain('events-and-faults.medium-spec');
  });

  it('are retried after domain errors too, since no caller waits', async () => {
    let tries = 0;
    await start({
      [reportName]: () => {
        tries += 1;
        if (tries === 1) throw new DomainError('NOT_FOUND');
      },
    });
    await publishEvent(transport, 'notifier', applyTextMessageReport, report);
    await drained();
    expect(tries).toBe(2);
  });

  it('run once when added twice under one id', async () => {
    let runs = 0;
    const job = sealEvent('notifier', applyTextMessageReport, report, 'twice');
    await transport.publisher.publish('notifier.events', reportName, [job, job]);
    await transport.publisher.publish('notifier.events', reportName, [job]);
    expect(await transport.publisher.depth('notifier.events')).toBe(1);
    await start({ [reportName]: () => void (runs += 1) });
    await drained();
    expect(runs).toBe(1);
  });

  it('can be added again under the same id after being handled; the inbox recognizes repetitions', async () => {
    let runs = 0;
    await start({ [reportName]: () => void (runs += 1) });
    for (const expected of [1, 2]) {
      await publishEvent(transport, 'notifier', applyTextMessageReport, report, 'again');
      await eventually(() => runs === expected);
      await drained();
    }
  });

  it('accept keys with colons, spaces and non-ASCII letters, and keys of digits only', async () => {
    const ids: string[] = [];
    await start({ [reportName]: (_payload, { id }) => void ids.push(id) });
    for (const key of ['a:b:c', 'a b', '123', 'ünï'])
      await publishEvent(transport, 'notifier', applyTextMessageReport, report, key);
    await eventually(() => ids.length === 4);
    expect(ids).toEqual(
      expect.arrayContaining(['a:b:c', 'a b', '123', 'ünï'].map((key) => `${reportName}~${key}`)),
    );
  });
});

describe('a bundle of events', () => {
  const keyOf = (id: string): string => id.slice(`${reportName}~`.length);
  const publishBundle = async (...keys: readonly [string, ...string[]]): Promise<void> => {
    const [first, ...more] = keys.map((key) => sealEvent('notifier', applyTextMessageReport, report, key));
    if (first) await transport.publisher.publish('notifier.events', reportName, [{ ...first, more }]);
  };
  const startFailing = async (...failing: readonly string[]) => {
    const handled: string[] = [];
    const { faults } = await start({
      [reportName]: (_payload, { id }) => {
        const key = keyOf(id);
        const isFirst = !handled.includes(key);
        handled.push(key);
        if (isFirst && failing.includes(key)) throw new Error(key);
      },
    });
    return { handled, faults };
  };

  it('retries an event that fails in a job of its own, without repeating the others', async () => {
    const { handled, faults } = await startFailing('b');
    await publishBundle('a', 'b', 'c');
    await eventually(() => handled.length === 4);
    await drained();
    expect(handled).toEqual(['a', 'b', 'c', 'b']);
    expect(faults).toMatchObject([{ id: `${reportName}~b`, attempt: 1 }]);
  });

  it('retries the first event without repeating the others, too', async () => {
    const { handled } = await startFailing('a', 'b');
    await publishBundle('a', 'b', 'c');
    await drained();
    await eventually(() => handled.length === 5);
    expect(handled.slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(handled.slice(3).sort()).toEqual(['a', 'b']);
  });

  it('handles the other events despite an unreadable one', async () => {
    const { handled, faults } = await startFailing();
    const [first, bad, last] = ['a', 'b', 'c'].map((key) =>
      sealEvent('notifier', applyTextMessageReport, report, key),
    );
    if (!first || !bad || !last) throw new Error('three events expected');
    await transport.publisher.publish('notifier.events', reportName, [
      { ...first, more: [{ ...bad, sealed: 'rubbish' }, last] },
    ]);
    await drained();
    await eventually(() => faults.length === 2);
    expect(handled).toEqual(['a', 'c']);
    expect(new Set(faults.map(({ id }) => keyOf(id)))).toEqual(new Set(['b']));
  });
});

describe('an unreadable job', () => {
  const put = (id: string, sealed: string): Promise<void> =>
    transport.publisher.publish('notifier.events', reportName, [{ id, sealed }]);
  const bad = `${reportName}~bad`;
  const sealedBy = (sealer: Sealer, id: string, name: string, payload: unknown): string =>
    sealEnvelope(sealer, 'notifier', id, { v: 1, name, payload, ...newContext() });
  const foreign = new Sealer('notifier', messageKeysOf('notifier').replaceAll('test:', 'other:'));

  it.each([
    ['is not sealed', () => 'rubbish', /^message \S+~bad cannot be opened$/],
    [
      'is sealed with an unknown key',
      () => sealedBy(foreign, bad, reportName, report),
      /^message \S+~bad cannot be opened$/,
    ],
    [
      'was sealed for another id',
      () => sealedBy(sealerOf('notifier'), 'other', reportName, report),
      /^message \S+~bad cannot be opened$/,
    ],
    [
      'has an unknown name',
      () => sealedBy(sealerOf('notifier'), bad, 'nobody.knows', report),
      /^notifier does not handle 'nobody.knows'$/,
    ],
    [
      "is another service's",
      () => sealedBy(sealerOf('notifier'), bad, setService.name, {}),
      /^notifier does not handle/,
    ],
    [
      'does not fit its contract',
      () =>
        sealedBy(sealerOf('notifier'), bad, reportName, {
          ...(report as object),
          errorCode: 'ann@example.com',
        }),
      /^message \S+~bad does not match its contract: errorCode$/,
    ],
  ])('that %s is reported and not retried', async (_why, sealed, message) => {
    let runs = 0;
    const { faults } = await start({ [reportName]: () => void (runs += 1) });
    await put(bad, sealed());
    await eventually(() => faults.length > 0);
    await drained();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({
      id: bad,
      attempt: 1,
      error: { message: expect.stringMatching(message) },
    });
    expect(runs).toBe(0);
    // The next job is handled as usual.
    await publishEvent(transport, 'notifier', applyTextMessageReport, report);
    await eventually(() => runs === 1);
  });
});

describe('service startup', () => {
  const all = messagesOf('lead-router');
  it.each([
    ['has no handler for a message', [controllerOf(all.slice(1))], `no handler for '${all[0]?.name ?? ''}'`],
    [
      'has two for one',
      [controllerOf(all), controllerOf(all.slice(0, 1))],
      `more than one handler for '${all[0]?.name ?? ''}'`,
    ],
    [
      "has one for another service's message",
      [controllerOf([...all, applyTextMessageReport])],
      `'${reportName}' is not a message for this service`,
    ],
  ])('fails when it %s', async (_what, controllers, message) => {
    await expect(serve(transport, 'lead-router', { controllers })).rejects.toThrow(`lead-router: ${message}`);
  });
});

describe("Nest's building blocks", () => {
  class Refused extends Error {}

  @Catch(Refused)
  class RefusedFilter implements RpcExceptionFilter {
    catch() {
      return throwError(() => new DomainError('FORBIDDEN'));
    }
  }

  const status = recorded(getLeadStatus);
  const sendWith = (configure: (app: Serving['app']) => void) =>
    serve(transport, 'lead-router', {
      configure,
      handlers: {
        [getLeadStatus.name]: ({ leadId }: { leadId: string }) => ({
          ...(status.response as object),
          leadId,
        }),
      },
    }).then((serving) => {
      running.push(serving);
      return transport.client.send(getLeadStatus, status.request);
    });

  it('runs guards', async () => {
    const guard = {
      canActivate: (context: ExecutionContext): boolean => {
        const { leadId } = context.switchToRpc().getData<{ leadId: string }>();
        if (leadId === (status.request as { leadId: string }).leadId) throw new DomainError('FORBIDDEN');
        return true;
      },
    };
    await expect(sendWith((app) => app.useGlobalGuards(guard))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('runs pipes and interceptors around the handler', async () => {
    const other = '0191e1a0-0000-7000-8000-00000000ffff';
    const pipe: PipeTransform = {
      transform: (value: object, { type }) =>
        type === 'body' || 'leadId' in value ? { ...value, leadId: other } : value,
    };
    const interceptor = {
      intercept: (_context: ExecutionContext, next: CallHandler) =>
        next.handle().pipe(map((answer: object) => ({ ...answer, status: 'expired' }))),
    };
    const answer = await sendWith((app) => {
      app.useGlobalPipes(pipe);
      app.useGlobalInterceptors(interceptor);
    });
    expect(answer).toEqual({ ...(status.response as object), leadId: other, status: 'expired' });
  });

  it('runs filters', async () => {
    const guard = {
      canActivate: (): boolean => {
        throw new Refused();
      },
    };
    const answer = sendWith((app) => {
      app.useGlobalGuards(guard);
      app.useGlobalFilters(new RefusedFilter());
    });
    await expect(answer).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
