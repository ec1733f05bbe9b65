import { DomainError, routes } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { type IngestAdmission, refuseEarly } from './ingest-admission.js';

/** Returns whether a request is let in while posts of leads are refused. */
function isLetIn(method: string, path: string): boolean {
  const admission = { findRefusal: () => new DomainError('UNAVAILABLE') } as unknown as IngestAdmission;
  const response = {
    setHeader: () => undefined,
    status: () => response,
    type: () => response,
    end: () => undefined,
  };
  let wasLetIn = false;
  refuseEarly(admission)({ method, path } as never, response as never, () => (wasLetIn = true));
  return wasLetIn;
}

it.each([
  routes.postLead.path,
  `${routes.postLead.path}/`,
  routes.postLead.path.toUpperCase(),
  routes.postLeads.path,
])('refuses a post to %s', (path) => {
  expect(isLetIn('POST', path)).toBe(false);
});

it('lets every other request in', () => {
  expect(isLetIn('POST', routes.pingLead.path)).toBe(true);
  expect(isLetIn('OPTIONS', routes.postLead.path)).toBe(true);
});
