export { approveSlackApp } from './http/approve-slack-app.js';
export { FunnelClient, type PostOutcome, type PostResult } from './http/funnel-client.js';
export { HttpClient, type HttpRequest, type HttpResponse } from './http/http-client.js';
export { type BodyStyle, type LeadBody, leadBody, listPostedNames } from './persons/lead-body.js';
export { Clock, openLoop } from './load/open-loop.js';
export { processorTimeMs } from './load/processor-time.js';
export { type Person, PersonGenerator } from './persons/person-generator.js';
export { parseNumber, parseInteger } from './parse-number.js';
export { type Random, seededRandom } from './random.js';
export { alignColumns, percentile, type Percentiles, percentilesOf } from './reporting.js';
export { seedBuyer } from './seed-buyer.js';
// Defined in tools/setup, which also runs in the container image. This package does not.
export {
  AgentClient,
  type AgentProfile,
  ApiClient,
  ApiFailure,
  type CardForm,
  confirmCard,
} from '@desk/tool-start';
