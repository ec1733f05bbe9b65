import { array, string, type InferType } from 'yup';
import { oneOf, strictObject } from './primitives.js';

/**
 * The pages without an HTML file of their own, which the build of the site writes to `pages.json` for the gateway.
 * `guarded`: the browser decides who may see it. `signed-in`: for users only.
 */
export const sitePagesFile = array(
  strictObject({
    /** Parameters as in routes: `/leads/:leadId`. */
    path: string().matches(/^\//).required(),
    kind: oneOf(['guarded', 'signed-in']).required(),
  }),
).required();
export type SitePage = InferType<typeof sitePagesFile>[number];
