import { delivery } from './delivery/delivery.scenario.js';
import { enumerationTiming } from './enumeration-timing/enumeration-timing.scenario.js';
import { ingest } from './ingest/ingest.scenario.js';
import { leadPath } from './lead-path/lead-path.scenario.js';
import { lists } from './lists/lists.scenario.js';
import { overload } from './overload/overload.scenario.js';
import { routing } from './routing/routing.scenario.js';
import type { Scenario } from './scenario.js';

const scenarios: Readonly<Record<string, Scenario>> = {
  'lead-path': leadPath,
  ingest,
  'enumeration-timing': enumerationTiming,
  delivery,
  lists,
  routing,
  overload,
};

/** @throws Error that lists the scenarios */
export function findScenario(name: string): Scenario {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (scenario) return scenario;
  throw new Error(`There is no scenario "${name}". Use one of: ${Object.keys(scenarios).join(', ')}.`);
}
