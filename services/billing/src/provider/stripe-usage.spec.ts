import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkStripeUsage, type Finding } from '../../test/stripe-usage.js';

const SERVICES = join(import.meta.dirname, '../../..');
const USES_THE_SDK = /from 'stripe'|\bstripe\.api\b|StripeClient\b/;

const files = globSync('*/src/**/*.ts', { cwd: SERVICES })
  .map((path) => join(SERVICES, path))
  .filter((path) => !path.endsWith('.spec.ts') && USES_THE_SDK.test(readFileSync(path, 'utf8')));

const violations = [
  ['const params = { payment_intent: id, colour: 1 }; await stripe.refunds.create(params);', 'no parameter'],
  ['const p = { created: { since: 1 } }; await stripe.refunds.list(p as object);', 'a cast'],
  ['const p = { created: { gte: 1, after: 1 } }; await stripe.refunds.list(p);', 'parameter created.after'],
  ['const p: any = {}; await stripe.refunds.list(p);', 'any'],
  ['const refund = await stripe.refunds.retrieve(id); if ("fee" in refund) use(refund.fee);', 'no field fee'],
  ['// @ts-expect-error\nawait stripe.refunds.retrieve(1);', '@ts-expect-error'],
  ['use((await stripe.refunds.retrieve(id)).status!);', 'a non-null assertion'],
] as const;
const toText = (statement: string): string => `import type Stripe from 'stripe';
  export async function violate(stripe: Stripe, id: string, use: (value: unknown) => void): Promise<void> {
    use(id);
    ${statement}
  }`;

describe('services that use the SDK of the card provider', () => {
  let findings: readonly Finding[];

  // One program for all of them, because it takes seconds to create one.
  beforeAll(() => {
    const texts = new Map(
      violations.map(([statement], index) => [
        join(import.meta.dirname, `violation-${index}.ts`),
        toText(statement),
      ]),
    );
    const usage = checkStripeUsage(files, texts);
    expect(usage.calls).toBeGreaterThan(20);
    expect(usage.reads).toBeGreaterThan(60);
    ({ findings } = usage);
  });

  it('send only documented parameters and read only documented fields', () => {
    expect(findings.filter(({ file }) => !basename(file).startsWith('violation-'))).toEqual([]);
  });

  it.each(violations.map(([statement, problem], index) => ({ statement, problem, index })))(
    'may not do this: $statement',
    ({ problem, index }) => {
      const found = findings.filter(({ file }) => basename(file) === `violation-${index}.ts`);
      expect(found.map((finding) => finding.problem).join()).toContain(problem);
    },
  );
});
