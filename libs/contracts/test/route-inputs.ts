import type { Schema } from 'yup';
import type { Route } from '../src/define-route.js';
import { routes } from '../src/routes.js';

/** The schemas of all that callers send. */
export const routeInputs = Object.entries(routes).flatMap(([name, route]: [string, Route]) =>
  (['query', 'body', 'documentedBody'] as const).flatMap((part) => {
    const schema: Schema | undefined = route[part];
    return schema ? [[`${name}.${part}`, schema] as const] : [];
  }),
);
