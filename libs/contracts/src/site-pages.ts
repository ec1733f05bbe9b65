import { array, string, type InferType } from 'yup';
import { oneOf, strictObject } from './primitives.js';

/**
 * The paths without an HTML file of their own, which the build of the site writes to `pages.json` for the gateway.
 * `prerendered`: all values of its parameter share a file. `guarded`: the browser decides who may see it. `signed-in`: for
 * users only.
 */
export const sitePagesFile = array(
  strictObject({
    /** Parameters as in routes: `/leads/:leadId`. */
    path: string().matches(/^\//).required(),
    kind: oneOf(['prerendered', 'guarded', 'signed-in']).required(),
  }),
).required();
export type SitePage = InferType<typeof sitePagesFile>[number];

/** The HTML file of a prerendered page. All values of a parameter share one. */
export const toPageFile = (path: string): string => `${path.slice(1).replaceAll(':', '_')}/index.html`;
