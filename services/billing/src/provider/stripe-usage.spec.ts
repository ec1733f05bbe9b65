import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkStripeUsage } from '../../test/stripe-usage.js';

const SERVICES = join(import.meta.dirname, '../../..');
const USES_THE_SDK = /from 'stripe'|\bstripe\.api\b|StripeClient\b/;

const files = globSync('*/src/**/*.ts', { cwd: SERVICES })
  .map((path) => join(SERVICES, path))
  .filter((path) => !path.endsWith('.spec.ts') && USES_THE_SDK.test(readFileSync(path, 'utf8')));

describe('services that use the SDK of the card provider', () => {
  it('send only documented parameters and read only documented fields', () => {
    const { calls, reads, findings } = checkStripeUsage(files);
    expect(findings).toEqual([]);
    expect(calls).toBeGreaterThan(20);
    expect(reads).toBeGreaterThan(60);
  });

  it.each([
    [
      'const params = { payment_intent: id, colour: 1 }; await stripe.refunds.create(params);',
      'no parameter',
    ],
    ['const p = { created: { since: 1 } }; await stripe.refunds.list(p as object);', 'a cast'],
    ['const p = { created: { gte: 1, after: 1 } }; await stripe.refunds.list(p);', 'parameter created.after'],
    ['const p: any = {}; await stripe.refunds.list(p);', 'any'],
    [
      'const refund = await stripe.refunds.retrieve(id); if ("fee" in refund) use(refund.fee);',
      'no field fee',
    ],
    ['// @ts-expect-error\nawait stripe.refunds.retrieve(1);', '@ts-expect-error'],
    ['use((await stripe.refunds.retrieve(id)).status!);', 'a non-null assertion'],
  ])('may not do this: %s', (statement, problem) => {
    const path = join(import.meta.dirname, 'violation.ts');
    const text = `import type Stripe from 'stripe';
      export async function violate(stripe: Stripe, id: string, use: (value: unknown) => void): Promise<void> {
        use(id);
        ${statement}
      }`;
    const { findings } = checkStripeUsage([], new Map([[path, text]]));
    expect(findings.map((finding) => finding.problem).join()).toContain(problem);
  });
});
