import { array, string, type InferType } from 'yup';
import { oneOf, strictObject } from './primitives.js';

/**
 * The pages of the site, which its build writes to `pages.json` for the gateway. `prerendered`: an HTML file of its
 * own. `guarded`: the browser decides who may see it. `signed-in`: for users only.
 */
export const sitePagesFile = array(
  strictObject({
    /** Parameters as in routes: `/leads/:leadId`. */
    path: string().matches(/^\//).required(),
    kind: oneOf(['prerendered', 'guarded', 'signed-in']).required(),
  }),
).required();
export type SitePage = InferType<typeof sitePagesFile>[number];
