export { allowSlack } from './http/allow-slack.js';
export { FunnelClient, type LeadPost } from './http/funnel-client.js';
export { HttpClient, type HttpRequest, type HttpResponse } from './http/http-client.js';
export { type PostOutcome, type PostResult } from './http/funnel-client.js';
export { type BodyStyle, type LeadBody, leadBody, postedNames } from './persons/lead-body.js';
export { Clock } from './load/open-loop.js';
export { openLoop, type OpenLoopOptions } from './load/open-loop.js';
export { processorTimeMs } from './load/processor-time.js';
export { type Person, PersonGenerator } from './persons/person-generator.js';
export { type Random, seededRandom } from './random.js';
export { alignColumns } from './reporting/align-columns.js';
export { percentile, type Percentiles, percentilesOf } from './reporting/percentiles.js';
// Agents live in tools/start, which seeds them and must not depend on packages that only tests and tools need.
export {
  AgentClient,
  type AgentProfile,
  ApiClient,
  ApiFailure,
  type CardForm,
  confirmCard,
} from '@desk/tool-start';
