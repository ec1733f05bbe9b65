/** @throws Error that names the option and its range */
export const parseNumber = (name: string, text: string, min: number, max: number): number =>
  parseWithin(name, text, min, max, 'number');

/** @throws Error that names the option and its range */
export const parseInteger = (name: string, text: string, min: number, max: number): number =>
  parseWithin(name, text, min, max, 'whole number');

function parseWithin(name: string, text: string, min: number, max: number, kind: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (value >= min && value <= max && (kind === 'number' || Number.isInteger(value))) return value;
  throw new Error(`${name} must be a ${kind} from ${min} to ${max}.`);
}
