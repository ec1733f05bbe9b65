import { commonSettings } from '@desk/service-kit';
import { object, type ObjectShape } from 'yup';
import { accountsSettings } from '../../../../services/accounts/src/env.js';
import { billingSettings } from '../../../../services/billing/src/env.js';
import { gatewaySettings } from '../../../../services/gateway/src/env.js';
import { leadRouterSettings } from '../../../../services/lead-router/src/env.js';
import { notifierSettings } from '../../../../services/notifier/src/env.js';
import { SETTINGS_OF_NO_INSTALLATION } from '../service-settings.js';

/** One line of the reference of settings. */
interface SettingDescription {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** In production. Absent if the setting has none. */
  readonly default?: unknown;
  /** The only accepted values. */
  readonly values: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
}

/** Describes declared settings as they are in production. @throws Error if one has no `meta({ description })` */
function describeSettings(settings: ObjectShape): readonly SettingDescription[] {
  const { fields } = object(settings).describe({ value: { NODE_ENV: 'production' } });
  return Object.entries(fields).map(([name, field]) => {
    if (!('tests' in field)) throw new Error(`${name} is not a plain setting`);
    const { meta, optional, default: defaultValue, oneOf, tests, type } = field;
    const description: unknown = (meta as { description?: unknown } | undefined)?.description;
    if (typeof description !== 'string') throw new Error(`${name} has no description`);
    const limitOf = (limit: string): unknown =>
      type === 'number' ? tests.find((test) => test.name === limit)?.params?.[limit] : undefined;
    const [min, max] = [limitOf('min'), limitOf('max')];
    return {
      name,
      description,
      isRequired: !optional && defaultValue === undefined,
      ...(defaultValue !== undefined && { default: defaultValue }),
      values: oneOf,
      ...(typeof min === 'number' && { min }),
      ...(typeof max === 'number' && { max }),
    };
  });
}

const declared = Object.entries({
  accounts: accountsSettings,
  billing: billingSettings,
  gateway: gatewaySettings,
  'lead-router': leadRouterSettings,
  notifier: notifierSettings,
}).flatMap(([service, settings]) => describeSettings(settings).map((setting) => ({ service, ...setting })));

const RETENTION = /^RETENTION_\w+_DAYS$/;
const ownSettings = declared.filter(
  ({ name }) => !RETENTION.test(name) && !(name in SETTINGS_OF_NO_INSTALLATION),
);
const byName = [...Map.groupBy(ownSettings, ({ name }) => name).values()];

function describeDefault({ isRequired, default: value }: SettingDescription): string[] {
  if (isRequired) return ['required'];
  if (value === undefined || value === '') return [];
  return [`default ${typeof value === 'string' ? value : JSON.stringify(value)}`];
}

function describeRange({ values, min, max }: SettingDescription): string[] {
  if (values.length > 0) return [`one of ${values.join(', ')}`];
  if (min === undefined || max === undefined) return [];
  return [`${min} to ${max}`];
}

function describe(setting: SettingDescription): string {
  const facts = [...describeDefault(setting), ...describeRange(setting)].join('; ');
  const text = setting.description.charAt(0).toUpperCase() + setting.description.slice(1);
  return `- \`${setting.name}\`${facts && ` (${facts})`}: ${text}.`;
}

const several = byName.flatMap((settings) => {
  const [first] = settings;
  if (!first || settings.length === 1) return [];
  const description = first.description.replace(`the ${first.service} role`, "the service's role");
  return [`${describe({ ...first, description })} _${settings.map(({ service }) => service).join(', ')}_`];
});

const ofOneService = Map.groupBy(
  byName.flatMap((settings) => (settings.length === 1 ? settings : [])),
  ({ service }) => service,
);

export const renderSettings = (): string => `# Settings

All settings come from the environment. A missing or invalid one stops the process with a line that names it. Defaults are
those of production. \`docker-compose.yml\` and \`k8s/base/*/settings.env\` list what each program gets.

How long data is kept (\`RETENTION_…_DAYS\`): [retention](security/retention.md).

## Every service

${describeSettings(commonSettings).map(describe).join('\n')}

## Several services

${several.join('\n')}

${[...ofOneService].map(([service, settings]) => `## ${service}\n\n${settings.map(describe).join('\n')}`).join('\n\n')}

## \`npm start\` and commands

- \`DATABASE_URL\`, \`REDIS_URL\`: replace the embedded PostgreSQL (an administrator's URL) and the Redis that it starts.
- Ports (\`PORT\` and those that a busy one names): 4800 to 4821.
- \`DESK_STATE_DIR\` (default .state): the folder of data, secrets and logs.
- \`DESK_OPERATOR\`: your name in the audit log, for changes made from the command line.
- \`NODE_EXTRA_CA_CERTS\`: a file of certificate authorities of your own.
- As soon as one provider's key is set, the start is a [production start](adr/30-builds-and-installations.md).
`;
