import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The part of a service in docker-compose.yml that is checked. */
interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number | null>>;
  readonly [setting: string]: unknown;
}

const file = new URL('../../../docker-compose.yml', import.meta.url);

/** Reads docker-compose.yml. Throws on duplicate keys and unknown anchors. */
export const readComposeFile = (): Readonly<Record<string, ComposeService>> =>
  (
    parse(readFileSync(file, 'utf8'), { merge: true, strict: true, uniqueKeys: true }) as {
      services: Record<string, ComposeService>;
    }
  ).services;

/**
 * Replaces `${NAME:?…}`, `${NAME:-default}` and `$$` as Docker Compose does.
 *
 * @throws Error if a required variable is missing
 */
export const interpolate = (text: string, env: ReadonlyMap<string, string>): string =>
  text.replace(
    /\$\$|\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g,
    (whole, name: string, kind: string | undefined, rest: string) => {
      if (whole === '$$') return '$';
      const value = env.get(name);
      if (value) return value;
      if (kind === '-') return rest;
      throw new Error(`${name} ${rest}`);
    },
  );

/** Returns the environment that the containers of a service get. Without a value, a setting is passed on if it is set. */
export function resolveEnvironment(
  { environment = {} }: ComposeService,
  env: ReadonlyMap<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const resolved = value === null ? env.get(name) : interpolate(String(value), env);
      return resolved === undefined ? [] : [[name, resolved]];
    }),
  );
}
