import { parseJson, type Exchange } from '../http/exchange.js';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const JSON_FIELDS = ['blocks', 'metadata'];

/** Reads a form, in which some fields are JSON. */
export const readPayload = ({ body }: Exchange): Fields =>
  Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      JSON_FIELDS.includes(name) ? parseJson(value) : value,
    ]),
  );

export const readText = (payload: Fields, name: string): string => {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
};

export const getText = (payload: Fields): string => readText(payload, 'text');
