import { FUNNEL_REPORT_PATH } from '@desk/contracts/leads/funnels.values';
import { type RouteTable, routes } from '@desk/contracts/routes';

/** Routes for our pages, by name. Inlined at build time (build/evaluate-at-build.ts), so that yup is not bundled. */
export const routeTable = Object.fromEntries(
  Object.entries(routes)
    // Only providers call webhooks, and only funnels post leads. A page shows a funnel's report.
    .filter(
      ([, { path }]) => !/^\/api\/(webhooks|ingest)\//.test(path) || path.startsWith(FUNNEL_REPORT_PATH),
    )
    .map(([name, { method, path }]) => [name, [method, path]]),
) as Record<string, unknown> as RouteTable;
