import { randomBytes } from 'node:crypto';
import { nextId } from './key-rotation.js';

/** Services that encrypt personal data, each with keys of its own. */
export const dataKeyServices = ['lead-router', 'notifier'] as const;
export type DataKeyService = (typeof dataKeyServices)[number];
/** `id:base64,…` by service. The first key encrypts, all of them decrypt. */
export type DataKeys = Readonly<Record<DataKeyService, string>>;

const generateKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const mapKeys = (change: (service: DataKeyService) => string): DataKeys => ({
  'lead-router': change('lead-router'),
  notifier: change('notifier'),
});

export const generateDataKeys = (): DataKeys => mapKeys(() => generateKey('d1'));

/** Whether older keys than the newest are still configured. */
export const isRotatingData = (keys: DataKeys): boolean =>
  dataKeyServices.some((service) => keys[service].includes(','));

/**
 * Returns the keys with a new one in front of each list.
 *
 * @throws Error if the previous rotation is not finished
 */
export function rotateDataKeys(keys: DataKeys): DataKeys {
  if (isRotatingData(keys))
    throw new Error('The last rotation is not finished: run `npm run keys -- reencrypt` first.');
  return mapKeys(
    (service) => `${generateKey(nextId('d', [keys[service].split(':')[0] ?? '']))},${keys[service]}`,
  );
}

/** Returns the newest keys alone. */
export const keepNewestDataKeys = (keys: DataKeys): DataKeys =>
  mapKeys((service) => keys[service].split(',')[0] ?? '');
