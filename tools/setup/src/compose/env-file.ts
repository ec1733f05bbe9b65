import { generateSecrets } from '../secrets.js';
import { deriveMessageKeys, type Section, toSecretSettings } from './compose-settings.js';

/** Returns the name of each setting, and its value without quotes. A line that is not a setting is skipped. */
export const parseEnvFile = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, name, , value] = /^([A-Z][A-Z0-9_]*)=(['"]?)(.*)\2$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );

export const formatEnvFile = (sections: readonly Section[]): string =>
  sections
    .map(({ comment, settings }) =>
      [`# ${comment}`, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)].join('\n'),
    )
    .join('\n\n')
    .concat('\n');

/**
 * Derives the message keys again from ROOT_KEYS and appends passwords and keys that this release needs and the file
 * lacks. Every other line stays as it is.
 *
 * @throws Error if the file has no ROOT_KEYS
 */
export function updateEnvFile(text: string): string {
  const present = parseEnvFile(text);
  const rootKeys = present.get('ROOT_KEYS');
  if (!rootKeys) throw new Error('ROOT_KEYS is missing.');
  const wanted = new Map([
    ...toSecretSettings(generateSecrets()).flatMap(({ settings }) => Object.entries(settings)),
    ...Object.entries(deriveMessageKeys(rootKeys)),
  ]);
  const isDerived = (name: string): boolean => name.endsWith('_MESSAGE_KEYS');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const name = /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? '';
      return isDerived(name) && wanted.has(name) ? `${name}=${wanted.get(name) ?? ''}` : line;
    });
  const missing = [...wanted]
    .filter(([name]) => !present.has(name))
    .map(([name, value]) => `${name}=${value}`);
  return [...lines, ...missing, ''].join('\n');
}
