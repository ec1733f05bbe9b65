import { EventEmitter } from 'node:events';
import { DomainError, routes } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import type { Logger } from '@desk/service-kit';
import type { FunnelGate } from '../auth/funnel-gate.js';
import type { RouteInput } from '../http/handle-route.js';
import { BatchController } from './batch.controller.js';
import type { IngestAdmission } from './ingest-admission.js';
import type { LeadIntake } from './lead-intake.js';
import { refuseEarly } from './refuse-early.js';
import type { RejectionCounter } from './rejection-counter.js';

/** Admission with that many places. */
function admissionOf(places: number) {
  const admission = {
    places,
    findRefusal: () => (admission.places > 0 ? undefined : new DomainError('UNAVAILABLE')),
    admit: () => {
      const refusal = admission.findRefusal();
      if (!refusal) admission.places -= 1;
      return refusal;
    },
    giveBackPlace: () => void (admission.places += 1),
  };
  return admission;
}
const asAdmission = (admission: object): IngestAdmission => admission as IngestAdmission;

/** Sends a request that the routes answer with `status`. Returns whether it got that far. */
function send(admission: object, path: string, status: number): boolean {
  const response = Object.assign(new EventEmitter(), {
    statusCode: 200,
    setHeader: () => undefined,
    status: () => response,
    type: () => response,
    end: () => undefined,
  });
  let isLetIn = false;
  refuseEarly(asAdmission(admission))(
    { method: 'POST', path } as never,
    response as never,
    () => (isLetIn = true),
  );
  response.statusCode = status;
  response.emit('close');
  return isLetIn;
}

it('uses a place for each accepted lead, and refuses once none is left', () => {
  const admission = admissionOf(2);
  const { path } = routes.postLead;
  expect([send(admission, path, 201), send(admission, path, 201), send(admission, path, 201)]).toEqual([
    true,
    true,
    false,
  ]);
});

it.each([`${routes.postLead.path}/`, routes.postLead.path.toUpperCase()])(
  'refuses a post to %s, which reaches the same route',
  (path) => {
    expect(send(admissionOf(0), path, 201)).toBe(false);
  },
);

it.each([200, 401, 409, 413, 422, 503])(
  'gives the place of a post back that is answered with %d',
  (status) => {
    const admission = admissionOf(1);
    expect(send(admission, routes.postLead.path, status)).toBe(true);
    expect(admission.places).toBe(1);
  },
);

it('uses no place for other requests', () => {
  const admission = admissionOf(0);
  expect(send(admission, routes.pingLead.path, 200)).toBe(true);
  expect(send(admission, routes.postLeads.path, 200)).toBe(false);
  expect(admission.places).toBe(0);
});

it('uses a place for each accepted lead of a batch', async () => {
  const admission = admissionOf(2);
  const answers = [
    { lead_id: 'new', replayed: false },
    { lead_id: 'known', replayed: true },
    new DomainError('DUPLICATE_LEAD'),
    { lead_id: 'new', replayed: false },
    { lead_id: 'never reached', replayed: false },
  ];
  const intake = {
    post: () => {
      const answer = answers.shift();
      return answer instanceof DomainError ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  const controller = new BatchController(
    asAdmission(admission),
    intake as unknown as LeadIntake,
    { countLeads: () => Promise.resolve() } as unknown as FunnelGate,
    { count: () => undefined } as unknown as RejectionCounter,
    {} as Logger,
  );
  const input = (count: number) =>
    ({
      request: { body: { leads: Array.from({ length: count }, () => ({})) }, get: () => undefined },
    }) as unknown as RouteInput<'postLeads'>;
  for (let lead = 0; lead < 4; lead += 1) await controller.post(input(1));
  expect(admission.places).toBe(0);
  expect((await controller.post(input(1))).results).toMatchObject([{ status: 'error', code: 'UNAVAILABLE' }]);
});
