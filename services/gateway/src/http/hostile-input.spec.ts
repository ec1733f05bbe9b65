import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError, draftStepSchemas, type Route, type RouteName, routes } from '@desk/contracts';
import { hostileShapes } from '@desk/testing';
import type { ExecutionContext } from '@nestjs/common';
import { ArraySchema, ObjectSchema, type Schema } from 'yup';
import { documentedName } from '../ingest/read-fields.js';
import { toLead } from '../ingest/to-lead.js';
import { toLeadFacts } from '../ingest/to-lead-facts.js';
import { readStep } from '../onboarding/read-step.js';
import { readRouteInput } from './handle-route.js';

const MAX_CPU_MS = 50;
const LENGTH = 60_000;
const texts = hostileShapes.map(({ name, build }) => [name, build(LENGTH)] as const);

interface Description {
  readonly fields?: Readonly<Record<string, Description>>;
}
const fieldNames = (schema: Schema | undefined): string[] =>
  Object.keys((schema?.describe() as Description | undefined)?.fields ?? {});

interface Sent {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
}
const ID = '0191e1a0-0000-7000-8000-000000000001';
const read = (route: Route, { params, ...sent }: Sent): unknown => {
  const ids = Object.fromEntries(Object.keys(route.params).map((name) => [name, ID]));
  const request = { params: { ...ids, ...params }, query: {}, body: {}, get: () => undefined, ...sent };
  const context = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }) };
  return readRouteInput(route, context as unknown as ExecutionContext);
};

/** One field of one route, and the code that reads it. */
interface Entrance {
  readonly name: string;
  readonly read: (text: string) => unknown;
}
const entrances = (name: string, fields: string[], readField: (field: string, text: string) => unknown) =>
  fields.map((field): Entrance => ({ name: `${name} ${field}`, read: (text) => readField(field, text) }));

/** Routes whose handlers validate the body themselves, with the fields they read. */
const ownValidation: Partial<Record<RouteName, Entrance[]>> = {
  saveSignUpStep: Object.entries(draftStepSchemas).flatMap(([currentStep, schema]) =>
    entrances(
      `saveSignUpStep ${currentStep}`,
      [...fieldNames(schema), 'sessionId', 'currentStep'],
      (field, text) => readStep({ currentStep, [field]: text }),
    ),
  ),
  postLead: entrances(
    'postLead',
    fieldNames(routes.postLead.documentedBody).filter((name) => documentedName(name) !== undefined),
    (field, text) => toLead({ [field]: text }, new Date()),
  ),
  // Reads each lead as `postLead` does.
  postLeads: [],
  tryFunnel: [],
  tryOwnFunnel: [],
  pingLead: entrances('pingLead', fieldNames(routes.pingLead.documentedBody), (field, text) =>
    toLeadFacts({ [field]: text }, new Date()),
  ),
};

const declared: [RouteName, Route][] = Object.entries(routes) as [RouteName, Route][];
const all = declared.flatMap(([name, route]): Entrance[] => [
  ...entrances(`${name} :`, Object.keys(route.params), (field, text) =>
    read(route, { params: { [field]: text } }),
  ),
  ...entrances(`${name} ?`, fieldNames(route.query), (field, text) =>
    read(route, { query: { [field]: text } }),
  ),
  ...entrances(name, fieldNames(route.body), (field, text) => read(route, { body: { [field]: text } })),
  ...(ownValidation[name] ?? []),
]);

/** Returns values of the schema's shape, each with one long list. */
function* longLists(schema: Schema | undefined): Generator {
  if (schema instanceof ArraySchema) {
    yield new Array<number>(LENGTH / 2).fill(0);
    for (const item of longLists(schema.innerType as Schema)) yield [item];
  } else if (schema instanceof ObjectSchema) {
    for (const [name, field] of Object.entries(schema.fields as Record<string, Schema>))
      for (const value of longLists(field)) yield { [name]: value };
  }
}
const lists = declared.flatMap(([name, route]) =>
  [...longLists(route.body)].map(
    (body, index) => [`${name} ${index}`, () => read(route, { body: body as object })] as const,
  ),
);

/** Far above what compilation or garbage collection adds. */
const CERTAIN_FAILURE_CPU_MS = 10 * MAX_CPU_MS;

/** Returns the processor time of the cheapest of up to three attempts: another may pay for garbage collection. */
function cpuMs(run: () => void): number {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least > MAX_CPU_MS; attempt += 1) {
    if (attempt > 0 && least > CERTAIN_FAILURE_CPU_MS) break;
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

function isAccepted(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

// Stack traces of some 140,000 refusals would only take time.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

describe(`a text of ${LENGTH} characters`, () => {
  it('is tried on every route with a body', () => {
    const bodies = declared.filter(([, { body, documentedBody }]) => body ?? documentedBody);
    expect(bodies.length).toBeGreaterThan(10);
    for (const [name, { documentedBody }] of bodies)
      if (documentedBody) expect(ownValidation).toHaveProperty(name);
  });

  it.each(all.map((entrance) => [entrance.name, entrance] as const))(
    'is refused by %s within 50 ms of processor time, whatever it repeats',
    (_name, entrance) => {
      const accepted: string[] = [];
      const slow: string[] = [];
      for (const [what, text] of texts) {
        const run = (): void => {
          if (isAccepted(() => entrance.read(text))) accepted.push(what);
        };
        if (cpuMs(run) > MAX_CPU_MS) slow.push(what);
        // Each may take many seconds, and one is enough to fail.
        if (slow.length > 0) break;
      }
      expect({ accepted, slow }).toEqual({ accepted: [], slow: [] });
    },
  );
});

describe(`a list of ${LENGTH / 2} items`, () => {
  it.each(lists)('is refused by %s within 50 ms of processor time, with few errors', (_name, readBody) => {
    let fields = 0;
    const run = (): void => {
      try {
        readBody();
      } catch (error) {
        fields = error instanceof DomainError ? error.fields.length : 0;
      }
    };
    expect(cpuMs(run)).toBeLessThanOrEqual(MAX_CPU_MS);
    expect(fields).toBeGreaterThan(0);
    expect(fields).toBeLessThanOrEqual(100);
  });
});
