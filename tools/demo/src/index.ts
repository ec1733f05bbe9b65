export { percentile, type Percentiles, percentilesOf } from './output/percentiles.js';
export { alignColumns } from './output/columns.js';
export { type Person, personOf } from './people/people.js';
export { Random } from './people/random.js';
export { plainBody } from './posting/bodies.js';
export { type Answer, type HttpRequest, HttpClient } from './posting/http-client.js';
