import { type RouteTable, routes } from '@desk/contracts/routes';
import { isForEverybody, toTable } from './route-tables';

/** The routes that public pages call. Inlined at build time (build/evaluate-at-build.ts), so that yup is not bundled. */
export const routeTable = toTable(routes, isForEverybody) as Partial<RouteTable>;
