import { describe, expect, it } from '@jest/globals';
import { SingleFlight } from './single-flight';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('SingleFlight', () => {
  const create = () => {
    const finish: { ok: () => void; fail: () => void }[] = [];
    const flight = new SingleFlight(
      () =>
        new Promise<void>((resolve, reject) => {
          finish.push({ ok: resolve, fail: () => reject(new Error('no')) });
        }),
    );
    return { flight, finish };
  };

  it('runs once more for all requests during a run', async () => {
    const { flight, finish } = create();
    flight.request();
    expect(finish).toHaveLength(1);
    flight.request();
    flight.request();
    expect(finish).toHaveLength(1);
    finish[0]!.ok();
    await nextTick();
    expect(finish).toHaveLength(2);
    finish[1]!.ok();
    await nextTick();
    expect(finish).toHaveLength(2);
    flight.request();
    expect(finish).toHaveLength(3);
  });

  it('continues after a failure', async () => {
    const { flight, finish } = create();
    flight.request();
    flight.request();
    finish[0]!.fail();
    await nextTick();
    expect(finish).toHaveLength(2);
    finish[1]!.ok();
    await nextTick();
    flight.request();
    expect(finish).toHaveLength(3);
  });
});
